import { messageOf } from '../../base/fault';
import { readStatementText } from './statement';

/**
 * Why a statement must not be run by others, outside of our guards: a board that somebody wrote by hand may hold statements that the
 * engine would never have run here. Undefined for one that only reads.
 */
export function refusalOf(sql: string): string | undefined {
  try {
    // What is left open at its end would swallow the semicolon.
    const { tokens } = readStatementText(`${sql}\n;`);
    if (tokens.findIndex(({ text }) => text === ';') === tokens.length - 1) return undefined;
    return 'it is not one whole statement';
  } catch (error) {
    return messageOf(error);
  }
}
