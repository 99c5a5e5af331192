/** How the figures of a scene come one after the other with its answer: in rounds, in which tables are filled. Loaded when somebody turns to a scene. Pure. */
import type { Lab } from "../library.ts";
import { ARRIVES, MOVES } from "../motion/pace.ts";
import type { StageRuns } from "../stage/runs.ts";
import type { Setting } from "../stage/stage.ts";
import type { Scene, SceneShown } from "./scene.ts";
import { type Rounds, roundsOf } from "./scene-order.ts";
import { isSending } from "./sending.ts";
import { EMPTY, fillingsOf, lengthOf, type Told, toldAfter } from "./told.ts";

/** How long what has come is read before what follows from it, in milliseconds. */
const READS = 400;

/** A moment of a reveal: the round that is under way, and since how many milliseconds. */
export interface Moment {
  readonly round: number;
  readonly since: number;
}

export interface Unfolding {
  /** Whether the controls wait until all has come; else what follows from them comes once they are at the answer. */
  readonly first: boolean;
  /** How long each round takes, in milliseconds, until the next one. */
  readonly rounds: readonly number[];
  /** How long tables are filled after the last round has begun. */
  readonly fills: number;
  /** Whether a figure is not seen yet, or as it was before. */
  waits(one: SceneShown, moment: Moment): boolean;
  /** What is seen of a table; null where that is all. */
  told(one: SceneShown, moment: Moment): Told | null;
  /** What a moment shows, as a text: where it is another one, the scene is drawn again. */
  drawnAt(moment: Moment): string;
  /** The cells of a table from which those are computed that come in another one. */
  lit(one: SceneShown, moment: Moment): readonly (readonly number[])[];
}

/** Returns how a scene unfolds from what was asked to its answer. */
export function unfoldingOf(scene: Scene, lab: Lab, runs: StageRuns, start: Setting, answer: Setting): Unfolding {
  const rounds: Rounds = roundsOf(scene, runs, start, answer);
  const shown = scene.shown.filter(({ when }) => when !== "before");
  const fillings = fillingsOf({ lab, runs, answer, shown, rounds });
  const roundOf = (one: SceneShown) => rounds.get(one) ?? 0;
  const last = Math.max(0, ...rounds.values());
  const fillsIn = (round: number) =>
    Math.max(0, ...[...fillings].flatMap(([one, filling]) => (roundOf(one) === round ? lengthOf(filling) : [])));
  const toldOf = (one: SceneShown, { round, since }: Moment): Told | null => {
    const filling = fillings.get(one);
    if (!filling) return null;
    if (roundOf(one) > round) return EMPTY;
    return roundOf(one) === round ? toldAfter(filling, since) : null;
  };
  return {
    first: scene.shown.some(({ when }) => when === "after"),
    rounds: Array.from({ length: last + 1 }, (_, round) => {
      const arrives = shown.some((one) => roundOf(one) === round && rounds.has(one) && isSending(one))
        ? ARRIVES
        : MOVES;
      return Math.max(arrives, fillsIn(round)) + READS;
    }),
    fills: fillsIn(last),
    waits: (one, { round }) => roundOf(one) > round,
    told: toldOf,
    drawnAt: (moment) => [moment.round, ...shown.map((one) => JSON.stringify(toldOf(one, moment)))].join(),
    lit: (one, moment) =>
      [...fillings].flatMap(([table, { lit }]) => {
        const at = roundOf(table) === moment.round ? (toldOf(table, moment)?.at ?? null) : null;
        return at === null ? [] : (lit.get(one)?.[at] ?? []);
      }),
  };
}
