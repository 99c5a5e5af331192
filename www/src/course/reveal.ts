/**
 * A reveal in time: what was asked stands for a moment, then the controls go to what the answer is about, and the words come when the picture is there. What is
 * read is there at once; only what is seen waits.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { MOVES } from "../motion/pace.ts";
import { isStill } from "../motion/still.ts";
import type { Setting } from "../stage/stage.ts";
import type { Scene, SceneControl } from "./scene.ts";

/** How long the picture stands as it was asked, how long a slider takes, and, where it has few stops, from each to the next, in milliseconds. */
const STANDS = 400;
const SLIDES = 1400;
const STOPS = 1000;
const FEW_STOPS = 4;
/** Sums of short decimal steps stay short. */
const DIGITS = 10;

type Ordered = Extract<SceneControl, { changes: unknown }>;

/** Returns the values from that before the answer to that of the answer, both among them. */
export function wayOf(control: Ordered): readonly number[] {
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

/** How long the controls of a scene are under way. */
function lengthOf({ controls = [] }: Scene): number {
  const lengths = controls.map((control) => {
    if (control.start === control.answer) return 0;
    if (control.kind === "choice") return MOVES;
    const count = wayOf(control).length;
    return count <= FEW_STOPS ? STOPS * (count - 1) : SLIDES;
  });
  return Math.max(0, ...lengths);
}

/** Returns the setting after a share of the way from the question to the answer. */
export function settingAfter({ controls = [] }: Scene, answer: Setting, share: number): Setting {
  const values = controls.map((control): [string, string | number] => {
    const end = answer.values[control.id] ?? control.answer;
    if (control.start === control.answer || share >= 1) return [control.id, end];
    if (control.kind === "choice") return [control.id, share > 0 ? control.answer : control.start];
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
    const length = lengthOf(scene);
    const began = performance.now();
    let shown = "";
    const step = () => {
      const passed = performance.now() - began;
      const share = length === 0 ? 1 : Math.min(1, Math.max(0, (passed - STANDS) / length));
      const setting = settingAfter(scene, answer, share);
      const values = Object.values(setting.values).join();
      if (values !== shown) set(setting);
      shown = values;
      if (share < 1 || passed < STANDS + MOVES / 2) this.#due = requestAnimationFrame(step);
      else this.stop();
    };
    step();
  }

  /** The picture is left as it is. */
  stop(): void {
    cancelAnimationFrame(this.#due);
    if (!this.#under) return;
    this.#under = false;
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.stop();
  }
}
