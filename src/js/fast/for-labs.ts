/** What labs use of the fast engines; each entry of them exports it as `forLabs`. */
export { SharedGpu } from "./gpu/shared.js";
export { SharedPool } from "./pool/shared.js";
export { hasKernel } from "./run.js";
export { runShared } from "./shared-run.js";
