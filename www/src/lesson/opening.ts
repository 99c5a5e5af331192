/** What a lesson needs before it is shown, so that nothing moves then. */

import { type Lab, stepsById } from "../library.ts";
import { MAP_ABOVE } from "../map/above.ts";
import { loadPicture } from "../pictures/draw.ts";
import { picturesOf } from "../pictures/suiting.ts";
import type { Place } from "../state/state.ts";
import { loadHeat } from "./heat.ts";
import { lessonAt, shownRun } from "./model.ts";
import { hasHeat } from "./stage-layout.ts";

/** Loads the picture of the step at which a place opens. A picture that cannot be loaded says so where it would be. */
export async function loadOpening(lab: Lab, place: Place): Promise<void> {
  const lesson = lessonAt(place);
  const trace = lesson && shownRun(lab, lesson, place).trace;
  const step = trace?.steps[place.step ?? -1];
  if (trace && MAP_ABOVE.matches) await import("../map/ag-map.ts").catch(() => undefined);
  const [picture] = trace && step ? picturesOf(step, stepsById(trace)) : [];
  const read = step?.reads.flatMap((one) => trace?.steps.find(({ id }) => id === one.step) ?? []) ?? [];
  if (step && hasHeat([step, ...read])) await loadHeat();
  if (picture) await loadPicture(picture.kind).catch(() => undefined);
}
