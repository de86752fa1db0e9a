import { stemOf } from '../../analysis/words';

/*
 * What people say instead of a word: shades of colours, what relatives are to each other, where cars come from, what a trade makes.
 * General English and general knowledge; which of it matters is decided by the values that a database holds.
 */

export type Family = 'colour' | 'kin' | 'vehicle' | 'trade';
type Sense = { readonly family: Family; readonly names: readonly string[]; readonly said: readonly string[] };

const list = (text: string): readonly string[] => text.trim().split(/\s+/);
const senses =
  (family: Family) =>
  (names: string, said: string): Sense => ({ family, names: list(names), said: list(said) });
const colour = senses('colour');
const kin = senses('kin');
const vehicle = senses('vehicle');
const trade = senses('trade');

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
  kin('cousin', 'cousin aunt uncle aunts uncles'),
  kin('sibling brother sister', 'brother sister sibling flesh blood twin siblings womb'),
  kin(
    'expartner ex',
    'ex former flame divorced lover broke split boyfriend girlfriend sweetheart romance estranged dated affair',
  ),
  kin('spouse husband wife', 'married marriage spouse husband wife wedded better half wedding'),
  kin('partner', 'partner companion lover'),
  kin('business', 'firm company business coowner associate enterprise venture shareholder'),
  kin('landlord landlady', 'owner owns rents rent letting landlady flat property collects'),
  kin(
    'tenant lodger',
    'lodger lodger renter rents rented pays rent lessee subtenant boarder occupant occupier flatmate',
  ),
  kin(
    'godchild godson goddaughter',
    'baptism baptised baptized christening christened font god godson goddaughter godparent',
  ),
  kin('stepchild stepson stepdaughter', 'second marriage remarriage remarried stepson stepdaughter step'),
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
  // where cars come from and what they are
  vehicle('saab volvo', 'swedish sweden scandinavian nordic'),
  vehicle('fiat alfa lancia ferrari lamborghini maserati', 'italian italy turin'),
  vehicle('citroen renault peugeot', 'french france paris'),
  vehicle('porsche', 'german germany stuttgart sports sportscar racer'),
  vehicle('mercedes', 'german germany stuttgart'),
  vehicle('bmw audi volkswagen vw opel', 'german germany bavarian'),
  vehicle('mini rover jaguar bentley aston lotus vauxhall', 'british english britain england'),
  vehicle('toyota honda nissan mazda subaru mitsubishi suzuki', 'japanese japan'),
  vehicle('hyundai kia', 'korean korea'),
  vehicle('ford chevrolet chevy dodge chrysler jeep cadillac buick gm', 'american detroit'),
  vehicle('tesla', 'electric ev battery californian american musk'),
  vehicle('skoda', 'czech'),
  vehicle('seat', 'spanish'),
  vehicle('900 saab', 'hatchback curved nose'),
  vehicle('240 740 v70 estate wagon', 'estate wagon square boxy brick'),
  vehicle('s model saloon', 'saloon sedan big large limousine'),
  vehicle('panda', 'box boxy little small tiny'),
  vehicle('2cv', 'duck canvas deux chevaux roof tin snail'),
  vehicle('transit sprinter', 'van delivery vans transporter'),
  vehicle('911', 'sports rear engine back fast coupe'),
  vehicle('defender wrangler land', 'offroader off-roader road roader farmer farm mud jeep four-by-four 4x4 country'),
  vehicle('cooper mini', 'stripes racing small little tiny'),
  vehicle('prius', 'hybrid hybrids petrol-electric'),
  vehicle('beetle', 'beetle bug round'),
  vehicle('golf polo', 'hatchback'),
  // what trades make
  trade('brewing brewery brewers ales', 'brewery brewer brewers beer ale beers ales lager stout hops pints'),
  trade('insurance assurance mutual', 'insurance insurer insurers policies underwriters assurance premiums claims'),
  trade(
    'couriers courier express parcels logistics',
    'courier couriers delivery deliveries parcel parcels messenger messengers haulage shipping freight',
  ),
  trade('tiles ceramics tile', 'tile tiles tiler ceramic ceramics kiln'),
  trade(
    'optics optical opticians',
    'lens lenses optician opticians glasses spectacles telescope microscope eyewear glassmaker',
  ),
  trade('mills mill paper', 'mill paper pulp flour'),
  trade('dairy creamery', 'dairy milk cheese butter creamery yoghurt cream'),
  trade(
    'funerals funeral',
    'undertaker undertakers funeral mortician morticians mortuary coffin coffins burial burials hearse',
  ),
  trade('bakery bakers bread', 'bakery baker bakers bread bakes loaves cakes'),
  trade('butchers meats', 'butcher butchers meat slaughterhouse sausages'),
  trade('pharmacy pharma chemists', 'chemist chemists pharmacy drugs medicine pharmacist'),
  trade('law legal solicitors', 'lawyer lawyers solicitors attorneys law barristers'),
  trade('bank banking savings', 'bank banker lender'),
  trade('steel foundry iron forge', 'foundry steel steelworks forge metalworks ironworks smelter'),
  trade('shipping shipyard marine', 'shipyard ships shipbuilder boats docks boatyard'),
  trade('textiles weaving cloth', 'weaver weavers weaving cloth fabric textile looms'),
  trade('printing press publishers', 'printer printers press publisher books'),
  trade('software systems digital data', 'software programmers computer computers'),
  trade('travel tours airlines', 'travel airline tours'),
  trade('security guards', 'security guards watchmen'),
  trade('cleaning laundry', 'laundry cleaners cleaning'),
  trade('construction builders building', 'builders builder construction contractors'),
  trade('farm farms agri', 'farm farmer farms'),
  trade('clinic hospital medical', 'hospital clinic doctors'),
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
