import * as z from 'zod';
import type { Claim, ClaimOf } from '../../board/claim';
import type { CollectorContext, DataReader } from '../roles';
import { checkClaim } from './check-claim';
import { toClaim, type ClaimInput } from './claim-input';
import { dataBlock, onOneLine } from './data-block';
import type { OperatorFinding } from './operator';
import type { OperatorFindings } from './operator-findings';
import { statisticsText } from './statistics-text';
import { answered, defineTool, failed, type Tool } from './tool';

type OperatorSpec<K extends Claim['kind']> = {
  readonly name: string;
  readonly description: string;
  readonly kinds: readonly K[];
  readonly input: OperatorInput<K>;
  run(claim: ClaimOf<K>, data: DataReader, signal: AbortSignal): Promise<readonly OperatorFinding[]>;
};

type OperatorInput<K extends Claim['kind']> = ReturnType<typeof operatorInput<Extract<ClaimInput, { kind: K }>>>;

/** How operators reach the data, and how a model is told what came of it. */
export type Operators = {
  readonly data: DataReader;
  show(finding: OperatorFinding): OperatorFinding;
  /** The error to tell instead of one that an operator was rejected with. */
  fail(error: unknown): unknown;
};

/** Operators of which all is told. */
export function openOperators(data: DataReader): Operators {
  return { data, show: (finding) => finding, fail: (error) => error };
}

/** What an operator is called with. */
export function operatorInput<C extends ClaimInput>(claim: z.ZodType<C>) {
  return z.strictObject({
    claim: claim.optional().describe('what to test; left out, it is the typed claim of your hypothesis'),
  });
}

/**
 * A specialised operator as a tool. Asked for the hypothesis's own claim, all that it finds is recorded, for and against: the
 * rule that judges the claim reads it, and nothing can be left out. What it finds on another claim the collector may record.
 */
export function operatorTool<K extends Claim['kind']>(
  spec: OperatorSpec<K>,
  context: CollectorContext,
  found: OperatorFindings,
  operators: Operators,
): Tool {
  const isTested = (claim: Claim): claim is ClaimOf<K> => spec.kinds.some((kind) => kind === claim.kind);
  return defineTool({
    name: spec.name,
    description: spec.description,
    input: spec.input,
    async run(input, signal) {
      const own = context.hypothesis.claim;
      const claim = input.claim === undefined ? own : checkClaim(toClaim(input.claim), context.schema);
      if (claim === undefined || !isTested(claim)) {
        const has = own === undefined ? 'no typed claim' : `a claim of kind ${own.kind}`;
        return failed(
          `${context.hypothesis.id} has ${has}: give the claim to test, of kind ${spec.kinds.join(' or ')}`,
        );
      }
      const findings = await spec.run(claim, operators.data, signal).catch((error: unknown) => {
        throw operators.fail(error);
      });
      found.keep(findings);
      const text = (finding: OperatorFinding): string => findingText(operators.show(finding));
      if (own === undefined || !isSame(claim, own)) return answered(list(findings.map(text)));
      const recorded: string[] = [];
      for (const finding of findings) {
        const { query, ...rest } = finding;
        const { id } = await context.record({ ...rest, query: query.id });
        recorded.push(`${text(finding)}\n  recorded as ${id}`);
      }
      return answered(list(recorded));
    },
  });
}

function list(findings: readonly string[]): string {
  return findings.length === 0 ? 'It found nothing to compare.' : dataBlock('findings', findings.join('\n'));
}

function findingText({ query, fact, relation, note, statistics, attack }: OperatorFinding): string {
  const kind = attack === undefined ? relation : `${relation}, attack: ${attack}`;
  return [`${query.id} (${kind}): ${onOneLine(fact)}`, onOneLine(note), statisticsText(statistics)].join('\n  ');
}

function isSame(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right;
  const [a, b] = [new Map(Object.entries(left)), new Map(Object.entries(right))];
  return a.size === b.size && [...a].every(([key, value]) => b.has(key) && isSame(value, b.get(key)));
}
