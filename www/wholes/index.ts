/** The networks that the course is about, each as one picture. */
import type { Whole } from "../src/whole/whole.ts";
import { graph } from "./graph.ts";
import { transformer } from "./transformer.ts";

export const WHOLES: readonly Whole[] = [transformer, graph];
