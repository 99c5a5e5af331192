/** A lab in front of a room: one picture at a time, and the way from one to the next. */
import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { focusOf } from "../elements/focus.ts";
import { moveIcon } from "../lesson/move-icons.ts";
import { commandFor } from "../player/keys.ts";
import { t } from "../text.ts";
import type { LabPresented, LabSpec } from "./lab.ts";

/** Returns the position of the picture that is shown: other values may have fewer pictures. */
function placeOf(picture: number, { shown }: LabPresented): number {
  return Math.min(picture, shown.length - 1);
}

/** Returns the picture that a key leads to; null where it leads to none. */
function pictureAfter(event: KeyboardEvent, picture: number, presented: LabPresented): number | null {
  const press = { key: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey, alt: event.altKey };
  const command = commandFor(press, focusOf(event.composedPath()));
  if (command !== "next" && command !== "back") return null;
  const next = placeOf(picture, presented) + (command === "next" ? 1 : -1);
  return next >= 0 && next < presented.shown.length ? next : null;
}

/** Which picture a room sees; a clicker leads from one to the next. */
export class PresentedPicture implements ReactiveController {
  #picture = 0;

  /** `presented` returns what a room sees; null in any other view. */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly presented: () => LabPresented | null,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener("keydown", this.#onKey);
  }

  hostDisconnected(): void {
    window.removeEventListener("keydown", this.#onKey);
  }

  /** Another lab is entered. */
  enter(): void {
    this.#picture = 0;
  }

  /** Returns the lab with the picture that a room sees; as it is where nothing is presented. */
  within(spec: LabSpec, presented: LabPresented | null): LabSpec {
    if (!presented) return spec;
    const one = presented.shown[placeOf(this.#picture, presented)];
    return { ...spec, shown: one ? [one] : [] };
  }

  /** The way from one picture to the next. */
  bar(presented: LabPresented): TemplateResult {
    const count = presented.shown.length;
    const at = placeOf(this.#picture, presented);
    const move = (name: "back" | "next", to: number) => html`<button
      type="button"
      data-action=${name}
      aria-label=${t(`labs.frame.${name}`)}
      aria-disabled=${to >= 0 && to < count ? "false" : "true"}
      @click=${() => to >= 0 && to < count && this.#go(to)}
    >${moveIcon(name)}</button>`;
    if (count < 2) return html``;
    return html`<div class="lab-moves" role="group" aria-label=${t("labs.frame.pictures")}>
      ${move("back", at - 1)}
      <span>${t("labs.frame.pictureOf", { position: at + 1, count })}</span>
      ${move("next", at + 1)}
    </div>`;
  }

  #go(picture: number): void {
    this.#picture = picture;
    this.host.requestUpdate();
  }

  readonly #onKey = (event: KeyboardEvent) => {
    const presented = this.presented();
    const next = presented && pictureAfter(event, this.#picture, presented);
    if (next === null || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    this.#go(next);
    event.preventDefault();
  };
}
