import { describe, expect, it } from 'vitest';
import {
  changeDirection,
  directionOf,
  intentOf,
  type Direction,
  type Intent,
} from '../../src/agents/offline/understanding/cues';
import { namesTime, periodBefore, periodIn } from '../../src/agents/offline/understanding/periods';
import { likeness, newsOf } from '../../src/agents/offline/understanding/similarity';
import { thresholdsIn, without } from '../../src/agents/offline/understanding/thresholds';
import type { Range } from '../../src/board/claim';

const [FIRST, LAST] = ['2022-03-05', '2024-08-17'];

describe('periods', () => {
  it.each<[string, string, string]>([
    ['Why did sales fall in May 2024?', '2024-05-01', '2024-06-01'],
    ['Why were May 2024 sales so low?', '2024-05-01', '2024-06-01'],
    ['Why did sales fall in May?', '2024-05-01', '2024-06-01'],
    ['Why did sales fall in november?', '2023-11-01', '2023-12-01'],
    ['Why did sales fall in Sept. 2023?', '2023-09-01', '2023-10-01'],
    ['sales of Dec, 2023', '2023-12-01', '2024-01-01'],
    ['What happened in February of 2024?', '2024-02-01', '2024-03-01'],
    ['What happened on 2024-02-29?', '2024-02-29', '2024-03-01'],
    ['What happened in 2024-02?', '2024-02-01', '2024-03-01'],
    ['Why did revenue drop in Q3 2023?', '2023-07-01', '2023-10-01'],
    ['Why did revenue drop in Q1?', '2024-01-01', '2024-04-01'],
    ['the second quarter of 2023', '2023-04-01', '2023-07-01'],
    ['the last quarter of 2022', '2022-10-01', '2023-01-01'],
    ['Why did it fall last month?', '2024-08-01', '2024-09-01'],
    ['Why did it fall last week?', '2024-08-11', '2024-08-18'],
    ['Why did it fall this year?', '2024-01-01', '2025-01-01'],
    ['Why did it fall in 2023?', '2023-01-01', '2024-01-01'],
  ])('%s', (question, start, end) => {
    expect(periodIn(question, FIRST, LAST)?.period).toEqual({ start, end });
  });

  it.each([
    'Which drug may help?',
    'Do soldiers march faster?',
    'Is the mayor popular?',
    'Who is over 65?',
    'Which marble is best?',
  ])('none is named by: %s', (question) => {
    expect(periodIn(question, FIRST, LAST)).toBeUndefined();
    expect(namesTime(question)).toBe(false);
  });

  it('that are named by half tell what was assumed', () => {
    expect(periodIn('in May', FIRST, LAST)?.assumption).toContain('May 2024');
    expect(periodIn('in Q1', FIRST, LAST)?.assumption).toContain('2024');
    expect(periodIn('in May 2023', FIRST, LAST)?.assumption).toBeUndefined();
  });

  it('point at their words', () => {
    const question = 'Why did sales in May 2024 fall?';
    const found = periodIn(question, FIRST, LAST);
    expect(question.slice(found?.start, found?.end)).toBe('May 2024');
  });

  it.each([
    ['2024-05-01', '2024-06-01', '2024-04-01'],
    ['2024-03-01', '2024-04-01', '2024-02-01'],
    ['2024-01-01', '2024-04-01', '2023-10-01'],
    ['2024-01-01', '2025-01-01', '2023-01-01'],
    ['2024-08-11', '2024-08-18', '2024-08-04'],
    ['2024-03-01', '2024-03-02', '2024-02-29'],
  ])('from %s to %s follow one of the same kind from %s', (start, end, before) => {
    expect(periodBefore({ start, end })).toEqual({ start: before, end: start });
  });
});

