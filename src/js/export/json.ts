import { jsonOf } from "../trace-methods.js";
import type { TraceData } from "../trace-types.js";
import { checkedTrace } from "./checked.js";

/** Returns a trace as JSON, as `attograph/trace.schema.json` describes it; `lab.fromJSON` reads it again. */
export function json(trace: TraceData): string {
  return JSON.stringify(jsonOf(checkedTrace(trace)));
}
