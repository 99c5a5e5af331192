/** The units, in the order of {@link UNIT_IDS}. */

import { depth } from "./depth.ts";
import { graphAttention } from "./graph-attention.ts";
import { graphNetworks } from "./graph-networks.ts";
import { graphs } from "./graphs.ts";
import { hashing } from "./hashing.ts";
import { multipleHeads } from "./heads.ts";
import { layers } from "./layers.ts";
import { longInputs } from "./long-inputs.ts";
import { nodePositions } from "./node-positions.ts";
import { positions } from "./positions.ts";
import { pretraining } from "./pretraining.ts";
import { scaling } from "./scaling.ts";
import type { Unit } from "./scene.ts";
import { selfAttention } from "./self-attention.ts";
import { sequences } from "./sequences.ts";

export const UNITS: readonly Unit[] = [
  sequences,
  selfAttention,
  scaling,
  multipleHeads,
  layers,
  positions,
  pretraining,
  graphs,
  graphAttention,
  graphNetworks,
  nodePositions,
  depth,
  longInputs,
  hashing,
];
