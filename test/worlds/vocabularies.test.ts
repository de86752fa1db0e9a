import { describe, expect, it } from 'vitest';
import { COVID_QUESTION, covid } from '../../examples/covid';
import type { Dataset } from '../../examples/dataset';
import { renamed } from '../../examples/rename';
import { synonyms, unrelated } from './vocabularies';

const dataset = covid({ seed: 'names', patients: 400 });

describe.each(Object.entries({ ...synonyms, ...unrelated }))('the vocabulary %s', (_, { vocabulary }) => {
  const other = renamed(dataset, vocabulary);

  it('keeps rows, keys and numbers', () => {
    expect(other.tables.map((table) => table.rows.length)).toEqual(dataset.tables.map((table) => table.rows.length));
    const ages = (from: Dataset): unknown => from.tables[1]?.rows.map((row) => row[1]);
    expect(ages(other)).toEqual(ages(dataset));
    for (const table of other.tables) {
      const columns = new Set(table.columns.map((column) => column.name));
      expect(columns.size).toBe(table.columns.length);
      expect(
        [...table.primaryKey, ...table.foreignKeys.map((key) => key.column)].every((key) => columns.has(key)),
      ).toBe(true);
      for (const key of table.foreignKeys) {
        expect(other.tables.find(({ name }) => name === key.table)?.primaryKey).toEqual([key.references]);
      }
    }
  });

  it('gives different values different names', () => {
    for (const dictionary of Object.values(vocabulary.values)) {
      expect(new Set(Object.values(dictionary)).size).toBe(Object.keys(dictionary).length);
    }
  });
});

describe('the synonyms', () => {
  it('leave the question as it is and rename treatment, outcome, age and severity', () => {
    for (const { question, vocabulary } of Object.values(synonyms)) {
      expect(question).toBe(COVID_QUESTION);
      for (const column of ['drug', 'died', 'age', 'severity', 'condition']) {
        expect(vocabulary.columns[column]).toBeDefined();
      }
    }
  });
});

describe('the unrelated words', () => {
  it('leave no name and no text value of the example, dates aside', () => {
    const before = wordsOf(dataset);
    for (const { vocabulary } of Object.values(unrelated)) {
      expect([...wordsOf(renamed(dataset, vocabulary))].filter((word) => before.has(word))).toEqual([]);
    }
  });

  it('stand in their question', () => {
    for (const { vocabulary, question } of Object.values(unrelated)) {
      const outcome = vocabulary.values['died']?.['1'];
      const named = typeof outcome === 'string' ? outcome : vocabulary.columns['died'];
      for (const word of [
        vocabulary.columns['drug'],
        vocabulary.columns['age'],
        vocabulary.tables['patients'],
        named,
      ]) {
        expect(question).toContain(word);
      }
    }
  });
});

describe('renaming', () => {
  const nothing = { tables: {}, columns: {}, values: {} };

  it('says which name it does not know', () => {
    expect(() => renamed(dataset, { ...nothing, tables: { patient: 'x' } })).toThrow('unknown table in the vocabulary');
    expect(() => renamed(dataset, { ...nothing, columns: { agee: 'x' } })).toThrow('unknown column in the vocabulary');
    expect(() => renamed(dataset, { ...nothing, values: { sex: { female: 'F' } } })).toThrow('patients.sex = male');
  });
});

function wordsOf(from: Dataset): ReadonlySet<string> {
  const cells = from.tables.flatMap((table) => table.rows.flat()).filter((cell) => typeof cell === 'string');
  const names = from.tables.flatMap((table) => [table.name, ...table.columns.map((column) => column.name)]);
  return new Set([...names, ...cells.filter((cell) => !/^\d{4}-\d\d-\d\d$/.test(cell))]);
}
