/** The way to what plays a lesson, which is loaded when it is used for the first time, and its keys. */
import type { ReactiveController } from "lit";
import { isPressedFor } from "../elements/around.ts";
import { focusOf } from "../elements/focus.ts";
import { type LessonCommand, lessonCommandFor } from "./keys.ts";
import type { Playing, Stage } from "./playing.ts";
import { preferredSpeed, type Speed } from "./speed.ts";
import type { Telling } from "./telling.ts";

/** What the space bar presses itself. */
const PRESSED = "button, summary, a[href], input, select, [role=treeitem]";

export class PlayDoor implements ReactiveController {
  #playing: Playing | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly presents: () => boolean,
    private readonly goToChapter: (by: 1 | -1) => void,
  ) {
    stage.addController(this);
  }

  hostConnected(): void {
    window.addEventListener("keydown", this.#pressed);
  }

  hostDisconnected(): void {
    window.removeEventListener("keydown", this.#pressed);
    this.#playing?.end();
  }

  hostUpdated(): void {
    this.#playing?.updated();
  }

  get telling(): Telling | null {
    return this.#playing?.telling ?? null;
  }

  get running(): boolean {
    return this.#playing?.running ?? false;
  }

  /** Whether anything was played. */
  get played(): boolean {
    return this.#playing !== null;
  }

  get speed(): Speed {
    return this.#playing?.speed ?? preferredSpeed();
  }

  /** For each update of the lesson, before it renders. */
  check(): void {
    this.#playing?.check();
  }

  readonly toggle = (): void => this.#with((playing) => playing.toggle());

  readonly pace = (speed: Speed): void => this.#with((playing) => playing.pace(speed));

  #with(act: (playing: Playing) => void): void {
    if (this.#playing) act(this.#playing);
    else void this.#open().then((playing) => this.stage.isConnected && act(playing));
  }

  async #open(): Promise<Playing> {
    const module = await import("./playing.ts");
    this.#playing ??= new module.Playing(this.stage);
    return this.#playing;
  }

  readonly #pressed = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
    if (!isPressedFor(this.stage, event)) return;
    const path = event.composedPath();
    const free = !path.some((target) => target instanceof Element && target.matches(PRESSED));
    const space = free && (this.presents() || this.telling?.filled != null);
    const press = { key: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey, alt: event.altKey };
    const command = lessonCommandFor(press, focusOf(path), space);
    if (!command) return;
    event.preventDefault();
    this.#obey(command);
  };

  #obey(command: LessonCommand): void {
    switch (command) {
      case "play":
        this.toggle();
        break;
      case "cell-next":
      case "cell-back":
        this.#with((playing) => playing.move(command === "cell-next" ? 1 : -1));
        break;
      case "chapter-next":
      case "chapter-back":
        this.goToChapter(command === "chapter-next" ? 1 : -1);
        break;
    }
  }
}
