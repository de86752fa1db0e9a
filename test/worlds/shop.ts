import { seededRandom, type Random } from '../../src/base/random';
import type { Cell, Dataset } from '../../examples/dataset';
import { chance, daysAfter, integerBetween, shuffled, weighted } from '../../examples/draw';
import type { Investigation } from './world';

export const truncatedShopInvestigation: Investigation = {
  question: 'Why did sales collapse in May 1998?',
  truth: 'They did not: the data end on 6 May 1998. Sales a day in May are those of April; the last month is cut off.',
};

/** Northwind's shape: 23 months of growing sales whose data end on the sixth of the last one. */
export function truncatedShop(seed = 'truncated shop'): Dataset {
  return shop(seed, {
    from: '1996-07-01',
    to: '1998-05-06',
    timeOfDay: ' 00:00:00.000',
    ordersOn: (_, month) => 1 + month / 10,
  });
}

export const fallingShopInvestigation: Investigation = {
  question: 'Why did sales fall in September 2024?',
  truth:
    'Sales did fall, in a complete month, by about a quarter: beverages nearly stopped selling. The other categories, the ' +
    'countries, the employees and the prices explain nothing beyond that, and in October beverages were back.',
};

/** Eighteen complete months of steady sales, except that in September 2024 hardly any beverages were sold. */
export function fallingShop(seed = 'falling shop'): Dataset {
  return shop(seed, {
    from: '2023-07-01',
    to: '2024-12-31',
    timeOfDay: '',
    ordersOn: () => 15,
    isLost: (random, day, category) => day.startsWith('2024-09') && category === 'Beverages' && chance(random, 0.9),
  });
}

/** Categories with the share of order lines they have. */
const CATEGORIES = {
  Beverages: 0.28,
  Condiments: 0.1,
  Confections: 0.15,
  'Dairy Products': 0.16,
  'Grains/Cereals': 0.09,
  'Meat/Poultry': 0.08,
  Produce: 0.06,
  Seafood: 0.08,
};
type Category = keyof typeof CATEGORIES;
const CATEGORY_NAMES = Object.keys(CATEGORIES) as Category[];
const PRODUCTS_A_CATEGORY = 8;

const COUNTRIES = ['USA', 'Germany', 'Brazil', 'France', 'UK', 'Venezuela', 'Austria', 'Sweden', 'Canada', 'Mexico'];
const CUSTOMERS = 80;

const EMPLOYEES = ['Davis', 'Fuchs', 'Lemaire', 'Peck', 'Brown', 'Suzuki', 'Klein', 'Conte', 'Doyle'];

type Trade = {
  readonly from: string;
  readonly to: string;
  readonly timeOfDay: string;
  /** Orders on one working day: `month` counts from 0. */
  readonly ordersOn: (day: string, month: number) => number;
  /** Whether an order line that would have been is not. */
  readonly isLost?: (random: Random, day: string, category: Category) => boolean;
};

