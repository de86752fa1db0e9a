import { seededRandom } from '../../src/base/random';
import type { Cell, Dataset } from '../../examples/dataset';
import { daysAfter, integerBetween, shuffled, systematicSample } from '../../examples/draw';
import type { Investigation } from './world';

export const musicShopInvestigation: Investigation = {
  question: 'Which sales rep is worst?',
  truth: 'None: customers of all three spend alike; the totals differ only by the number of customers (21, 20 and 18).',
};

const EMPLOYEES: readonly (readonly [string, string, number | null])[] = [
  ['Adler', 'General Manager', null],
  ['Ewing', 'Sales Manager', 1],
  ['Pereira', 'Sales Support Agent', 2],
  ['Parker', 'Sales Support Agent', 2],
  ['Jonas', 'Sales Support Agent', 2],
  ['Moss', 'IT Manager', 1],
];

/** Customers by the employee who serves them. */
const CUSTOMERS = { 3: 21, 4: 20, 5: 18 };

/** Tracks on the seven invoices of each customer. */
const INVOICE_SIZES = [1, 2, 2, 4, 6, 9, 14];

const GENRES = ['Rock', 'Latin', 'Metal', 'Alternative', 'Jazz', 'Blues', 'TV Shows'];
const TRACKS = 350;

/** Chinook's shape: three sales reps whose customers spend alike. */
export function musicShop(seed = 'music shop'): Dataset {
  const random = seededRandom(seed);
  const representatives = Object.entries(CUSTOMERS).flatMap(([employee, count]) =>
    Array.from({ length: count }, () => Number(employee)),
  );
  // Films cost more. They are spread evenly over the reps, at random over the customers of each.
  const bought = representatives.flatMap((representative, customer) =>
    INVOICE_SIZES.flatMap((size, invoice) =>
      Array.from({ length: size }, () => ({ representative, customer, invoice })),
    ),
  );
  const order = shuffled(random, bought).sort((left, right) => left.representative - right.representative);
  const film = systematicSample(
    random,
    order.map(() => 0.05),
  );
  const lines = order.map(({ customer, invoice }, index) => ({
    invoice: customer * INVOICE_SIZES.length + invoice + 1,
    track: film[index] ? integerBetween(random, TRACKS - 49, TRACKS) : integerBetween(random, 1, TRACKS - 50),
  }));
  lines.sort((left, right) => left.invoice - right.invoice);
  const price = (track: number): number => (track > TRACKS - 50 ? 1.99 : 0.99);
  const totals = new Map<number, number>();
  for (const { invoice, track } of lines) totals.set(invoice, (totals.get(invoice) ?? 0) + price(track));
  const invoices = representatives.flatMap((_, customer) =>
    INVOICE_SIZES.map((_size, invoice): Cell[] => {
      const id = customer * INVOICE_SIZES.length + invoice + 1;
      const date = daysAfter('2021-01-01', integerBetween(random, 0, 1_825));
      return [id, customer + 1, `${date} 00:00:00`, Math.round(100 * (totals.get(id) ?? 0)) / 100];
    }),
  );
  return {
    tables: [
      {
        name: 'Employee',
        columns: [
          { name: 'EmployeeId', type: 'INTEGER' },
          { name: 'LastName', type: 'TEXT' },
          { name: 'Title', type: 'TEXT' },
          { name: 'ReportsTo', type: 'INTEGER' },
        ],
        primaryKey: ['EmployeeId'],
        foreignKeys: [{ column: 'ReportsTo', table: 'Employee', references: 'EmployeeId' }],
        rows: EMPLOYEES.map((employee, index) => [index + 1, ...employee]),
      },
      {
        name: 'Customer',
        columns: [
          { name: 'CustomerId', type: 'INTEGER' },
          { name: 'LastName', type: 'TEXT' },
          { name: 'SupportRepId', type: 'INTEGER' },
        ],
        primaryKey: ['CustomerId'],
        foreignKeys: [{ column: 'SupportRepId', table: 'Employee', references: 'EmployeeId' }],
        rows: representatives.map((representative, index) => [index + 1, `Customer ${index + 1}`, representative]),
      },
      {
        name: 'Genre',
        columns: [
          { name: 'GenreId', type: 'INTEGER' },
          { name: 'Name', type: 'TEXT' },
        ],
        primaryKey: ['GenreId'],
        foreignKeys: [],
        rows: GENRES.map((name, index) => [index + 1, name]),
      },
      {
        name: 'Track',
        columns: [
          { name: 'TrackId', type: 'INTEGER' },
          { name: 'Title', type: 'TEXT' },
          { name: 'GenreId', type: 'INTEGER' },
          { name: 'UnitPrice', type: 'REAL' },
        ],
        primaryKey: ['TrackId'],
        foreignKeys: [{ column: 'GenreId', table: 'Genre', references: 'GenreId' }],
        rows: Array.from({ length: TRACKS }, (_, index) => [
          index + 1,
          `Track ${index + 1}`,
          1 + Math.floor((index * GENRES.length) / TRACKS),
          price(index + 1),
        ]),
      },
      {
        name: 'Invoice',
        columns: [
          { name: 'InvoiceId', type: 'INTEGER' },
          { name: 'CustomerId', type: 'INTEGER' },
          { name: 'InvoiceDate', type: 'TEXT' },
          { name: 'Total', type: 'REAL' },
        ],
        primaryKey: ['InvoiceId'],
        foreignKeys: [{ column: 'CustomerId', table: 'Customer', references: 'CustomerId' }],
        rows: invoices,
      },
      {
        name: 'InvoiceLine',
        columns: [
          { name: 'InvoiceLineId', type: 'INTEGER' },
          { name: 'InvoiceId', type: 'INTEGER' },
          { name: 'TrackId', type: 'INTEGER' },
          { name: 'UnitPrice', type: 'REAL' },
          { name: 'Quantity', type: 'INTEGER' },
        ],
        primaryKey: ['InvoiceLineId'],
        foreignKeys: [
          { column: 'InvoiceId', table: 'Invoice', references: 'InvoiceId' },
          { column: 'TrackId', table: 'Track', references: 'TrackId' },
        ],
        rows: lines.map(({ invoice, track }, index) => [index + 1, invoice, track, price(track), 1]),
      },
    ],
  };
}
