/** What every run needs, what others are built on first. */
const PARTS = [() => import('../../board/codec'), () => import('../../agents/detective')];

/**
 * Loads what a run needs, a part in each turn of the event loop: all of it in one would keep the extension host from others for
 * longer than a person notices.
 */
export async function loadParts(): Promise<void> {
  for (const load of PARTS) {
    await load();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
