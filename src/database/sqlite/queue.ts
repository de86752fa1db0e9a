/** Items of several owners, taken in turns: an owner with many items does not keep the others waiting. */
export class FairQueue<Owner, Item> {
  readonly #waiting = new Map<Owner, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(owner: Owner, item: Item): void {
    const items = this.#waiting.get(owner);
    if (items) items.push(item);
    else this.#waiting.set(owner, [item]);
    this.#size++;
  }

  /** The oldest item of the owner whose turn it is. */
  take(): Item | undefined {
    for (const [owner, items] of this.#waiting) {
      const item = items.shift();
      this.#waiting.delete(owner);
      if (items.length > 0) this.#waiting.set(owner, items);
      this.#size--;
      return item;
    }
    return undefined;
  }

  remove(owner: Owner, item: Item): void {
    const items = this.#waiting.get(owner);
    const at = items?.indexOf(item) ?? -1;
    if (items === undefined || at < 0) return;
    items.splice(at, 1);
    if (items.length === 0) this.#waiting.delete(owner);
    this.#size--;
  }
}
