import fc from 'fast-check';
import { relationSchema, type Board } from '../../src/board/board';
import type { Value } from '../../src/board/value';
import { evidence, hypothesis, link, query, sampleBoard, verdict } from './sample';

/** Any cell: 64-bit integers, reals of every kind, text with lone surrogates, bytes, NULL. */
export const anyValue: fc.Arbitrary<Value> = fc.oneof(
  fc.constant(null),
  fc.double(),
  fc.integer(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  anyText(),
  fc.uint8Array({ maxLength: 20 }),
);

/** Text that breaks careless writers: quotes, line ends, markers, separators, lone surrogates. */
export function anyText(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '',
      '\n',
      '\r\n',
      'a\n\nb\n',
      '<<<<<<< HEAD',
      '"\\',
      '\u2028',
      '\uD800',
      '</script>',
      '{"$integer":"1"}',
    ),
  );
}

/** Keys of a later version, with any JSON below them. */
export const laterKeys: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 8 }).map((key) => `later ${key}`),
  // JSON has no negative zero.
  fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown),
  { maxKeys: 2 },
);

/** Valid boards with any content: every optional key there or not, every kind of value, keys of later versions everywhere. */
export const anyBoard: fc.Arbitrary<Board> = fc
  .record({
    counts: fc.record({ h: fc.integer({ min: 1, max: 4 }), q: fc.integer({ min: 1, max: 3 }), e: fc.nat(12) }),
    tables: fc.array(fc.array(fc.array(anyValue, { maxLength: 4 }), { maxLength: 5 }), { minLength: 3, maxLength: 3 }),
    texts: fc.array(anyText(), { minLength: 8, maxLength: 8 }),
    later: fc.array(laterKeys, { minLength: 8, maxLength: 8 }),
    joined: fc.array(fc.tuple(fc.nat(11), fc.constantFrom(...relationSchema.options), fc.nat(3)), { maxLength: 20 }),
    atLeast: fc.boolean(),
    number: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
  })
  .map(({ counts, tables, texts, later, joined, atLeast, number }): Board => {
    const text = (index: number): string => texts[index % texts.length] ?? '';
    const more = (index: number): Record<string, unknown> => later[index % later.length] ?? {};
    const ids = (letter: string, count: number): string[] =>
      Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
    const sample = sampleBoard();
    const [claimed] = sample.hypotheses;
    const [measured] = sample.evidence;
    return {
      ...more(0),
      ...sample,
      investigation: { ...more(1), ...sample.investigation, question: text(0), assumptions: [text(1), text(2)] },
      hypotheses: ids('H', counts.h).map((id, index) =>
        hypothesis(id, text(index), {
          ...more(index),
          ...(index > 0 && { refines: 'H1', hints: [text(index)], pinned: true }),
          ...(claimed?.claim && index % 2 === 0 && { claim: { ...more(index + 1), ...claimed.claim } }),
        }),
      ),
      queries: ids('Q', counts.q).map((id, index) =>
        query(id, text(index + 3), [text(index)], tables[index] ?? [], {
          ...more(index + 2),
          ...(atLeast && { rowCount: { ...more(3), atLeast: 7 }, cut: { rows: 3, characters: 4 } }),
        }),
      ),
      evidence: ids('E', counts.e).map((id, index) =>
        evidence(id, text(index), 'Q1', {
          ...more(index + 3),
          ...(index > 0 && { redundantWith: 'E1', label: text(index + 1) }),
          ...(measured?.statistics && { statistics: { ...more(index), ...measured.statistics, estimate: number } }),
        }),
      ),
      links:
        counts.e === 0
          ? []
          : joined.map(([e, relation, h], index) => ({
              ...more(index + 4),
              ...link(`L${index + 1}`, `E${(e % counts.e) + 1}`, relation, `H${(h % counts.h) + 1}`, text(index)),
            })),
      verdicts: counts.e === 0 ? [] : [verdict('V1', 'H1', { cites: ['E1'], rationale: text(5), ...more(6) })],
      report: text(7),
      history: [{ ...more(7), at: 't', by: 'b', did: 'noted', what: text(6) }],
    };
  });
