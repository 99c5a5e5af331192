/** The labs, in the order of {@link LAB_IDS}. */
import { depth } from "./depth.ts";
import { graph } from "./graph.ts";
import { hash } from "./hash.ts";
import type { LabSpec } from "./lab.ts";
import { morph } from "./morph.ts";
import { patterns } from "./patterns.ts";
import { positions } from "./positions.ts";
import { symmetry } from "./symmetry.ts";

export const LABS: readonly LabSpec[] = [morph, graph, positions, depth, patterns, hash, symmetry];
