import type { Random } from '../../../src/base/random';
import { between, pick } from '../draw';
import type { Cell } from '../tables';
import { isoDay, table, type Domain, type Draft, type DraftHypothesis, type Variant } from './domain';

const COLUMNS = {
  platform: ['android_4_2', 'android_5', 'ios', 'web'],
  price_plan: ['cohort_2021', 'cohort_2022', 'cohort_2023'],
  courier: ['swift', 'redline', 'post'],
  region: ['north', 'east', 'south', 'west'],
  channel: ['search', 'social', 'friend'],
} as const;
type Column = keyof typeof COLUMNS;

/** What can be behind the drop: a checkout bug, a price rise, a change of courier. */
const CAUSES: readonly Column[] = ['platform', 'price_plan', 'courier'];

const day = (text: string): number => Date.parse(text) / 86_400_000;
const [START, OCTOBER, NOVEMBER, DECEMBER] = ['2022-01-01', '2023-10-01', '2023-11-01', '2023-12-01'].map(day) as [
  number,
  number,
  number,
  number,
];
const CUSTOMERS = 3_000;
const ORDERS_PER_DAY = 60;
/** Of the orders of what broke, the share that is left. */
const LEFT = 0.25;

/**
 * Why orders fell in a month: the customers of one platform, price plan or courier stopped. Decoys: more customers come by another
 * channel, some events are lost, the last month is not over.
 */
export const retail: Domain = {
  name: 'retail',
  variants: [
    'clean',
    'clean',
    'clean',
    'clean',
    'decoys',
    'decoys',
    'decoys',
    'false premise',
    'column absent',
    'equivalent causes',
  ],
  draw,
};

type Customer = Readonly<Record<Column, string>>;

function draw(random: Random, variant: Variant): Draft {
  const cause = pick(random, CAUSES);
  const value = COLUMNS[cause][0];
  const twin = variant === 'equivalent causes' ? (cause === 'platform' ? 'courier' : 'platform') : undefined;
  const customers = Array.from({ length: CUSTOMERS }, (): Customer => {
    const drawn = {
      platform: pick(random, COLUMNS.platform),
      price_plan: pick(random, COLUMNS.price_plan),
      courier: pick(random, COLUMNS.courier),
      region: pick(random, COLUMNS.region),
      channel: pick(random, COLUMNS.channel),
    };
    // Two causes that always go together cannot be told apart.
    if (twin === undefined) return drawn;
    return { ...drawn, [twin]: drawn[cause] === value ? COLUMNS[twin][0] : pick(random, COLUMNS[twin].slice(1)) };
  });
  const orders: Cell[][] = [];
  const breaks = variant !== 'false premise' && variant !== 'column absent';
  const end = variant === 'decoys' ? DECEMBER + 6 : DECEMBER;
  for (let at = START; at < end; at++) {
    for (let order = 0; order < ORDERS_PER_DAY; order++) {
      const id = between(random, 1, CUSTOMERS);
      const customer = customers[id - 1];
      if (customer === undefined) continue;
      const isNovember = at >= NOVEMBER && at < DECEMBER;
      if (isNovember && breaks && customer[cause] === value && random() > LEFT) continue;
      // A mix shift that changes no rate: friends bring a few more, search a few less.
      if (variant === 'decoys' && isNovember && customer.channel === 'search' && random() < 0.05) continue;
      orders.push([orders.length + 1, id, isoDay(at), between(random, 5, 120)]);
    }
  }
  return {
    question:
      variant === 'column absent'
        ? 'Why did staff turnover rise in November 2023?'
        : 'Why did orders fall in November 2023?',
    tables: [
      table(
        'customers',
        {
          customer_id: 'INTEGER',
          platform: 'TEXT',
          price_plan: 'TEXT',
          courier: 'TEXT',
          region: 'TEXT',
          channel: 'TEXT',
        },
        customers.map((customer, index) => [
          index + 1,
          customer.platform,
          customer.price_plan,
          customer.courier,
          customer.region,
          customer.channel,
        ]),
      ),
      table(
        'orders',
        { order_id: 'INTEGER', customer_id: 'customers.customer_id', ordered_on: 'TEXT', amount: 'INTEGER' },
        orders,
      ),
    ],
    hypotheses: variant === 'column absent' ? [] : hypothesesOf(variant, cause, twin),
  };
}

function hypothesesOf(variant: Variant, cause: Column, twin: Column | undefined): readonly DraftHypothesis[] {
  const outcomes = ['orders.order_id', 'orders.ordered_on', 'orders.customer_id', 'orders.amount'];
  const months = `SUM(o.ordered_on < '2023-11-01') AS before, SUM(o.ordered_on >= '2023-11-01') AS after FROM orders o JOIN customers c ON c.customer_id = o.customer_id WHERE o.ordered_on >= '${isoDay(OCTOBER)}' AND o.ordered_on < '${isoDay(DECEMBER)}'`;
  const fell = (column: string, value: string | undefined) =>
    outcomes.map((outcome) => ({
      exposure: { column, ...(value !== undefined && { value }) },
      outcome,
      direction: 'lowers' as const,
    }));
  const total: DraftHypothesis = {
    key: 'orders fell',
    effects: fell('orders.ordered_on', undefined),
    verdict: variant === 'false premise' ? 'inconclusive' : 'supported',
    role: variant === 'false premise' ? 'suspect' : 'background',
    names: ['ordered_on'],
    sql: `SELECT ${months}`,
  };
  if (variant === 'false premise') return [total];
  const part = (column: Column): DraftHypothesis => {
    const value = COLUMNS[column][0];
    const isCause = column === cause;
    const isEquivalent = twin !== undefined && (isCause || column === twin);
    return {
      key: `${column} = ${value} explains it`,
      effects: fell(`customers.${column}`, value),
      verdict: isEquivalent ? 'inconclusive' : isCause ? 'supported' : 'contradicted',
      role: isCause && !isEquivalent ? 'culprit' : 'suspect',
      names: [value],
      sql: `SELECT c.${column}, ${months} GROUP BY c.${column}`,
      alts: [`SELECT c.${column} = '${value}', ${months} GROUP BY c.${column} = '${value}'`],
    };
  };
  const decoy = (column: Column): DraftHypothesis => ({
    ...part(column),
    key: `${column} explains it`,
    effects: COLUMNS[column].flatMap((value) => fell(`customers.${column}`, value)),
    verdict: 'contradicted',
    role: 'decoy',
    names: [column, ...COLUMNS[column]],
    alts: [],
  });
  const others = (Object.keys(COLUMNS) as Column[]).filter((column) => column !== cause && column !== twin);
  return [total, part(cause), ...(twin ? [part(twin)] : []), ...others.map(decoy)];
}