describe('thresholds', () => {
  it.each<[string, Range]>([
    ['patients aged at least 65', { atLeast: 65 }],
    ['no less than 65', { atLeast: 65 }],
    ['age ≥ 65', { atLeast: 65 }],
    ['age >= 65', { atLeast: 65 }],
    ['65 or older', { atLeast: 65 }],
    ['65 years and older', { atLeast: 65 }],
    ['65 and over', { atLeast: 65 }],
    ['65+', { atLeast: 65 }],
    ['older than 65', { above: 65 }],
    ['over 65', { above: 65 }],
    ['more than 2.5', { above: 2.5 }],
    ['above 2,5', { above: 2.5 }],
    ['price > 10', { above: 10 }],
    ['exceeding 10', { above: 10 }],
    ['younger than 18', { below: 18 }],
    ['under 18', { below: 18 }],
    ['fewer than 3', { below: 3 }],
    ['age < 18', { below: 18 }],
    ['at most 10', { atMost: 10 }],
    ['no more than 10', { atMost: 10 }],
    ['not more than 10', { atMost: 10 }],
    ['up to 10', { atMost: 10 }],
    ['18 or younger', { atMost: 18 }],
    ['10 or less', { atMost: 10 }],
    ['between 20 and 30', { atLeast: 20, atMost: 30 }],
    ['from 20 to 30', { atLeast: 20, atMost: 30 }],
    ['between 20–30 years', { atLeast: 20, atMost: 30 }],
  ])('%s', (text, range) => {
    expect(thresholdsIn(`Which drug is best for those ${text}?`).map((each) => each.range)).toEqual([range]);
  });

  it.each(['Which of the 65 drugs is best?', 'Over and over again', 'In 2024?', 'drug_2 or drug_3'])(
    'none: %s',
    (question) => {
      expect(thresholdsIn(question)).toEqual([]);
    },
  );

  it('several, in the order of the question, each with its words', () => {
    const question = 'Are customers over 40 with fewer than 3 orders worse?';
    const found = thresholdsIn(question);
    expect(found.map(({ range }) => range)).toEqual([{ above: 40 }, { below: 3 }]);
    expect(found.map(({ start, end }) => question.slice(start, end))).toEqual(['over 40', 'fewer than 3']);
    expect(without(question, found)).toBe('Are customers         with              orders worse?');
  });

  it.each<[string, boolean]>([
    ['older than 65', true],
    ['65 or older', true],
    ['aged over 65', true],
    ['over 65 years old', true],
    ['over 65', false],
    ['more than 65', false],
  ])('%s speaks of age: %s', (text, isAge) => {
    expect(thresholdsIn(text).map((each) => each.isAge)).toEqual([isAge]);
  });
});

describe('what a question wants', () => {
  it.each<[string, Intent]>([
    ['Which treatment is most effective for older COVID-19 patients?', 'compare'],
    ['Which treatment is better?', 'compare'],
    ['Which sales rep is worst?', 'compare'],
    ['What region has the highest churn?', 'compare'],
    ['Does smoking raise mortality?', 'effect'],
    ['Is there a bias against women in admissions?', 'effect'],
    ['How does dose affect recovery?', 'effect'],
    ['What is the effect of dose on recovery?', 'effect'],
    ['What drives churn?', 'drivers'],
    ['Which factors influence survival most?', 'drivers'],
    ['Who churns?', 'drivers'],
    ['Why do customers leave?', 'drivers'],
    ['What are the risk factors for death?', 'drivers'],
    ['Why did sales fall in May?', 'change'],
    ['Why have orders dropped recently?', 'change'],
    ['What caused the decline last month?', 'change'],
    ['Did revenue collapse in May 1998?', 'change'],
    ['Who is the murderer?', 'identify'],
    ['Who stole the necklace?', 'identify'],
  ])('%s', (question, intent) => {
    expect(intentOf(question, namesTime(question))).toBe(intent);
  });

  it.each<[string, Direction]>([
    ['Which treatment is best?', 'good'],
    ['Which drug is most effective?', 'good'],
    ['Which is least effective?', 'bad'],
    ['Which rep is worst?', 'bad'],
    ['Are admissions biased against women?', 'bad'],
    ['Does it raise mortality?', 'raises'],
    ['Who is more likely to die?', 'raises'],
    ['Does it reduce mortality?', 'lowers'],
    ['Who is less likely to die?', 'lowers'],
    ['Does sex matter?', 'differs'],
  ])('looks for a direction: %s', (question, direction) => {
    expect(directionOf(question).direction).toBe(direction);
  });

  it.each([
    ['Why did sales fall?', 'fell'],
    ['Why are prices going up?', 'rose'],
    ['Why did orders go down after they had grown?', 'fell'],
    ['Why did complaints surge?', 'rose'],
    ['Which treatment is best?', undefined],
  ])('says that something moved: %s', (question, direction) => {
    expect(changeDirection(question)).toBe(direction);
  });
});

describe('words that are alike', () => {
  it.each([
    ['drug', 'drug', 1],
    ['patients', 'patient', 0.97],
    ['medicine', 'drug', 0.85],
    ['treatment', 'treatmnt', 0.8],
    ['qty', 'quantity', 0],
  ])('%s and %s', (left, right, least) => {
    expect(likeness(left, right).score).toBeGreaterThanOrEqual(least);
    expect(likeness(right, left).score).toBe(likeness(left, right).score);
  });

  it.each([
    ['drug', 'age'],
    ['price', 'prize'],
    ['sex', 'six'],
    ['region', 'religion'],
  ])('%s and %s are not the same', (left, right) => {
    expect(likeness(left, right).score).toBeLessThan(0.85);
  });

  it('name the contrary of an outcome', () => {
    expect(likeness('survived', 'died')).toMatchObject({ contrary: true });
    expect(likeness('death', 'died').contrary).toBe(false);
  });

  it.each<[string, 'good' | 'bad' | undefined]>([
    ['died', 'bad'],
    ['survived', 'good'],
    ['churn', 'bad'],
    ['success', 'good'],
    ['region', undefined],
  ])('%s is %s news', (word, news) => {
    expect(newsOf([word])).toBe(news);
  });
});
