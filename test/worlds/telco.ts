import { seededRandom, type Random } from '../../src/base/random';
import type { Cell, Dataset } from '../../examples/dataset';
import { chance, integerBetween, normal, shuffled, systematicSample, weighted } from '../../examples/draw';
import type { Investigation } from './world';

export const telcoInvestigation: Investigation = {
  question: 'Who churns?',
  truth:
    'Customers with a month-to-month contract (42.7 % against 6.8 %). Gender has no effect. Streaming TV looks protective among ' +
    'customers with internet (odds ratio .853) and is not: by internet and contract it is 1.198, difference +.030 [.007, .054].',
};

/** Customers who stayed and who left, of IBM's sample data (Apache-2.0): these counts are the real ones. */
const COUNTS: readonly (readonly [string, string, string, number, number])[] = [
  ['DSL', 'Month-to-month', 'No', 620, 305],
  ['DSL', 'Month-to-month', 'Yes', 209, 89],
  ['DSL', 'One year', 'No', 292, 23],
  ['DSL', 'One year', 'Yes', 225, 30],
  ['DSL', 'Two year', 'No', 220, 4],
  ['DSL', 'Two year', 'Yes', 396, 8],
  ['Fiber optic', 'Month-to-month', 'No', 534, 594],
  ['Fiber optic', 'Month-to-month', 'Yes', 432, 568],
  ['Fiber optic', 'One year', 'No', 129, 13],
  ['Fiber optic', 'One year', 'Yes', 306, 91],
  ['Fiber optic', 'Two year', 'No', 73, 3],
  ['Fiber optic', 'Two year', 'Yes', 325, 28],
  ['No', 'Month-to-month', 'No internet service', 425, 99],
  ['No', 'One year', 'No internet service', 355, 9],
  ['No', 'Two year', 'No internet service', 633, 5],
];

type Customer = {
  readonly internet: string;
  readonly contract: string;
  readonly streaming: string;
  readonly churn: boolean;
};

/**
 * 7,043 customers of a telephone company: internet, contract, streaming TV and churn with the real counts, the other columns
 * drawn to look alike. Gender is spread evenly over all of these.
 */
export function telco(seed = 'telco'): Dataset {
  const random = seededRandom(seed);
  const customers = COUNTS.flatMap(([internet, contract, streaming, stayed, left]) =>
    [false, true].flatMap((churn) =>
      Array.from({ length: churn ? left : stayed }, (): Customer => ({ internet, contract, streaming, churn })),
    ),
  );
  const female = systematicSample(
    random,
    customers.map(() => 0.495),
  );
  const cells = customers.map((customer, index) => drawCells(random, customer, female[index] ? 'Female' : 'Male'));
  return {
    tables: [
      {
        name: 'customers',
        columns: [
          { name: 'id', type: 'INTEGER' },
          { name: 'customerID', type: 'TEXT' },
          { name: 'gender', type: 'TEXT' },
          { name: 'senior', type: 'INTEGER' },
          { name: 'tenure', type: 'INTEGER' },
          { name: 'Partner', type: 'TEXT' },
          { name: 'Dependents', type: 'TEXT' },
          { name: 'PhoneService', type: 'TEXT' },
          { name: 'MultipleLines', type: 'TEXT' },
          { name: 'InternetService', type: 'TEXT' },
          { name: 'OnlineSecurity', type: 'TEXT' },
          { name: 'TechSupport', type: 'TEXT' },
          { name: 'StreamingTV', type: 'TEXT' },
          { name: 'StreamingMovies', type: 'TEXT' },
          { name: 'Contract', type: 'TEXT' },
          { name: 'PaperlessBilling', type: 'TEXT' },
          { name: 'PaymentMethod', type: 'TEXT' },
          { name: 'MonthlyCharges', type: 'REAL' },
          { name: 'TotalCharges', type: 'REAL' },
          { name: 'churn', type: 'TEXT' },
        ],
        primaryKey: ['id'],
        foreignKeys: [],
        rows: shuffled(random, cells).map((row, index) => [index + 1, customerId(random, index), ...row]),
      },
    ],
  };
}

function drawCells(random: Random, { internet, contract, streaming, churn }: Customer, gender: string): Cell[] {
  const monthly = contract === 'Month-to-month';
  const yes = (probability: number): string => (chance(random, probability) ? 'Yes' : 'No');
  const online = (probability: number): string => (internet === 'No' ? 'No internet service' : yes(probability));
  const partner = chance(random, monthly ? 0.36 : 0.63);
  const phone = internet === 'DSL' ? yes(0.72) : 'Yes';
  const lines = phone === 'Yes' ? yes(internet === 'Fiber optic' ? 0.62 : 0.3) : 'No phone service';
  // Those who left had such services less often, and a shorter time with the company, at the same contract.
  const security = online((monthly ? 0.24 : 0.62) * (churn ? 0.75 : 1));
  const support = online((monthly ? 0.22 : 0.64) * (churn ? 0.75 : 1));
  const movies = online(streaming === 'Yes' ? 0.75 : 0.3);
  const tenure = drawTenure(random, contract, churn);
  const services = [lines, security, support].filter((service) => service === 'Yes').length;
  const films = [streaming, movies].filter((service) => service === 'Yes').length;
  const base = internet === 'No' ? 20 : internet === 'DSL' ? 44 : 70;
  const charges = cents(base + 5 * services + 10 * films + normal(random));
  return [
    gender,
    chance(random, (internet === 'Fiber optic' ? 0.24 : internet === 'DSL' ? 0.1 : 0.03) + (churn ? 0.04 : 0)) ? 1 : 0,
    tenure,
    partner ? 'Yes' : 'No',
    yes(partner ? 0.5 : 0.09),
    phone,
    lines,
    internet,
    security,
    support,
    streaming,
    movies,
    contract,
    yes(internet === 'No' ? 0.3 : 0.66),
    weighted(random, {
      'Electronic check': (monthly ? 0.42 : 0.16) * (churn ? 1.4 : 1),
      'Mailed check': 0.23,
      'Bank transfer (automatic)': 0.22,
      'Credit card (automatic)': 0.22,
    }),
    charges,
    tenure === 0 ? null : cents(charges * tenure * (1 + 0.02 * normal(random))),
    churn ? 'Yes' : 'No',
  ];
}

/** Months with the company. */
function drawTenure(random: Random, contract: string, churn: boolean): number {
  if (contract === 'Month-to-month') {
    return Math.min(72, 1 + Math.floor(-(churn ? 14 : 21) * Math.log(1 - random())));
  }
  // A new customer has no bill yet: real data hold eleven such rows, without total charges.
  if (!churn && chance(random, 0.004)) return 0;
  const months = (contract === 'One year' ? 43 : 58) + 17 * normal(random);
  return Math.min(72, Math.max(1, Math.round(months)));
}

function customerId(random: Random, index: number): string {
  const letters = Array.from({ length: 5 }, () => String.fromCharCode(integerBetween(random, 65, 90)));
  return `${String(index + 1).padStart(4, '0')}-${letters.join('')}`;
}

function cents(amount: number): number {
  return Math.round(100 * amount) / 100;
}
