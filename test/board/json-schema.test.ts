import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { boardJsonSchema } from '../../src/board/json-schema';

const file = new URL('../../schemas/d2board.schema.json', import.meta.url);

test('the schema that editors read is the one the codec checks', () => {
  const text = `${JSON.stringify(boardJsonSchema(), null, 2)}\n`;
  if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(file, text);
  expect(
    readFileSync(file, 'utf8'),
    'schemas/d2board.schema.json is stale: UPDATE_GOLDEN=1 npx vitest run test/board/json-schema.test.ts writes it',
  ).toBe(text);
});
