import * as z from 'zod';
import { unsupported } from '../../board/binding';
import type { ReporterContext } from '../roles';
import { SecondLook } from './second-look';
import { defineTool, failed, finished, type Tool } from './tool';

export function writeReport(context: ReporterContext): Tool<void> {
  const secondLook = new SecondLook();
  return defineTool({
    name: 'write_report',
    description: 'Writes the report in Markdown, without raw HTML and images. Ends your turn.',
    input: z.strictObject({ report: z.string().min(1) }),
    async run({ report }) {
      const known = new Set(context.board.evidence.map(({ id }) => id));
      const cited = [...report.matchAll(/\[(E[1-9]\d*(?:,\s*E[1-9]\d*)*)\]/g)].flatMap(([, ids = '']) =>
        ids.split(/,\s*/),
      );
      const unknown = [...new Set(cited.filter((id) => !known.has(id)))];
      if (unknown.length > 0)
        return failed(`unknown evidence: ${unknown.join(', ')}; cite evidence that is on the board`);
      if (known.size > 0 && cited.length === 0)
        return failed('the report cites no evidence: cite it as [E2] after each statement that rests on it');
      const unfound = unsupported({ ...context.board, report }).filter(({ where }) => where.startsWith('report'));
      const doubt = secondLook.doubt(
        report,
        unfound.flatMap(({ tokens }) => tokens),
      );
      if (doubt !== undefined) return failed(doubt);
      await context.write(report);
      return finished(undefined);
    },
  });
}
