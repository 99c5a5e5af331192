/**
 * A reveal in time: the pictures that come with the answer do so one after the other, what is computed after what it is computed from, then the controls go to what
 * the answer is about, and the words come when the picture is there. What is read is there at once; only what is seen waits.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { isHeld } from "../motion/held.ts";
import { placesChange } from "../motion/order.ts";
import { ARRIVES, MOVES } from "../motion/pace.ts";
import { isStill } from "../motion/still.ts";
import { stride } from "../motion/stride.ts";
import type { Setting } from "../stage/stage.ts";
import type { Scene, SceneControl } from "./scene.ts";
import { isSending } from "./sending.ts";
import type { Moment, Unfolding } from "./unfolding.ts";

/**
 * How long the controls stand as they were, in milliseconds: no longer than the eye takes from the button to the picture; where pictures come with the answer, until
 * these are seen.
 */
const STANDS = 100;
const COMES = 400;
/** How long a slider takes, and, where it has few stops, from each to the next. */
const SLIDES = 1400;
const STOPS = 1000;
const FEW_STOPS = 4;
/** How long what was brought is read before the next choice of a way. */
const READS = 500;
/** Marks that follow a slider are no longer behind it than this. */
const FOLLOWS = 120;
/** Sums of short decimal steps stay short. */
const DIGITS = 10;

type Ordered = Extract<SceneControl, { changes: unknown }>;
type Chosen = Exclude<SceneControl, Ordered>;

/** Returns the values from that before the answer to that of the answer, both among them. */
export function wayOf(control: Ordered): readonly number[];
export function wayOf(control: SceneControl): readonly (number | string)[];
export function wayOf(control: SceneControl): readonly (number | string)[] {
  return control.kind === "choice" ? choicesOf(control) : numbersOf(control);
}

const choicesOf = ({ start, answer, passes = [] }: Chosen): readonly string[] => [start, ...passes, answer];

function numbersOf(control: Ordered): readonly number[] {
  const { start, answer } = control;
  if (control.kind === "stops") {
    const [from, to] = [control.stops.indexOf(start), control.stops.indexOf(answer)];
    const between = control.stops.slice(Math.min(from, to), Math.max(from, to) + 1);
    return from <= to ? between : between.toReversed();
  }
  const count = Math.round(Math.abs(answer - start) / control.step);
  const by = answer < start ? -control.step : control.step;
  return Array.from({ length: count + 1 }, (_, at) => Number((start + at * by).toFixed(DIGITS)) + 0);
}

const comesOf = ({ shown }: Pick<Scene, "shown">) => shown.filter(({ when }) => when === "after");

/** How long the controls of a scene stand as they were. */
export function standsOf(scene: Pick<Scene, "shown" | "controls">): number {
  const { controls = [] } = scene;
  const [comes, sends] = [comesOf(scene), comesOf(scene).some(isSending)];
  // The first of several choices is read as long as the others, and so is what is brought before another choice.
  const reads = controls.some((one) => one.kind === "choice" && (one.passes || (sends && one.start !== one.answer)));
  return (sends ? ARRIVES : comes.length > 0 ? COMES : STANDS) + (reads ? STOPS : 0);
}

/** How long marks take from each stop of a slider with many to the next, at most the time until that; null where no control has many. */
export function strideOf({ controls = [] }: Pick<Scene, "controls">): number | null {
  const counts = controls.flatMap((control) => (control.kind === "choice" ? [] : wayOf(control).length));
  const most = Math.max(0, ...counts);
  return most > FEW_STOPS ? Math.min(FOLLOWS, SLIDES / (most - 1)) : null;
}

/** How long the controls of a scene are under way; at each choice what is sent arrives, and is read where others follow. */
export function lengthOf(scene: Pick<Scene, "shown" | "controls">): number {
  const { controls = [] } = scene;
  const lengths = controls.map((control) => {
    if (control.start === control.answer) return 0;
    const count = wayOf(control).length;
    if (control.kind === "choice" && comesOf(scene).some(isSending))
      return (ARRIVES + (count > 2 ? READS : 0)) * (count - 1);
    if (control.kind === "choice" && count === 2) return MOVES;
    return count <= FEW_STOPS ? STOPS * (count - 1) : SLIDES;
  });
  return Math.max(0, ...lengths);
}

