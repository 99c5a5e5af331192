/**
 * Finds the largest way of drawing a step that has room: with large cells, with small ones, then with the operands as their names alone. While
 * presenting, where scrolling is impractical, the stage has to fit the window in width and height. Digits have to be read from the back row, so they are
 * never shrunk: a result that is too large is a heat map without digits, then one without names, of which the cells are as large as they fit.
 */
import type { LitElement, ReactiveController, ReactiveControllerHost } from "lit";

/** From the largest to the smallest; the last ones are for presenting. */
export const ROOMS = ["large", "small", "names", "small-names", "heat", "heat-bare"] as const;
export type Room = (typeof ROOMS)[number];

/** Rounds of shrinking: line breaks change with the size. */
const MOST_ROUNDS = 6;
const TOLERANCE = 1;
/** Something else than the stage is too high where this is not enough, such as a message above it. */
const LEAST_ZOOM = 0.2;

export class StageRoom implements ReactiveController {
  room: Room = "large";
  #turn = 0;

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly presents: () => boolean,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener("resize", this.#resized);
  }

  hostDisconnected(): void {
    window.removeEventListener("resize", this.#resized);
  }

  readonly #resized = () => {
    this.reset();
    this.host.requestUpdate();
  };

  /** Begins again with the largest, for another step or another window. */
  reset(): void {
    this.room = "large";
    for (const shrunk of [this.#stage, this.#result]) shrunk?.style.removeProperty("zoom");
  }

  get #stage(): HTMLElement | null {
    return this.host.querySelector<HTMLElement>(".stage");
  }

  get #result(): HTMLElement | null {
    return this.host.querySelector<HTMLElement>(".stage ag-matrix.result");
  }

  /** Takes the next smaller way where the stage does not fit, once every table is drawn. */
  async fit(): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const matrices = [...this.host.querySelectorAll<LitElement>(".stage ag-matrix, .inspector ag-inspector")];
    await Promise.all(matrices.map((matrix) => matrix.updateComplete));
    // A later update fits the stage itself.
    if (turn !== this.#turn) return;
    const presents = this.presents();
    if (presents ? this.#fits() : !this.#hasFallen()) return;
    const next = ROOMS[ROOMS.indexOf(this.room) + 1];
    if (next && (presents || next === "small")) {
      this.room = next;
      this.host.requestUpdate();
    } else if (presents) this.#shrink();
  }

  /** Whether the result has wrapped below the operands. */
  #hasFallen(): boolean {
    const matrices = this.host.querySelectorAll(".stage ag-matrix");
    const outcome = this.host.querySelector(".outcome")?.getBoundingClientRect();
    const first = matrices[0]?.getBoundingClientRect();
    return outcome !== undefined && first !== undefined && matrices.length > 1 && outcome.top >= first.bottom;
  }

  /** By how much the stage is too wide and too high, as shares of its size; 1 or less where it fits. */
  #excess(): number {
    const stage = this.#stage;
    if (!stage) return 0;
    const { left, right, top, bottom } = stage.getBoundingClientRect();
    const frames = [...stage.querySelectorAll("ag-matrix")].flatMap(
      (matrix) => matrix.shadowRoot?.querySelector<HTMLElement>(".frame") ?? [],
    );
    const hidden = (length: (frame: HTMLElement) => number) => Math.max(0, ...frames.map(length));
    const across = hidden((frame) => frame.scrollWidth - frame.clientWidth - TOLERANCE);
    const down = hidden((frame) => frame.scrollHeight - frame.clientHeight - TOLERANCE);
    const beside = Math.max(0, ...[...stage.children].map((piece) => piece.getBoundingClientRect().right - right));
    const below = Math.max(0, document.documentElement.scrollHeight - window.innerHeight);
    const width = Math.max(1, right - left);
    const height = Math.max(1, bottom - top);
    return Math.max((width + Math.max(across, beside)) / width, (height + down) / Math.max(1, height - below));
  }

  #fits(): boolean {
    return this.#excess() <= 1 + 1e-3;
  }

  /** Shrinks the heat map, which is most of the stage; the stage itself where names and signs are too wide. */
  #shrink(): void {
    for (const shrunk of [this.#result, this.#stage]) {
      if (!shrunk) continue;
      let zoom = 1;
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        const excess = this.#excess();
        if (excess <= 1 + 1e-3) return;
        zoom = Math.max(LEAST_ZOOM, (zoom * 0.98) / excess);
        shrunk.style.setProperty("zoom", String(zoom));
      }
    }
  }
}
