/**
 * A reveal in time: the controls go to what the answer is about, after the pictures that come with it, and the words come when the picture is there. What is read is
 * there at once; only what is seen waits.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { isHeld } from "../motion/held.ts";
import { placesChange } from "../motion/order.ts";
import { MOVES } from "../motion/pace.ts";
import { ARRIVES } from "../motion/sent.ts";
import { isStill } from "../motion/still.ts";
import { stride } from "../motion/stride.ts";
import type { Setting } from "../stage/stage.ts";
import type { Scene, SceneControl } from "./scene.ts";

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

/** How long the controls of a scene stand as they were. */
export function standsOf({ shown, controls = [] }: Pick<Scene, "shown" | "controls">): number {
  const comes = shown.filter(({ when }) => when === "after");
  const sends = comes.some((one) => "picture" in one && one.picture.kind === "graph" && one.picture.sends);
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

/** How long the controls of a scene are under way. */
function lengthOf({ controls = [] }: Scene): number {
  const lengths = controls.map((control) => {
    if (control.start === control.answer) return 0;
    const count = wayOf(control).length;
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

export class Reveal implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #due = 0;
  #under = false;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether the picture is not there yet. */
  get under(): boolean {
    return this.#under;
  }

  /** Begins where the question was asked; `set` is called with each setting on the way, the last one being `answer`. */
  begin(scene: Scene, answer: Setting, set: (setting: Setting) => void): void {
    this.stop();
    if (isStill()) {
      set(answer);
      return;
    }
    this.#under = true;
    const [stands, length] = [standsOf(scene), lengthOf(scene)];
    let began = performance.now();
    let last = began;
    let shown = "";
    const step = () => {
      const now = performance.now();
      // Nothing goes on before the pictures that come are there, which may have to be loaded.
      if (isHeld()) began += now - last;
      last = now;
      const passed = now - began;
      const share = length === 0 ? 1 : Math.min(1, Math.max(0, (passed - stands) / length));
      const setting = settingAfter(scene, answer, share);
      const values = Object.values(setting.values).join();
      const moves = values !== shown;
      if (moves) {
        if (share > 0) stride(strideOf(scene));
        set(setting);
      }
      shown = values;
      // What is set now is drawn before the next frame.
      if (moves || share < 1 || passed < stands + MOVES / 2 || placesChange()) this.#due = requestAnimationFrame(step);
      else this.stop();
    };
    step();
  }

  /** The picture is left as it is. */
  stop(): void {
    cancelAnimationFrame(this.#due);
    if (!this.#under) return;
    stride(null);
    this.#under = false;
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.stop();
  }
}
