/**
 * Entries of a folder, such as the units: each is a file that is named by its number and its id, as in `02-self-attention.ts`. An entry is loaded when it is
 * shown; how many there are, and their order, is known before.
 */

/** What a file says of its entry, with what its name says. */
export type Entry<Content> = Content & { readonly id: string; readonly number: number };

const NAME = /\/(\d+)-([^/]+)\.ts$/;

export class Numbered<Content extends object> {
  /** In their order. */
  readonly ids: readonly string[];
  readonly #files: ReadonlyMap<string, { readonly number: number; readonly load: () => Promise<Content> }>;
  readonly #opened = new Map<string, Entry<Content>>();

  constructor(files: Readonly<Record<string, () => Promise<Content>>>) {
    const named = Object.entries(files).map(([path, load]) => {
      const [, number, id] = NAME.exec(path) ?? [];
      if (number === undefined || id === undefined) throw new Error(`${path} has no number and id`);
      return [id, { number: Number(number), load }] as const;
    });
    this.#files = new Map(named.sort(([, one], [, other]) => one.number - other.number));
    this.ids = [...this.#files.keys()];
  }

  has(id: string | null): boolean {
    return id !== null && this.#files.has(id);
  }

  /** Returns an entry that was opened; null where there is none of this id, or it was not. */
  get(id: string | null): Entry<Content> | null {
    return (id !== null && this.#opened.get(id)) || null;
  }

  /** Loads an entry; null where there is none of this id. */
  async open(id: string | null): Promise<Entry<Content> | null> {
    const file = id === null ? undefined : this.#files.get(id);
    if (id === null || !file) return null;
    const known = this.#opened.get(id);
    if (known) return known;
    const { number, load } = file;
    const entry = { ...(await load()), id, number };
    this.#opened.set(id, entry);
    return entry;
  }

  /** Loads all entries. */
  async all(): Promise<readonly Entry<Content>[]> {
    const opened = await Promise.all(this.ids.map((id) => this.open(id)));
    return opened.flatMap((entry) => entry ?? []);
  }
}
