import { stemOf } from '../../analysis/words';

/*
 * What people say instead of a word: shades of colours, what relatives are to each other, where cars come from, what a trade makes.
 * General English and general knowledge; which of it matters is decided by the values that a database holds.
 */

type Sense = { readonly names: readonly string[]; readonly said: readonly string[] };

const list = (text: string): readonly string[] => text.trim().split(/\s+/);
const sense = (names: string, said: string): Sense => ({ names: list(names), said: list(said) });

const SENSES: readonly Sense[] = [
  // colours
  sense(
    'red redhead',
    'ginger gingery auburn copper coppery carrot carroty carrots rust rusty fiery flame flaming scarlet crimson titian strawberry russet redhead brick ruby cherry foxy',
  ),
  sense('blond blonde', 'straw flaxen golden yellow honey sandy wheat wheaten corn fair buttery sun sunny lemon tow'),
  sense('black', 'jet raven ebony coal pitch ink inky midnight sable tar onyx crow soot sooty dark night'),
  sense(
    'brown brunette',
    'chestnut hazel hazelnut brunette mocha chocolate coffee mahogany walnut nut caramel cocoa tawny mousy mouse earth toffee conker umber',
  ),
  sense(
    'grey gray',
    'silver silvery ash ashen ashy steel steely iron slate smoke smoky salt pepper pewter lead leaden cloud stone',
  ),
  sense('white', 'snow snowy ivory chalk chalky milk milky bleached cotton alabaster pale colourless cream lily'),
  sense('green', 'emerald olive lime moss grass jade'),
  sense('blue', 'azure navy sapphire cobalt sky sea'),
  sense('gold golden', 'golden gilt gilded gold aurum'),
  sense('silver', 'silvery silver sterling'),
  sense('bronze', 'bronze bronzed brazen copper tin'),
  sense('platinum', 'platinum platinous'),
  // what people are to each other
  sense('cousin', 'cousin aunt uncle aunts uncles'),
  sense('sibling brother sister', 'brother sister sibling flesh blood twin siblings womb'),
  sense(
    'expartner ex',
    'ex former flame divorced lover broke split boyfriend girlfriend sweetheart romance estranged dated affair',
  ),
  sense('spouse husband wife', 'married marriage spouse husband wife wedded better half wedding'),
  sense('partner', 'partner companion lover'),
  sense('business', 'firm company business coowner associate enterprise venture shareholder'),
  sense('landlord landlady', 'owner owns rents rent letting landlady flat property collects'),
  sense(
    'tenant lodger',
    'lodger lodger renter rents rented pays rent lessee subtenant boarder occupant occupier flatmate',
  ),
  sense(
    'godchild godson goddaughter',
    'baptism baptised baptized christening christened font god godson goddaughter godparent',
  ),
  sense('stepchild stepson stepdaughter', 'second marriage remarriage remarried stepson stepdaughter step'),
  sense('child son daughter', 'son daughter offspring kid boy girl'),
  sense('parent mother father', 'mother father mum mom dad parent'),
  sense('grandparent grandmother grandfather', 'grandmother grandfather grandma grandpa granny'),
  sense('nephew niece', 'nephew niece brothers sisters'),
  sense('friend', 'friend mate pal buddy chum friends'),
  sense('neighbour neighbor', 'neighbour neighbor'),
  sense('colleague coworker', 'colleague coworker workmate'),
  sense('boss employer manager', 'boss employer manager supervisor superior'),
  sense('employee', 'employee staff worker'),
  sense('creditor', 'lent owed money debt lender'),
  sense('debtor', 'owes borrowed debt'),
  // where cars come from and what they are
  sense('saab volvo', 'swedish sweden scandinavian nordic'),
  sense('fiat alfa lancia ferrari lamborghini maserati', 'italian italy turin'),
  sense('citroen renault peugeot', 'french france paris'),
  sense('porsche', 'german germany stuttgart sports sportscar racer'),
  sense('mercedes', 'german germany stuttgart'),
  sense('bmw audi volkswagen vw opel', 'german germany bavarian'),
  sense('mini rover jaguar bentley aston lotus vauxhall', 'british english britain england'),
  sense('toyota honda nissan mazda subaru mitsubishi suzuki', 'japanese japan'),
  sense('hyundai kia', 'korean korea'),
  sense('ford chevrolet chevy dodge chrysler jeep cadillac buick gm', 'american detroit'),
  sense('tesla', 'electric ev battery californian american musk'),
  sense('skoda', 'czech'),
  sense('seat', 'spanish'),
  sense('900 saab', 'hatchback curved nose'),
  sense('240 740 v70 estate wagon', 'estate wagon square boxy brick'),
  sense('s model saloon', 'saloon sedan big large limousine'),
  sense('panda', 'box boxy little small tiny'),
  sense('2cv', 'duck canvas deux chevaux roof tin snail'),
  sense('transit sprinter', 'van delivery vans transporter'),
  sense('911', 'sports rear engine back fast coupe'),
  sense('defender wrangler land', 'offroader off-roader road roader farmer farm mud jeep four-by-four 4x4 country'),
  sense('cooper mini', 'stripes racing small little tiny'),
  sense('prius', 'hybrid hybrids petrol-electric'),
  sense('beetle', 'beetle bug round'),
  sense('golf polo', 'hatchback'),
  // what trades make
  sense('brewing brewery brewers ales', 'brewery brewer brewers beer ale beers ales lager stout hops pints'),
  sense('insurance assurance mutual', 'insurance insurer insurers policies underwriters assurance premiums claims'),
  sense(
    'couriers courier express parcels logistics',
    'courier couriers delivery deliveries parcel parcels messenger messengers haulage shipping freight',
  ),
  sense('tiles ceramics tile', 'tile tiles tiler ceramic ceramics kiln'),
  sense(
    'optics optical opticians',
    'lens lenses optician opticians glasses spectacles telescope microscope eyewear glassmaker',
  ),
  sense('mills mill paper', 'mill paper pulp flour'),
  sense('dairy creamery', 'dairy milk cheese butter creamery yoghurt cream'),
  sense(
    'funerals funeral',
    'undertaker undertakers funeral mortician morticians mortuary coffin coffins burial burials hearse',
  ),
  sense('bakery bakers bread', 'bakery baker bakers bread bakes loaves cakes'),
  sense('butchers meats', 'butcher butchers meat slaughterhouse sausages'),
  sense('pharmacy pharma chemists', 'chemist chemists pharmacy drugs medicine pharmacist'),
  sense('law legal solicitors', 'lawyer lawyers solicitors attorneys law barristers'),
  sense('bank banking savings', 'bank banker lender'),
  sense('steel foundry iron forge', 'foundry steel steelworks forge metalworks ironworks smelter'),
  sense('shipping shipyard marine', 'shipyard ships shipbuilder boats docks boatyard'),
  sense('textiles weaving cloth', 'weaver weavers weaving cloth fabric textile looms'),
  sense('printing press publishers', 'printer printers press publisher books'),
  sense('software systems digital data', 'software programmers computer computers'),
  sense('travel tours airlines', 'travel airline tours'),
  sense('security guards', 'security guards watchmen'),
  sense('cleaning laundry', 'laundry cleaners cleaning'),
  sense('construction builders building', 'builders builder construction contractors'),
  sense('farm farms agri', 'farm farmer farms'),
  sense('clinic hospital medical', 'hospital clinic doctors'),
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

/** How much a word that is said tells of a word of a value, 0–1: itself, a form of it, or what stands for it. */
export function tells(said: string, named: string): number {
  if (said === named) return 1;
  const [a, b] = [stemOf(said), stemOf(named)];
  if (a === b && a.length > 2) return 0.95;
  // brewing – brewery, golden – gold
  const shorter = Math.min(said.length, named.length);
  let same = 0;
  while (same < shorter && said[same] === named[same]) same++;
  if (same >= 4 && same >= shorter - 1 && Math.max(said.length, named.length) - same <= 4 && !/^\d/.test(said))
    return 0.85;
  const senses = lookUp(SAID, said);
  const shared = senses.filter((each) => lookUp(NAMED, named).includes(each));
  // A word that is said of many things tells little of each.
  return shared.length === 0 ? 0 : 0.8 / Math.sqrt(senses.length);
}

/** Whether a word is said of anything that has a name here. */
export function isTelling(said: string): boolean {
  return lookUp(SAID, said).length > 0;
}

/** Whether a word of a value says what it is. */
export function isNaming(named: string): boolean {
  return lookUp(NAMED, named).length > 0;
}
