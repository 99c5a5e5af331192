/**
 * Builds the npm package into pkg/.
 *
 *   node scripts/build.mjs
 *
 * Work whose sources are unchanged since it was last done is skipped.
 */
import { buildPackage } from "./build/package.mjs";
import { printSizes } from "./build/sizes.mjs";
import { buildWasm } from "./build/wasm.mjs";

const compiled = await buildWasm();
const assembled = await buildPackage();
console.log(compiled || assembled ? "The package is in pkg/." : "The package in pkg/ is up to date.");
await printSizes();
