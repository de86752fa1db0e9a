/** A line that runs upright, from one height down to another, in the lane before a column. */
export type Upright = { readonly key: string; readonly lane: number; readonly from: number; readonly to: number };

/** Lines on one track keep so far apart that their rounded corners do not touch. */
const CLEARANCE = 20;
/** A lane does not grow without end: beyond these tracks lines share one. */
const MOST_TRACKS = 12;

/** Which track each line takes, 0 being the one next to the column, and how many each lane has. */
export type Tracks = {
  readonly trackOf: (key: string) => number;
  readonly countIn: (lane: number) => number;
};

/** Gives each line the first track that is free along its way: the left-edge algorithm (Hashimoto and Stevens, 1971). */
export function assignTracks(lines: Iterable<Upright>): Tracks {
  const tracks = new Map<string, number>();
  const feet = new Map<number, number[]>();
  const upright = [...lines].filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from);
  for (const { key, lane, from, to } of upright) {
    const taken = feet.get(lane) ?? [];
    feet.set(lane, taken);
    let track = taken.findIndex((foot) => foot + CLEARANCE <= from);
    if (track < 0) track = taken.length < MOST_TRACKS ? taken.length : taken.indexOf(Math.min(...taken));
    taken[track] = Math.max(to, taken[track] ?? to);
    tracks.set(key, track);
  }
  return {
    trackOf: (key) => tracks.get(key) ?? 0,
    countIn: (lane) => feet.get(lane)?.length ?? 0,
  };
}
