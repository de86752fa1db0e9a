import { assertNever } from '../src/base/assert';
import { explanationSchema, toWebviewSchema, type FromWebview, type ToWebview } from '../src/protocol/board-messages';
import { Channel } from '../src/protocol/channel';
import { registerControls } from './controls';
import { acquireEditor } from './editor-api';
import { createGraphView } from './graph/graph-view';
import { MatrixView } from './matrix/matrix-view';
import { follow, type Replica } from './replica';
import { ReportView } from './report/report-view';
import { readSavedState } from './saved-state';
import { Shell } from './shell';
import { TimelineView } from './timeline/timeline-view';
import type { View, ViewActions } from './view';

/** Connects the page with the extension host: what arrives is painted, what the person does is sent. */
function start(): void {
  const api = acquireEditor();
  registerControls();
  let replica: Replica | undefined;
  let painting = 0;
  const channel: Channel<ToWebview, FromWebview> = new Channel({
    incoming: toWebviewSchema,
    send: (frame) => api.postMessage(frame),
    handle: take,
    report: (error) => console.error(error),
  });
  const shell = new Shell(document.body, {
    views: {
      report: (host) => new ReportView(host),
      graph: graphTab,
      matrix: (host, actions) => new MatrixView(host, actions),
      timeline: (host, actions) => new TimelineView(host, actions),
    },
    actions: {
      openSql: (query) => channel.tell({ type: 'open-sql', query }),
      openText: (line) => channel.tell({ type: 'open-text', ...(line !== undefined && { line }) }),
      act: (action, id) => channel.tell({ type: 'act', action, id }),
      addHypothesis: () => channel.tell({ type: 'add-hypothesis' }),
      manageTrust: () => channel.tell({ type: 'manage-trust' }),
      explain: (hypothesis) => channel.ask({ type: 'explain', hypothesis }, explanationSchema),
    },
    selected: (reference) => {
      if (reference.startsWith('H')) channel.tell({ type: 'selected', hypothesis: reference });
    },
    saved: readSavedState(api.getState()),
    save: (state) => api.setState(state),
  });
  window.addEventListener('message', ({ data }) => channel.receive(data));
  channel.tell({ type: 'ready' });

  function take(message: ToWebview): void {
    switch (message.type) {
      case 'loading':
      case 'board':
      case 'events':
      case 'unreadable':
        replica = follow(replica, message);
        if (replica === undefined) channel.tell({ type: 'ready' });
        else paintSoon();
        return;
      case 'allows':
        shell.allow(message.what);
        return;
      case 'show':
        paintNow();
        shell.show(message.tab, message.id);
        return;
      default:
        assertNever(message);
    }
  }

  /** Many events between two frames are painted once. */
  function paintSoon(): void {
    painting ||= requestAnimationFrame(paintNow);
  }

  function paintNow(): void {
    cancelAnimationFrame(painting);
    painting = 0;
    if (replica !== undefined) shell.update(replica.shown);
  }
}

function graphTab(host: HTMLElement, actions: ViewActions): View {
  const graph = createGraphView(host, {
    openSql: (query) => actions.openSql(query),
    reveal: (id) => actions.select(id),
  });
  return { show: (board) => graph.show(board), reveal: (id) => graph.focus(id) };
}

start();
