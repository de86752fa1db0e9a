import type { Dataset } from '../../examples/dataset';
import { renamed } from '../../examples/rename';
import { rowsFromCounts, type Investigation } from './world';

export const kidneyInvestigation: Investigation = {
  question: 'Which treatment is better?',
  truth:
    'Neither is proven better. Crude success favours PCNL (82.6 % against 78.0 %); within stone size open surgery leads ' +
    '(adjusted difference +.054 [−.012, .119]). Stone size is the confounder.',
};

/** 700 patients with kidney stones: Charig 1986, BMJ 292:879. */
export function kidney(): Dataset {
  return {
    tables: [
      {
        name: 'patients',
        columns: [
          { name: 'id', type: 'INTEGER' },
          { name: 'treatment', type: 'TEXT' },
          { name: 'stone_size', type: 'TEXT' },
          { name: 'success', type: 'INTEGER' },
        ],
        primaryKey: ['id'],
        foreignKeys: [],
        rows: rowsFromCounts([
          [81, 'open_surgery', 'small', 1],
          [6, 'open_surgery', 'small', 0],
          [192, 'open_surgery', 'large', 1],
          [71, 'open_surgery', 'large', 0],
          [234, 'pcnl', 'small', 1],
          [36, 'pcnl', 'small', 0],
          [55, 'pcnl', 'large', 1],
          [25, 'pcnl', 'large', 0],
        ]),
      },
    ],
  };
}

export const renamedKidneyInvestigation: Investigation = {
  question: 'Which procedure is better?',
  truth: 'As for the treatments: neither is proven better, and the size of the stone is the confounder.',
};

/** The same patients under other names, the outcome in words. */
export function renamedKidney(): Dataset {
  return renamed(kidney(), {
    tables: { patients: 'operations' },
    columns: { id: 'operation', treatment: 'procedure', stone_size: 'calculus', success: 'cured' },
    values: {
      treatment: { open_surgery: 'open', pcnl: 'keyhole' },
      stone_size: { small: 'S', large: 'L' },
      success: { 1: 'yes', 0: 'no' },
    },
  });
}
