/** How one test of a suite in the extension host ended. */
export type HostResult = {
  /** The suite's title and the test's. */
  readonly title: string;
  /** The failure with its stack; none when the test passed. */
  readonly failure?: string;
};

/* Printing is the only way out of a host in the browser; these begin our lines among those of the editor. */
export const RESULT_MARK = 'data-detective-result ';
export const NOTE_MARK = 'data-detective-note ';

/** Shows a figure or a remark in the log of the run. */
export function note(text: string): void {
  console.log(NOTE_MARK + text);
}
