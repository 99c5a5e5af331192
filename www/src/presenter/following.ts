/**
 * The window of the speaker and the projected one show the same place: each says where it goes, and goes where the other does. A window that is opened again
 * asks where the other is.
 */
import * as v from "valibot";
import { goBlack, leaveBlack } from "../shell/black-screen.ts";
import type { View } from "../state/state.ts";

const CHANNEL = "attograph-present";
/** How long a window that was opened waits for another to say where it is, in milliseconds. */
const PATIENCE = 400;

const message = v.variant("kind", [
  v.object({ kind: v.literal("where") }),
  v.object({ kind: v.literal("at"), address: v.pipe(v.string(), v.startsWith("#/"), v.maxLength(1_000_000)) }),
  v.object({ kind: v.literal("black"), black: v.boolean() }),
]);
type Message = v.InferOutput<typeof message>;

/** Returns an address in a view. */
export function inView(address: string, view: View): string {
  const [path = "", query = ""] = address.split("?");
  const others = query.split("&").filter((field) => field !== "" && !field.startsWith("view="));
  const all = view === "explore" ? others : [...others, `view=${view}`];
  return all.length > 0 ? `${path}?${all.join("&")}` : path;
}

export class Following {
  readonly #channel: BroadcastChannel | null;
  #view: View;
  /** Where this window is, whatever its view. */
  #at: string;
  /** Whether another window has been asked and may still answer. */
  #asking = true;

  constructor(view: View, address: string) {
    this.#view = view;
    this.#at = inView(address, "explore");
    this.#channel = openChannel();
    this.#channel?.addEventListener("message", ({ data }) => this.#hear(data));
    this.#send({ kind: "where" });
    setTimeout(() => {
      if (!this.#asking) return;
      this.#asking = false;
      this.#send({ kind: "at", address: this.#at });
    }, PATIENCE);
  }

  #send(said: Message): void {
    this.#channel?.postMessage(said);
  }

  /** This window is at an address. */
  tell(view: View, address: string): void {
    this.#view = view;
    const at = inView(address, "explore");
    if (at === this.#at) return;
    this.#at = at;
    if (!this.#asking) this.#send({ kind: "at", address: at });
  }

  /** Makes the projected screen black, or shows it again. */
  black(black: boolean): void {
    this.#send({ kind: "black", black });
  }

  close(): void {
    this.#asking = false;
    this.#channel?.close();
  }

  #hear(data: unknown): void {
    const read = v.safeParse(message, data);
    if (!read.success) return;
    const said = read.output;
    switch (said.kind) {
      case "where":
        this.#send({ kind: "at", address: this.#at });
        return;
      case "at":
        this.#asking = false;
        if (said.address === this.#at) return;
        this.#at = said.address;
        location.hash = inView(said.address, this.#view);
        return;
      case "black":
        if (this.#view !== "present") return;
        if (said.black) goBlack();
        else leaveBlack();
    }
  }
}

/** Null where channels are not available; each window is then moved by itself. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}
