/** Stores the state and notifies listeners. */
import { type Action, reduce } from "./reducer.ts";
import type { PageState } from "./state.ts";

export class Store {
  #state: PageState;
  readonly #listeners = new Set<() => void>();

  constructor(state: PageState) {
    this.#state = state;
  }

  get state(): PageState {
    return this.#state;
  }

  dispatch(action: Action): void {
    const next = reduce(this.#state, action);
    if (next === this.#state) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
