import type { Dataset } from '../../examples/dataset';
import { renamed } from '../../examples/rename';
import { rowsFromCounts, type Investigation } from './world';

export const titanicInvestigation: Investigation = {
  question: 'Did the crew fare worse than third class?',
  truth:
    'Contradicted. In the total the two are alike (24.0 % against 25.2 % survived); within each sex the crew fared better ' +
    '(women 87.0 % against 45.9 %, men 22.3 % against 17.3 %; adjusted difference +.100 [.057, .142]).',
};

/** 2,201 people on board: British Board of Trade 1912 (R's `Titanic`). */
export function titanic(): Dataset {
  return {
    tables: [
      {
        name: 'people',
        columns: [
          { name: 'id', type: 'INTEGER' },
          { name: 'class', type: 'TEXT' },
          { name: 'sex', type: 'TEXT' },
          { name: 'age', type: 'TEXT' },
          { name: 'survived', type: 'TEXT' },
        ],
        primaryKey: ['id'],
        foreignKeys: [],
        rows: rowsFromCounts([
          [35, '3rd', 'Male', 'Child', 'No'],
          [17, '3rd', 'Female', 'Child', 'No'],
          [118, '1st', 'Male', 'Adult', 'No'],
          [154, '2nd', 'Male', 'Adult', 'No'],
          [387, '3rd', 'Male', 'Adult', 'No'],
          [670, 'Crew', 'Male', 'Adult', 'No'],
          [4, '1st', 'Female', 'Adult', 'No'],
          [13, '2nd', 'Female', 'Adult', 'No'],
          [89, '3rd', 'Female', 'Adult', 'No'],
          [3, 'Crew', 'Female', 'Adult', 'No'],
          [5, '1st', 'Male', 'Child', 'Yes'],
          [11, '2nd', 'Male', 'Child', 'Yes'],
          [13, '3rd', 'Male', 'Child', 'Yes'],
          [1, '1st', 'Female', 'Child', 'Yes'],
          [13, '2nd', 'Female', 'Child', 'Yes'],
          [14, '3rd', 'Female', 'Child', 'Yes'],
          [57, '1st', 'Male', 'Adult', 'Yes'],
          [14, '2nd', 'Male', 'Adult', 'Yes'],
          [75, '3rd', 'Male', 'Adult', 'Yes'],
          [192, 'Crew', 'Male', 'Adult', 'Yes'],
          [140, '1st', 'Female', 'Adult', 'Yes'],
          [80, '2nd', 'Female', 'Adult', 'Yes'],
          [76, '3rd', 'Female', 'Adult', 'Yes'],
          [20, 'Crew', 'Female', 'Adult', 'Yes'],
        ]),
      },
    ],
  };
}

export const renamedTitanicInvestigation: Investigation = titanicInvestigation;

/** The same people under other names: M and F, the outcome 1 and 0. */
export function renamedTitanic(): Dataset {
  return renamed(titanic(), {
    tables: { people: 'aboard' },
    columns: { id: 'number', class: 'category', sex: 'gender', age: 'age_group', survived: 'alive' },
    values: {
      class: { '1st': 'first', '2nd': 'second', '3rd': 'third', Crew: 'crew' },
      sex: { Male: 'M', Female: 'F' },
      age: { Adult: 'adult', Child: 'minor' },
      survived: { Yes: 1, No: 0 },
    },
  });
}
