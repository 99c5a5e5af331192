import { createGlue, type Glue } from "./glue.js";
import { Replaceable } from "./replaceable.js";

/** A quarter of what an instance can address, so that a run has the other three quarters. */
const FULL = 2 ** 30;

/** The instance of the f64 engine. */
export class Machine extends Replaceable<Glue> {
  constructor(module: WebAssembly.Module) {
    super(module, createGlue);
  }

  /**
   * Gives up an instance whose memory has grown large: WebAssembly memory never shrinks, so that this is the only way to return it. Traces whose cells
   * are needed later are computed again.
   */
  makeRoom(): void {
    if (this.memory > FULL) this.discard();
  }
}
