import type { Statistics } from '../../board/statistics';
import type { OperatorFinding } from './operator';

/** What the operators found in one turn, by query: evidence that names the query gets its statistics. */
export class OperatorFindings {
  readonly #byQuery = new Map<string, OperatorFinding[]>();

  keep(findings: readonly OperatorFinding[]): void {
    for (const finding of findings) {
      this.#byQuery.set(finding.query.id, [...(this.#byQuery.get(finding.query.id) ?? []), finding]);
    }
  }

  /** Undefined where no operator ran the query, or where it answered several questions at once. */
  statisticsOf(query: string): Statistics | undefined {
    const [finding, ...more] = this.#byQuery.get(query) ?? [];
    return more.length === 0 ? finding?.statistics : undefined;
  }
}
