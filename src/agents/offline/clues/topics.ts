import { stemOf, wordsOf } from '../../analysis/words';

/*
 * Which everyday words have to do with which kind of record: general English, so that "drove off" is looked for among vehicles
 * and "withdrew" among bankings, whatever a database calls them. Nothing here names a particular database.
 */

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

const TOPICS: Readonly<Record<string, readonly string[]>> = {
  vehicle: list(
    'car cars vehicle vehicles auto autos automobile automobiles motor motorcar motorist motorbike ride wheels drive drives drove driven driver driving keeper park parked parking truck lorry van conveyance garage traffic fleet steering engine motoring hatchback saloon sedan estate wagon hybrid coupe convertible roadster suv jeep pickup limousine bonnet tyres chauffeur',
  ),
  plate: list('plate plates registration registered licence license tag tags reg numberplate'),
  phone: list(
    'phone phones telephone telephones mobile cell cellphone handset line dial dials dialled dialed call calls called calling caller callee rang ring rings subscriber sim text texted digits contact',
  ),
  hair: list(
    'hair haired hairs locks curls mane tresses ponytail fringe braid braids bun redhead blonde brunette barnet strands',
  ),
  eyes: list('eye eyes eyed'),
  height: list(
    'height tall taller tallish stature stood standing measures measured measuring feet foot inches cm centimetres short towers towered size',
  ),
  weight: list('weight weighs weighed heavy kilos kilograms pounds lbs'),
  age: list(
    'age aged ages old older young younger years born birth birthday dob twenties thirties forties fifties sixties seventies decade',
  ),
  gender: list('gender sex man woman male female boy girl gentleman lady he she him her'),
  membership: list(
    'member members membership memberships club clubs gym gyms society societies association enrolled enrol enroll enrollment enrolment belong belongs belonged joined join card pass tier status affiliated lodge subscription badge holder roster rolls admitted',
  ),
  work: list(
    'work works worked working employ employs employed employee employees employer employment job jobs company companies firm payroll boss staff career profession position occupation role contract colleague colleagues post salary wages paycheck paid uniform trade hired',
  ),
  purchase: list(
    'buy buys bought buying buyer purchase purchased purchases purchaser acquire acquired receipt receipts till sale sales sold seller shop shops store stores customer customers order ordered checkout counter item items article product goods paid',
  ),
  banking: list(
    'bank banks banking account accounts cash withdraw withdraws withdrew withdrawn withdrawal withdrawals debit debited deposit deposited transaction transactions txn atm cashpoint teller money transfer transferred statement payment paid dollars euros',
  ),
  event: list(
    'event events attend attends attended attending attendance guest guests visit visits visited went concert show shows ticket tickets audience crowd turned',
  ),
  kin: list(
    'relation relations relationship relative relatives family families kin tie ties kinship related cousin sibling brother sister aunt uncle nephew niece spouse husband wife partner parent child friend landlord tenant',
  ),
  address: list(
    'live lives lived living address addresses home house houses residence resident resides dwell dwells flat apartment street road lane avenue lodging domicile neighbour',
  ),
  travel: list(
    'travel travels travelled travelling traveller trip trips journey journeys itinerary itineraries flight flights voyage destination departs departure leaves returns booking bookings abroad holiday holidays vacation hotel cruise excursion tour away absence',
  ),
  presence: list(
    'keycard keycards badge badged badges swipe swiped swipes door doors entry entries entered enter gate access admission log logs turnstile scanner scan scanned opened opens',
  ),
  visit: list(
    'checkin checkins check checked visit visits session workout training attendance floor premises present inside together',
  ),
  alias: list('alias aliases nickname nicknames known called calls moniker handle pseudonym aka'),
  mail: list('mail mails email emails e-mail message messages sender sent send recipient inbox attachment forwarded'),
  login: list('login logins log logged signin session sessions account user device ip address password browser'),
  machine: list('machine machines operator operators device devices equipment shift run job batch maintenance'),
};

/** Nouns for one and the same thing. */
const SAME_THING: readonly (readonly string[])[] = [
  list('car vehicle automobile auto motor motorcar wheels ride drive driver'),
  list('phone telephone mobile cellphone handset subscriber line'),
  list('member membership subscription enrolment'),
  list('account login user'),
  list('job employment employer work position'),
  list('home address residence house'),
  list('booking trip journey itinerary travel'),
  list('purchase receipt sale order'),
];

/** Whether two lower-case nouns, in any form, name the same thing. */
export function namesSame(left: string, right: string): boolean {
  const [a, b] = [stemOf(left), stemOf(right)];
  if (a === b) return true;
  return SAME_THING.some((words) => [a, b].every((each) => words.some((word) => stemOf(word) === each)));
}

const BY_STEM: ReadonlyMap<string, ReadonlySet<string>> = byStem();

function byStem(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [topic, words] of Object.entries(TOPICS))
    for (const word of words)
      for (const form of [word, stemOf(word)]) found.set(form, (found.get(form) ?? new Set()).add(topic));
  return found;
}

/** What a lower-case word has to do with. */
export function topicsOf(word: string): ReadonlySet<string> {
  return BY_STEM.get(word) ?? BY_STEM.get(stemOf(word)) ?? NONE;
}

const NONE: ReadonlySet<string> = new Set();

/** What a name of a table or column has to do with: its words, and those run together. */
export function topicsOfName(name: string): ReadonlySet<string> {
  const words = wordsOf(name);
  const found = new Set([...words, words.join('')].flatMap((word) => [...topicsOf(word)]));
  return found;
}

/** Whether two sets have anything in common. */
export function shares(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  for (const each of left) if (right.has(each)) return true;
  return false;
}

/** Whether two lower-case words have to do with the same. */
export function shareTopic(left: string, right: string): boolean {
  return left === right || shares(topicsOf(left), topicsOf(right));
}
