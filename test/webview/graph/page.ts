/* The graph on a page of its own, for pictures and measurements in a browser. */
import { decodeBoard } from '../../../src/board/codec';
import type { Board } from '../../../src/board/board';
import { registerControls } from '../../../webview/controls';
import { createGraphView } from '../../../webview/graph/graph-view';
import { boardOf, hostileBoard } from './boards';

const sent: string[] = [];
const host = document.createElement('main');
document.body.append(host);
registerControls();
const view = createGraphView(host, {
  openSql: (query) => sent.push(`sql ${query}`),
  reveal: (id) => sent.push(`reveal ${id}`),
});

/** Times of frames, in ms, while something is done. */
async function frames(count: number, each: (frame: number) => void): Promise<readonly number[]> {
  const times: number[] = [];
  for (let frame = 0; frame < count; frame += 1) {
    each(frame);
    times.push(await new Promise<number>(requestAnimationFrame));
  }
  return times;
}

Object.assign(window, {
  graph: {
    sent,
    view,
    frames,
    boardOf,
    hostileBoard,
    decodeBoard,
    /** Milliseconds until the first paint of a board has been made. */
    async firstPaint(board: Board): Promise<number> {
      const start = performance.now();
      view.show(board);
      await new Promise<number>(requestAnimationFrame);
      // A message is delivered after the frame has been painted.
      await new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(undefined);
      });
      return performance.now() - start;
    },
  },
});
