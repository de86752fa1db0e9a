/** A promise that somebody else resolves. */
export class Deferred {
  #resolve: () => void = () => undefined;

  readonly promise = new Promise<void>((resolve) => {
    this.#resolve = resolve;
  });

  resolve(): void {
    this.#resolve();
  }
}
