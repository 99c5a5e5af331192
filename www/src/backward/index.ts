/** What a lesson needs for the way back from its result, loaded when that is asked for. */
import "../../styles/backward.css";
import { writeUnknown } from "../formula/tree.ts";
import { written } from "./written.ts";

writeUnknown(written);

export { growth } from "./growth.ts";
export { panel } from "./panel.ts";
