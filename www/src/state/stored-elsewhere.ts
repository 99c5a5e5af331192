/** Another window of this browser writes what this one has read. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Takes over what other windows write to an entry of the browser's storage, while the element is in the page. */
export class StoredElsewhere implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #key: () => string | null;
  readonly #read: () => void;

  /** `key` names the entry, null where there is none yet; `read` takes it over, and the element is drawn anew. */
  constructor(host: ReactiveControllerHost, key: () => string | null, read: () => void) {
    this.#host = host;
    this.#key = key;
    this.#read = read;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener("storage", this.#stored);
  }

  hostDisconnected(): void {
    window.removeEventListener("storage", this.#stored);
  }

  /** Without a key, everything was removed. */
  readonly #stored = ({ key }: StorageEvent): void => {
    const own = this.#key();
    if (own === null || (key !== null && key !== own)) return;
    this.#read();
    this.#host.requestUpdate();
  };
}
