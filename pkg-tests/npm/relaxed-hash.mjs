/** Prints the hash of every step as the relaxed file computes it; needs `--experimental-wasm-relaxed-simd` in Node 20. */
import { load } from "../../pkg/node.js";
import { caseFiles } from "../shared/golden.mjs";
import { casesOf, hashOfSteps } from "../shared/replay.mjs";

const lab = await load();
const hash = await hashOfSteps(lab, casesOf(await caseFiles()));
console.log(JSON.stringify({ wasm: lab.engine.wasm, hash }));
