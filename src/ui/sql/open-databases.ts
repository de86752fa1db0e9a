import type { Database } from '../../database/port';

type Entry = {
  readonly database: Promise<Database>;
  users: number;
  closing: ReturnType<typeof setTimeout> | undefined;
};

/** Databases that are open, each once, however many ask; closed when nobody asked for a while. */
export class OpenDatabases {
  readonly #open: (location: string) => Promise<Database>;
  readonly #idleMilliseconds: number;
  readonly #entries = new Map<string, Entry>();

  constructor(open: (location: string) => Promise<Database>, idleMilliseconds: number) {
    this.#open = open;
    this.#idleMilliseconds = idleMilliseconds;
  }

  /** Does something with a database, which stays open for it. Rejects as opening it does, or the work. */
  async use<Result>(location: string, work: (database: Database) => Promise<Result>): Promise<Result> {
    const entry = this.#entries.get(location) ?? this.#enter(location);
    clearTimeout(entry.closing);
    entry.users++;
    try {
      return await work(await entry.database);
    } finally {
      entry.users--;
      if (entry.users === 0) entry.closing = setTimeout(() => this.#close(location, entry), this.#idleMilliseconds);
    }
  }

  /** Closes all at once. */
  dispose(): void {
    for (const [location, entry] of this.#entries) this.#close(location, entry);
  }

  #enter(location: string): Entry {
    const entry: Entry = { database: this.#open(location), users: 0, closing: undefined };
    this.#entries.set(location, entry);
    // What could not be opened now may be there the next time.
    entry.database.catch(() => this.#forget(location, entry));
    return entry;
  }

  #close(location: string, entry: Entry): void {
    this.#forget(location, entry);
    // One that failed to open was told to whoever asked for it.
    void entry.database.then((database) => database.close()).catch(() => undefined);
  }

  #forget(location: string, entry: Entry): void {
    clearTimeout(entry.closing);
    if (this.#entries.get(location) === entry) this.#entries.delete(location);
  }
}
