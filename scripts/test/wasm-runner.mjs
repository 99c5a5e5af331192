/**
 * Runs a wasm-bindgen test file in headless Chromium. Cargo starts it with the file's path.
 *
 * The runner of wasm-bindgen reads its browser's options from `webdriver.json` in the working folder, so it gets its own folder.
 */
import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { at } from "../build/paths.mjs";
import { findTestRunner } from "../build/tools.mjs";
import { CHROMIUM_FLAGS, findChromedriver, findChromium } from "../chromium.mjs";

const [file, ...rest] = process.argv.slice(2);
const program = await findTestRunner();
const [binary, driver] = [findChromium(), findChromedriver()];
if (!program || !binary || !driver) {
  console.error("The test runner, Chromium or its driver is missing: run `node scripts/setup.mjs`.");
  process.exit(1);
}
const folder = at("target/webdriver");
await mkdir(folder, { recursive: true });
await writeFile(`${folder}/webdriver.json`, JSON.stringify({ "goog:chromeOptions": { binary, args: CHROMIUM_FLAGS } }));
// In seconds, for what never comes: the runner's own 20 and 5 are not enough where the machine is slow and busy.
const env = {
  ...process.env,
  CHROMEDRIVER: driver,
  WASM_BINDGEN_TEST_TIMEOUT: "900",
  WASM_BINDGEN_TEST_DRIVER_TIMEOUT: "60",
};
// A group of its own, which is ended whole: the runner ends its driver, and leaves the driver's browser.
const child = spawn(program, [resolve(file), ...rest], { cwd: folder, env, stdio: "inherit", detached: true });
function endAll() {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // All have ended by themselves.
  }
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.once(signal, () => {
    endAll();
    process.exit(1);
  });
child.once("exit", (code) => {
  endAll();
  process.exitCode = code ?? 1;
});
