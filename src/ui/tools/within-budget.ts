import type * as vscode from 'vscode';

/** What is told when nobody says how much may be. */
const USUAL_TOKENS = 8_000;

/** As tokenizers go: a token for three letters is rather too many. */
const LETTERS_A_TOKEN = 3;

/** The parts that fit, in order, and how many do not. */
export async function withinBudget(
  parts: readonly string[],
  options: vscode.LanguageModelToolTokenizationOptions | undefined,
  token: vscode.CancellationToken,
): Promise<{ readonly kept: readonly string[]; readonly left: number }> {
  const kept: string[] = [];
  // A fifth is for what stands around them.
  let tokens = (options?.tokenBudget ?? USUAL_TOKENS) * 0.8;
  for (const part of parts) {
    tokens -= options ? await options.countTokens(part, token) : part.length / LETTERS_A_TOKEN;
    if (tokens < 0) break;
    kept.push(part);
  }
  return { kept, left: parts.length - kept.length };
}
