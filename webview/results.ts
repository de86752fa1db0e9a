import { Channel } from '../src/protocol/channel';
import {
  cellTextSchema,
  pageSchema,
  toResultsSchema,
  type FromResults,
  type ToResults,
} from '../src/protocol/results-messages';
import { acquireEditor } from './editor-api';
import { Panel } from './results/panel';
import { readSavedGrid } from './results/saved-grid';

/** Connects the panel of results with the extension host. */
function start(): void {
  const api = acquireEditor();
  const channel: Channel<ToResults, FromResults> = new Channel({
    incoming: toResultsSchema,
    send: (frame) => api.postMessage(frame),
    handle: ({ shown }) => panel.show(shown),
    report: (error) => console.error(error),
  });
  const panel = new Panel(
    document.body,
    {
      page: (run, first, count) => channel.ask({ type: 'page', run, first, count }, pageSchema),
      cell: (run, row, column) => channel.ask({ type: 'cell', run, row, column }, cellTextSchema),
      tell: (message) => channel.tell(message),
      save: (state) => api.setState(state),
    },
    readSavedGrid(api.getState()),
  );
  window.addEventListener('message', ({ data }) => channel.receive(data));
  channel.tell({ type: 'ready' });
}

start();
