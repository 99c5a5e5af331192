/**
 * Plays a run: the result of each step appears cell by cell, with the arithmetic of each cell, then glides to its place as an operand of the next step.
 * Loaded when something is played for the first time. One timer at most is pending, and none once the lesson is left.
 */
import type { LitElement } from "lit";
import { arithmetic, termsOf } from "../elements/arithmetic.ts";
import type { LessonModel } from "../lesson/model.ts";
import type { Lab, TraceStep } from "../library.ts";
import { isStill } from "../motion/still.ts";
import { cellCount, indexOf } from "../numbers/shape.ts";
import type { CellRef } from "../state/state.ts";
import { type Beat, beatsOf, type Moment, momentsOf, toldIn, unitOf } from "./beats.ts";
import { fadeOut, glide, settled } from "./glide.ts";
import { uncover } from "./sight.ts";
import { preferredSpeed, rememberSpeed, type Speed } from "./speed.ts";
import type { Telling } from "./telling.ts";

/** The lesson that is played. */
export interface Stage extends LitElement {
  readonly lab: Lab;
  readonly model: LessonModel;
  go(position: number): void;
  choose(cell: CellRef): void;
}

interface Leaving {
  readonly step: string;
  /** Where its result was, if it glides from there. */
  readonly from: DOMRect | null;
}

/** How long a whole step is shown where nothing moves, in milliseconds. */
const READING: Readonly<Record<Speed, number>> = { slow: 5000, normal: 3000, fast: 1500 };
/** How long a result is looked at before the next step. */
const REST = 700;

export class Playing {
  speed: Speed = preferredSpeed();
  #telling: Telling | null = null;
  #beats: readonly Beat[] = [];
  #moments: readonly Moment[] = [];
  #moment = 0;
  #timer = 0;
  #animations: readonly Animation[] = [];
  /** The step that is being left for the one that is played next. */
  #leaving: Leaving | null = null;
  #trace: unknown = null;
  /** The cell that was chosen at the last update. */
  #chosen: CellRef | undefined;

  constructor(private readonly stage: Stage) {}

  /** What is shown of the lesson's step; null where it is not played. */
  get telling(): Telling | null {
    return this.#telling?.step === this.stage.model.step.id ? this.#telling : null;
  }

  get running(): boolean {
    return this.#telling?.running ?? false;
  }

  toggle(): void {
    if (this.running) this.pause();
    else this.play();
  }

  play(): void {
    const { step } = this.stage.model;
    this.#begin(step, this.telling?.filled ?? 0);
    window.addEventListener("pointerdown", this.#pressed, { capture: true });
    document.addEventListener("visibilitychange", this.#hidden);
    this.#beat();
  }

  /** Stops where it is, with the cell that was begun. */
  pause(): void {
    const { telling } = this;
    this.#rest();
    const moment = this.#moments.at(-1);
    if (!telling || telling.filled === null || !moment) this.end();
    else this.#stopAt(moment.filled);
  }

  /** Goes back to the whole step. */
  end(): void {
    this.#rest();
    this.#telling = null;
    this.stage.requestUpdate();
  }

  /** Stops one cell, or one row, further or before. */
  move(by: 1 | -1): void {
    const { step, trace } = this.stage.model;
    const now = this.running ? Math.max(this.telling?.filled ?? 0, this.#moments.at(-1)?.filled ?? 0) : undefined;
    const filled = now ?? this.telling?.filled ?? (by > 0 ? 0 : cellCount(step.shape));
    this.#rest();
    this.#trace = trace;
    const unit = unitOf(step.shape);
    const next = Math.max(unit, Math.min(filled + by * unit, cellCount(step.shape)));
    if (step.op !== "given" && step.data.length > 0) this.#stopAt(next);
  }

  pace(speed: Speed): void {
    this.speed = speed;
    rememberSpeed(speed);
    if (this.#beats.length > 0) this.#beats = beatsOf(this.stage.model.step, speed);
    this.stage.requestUpdate();
  }

  /** For each update of the lesson, before it renders: whatever else the reader does ends what is played. */
  check(): void {
    const { step, trace, trail } = this.stage.model;
    const telling = this.#telling;
    if (!telling) return;
    const here = step.id === telling.step;
    const chosen = trail.at(-1);
    const fresh = chosen !== this.#chosen;
    this.#chosen = chosen;
    const unseen = fresh && chosen?.step === step.id && !telling.running && !this.#shows(step, chosen.index);
    if (trace !== this.#trace || (!here && step.id !== this.#leaving?.step) || unseen) this.end();
  }

  /** After each update of the lesson. */
  updated(): void {
    if (!this.#leaving || !this.telling) return;
    const left = this.#leaving;
    this.#leaving = null;
    void this.#arrive(left);
  }

  #shows({ shape }: TraceStep, index: readonly number[]): boolean {
    const filled = this.#telling?.filled ?? null;
    const offset = shape.reduce((at, length, axis) => at * length + (index[axis] ?? 0), 0);
    return filled === null || offset < filled;
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    for (const animation of this.#animations) animation.cancel();
    this.#animations = [];
    this.#leaving = null;
    window.removeEventListener("pointerdown", this.#pressed, { capture: true });
    document.removeEventListener("visibilitychange", this.#hidden);
  }

  readonly #pressed = (event: Event): void => {
    const onControls = event
      .composedPath()
      .some((target) => target instanceof Element && target.matches("[data-plays]"));
    if (!onControls) this.pause();
  };

  readonly #hidden = (): void => {
    if (document.hidden) this.pause();
  };

  #after(milliseconds: number, act: () => void): void {
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      act();
    }, milliseconds);
  }

  #tell(telling: Telling): void {
    this.#telling = telling;
    this.stage.requestUpdate();
  }

  #stopAt(filled: number): void {
    const { step } = this.stage.model;
    const cell = { step: step.id, index: indexOf(step.shape, filled - 1) };
    this.#moments = [];
    this.#tell({ step: step.id, cell: null, filled, told: null, running: false });
    this.stage.choose(cell);
  }

  #begin(step: TraceStep, filled: number): void {
    this.#trace = this.stage.model.trace;
    const whole = step.op === "given" || isStill();
    this.#beats = whole ? [] : beatsOf(step, this.speed);
    this.#moments = [];
    this.#moment = 0;
    this.#tell({ step: step.id, cell: null, filled: whole ? null : filled, told: null, running: true });
  }

