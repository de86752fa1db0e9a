import { InvalidArgumentError, Option, type Command } from 'commander';
import { DEFAULT_BUDGET, type BudgetLimits } from '../agents/budget';
import { formatCount } from '../base/format';

/** Reads a flag's number. Rejects what is none, and what lies outside the bounds. */
export function numberFlag(bounds: { readonly above?: number; readonly most?: number; readonly whole?: boolean } = {}) {
  const { above = 0, most = Infinity, whole = false } = bounds;
  return (text: string): number => {
    const value = text.trim() === '' ? NaN : Number(text);
    if (!(value > above && value <= most) || (whole && !Number.isSafeInteger(value))) {
      const upTo = most === Infinity ? '' : ` and up to ${most}`;
      throw new InvalidArgumentError(`Give a ${whole ? 'whole ' : ''}number above ${above}${upTo}.`);
    }
    return value;
  };
}

/** A comma-separated list of names. */
export function namesFlag(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw new InvalidArgumentError('Give names separated by commas.');
  return names;
}

export type BudgetFlags = Partial<Omit<BudgetLimits, 'seconds'>> & { readonly minutes?: number };

const BUDGET_FLAGS: readonly (readonly [keyof Omit<BudgetLimits, 'seconds' | 'usd'>, string, string])[] = [
  ['rounds', '--rounds <n>', 'rounds of collecting and judging'],
  ['hypotheses', '--hypotheses <n>', 'hypotheses'],
  ['queries', '--queries <n>', 'queries'],
  ['modelCalls', '--model-calls <n>', 'calls of a language model'],
  ['inputTokens', '--input-tokens <n>', 'tokens sent to a language model'],
  ['outputTokens', '--output-tokens <n>', 'tokens received from a language model'],
];

/** Adds a flag for each budget. */
export function withBudgetFlags(command: Command): Command {
  for (const [name, flag, what] of BUDGET_FLAGS) {
    const limit = DEFAULT_BUDGET[name];
    command.addOption(
      new Option(flag, `${what} at most (default: ${formatCount(limit)})`).argParser(numberFlag({ whole: true })),
    );
  }
  return command
    .addOption(
      new Option('--usd <amount>', `US dollars at most (default: ${DEFAULT_BUDGET.usd})`).argParser(numberFlag()),
    )
    .addOption(
      new Option('--minutes <n>', `minutes at most (default: ${DEFAULT_BUDGET.seconds / 60})`).argParser(numberFlag()),
    );
}

export function budgetOf({ minutes, ...limits }: BudgetFlags): Partial<BudgetLimits> {
  const { rounds, hypotheses, queries, modelCalls, inputTokens, outputTokens, usd } = limits;
  const given = { rounds, hypotheses, queries, modelCalls, inputTokens, outputTokens, usd };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, limit]) => limit !== undefined)),
    ...(minutes !== undefined && { seconds: minutes * 60 }),
  };
}
