import { stemmer } from 'stemmer';

/** The words of an identifier or of prose, lower case: `TechSupport`, `tech_support` and `tech support` give the same. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/([A-Za-z])(\d)/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

/** The stem of a lower-case word (Porter 1980), plurals and verb forms folded: patients → patient, died → die. */
export function stemOf(word: string): string {
  const known = IRREGULAR.get(word) ?? stems.get(word);
  if (known !== undefined) return known;
  // The words of a schema are compared with those of a question over and over; those of much text are not worth keeping.
  if (stems.size >= MOST_STEMS) stems.clear();
  const stem = stemmer(word);
  stems.set(word, stem);
  return stem;
}

const MOST_STEMS = 10_000;
const stems = new Map<string, string>();

export function stemsOf(text: string): string[] {
  return wordsOf(text).map(stemOf);
}

/** Forms that suffix rules cannot fold. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    men: 'man',
    women: 'woman',
    children: 'child',
    people: 'person',
    persons: 'person',
    died: 'die',
    dies: 'die',
    dying: 'die',
    dead: 'die',
    death: 'die',
    deaths: 'die',
    left: 'leav',
    lost: 'lose',
    fell: 'fall',
    fallen: 'fall',
    rose: 'rise',
    risen: 'rise',
    grew: 'grow',
    sold: 'sell',
    bought: 'buy',
    paid: 'pay',
    won: 'win',
    spent: 'spend',
    got: 'get',
  }),
);