  /** Begins the next beat; after the last one, the next step. */
  #beat(): void {
    const { step, trace } = this.stage.model;
    const filled = this.#telling?.filled ?? null;
    const beat = filled === null ? undefined : this.#beats.find(({ to }) => to > filled);
    if (!beat || filled === null) {
      const still = step.op === "given" || this.#beats.length > 0 ? REST : READING[this.speed];
      this.#after(still, () => void this.#leave());
      return;
    }
    const left = { ...beat, from: Math.max(beat.from, filled) };
    const cell = this.stage.lab.cell(trace, step.id, indexOf(step.shape, toldIn(left)));
    this.#moments = momentsOf(left, termsOf(arithmetic(cell, false)).length);
    this.#moment = 0;
    this.#show();
    void uncover(this.stage, { step: step.id, index: cell.index });
  }

  #show(): void {
    const { step } = this.stage.model;
    const moment = this.#moments[this.#moment];
    if (!moment) {
      this.#beat();
      return;
    }
    const { filled, told, milliseconds } = moment;
    const cell = { step: step.id, index: indexOf(step.shape, moment.cell) };
    this.#tell({ step: step.id, cell, filled, told, running: true });
    this.#moment += 1;
    this.#after(milliseconds, () => this.#show());
  }

  /** Goes to the next computed step. A result that is not read there fades first. */
  async #leave(): Promise<void> {
    const { step, trace, player } = this.stage.model;
    const position = trace.steps.findIndex(
      ({ op, gradient }, at) => at > player.position && (op !== "given" || gradient),
    );
    const next = trace.steps[position];
    if (!next) {
      this.end();
      return;
    }
    const table = this.stage.querySelector(".outcome > :last-child");
    const read = next.reads.some(({ step: id }) => id === step.id);
    const fading = table && !read && !isStill() ? fadeOut(table) : null;
    if (fading) {
      this.#animations = [fading];
      await fading.finished.catch(() => undefined);
      if (fading.playState !== "finished" || !this.running || this.stage.model.step !== step) return;
    }
    this.#leaving = { step: step.id, from: read && !isStill() ? (table?.getBoundingClientRect() ?? null) : null };
    this.#begin(next, 0);
    this.stage.go(position);
  }

  async #arrive({ step: left, from }: Leaving): Promise<void> {
    const { step } = this.stage.model;
    for (const animation of this.#animations) animation.cancel();
    this.#animations = [];
    if (from) await settled(this.stage);
    const stage = this.stage.querySelector(".stage");
    const operand = stage?.querySelector(`.operand[data-step-id="${CSS.escape(left)}"]`);
    // Heads glide together.
    const table = operand?.closest(".beside") ?? operand;
    if (from && stage && table && this.running) {
      this.#animations = glide(table, from, stage);
      await Promise.all(this.#animations.map(({ finished }) => finished)).catch(() => undefined);
      this.#animations = [];
    }
    if (this.running && this.stage.model.step === step && this.#timer === 0) this.#beat();
  }
}
