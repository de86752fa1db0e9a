// How fast the graph is in a browser without a graphics card: node test/webview/graph/speed.mjs
import { openGraph, startBrowser } from './browser.mjs';

const opened = await startBrowser();
const sizes = [
  [150, 350],
  [1500, 3500],
  [2000, 5000],
];
const FRAMES = 90;

function rate(times) {
  const gaps = times
    .slice(1)
    .map((time, index) => time - times[index])
    .sort((a, b) => a - b);
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  return `${(1000 / mean).toFixed(0)} frames/s, 95 % of frames within ${gaps[Math.floor(gaps.length * 0.95)].toFixed(0)} ms`;
}

for (const [hypotheses, pieces] of sizes) {
  const page = await openGraph(opened, 'dark');
  const first = await page.evaluate(
    ([h, e]) => {
      const board = window.graph.boardOf(h, e);
      return window.graph.firstPaint(board);
    },
    [hypotheses, pieces],
  );
  console.log(`${hypotheses + pieces} nodes: first paint ${first.toFixed(0)} ms`);
  const move = (options) =>
    page.evaluate(
      ({ frames, ...wheel }) => {
        const svg = document.querySelector('svg.canvas');
        return window.graph.frames(frames, () =>
          svg.dispatchEvent(
            new WheelEvent('wheel', { bubbles: true, cancelable: true, clientX: 500, clientY: 400, ...wheel }),
          ),
        );
      },
      { frames: FRAMES, ...options },
    );
  console.log(`  pan near: ${rate(await move({ deltaY: 60 }))}`);
  console.log(`  pan near, fast: ${rate(await move({ deltaY: 400 }))}`);
  console.log(`  zoom out: ${rate(await move({ deltaY: 4, ctrlKey: true }))}`);
  console.log(`  pan far: ${rate(await move({ deltaY: 30 }))}`);
  console.log(`  zoom in: ${rate(await move({ deltaY: -4, ctrlKey: true }))}`);
  await page.close();
}
await opened.browser.close();