/** Returns the setting after a share of the way from the question to the answer. */
export function settingAfter({ controls = [] }: Scene, answer: Setting, share: number): Setting {
  const values = controls.map((control): [string, string | number] => {
    const end = answer.values[control.id] ?? control.answer;
    if (control.start === control.answer || share >= 1) return [control.id, end];
    const way = wayOf(control);
    const at = share <= 0 ? 0 : Math.min(way.length - 1, Math.floor(share * (way.length - 1)) + 1);
    return [control.id, way[at] ?? end];
  });
  return { values: Object.fromEntries(values), inputs: answer.inputs };
}

/** All comes at once. */
const AT_ONCE: Unfolding = {
  ...{ first: true, rounds: [0], fills: 0 },
  waits: () => false,
  told: () => null,
  lit: () => [],
  drawnAt: () => "",
};

/** A scene on its way to the answer. */
interface Way {
  readonly scene: Scene;
  readonly answer: Setting;
  /** Null where what says it is not loaded: all comes at once then. */
  readonly unfolding: Unfolding | null;
  /** Called with each setting on the way, the last one being the answer. */
  readonly set: (setting: Setting) => void;
}

export class Reveal implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #due = 0;
  #under = false;
  #unfolding: Unfolding | null = null;
  #moment: Moment | null = null;
  /** Whether what comes does so at once. */
  #hastened = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether the picture is not there yet. */
  get under(): boolean {
    return this.#under;
  }

  /** What of the figures is seen; null where that is all. */
  get unfolds(): { readonly unfolding: Unfolding; readonly moment: Moment } | null {
    const [unfolding, moment] = [this.#unfolding, this.#moment];
    return this.#under && unfolding && moment && !this.#hastened ? { unfolding, moment } : null;
  }

  /** Begins where the question was asked. */
  begin({ scene, answer, unfolding: told, set }: Way): void {
    const unfolding = told ?? AT_ONCE;
    this.stop();
    if (isStill()) {
      set(answer);
      return;
    }
    this.#under = true;
    this.#unfolding = unfolding;
    this.#hastened = false;
    const { first, rounds, fills } = unfolding;
    const [stands, length] = [standsOf(scene), lengthOf(scene)];
    // The controls begin once what comes first has done so.
    const waits = first ? Math.max(stands, fills) : stands;
    let began = performance.now();
    let last = began;
    let shown = "";
    let drawn = "";
    this.#moment = first ? { round: 0, since: 0 } : null;
    const step = () => {
      const now = performance.now();
      const passed = this.#pass(now - last, rounds);
      // Nothing goes on before the pictures that come are there, which may have to be loaded, nor controls before the last of them.
      if (isHeld() || (first && passed < rounds.length - 1)) began += now - last;
      last = now;
      const since = now - began;
      const share = length === 0 ? 1 : Math.min(1, Math.max(0, (since - waits) / length));
      const setting = settingAfter(scene, answer, share);
      const values = Object.values(setting.values).join();
      const moves = values !== shown;
      if (moves) {
        if (share > 0) stride(strideOf(scene));
        set(setting);
      }
      shown = values;
      // What follows from the controls does so from the moment in which these are at the answer.
      if (!first && share > 0) this.#moment ??= { round: 0, since: 0 };
      const sees = this.#moment && !this.#hastened ? unfolding.drawnAt(this.#moment) : "";
      if (sees !== drawn) this.#host.requestUpdate();
      drawn = sees;
      const unfolds = !this.#hastened && (passed < rounds.length - 1 || (this.#moment?.since ?? 0) < fills);
      // What is set now is drawn before the next frame.
      if (moves || share < 1 || unfolds || since < stands + MOVES / 2 || placesChange())
        this.#due = requestAnimationFrame(step);
      else this.stop();
    };
    step();
  }

  /** So many milliseconds have passed. Returns the round that is under way. */
  #pass(milliseconds: number, rounds: readonly number[]): number {
    const moment = this.#moment;
    if (this.#hastened) return rounds.length - 1;
    if (!moment) return 0;
    if (isHeld()) return moment.round;
    const since = moment.since + milliseconds;
    const goesOn = moment.round < rounds.length - 1 && since >= (rounds[moment.round] ?? 0) && !placesChange();
    this.#moment = goesOn ? { round: moment.round + 1, since: 0 } : { ...moment, since };
    return this.#moment.round;
  }

  /** All that comes does so at once: whoever opens a number does not wait for the others. */
  hasten(): void {
    if (!this.#under || this.#hastened) return;
    this.#hastened = true;
    this.#host.requestUpdate();
  }

  /** The picture is left as it is. */
  stop(): void {
    cancelAnimationFrame(this.#due);
    if (!this.#under) return;
    stride(null);
    this.#under = false;
    this.#unfolding = null;
    this.#moment = null;
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.stop();
  }
}
