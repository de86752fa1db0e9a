import type { InvestigationEvent } from '../../agents/session';
import type { BoardEvent } from '../../board/events';
import { formatCount } from '../../base/format';
import { oneLine } from '../safe-text';
import { colorOf, iconOf } from '../standing-signs';
import type { Terminal } from '../terminal';
import type { Progress } from './progress';

/** One line for each event that tells a reader of a log something. */
export function plainProgress(terminal: Terminal): Progress {
  const { errorColors: colors } = terminal;
  const say = (line: string | undefined): void => {
    if (line !== undefined) terminal.say(line);
  };
  return {
    listener: (event) => say(lineOf(event, colors)),
    announce: say,
    end: () => undefined,
  };
}

function lineOf(event: InvestigationEvent, colors: Terminal['errorColors']): string | undefined {
  if (event.type === 'query-failed') return `${event.by}: query failed: ${oneLine(event.message)}`;
  return event.type === 'board' ? boardLine(event.event, colors) : undefined;
}

function boardLine(event: BoardEvent, colors: Terminal['errorColors']): string | undefined {
  switch (event.type) {
    case 'started':
      return oneLine(event.investigation.question);
    case 'resumed':
      return 'resumed';
    case 'assumed':
      return `assumed: ${oneLine(event.text)}`;
    case 'limited':
      return `limited: ${oneLine(event.text)}`;
    case 'proposed':
      return `${event.hypothesis.id} proposed: ${oneLine(event.hypothesis.statement)}`;
    case 'dispatched':
      return `${event.hypothesis} dispatched, round ${event.round}`;
    case 'abandoned':
      return `${event.hypothesis} abandoned: ${oneLine(event.why)}`;
    case 'queried': {
      const { id, by, purpose, rowCount, ms } = event.query;
      const rows = typeof rowCount === 'number' ? formatCount(rowCount) : `over ${formatCount(rowCount.atLeast)}`;
      return colors.dim(`${id} ${by}: ${oneLine(purpose)} (${rows} ${rowCount === 1 ? 'row' : 'rows'}, ${ms} ms)`);
    }
    case 'recorded':
      return `${event.evidence.id} from ${event.evidence.query}: ${oneLine(event.evidence.fact)}`;
    case 'judged': {
      const { hypothesis, status, confidence, rule } = event.verdict;
      const verdict = colorOf(status, colors)(`${iconOf(status)} ${status}`);
      return `${hypothesis} ${verdict}, confidence ${confidence.toFixed(2)}: ${oneLine(rule)}`;
    }
    case 'noted':
      return event.entry.did === 'failed' ? `${event.by} failed: ${oneLine(event.entry.why ?? '')}` : undefined;
    case 'ended':
      return `ended: ${event.status}${event.reason === null ? '' : `, ${oneLine(event.reason)}`}`;
    default:
      return undefined;
  }
}
