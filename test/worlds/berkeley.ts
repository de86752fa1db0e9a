import type { Dataset } from '../../examples/dataset';
import { renamed } from '../../examples/rename';
import { rowsFromCounts, type Investigation } from './world';

const truth =
  'Not supported. Of all applicants 44.5 % of the men and 30.4 % of the women were admitted, but women applied to the ' +
  'departments that admit few: at a given department men have no advantage (adjusted difference −.043 [−.079, −.007]; the ' +
  'department may be a mediator). Department A is the exception, in favour of women (82.4 % against 62.1 %).';

export const berkeleyInvestigation: Investigation = { question: 'Did Berkeley discriminate against women?', truth };

/** 4,526 applicants to the six largest departments in 1973: Bickel 1975, Science 187:398. */
export function berkeley(): Dataset {
  return {
    tables: [
      {
        name: 'applicants',
        columns: [
          { name: 'id', type: 'INTEGER' },
          { name: 'dept', type: 'TEXT' },
          { name: 'gender', type: 'TEXT' },
          { name: 'admitted', type: 'INTEGER' },
        ],
        primaryKey: ['id'],
        foreignKeys: [],
        rows: rowsFromCounts([
          [512, 'A', 'Male', 1],
          [313, 'A', 'Male', 0],
          [89, 'A', 'Female', 1],
          [19, 'A', 'Female', 0],
          [353, 'B', 'Male', 1],
          [207, 'B', 'Male', 0],
          [17, 'B', 'Female', 1],
          [8, 'B', 'Female', 0],
          [120, 'C', 'Male', 1],
          [205, 'C', 'Male', 0],
          [202, 'C', 'Female', 1],
          [391, 'C', 'Female', 0],
          [138, 'D', 'Male', 1],
          [279, 'D', 'Male', 0],
          [131, 'D', 'Female', 1],
          [244, 'D', 'Female', 0],
          [53, 'E', 'Male', 1],
          [138, 'E', 'Male', 0],
          [94, 'E', 'Female', 1],
          [299, 'E', 'Female', 0],
          [22, 'F', 'Male', 1],
          [351, 'F', 'Male', 0],
          [24, 'F', 'Female', 1],
          [317, 'F', 'Female', 0],
        ]),
      },
    ],
  };
}

export const renamedBerkeleyInvestigation: Investigation = {
  question: 'Were women less likely to be accepted than men?',
  truth,
};

/** The same applicants under other names: M and F, the outcome in words. */
export function renamedBerkeley(): Dataset {
  return renamed(berkeley(), {
    tables: { applicants: 'candidates' },
    columns: { id: 'candidate', dept: 'faculty', gender: 'sex', admitted: 'accepted' },
    values: { gender: { Male: 'M', Female: 'F' }, admitted: { 1: 'yes', 0: 'no' } },
  });
}
