import picocolors from 'picocolors';

export type Colors = ReturnType<typeof picocolors.createColors>;

/** Where the command line writes: results to standard output, everything else to standard error. */
export class Terminal {
  /** For results, and for progress and errors: each stream may be a terminal or a pipe. */
  readonly colors: Colors;
  readonly errorColors: Colors;
  /** Whether lines on standard error may be redrawn. */
  readonly isLive: boolean;
  readonly isOutputRead: boolean;

  constructor(
    readonly output: NodeJS.WriteStream,
    readonly error: NodeJS.WriteStream,
    readonly environment: Readonly<Record<string, string | undefined>>,
  ) {
    this.colors = picocolors.createColors(hasColors(output, environment));
    this.errorColors = picocolors.createColors(hasColors(error, environment));
    this.isLive = error.isTTY === true && environment.TERM !== 'dumb' && !environment.CI;
    this.isOutputRead = output.isTTY === true;
  }

  /** Columns of the terminal, or of a page where there is none. */
  get width(): number {
    return (this.isOutputRead ? this.output.columns : undefined) ?? 120;
  }

  /** A result. */
  print(text: string): void {
    this.output.write(text.endsWith('\n') ? text : `${text}\n`);
  }

  /** The one object that `--json` promises. Characters that a terminal would obey are escaped. */
  printJson(value: unknown): void {
    const text = JSON.stringify(value, undefined, 2);
    this.print(
      text.replace(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (letter) => {
        return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
      }),
    );
  }

  /** A line of progress, advice or failure. */
  say(line: string): void {
    this.error.write(`${line}\n`);
  }
}

/** https://no-color.org and its counterpart; without either, colours are for terminals. */
function hasColors(stream: NodeJS.WriteStream, { NO_COLOR, FORCE_COLOR, TERM }: Terminal['environment']): boolean {
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0';
  return stream.isTTY === true && TERM !== 'dumb';
}
