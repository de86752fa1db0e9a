import { templateReport } from '../report/report';
import type { ReporterContext } from '../roles';

/** Labels each query by its purpose, marks what says the same twice, and writes the report from the template. */
export async function report(context: ReporterContext): Promise<void> {
  const { board } = context;
  for (const { id, query, label } of board.evidence) {
    const purpose = board.queries.find((each) => each.id === query)?.purpose;
    if (label === undefined && purpose !== undefined) await context.label(id, purpose);
  }
  await context.write(templateReport(context.board));
}
