import { stemOf } from '../../analysis/words';

/*
 * What people say instead of a word: shades of colours, what relatives are to each other, where cars come from.
 * General English and general knowledge; which of it matters is decided by the values that a database holds.
 */

export type Family = 'colour' | 'kin' | 'vehicle';
type Sense = { readonly family: Family; readonly names: readonly string[]; readonly said: readonly string[] };

const list = (text: string): readonly string[] => text.trim().split(/\s+/);
const senses =
  (family: Family) =>
  (names: string, said: string): Sense => ({ family, names: list(names), said: list(said) });
const colour = senses('colour');
const kin = senses('kin');
const vehicle = senses('vehicle');

const SENSES: readonly Sense[] = [
  // colours
  colour(
    'red redhead',
    'ginger gingery auburn copper coppery carrot carroty carrots rust rusty fiery flame flaming scarlet crimson titian strawberry russet redhead brick ruby cherry foxy',
  ),
  colour('blond blonde', 'straw flaxen golden yellow honey sandy wheat wheaten corn fair buttery sun sunny lemon tow'),
  colour('black', 'jet raven ebony coal pitch ink inky midnight sable tar onyx crow soot sooty dark night'),
  colour(
    'brown brunette',
    'chestnut hazel hazelnut brunette mocha chocolate coffee mahogany walnut nut caramel cocoa tawny mousy mouse earth toffee conker umber',
  ),
  colour(
    'grey gray',
    'silver silvery ash ashen ashy steel steely iron slate smoke smoky salt pepper pewter lead leaden cloud stone',
  ),
  colour('white', 'snow snowy ivory chalk chalky milk milky bleached cotton alabaster pale colourless cream lily'),
  colour('green', 'emerald olive lime moss grass jade'),
  colour('blue', 'azure navy sapphire cobalt sky sea'),
  colour('gold golden', 'golden gilt gilded gold aurum'),
  colour('silver', 'silvery silver sterling'),
  colour('bronze', 'bronze bronzed brazen copper tin'),
  colour('platinum', 'platinum platinous'),
  // what people are to each other
  kin('cousin', 'cousin'),
  kin('sibling brother sister', 'brother sister sibling twin siblings'),
  kin('expartner ex', 'ex former divorced boyfriend girlfriend'),
  kin('spouse husband wife', 'married marriage spouse husband wife wedded'),
  kin('partner', 'partner companion lover'),
  kin('business', 'firm company business associate'),
  kin('landlord landlady', 'owner landlady'),
  kin('tenant lodger', 'lodger renter'),
  kin('godchild godson goddaughter', 'godson goddaughter'),
  kin('stepchild stepson stepdaughter', 'stepson stepdaughter step'),
  kin('child son daughter', 'son daughter offspring kid boy girl'),
  kin('parent mother father', 'mother father mum mom dad parent'),
  kin('grandparent grandmother grandfather', 'grandmother grandfather grandma grandpa granny'),
  kin('nephew niece', 'nephew niece brothers sisters'),
  kin('friend', 'friend mate pal buddy chum friends'),
  kin('neighbour neighbor', 'neighbour neighbor'),
  kin('colleague coworker', 'colleague coworker workmate'),
  kin('boss employer manager', 'boss employer manager supervisor superior'),
  kin('employee', 'employee staff worker'),
  kin('creditor', 'lent owed money debt lender'),
  kin('debtor', 'owes borrowed debt'),
  // where cars come from
  vehicle('saab volvo', 'swedish sweden scandinavian nordic'),
  vehicle('fiat alfa lancia ferrari lamborghini maserati', 'italian italy'),
  vehicle('citroen renault peugeot', 'french france'),
  vehicle('porsche', 'german germany'),
  vehicle('mercedes', 'german germany'),
  vehicle('bmw audi volkswagen vw opel', 'german germany'),
  vehicle('mini rover jaguar bentley aston lotus vauxhall', 'british english britain england'),
  vehicle('toyota honda nissan mazda subaru mitsubishi suzuki', 'japanese japan'),
  vehicle('hyundai kia', 'korean korea'),
  vehicle('ford chevrolet chevy dodge chrysler jeep cadillac buick gm', 'american'),
  vehicle('tesla', 'electric american'),
  vehicle('skoda', 'czech'),
  vehicle('seat', 'spanish'),
];

const SAID: ReadonlyMap<string, readonly Sense[]> = indexed(({ said }) => said);
const NAMED: ReadonlyMap<string, readonly Sense[]> = indexed(({ names }) => names);

function indexed(of: (each: Sense) => readonly string[]): Map<string, Sense[]> {
  const found = new Map<string, Sense[]>();
  for (const each of SENSES)
    for (const word of of(each))
      for (const form of new Set([word, stemOf(word)])) found.set(form, [...(found.get(form) ?? []), each]);
  return found;
}

function lookUp(index: ReadonlyMap<string, readonly Sense[]>, word: string): readonly Sense[] {
  return index.get(word) ?? index.get(stemOf(word)) ?? [];
}

/**
 * How much a word that is said tells of a word of a value, 0–1: itself, a form of it, or what stands for it.
 * @param family what the values that are compared are, where they are of a kind
 */
export function tells(said: string, named: string, family: Family | undefined): number {
  if (said === named) return 1;
  const [a, b] = [stemOf(said), stemOf(named)];
  if (a === b && a.length > 2) return 0.95;
  // brewing – brewery, golden – gold
  const shorter = Math.min(said.length, named.length);
  let same = 0;
  while (same < shorter && said[same] === named[same]) same++;
  if (same >= 4 && same >= shorter - 1 && Math.max(said.length, named.length) - same <= 4 && !/^\d/.test(said))
    return 0.85;
  const senses = lookUp(SAID, said).filter((each) => each.family === family);
  const shared = senses.filter((each) => lookUp(NAMED, named).includes(each));
  // A word that is said of many things tells little of each.
  return shared.length === 0 ? 0 : 0.8 / Math.sqrt(senses.length);
}

/** The kinds of things that a word is said of. */
export function familiesOf(said: string): ReadonlySet<string> {
  return new Set(lookUp(SAID, said).map(({ family }) => family));
}

/** What kind of thing a word of a value names, where it names one. */
export function familyNamed(named: string): Family | undefined {
  return lookUp(NAMED, named)[0]?.family;
}
