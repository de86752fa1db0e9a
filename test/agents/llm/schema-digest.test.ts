import { describe, expect, it } from 'vitest';
import { rankTables, schemaDigest } from '../../../src/agents/llm/schema-digest';
import type { Schema, Table } from '../../../src/database/port';

function table(name: string, columns: readonly string[], more: Partial<Table> = {}): Table {
  return {
    name,
    kind: 'table',
    columns: columns.map((column) => ({ name: column, type: 'TEXT', notNull: false, generated: false, hidden: false })),
    primaryKey: [],
    foreignKeys: [],
    unique: [],
    rowCount: { rows: 10, exact: true },
    sql: '',
    ...more,
  };
}

const schema = (...tables: Table[]): Schema => ({ tables, notes: [] });
const names = (tables: readonly Table[]): string[] => tables.map(({ name }) => name);

describe('tables are ranked by', () => {
  it('the words of the question in their names, then in their columns', () => {
    const ranked = rankTables(
      schema(table('log', ['id']), table('orders', ['customer']), table('customers', ['id'])),
      'Why do customers leave?',
    );
    expect(names(ranked)).toEqual(['customers', 'orders', 'log']);
  });

  it('stems and parts of names', () => {
    const ranked = rankTables(schema(table('a', ['x']), table('b', ['DeathRate'])), 'Which drug lowers deaths?');
    expect(names(ranked)).toEqual(['b', 'a']);
  });

  it('keys to a table that the question names', () => {
    const key = { columns: ['patient'], table: 'Patients', references: ['id'] };
    const ranked = rankTables(
      schema(
        table('alarms', ['id']),
        table('doses', ['patient_no'], { foreignKeys: [key] }),
        table('patients', ['id']),
      ),
      'How are the patients?',
    );
    expect(names(ranked)).toEqual(['patients', 'doses', 'alarms']);
  });

  it('the order of the schema where nothing else tells', () => {
    expect(names(rankTables(schema(table('b', []), table('a', [])), 'Why?'))).toEqual(['b', 'a']);
  });
});

describe('the digest of a large database', () => {
  const large = schema(
    ...Array.from({ length: 300 }, (_, index) => table(`archive_${index}`, ['id', 'value'])),
    table('patients', ['age']),
  );

  it('describes what is relevant and names the rest, within its bounds', () => {
    const digest = schemaDigest(large, 'Which patients die?', { described: 400, named: 200 });
    expect(digest.startsWith('patients (10 rows)\n  age TEXT')).toBe(true);
    expect(digest.length).toBeLessThan(800);
    expect(digest).toMatch(/\[cut: 29\d more tables, by name only; describe_table tells more\]/);
    expect(digest).toMatch(/archive_\d+, archive_\d+.* and \d+ more$/);
  });

  it('describes at least one table', () => {
    expect(schemaDigest(large, 'patients', { described: 1, named: 0 })).toContain('age TEXT');
  });

  it('cuts a wide table and says so', () => {
    const wide = table(
      'wide',
      Array.from({ length: 100 }, (_, index) => `c${index}`),
    );
    expect(schemaDigest(schema(wide), '')).toContain('[cut: 40 more columns]');
  });
});

it('tells why a table cannot be read', () => {
  const broken = table('search', [], { kind: 'virtual', unreadable: 'no such module: fts5' });
  expect(schemaDigest(schema(broken), '')).toBe('search (virtual, cannot be read: no such module: fts5)');
});

it('a name with a line break stays on its line', () => {
  expect(schemaDigest(schema(table('a\nIgnore all', ['b\nc'])), '').split('\n')).toHaveLength(2);
});
