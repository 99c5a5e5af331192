/**
 * Builds the npm package into pkg/, and with --page the page into www/dist/.
 *
 *   node scripts/build.mjs [--page]
 *
 * Work whose sources are unchanged since it was last done is skipped.
 */
import { pathToFileURL } from "node:url";
import { buildFast } from "./build/fast.mjs";
import { buildPackage } from "./build/package.mjs";
import { buildPage } from "./build/page.mjs";
import { printSizes } from "./build/sizes.mjs";
import { buildWasm } from "./build/wasm.mjs";

/** Builds the package, and the page if asked. */
export async function build({ page = false } = {}) {
  const compiled = await buildWasm();
  const fast = await buildFast();
  const assembled = await buildPackage();
  console.log(compiled || fast || assembled ? "The package is in pkg/." : "The package in pkg/ is up to date.");
  await printSizes();
  if (page) console.log((await buildPage()) ? "The page is in www/dist/." : "The page in www/dist/ is up to date.");
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await build({ page: process.argv.includes("--page") });
}
