import type { Submission } from './submission';
import type { NoAnswerReason, Truth } from './truth';

/** Words by which a limitation or a verdict's report says why the data cannot tell. */
const SAYS: Readonly<Record<NoAnswerReason, RegExp>> = {
  'column absent':
    /\b(?:hold no|no column|not (?:recorded|in the data)|unknown (?:word|column)|do not (?:hold|contain|record))\b/i,
  'too few': /\b(?:too (?:few|small|little)|not enough|fewer than|support is too|only \d+ (?:units|events))/i,
  'outcome permuted':
    /\b(?:no (?:clear )?(?:difference|effect|driver|association)|contains no effect|nothing .{0,30}(?:stands out|explains)|none of)\b/i,
  'false premise':
    /\b(?:no such (?:change|rise|fall|drop)|did not (?:rise|fall|drop|change)|not over|data end|do not cover|truncated|incomplete|premise)\b/i,
  'equivalent causes':
    /\b(?:cannot be (?:told|separated|distinguished)|tell(?:ing)? (?:them )?apart|together|confound|distort|always go)/i,
  'clue missing': /\b(?:cannot be told|cannot (?:tell|say|decide)|missing|no record|several fit|tie)\b/i,
};

/** Whether a submission says why the question has no answer; undefined where it has one. */
export function namesReason(truth: Truth, { limitations, report }: Submission): boolean | undefined {
  return truth.reason && SAYS[truth.reason].test([...limitations, report].join('\n'));
}
