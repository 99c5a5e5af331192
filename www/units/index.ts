/** The units, in the order of {@link UNIT_IDS}. */

import { scaling } from "./scaling.ts";
import type { Unit } from "./scene.ts";
import { selfAttention } from "./self-attention.ts";

export const UNITS: readonly Unit[] = [selfAttention, scaling];
