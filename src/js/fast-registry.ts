/**
 * A FinalizationRegistry that takes objects in when the work at hand is done. Whatever is disposed of before that never enters, which spares a small product
 * a thirtieth of its time. Nothing is cleaned up later than before: a registry speaks only between tasks.
 */
export class LateRegistry<Held> {
  readonly #registry: FinalizationRegistry<Held> | null;
  readonly #fresh = new Map<WeakKey, Held>();
  #scheduled = false;

  constructor(clean: (held: Held) => void) {
    this.#registry = typeof FinalizationRegistry === "function" ? new FinalizationRegistry(clean) : null;
  }

  /** As the registry's own, with the object as its token. */
  register(object: WeakKey, held: Held): void {
    this.#fresh.set(object, held);
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => this.#settle());
  }

  unregister(object: WeakKey): void {
    if (!this.#fresh.delete(object)) this.#registry?.unregister(object);
  }

  #settle(): void {
    this.#scheduled = false;
    for (const [object, held] of this.#fresh) this.#registry?.register(object, held, object);
    this.#fresh.clear();
  }
}
