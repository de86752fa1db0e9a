import { seededRandom } from '../../../src/base/random';
import type { Board, Hypothesis, Link, Relation, Verdict } from '../../../src/board/board';
import { evidence, hypothesis, link, query, sampleBoard, verdict } from '../../board/sample';

const CAUSES = [
  'price',
  'delivery time',
  'the channel',
  'the size of the order',
  'the season',
  'the region',
  'age',
  'a campaign',
];
const EFFECTS = ['returns', 'complaints', 'cancellations', 'late payments', 'repeat orders'];
const GROUPS = [
  'new customers',
  'customers in the north',
  'business customers',
  'orders over 100',
  'orders with a coupon',
];
const ATTACKS = ['confounder split', 'data gate', 'subgroup split', 'fan-out check'];
const RELATIONS: readonly Relation[] = ['supports', 'supports', 'contradicts', 'neutral', 'neutral'];
const STATUSES = ['supported', 'contradicted', 'inconclusive'] as const;

/** A board as large as asked for, the same each time: one hypothesis in six refines another, one piece of evidence in twelve speaks on two. */
export function boardOf(hypotheses: number, pieces: number): Board {
  const random = seededRandom(`${hypotheses} ${pieces}`);
  const pick = <Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const number = (most: number): number => 1 + Math.floor(random() * most);
  const sample = sampleBoard();
  const queries = Array.from({ length: Math.max(1, pieces) }, (_, index) =>
    query(
      `Q${index + 1}`,
      `SELECT segment, COUNT(*) AS orders, SUM(returned) AS returns\nFROM orders\nWHERE region = ${number(9)}\nGROUP BY segment\nORDER BY segment`,
      ['segment', 'orders', 'returns'],
      Array.from({ length: 7 }, (_row, row) => [`segment ${row + 1}`, 1000 + row * 37 + index, 40 + row * 3]),
    ),
  );
  const verdicts: Verdict[] = [];
  const proposed = Array.from({ length: hypotheses }, (_, index): Hypothesis => {
    const id = `H${index + 1}`;
    const refines = index > 4 && random() < 1 / 6 ? `H${number(index)}` : undefined;
    if (random() < 0.8) {
      const status = pick(STATUSES);
      const confidence = status === 'supported' ? 0.9 : status === 'contradicted' ? 0.07 : 0.5;
      verdicts.push(verdict(`V${verdicts.length + 1}`, id, { status, confidence }));
    }
    const judged = verdicts.at(-1);
    const status = judged?.hypothesis === id ? judged.status : pick(['open', 'investigating', 'abandoned'] as const);
    return hypothesis(id, `Higher ${pick(CAUSES)} raises ${pick(EFFECTS)} among ${pick(GROUPS)}`, {
      status,
      confidence: judged?.hypothesis === id ? judged.confidence : 0.5,
      ...(refines !== undefined && { refines }),
    });
  });
  const links: Link[] = [];
  const recorded = Array.from({ length: pieces }, (_, index) => {
    const id = `E${index + 1}`;
    const about = `H${Math.min(hypotheses, 1 + Math.floor(random() ** 1.3 * hypotheses))}`;
    links.push(link(`L${links.length + 1}`, id, pick(RELATIONS), about, 'by the interval'));
    if (random() < 1 / 12)
      links.push(link(`L${links.length + 1}`, id, 'neutral', `H${number(hypotheses)}`, 'on the side'));
    const share = 40 + number(20);
    return evidence(
      id,
      `Share of ${pick(EFFECTS)} among ${pick(GROUPS)} is ${share}.${number(9)} % of ${1000 + index}, against ${share - number(9)}.1 % of the others (95 % interval −${number(4)}.2 to +${number(9)}.4 points).`,
      `Q${index + 1}`,
      {
        weight: number(10) / 10,
        ...(random() < 0.4 && { attack: pick(ATTACKS) }),
        ...(index > 0 && random() < 0.05 && { redundantWith: `E${number(index)}` }),
      },
    );
  });
  return {
    ...sample,
    investigation: {
      ...sample.investigation,
      question: 'Why do some customers return what they ordered?',
      status: 'running',
    },
    hypotheses: proposed,
    queries,
    evidence: recorded,
    links,
    verdicts,
    history: [],
  };
}

/** A board with text that tries to be more than text. */
export function hostileBoard(): Board {
  const board = boardOf(3, 6);
  const evil =
    '<img src=x onerror="window.attacked = true"><script>window.attacked = true</script> \u202Edesrever si siht\u202C &amp; ';
  return {
    ...board,
    investigation: { ...board.investigation, question: `${evil}?` },
    hypotheses: board.hypotheses.map((each) => ({ ...each, statement: evil + 'x'.repeat(400) })),
    evidence: board.evidence.map((piece) => ({ ...piece, fact: evil.repeat(20), attack: `\u202E${evil}` })),
    links: board.links.map((each) => ({ ...each, note: evil })),
    queries: board.queries.map((each) => ({
      ...each,
      sql: evil,
      columns: [evil, evil, evil],
      rows: [[evil, null, 1]],
    })),
  };
}