function shop(seed: string, trade: Trade): Dataset {
  const random = seededRandom(seed);
  const products = CATEGORY_NAMES.flatMap((category, at) =>
    Array.from({ length: PRODUCTS_A_CATEGORY }, (_, index) => ({
      id: at * PRODUCTS_A_CATEGORY + index + 1,
      name: `${category.split(/\W/)[0]} no. ${index + 1}`,
      category,
      price: integerBetween(random, 20, 60) / 2,
    })),
  );
  const { orders, lines } = drawOrders(random, trade, (category) => {
    const from = CATEGORY_NAMES.indexOf(category) * PRODUCTS_A_CATEGORY;
    return shuffled(random, products.slice(from, from + PRODUCTS_A_CATEGORY))[0];
  });
  return {
    tables: [
      {
        name: 'Categories',
        columns: [
          { name: 'CategoryID', type: 'INTEGER' },
          { name: 'CategoryName', type: 'TEXT' },
        ],
        primaryKey: ['CategoryID'],
        foreignKeys: [],
        rows: CATEGORY_NAMES.map((name, index) => [index + 1, name]),
      },
      {
        name: 'Products',
        columns: [
          { name: 'ProductID', type: 'INTEGER' },
          { name: 'ProductName', type: 'TEXT' },
          { name: 'CategoryID', type: 'INTEGER' },
          { name: 'UnitPrice', type: 'REAL' },
        ],
        primaryKey: ['ProductID'],
        foreignKeys: [{ column: 'CategoryID', table: 'Categories', references: 'CategoryID' }],
        rows: products.map(({ id, name, category, price }) => [id, name, CATEGORY_NAMES.indexOf(category) + 1, price]),
      },
      {
        name: 'Customers',
        columns: [
          { name: 'CustomerID', type: 'TEXT' },
          { name: 'CompanyName', type: 'TEXT' },
          { name: 'Country', type: 'TEXT' },
        ],
        primaryKey: ['CustomerID'],
        foreignKeys: [],
        rows: Array.from({ length: CUSTOMERS }, (_, index) => [
          customerId(index),
          `Company ${index + 1}`,
          countryOf(index),
        ]),
      },
      {
        name: 'Employees',
        columns: [
          { name: 'EmployeeID', type: 'INTEGER' },
          { name: 'LastName', type: 'TEXT' },
          { name: 'Title', type: 'TEXT' },
        ],
        primaryKey: ['EmployeeID'],
        foreignKeys: [],
        rows: EMPLOYEES.map((name, index) => [index + 1, name, index === 1 ? 'Sales Manager' : 'Sales Representative']),
      },
      {
        name: 'Orders',
        columns: [
          { name: 'OrderID', type: 'INTEGER' },
          { name: 'CustomerID', type: 'TEXT' },
          { name: 'EmployeeID', type: 'INTEGER' },
          { name: 'OrderDate', type: 'TEXT' },
          { name: 'Freight', type: 'REAL' },
          { name: 'ShipCountry', type: 'TEXT' },
        ],
        primaryKey: ['OrderID'],
        foreignKeys: [
          { column: 'CustomerID', table: 'Customers', references: 'CustomerID' },
          { column: 'EmployeeID', table: 'Employees', references: 'EmployeeID' },
        ],
        rows: orders,
      },
      {
        name: 'Order Details',
        columns: [
          { name: 'OrderID', type: 'INTEGER' },
          { name: 'ProductID', type: 'INTEGER' },
          { name: 'UnitPrice', type: 'REAL' },
          { name: 'Quantity', type: 'INTEGER' },
          { name: 'Discount', type: 'REAL' },
        ],
        primaryKey: ['OrderID', 'ProductID'],
        foreignKeys: [
          { column: 'OrderID', table: 'Orders', references: 'OrderID' },
          { column: 'ProductID', table: 'Products', references: 'ProductID' },
        ],
        rows: lines,
      },
    ],
  };
}

function drawOrders(
  random: Random,
  { from, to, timeOfDay, ordersOn, isLost }: Trade,
  productOf: (category: Category) => { readonly id: number; readonly price: number } | undefined,
): { orders: Cell[][]; lines: Cell[][] } {
  const orders: Cell[][] = [];
  const lines: Cell[][] = [];
  let [due, id] = [0, 10_248];
  for (let day = from; day <= to; day = daysAfter(day, 1)) {
    if ([0, 6].includes(new Date(day).getUTCDay())) continue;
    // A fraction of an order waits for the next day.
    for (due += ordersOn(day, monthsBetween(from, day)); due >= 1; due -= 1) {
      const basket = new Map<number, Cell[]>();
      for (let line = integerBetween(random, 1, 4); line > 0; line--) {
        const category = weighted(random, CATEGORIES);
        const product = productOf(category);
        const quantity = integerBetween(random, 10, 30);
        const discount = chance(random, 0.4) ? integerBetween(random, 1, 5) / 20 : 0;
        if (product === undefined || isLost?.(random, day, category)) continue;
        basket.set(product.id, [id, product.id, product.price, quantity, discount]);
      }
      const customer = integerBetween(random, 0, CUSTOMERS - 1);
      const employee = integerBetween(random, 1, EMPLOYEES.length);
      const freight = integerBetween(random, 200, 9_000) / 100;
      if (basket.size === 0) continue;
      orders.push([id, customerId(customer), employee, day + timeOfDay, freight, countryOf(customer)]);
      lines.push(...basket.values());
      id += 1;
    }
  }
  return { orders, lines };
}

function monthsBetween(from: string, to: string): number {
  const months = (day: string): number => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7));
  return months(to) - months(from);
}

function customerId(index: number): string {
  return `C${String(index + 1).padStart(4, '0')}`;
}

/** The first countries have more customers. */
function countryOf(customer: number): string {
  return COUNTRIES[Math.floor((COUNTRIES.length * customer ** 2) / CUSTOMERS ** 2)] ?? '';
}
