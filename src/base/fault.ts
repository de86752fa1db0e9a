/**
 * A failure that a person can act on: `message` names the operand and the cause, `next` the step that helps.
 * Entries print both on one line; anything else that is thrown is a defect of ours.
 */
export class Fault extends Error {
  override readonly name = 'Fault';

  constructor(
    message: string,
    readonly next?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
