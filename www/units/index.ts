/** The units, in the order of {@link UNIT_IDS}. */

import { scaling } from "./scaling.ts";
import type { Unit } from "./scene.ts";

export const UNITS: readonly Unit[] = [scaling];
