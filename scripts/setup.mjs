/**
 * Installs what is missing and touches nothing that is there.
 *
 *   node scripts/setup.mjs [--no-browser]
 *
 * The wasm target, wasm-bindgen's programs of the locked version, the npm packages and, for the tests, Chromium with its driver and a Vulkan driver.
 */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { at } from "./build/paths.mjs";
import { ask, run } from "./build/run.mjs";
import { findTestRunner, findWasmBindgen, lockedVersion, toolFolder } from "./build/tools.mjs";
import { findChromedriver, findChromium } from "./chromium.mjs";

const TARGET = "wasm32-unknown-unknown";

async function requireRust() {
  if (await ask("cargo", ["--version"])) return;
  throw new Error("cargo was not found: install Rust with rustup, https://rustup.rs");
}

/** A toolchain without rustup may well have the target; what counts is its library. */
async function installTarget() {
  const sysroot = await ask("rustc", ["--print", "sysroot"]);
  if (sysroot && existsSync(`${sysroot}/lib/rustlib/${TARGET}/lib`)) return;
  console.log(`Adding the target ${TARGET}`);
  await run("rustup", ["target", "add", TARGET]);
}

async function installWasmBindgen() {
  if ((await findWasmBindgen()) && (await findTestRunner())) return;
  const version = await lockedVersion("wasm-bindgen");
  console.log(`Installing wasm-bindgen ${version} into target/tools; this takes a few minutes, once`);
  await run("cargo", ["install", "wasm-bindgen-cli", "--version", version, "--root", toolFolder]);
}

/** Whether node_modules holds what the lock file says. */
async function hasPackages() {
  const { packages } = JSON.parse(await readFile(at("package-lock.json"), "utf8"));
  for (const [path, { version, optional, link }] of Object.entries(packages)) {
    // Optional packages are for other platforms; paths outside node_modules are the workspaces themselves.
    if (optional || !path.includes("node_modules/")) continue;
    const manifest = await readFile(at(path, "package.json"), "utf8").catch(() => null);
    if (!manifest || (!link && JSON.parse(manifest).version !== version)) return false;
  }
  return true;
}

async function installPackages() {
  if (await hasPackages()) return;
  console.log("Installing the npm packages of package-lock.json");
  await run("npm", ["ci", "--no-audit", "--no-fund"]);
}

/** Whether packages can be installed without asking anyone. */
const canInstall = () => existsSync("/etc/debian_version") && process.getuid?.() === 0;

async function installBrowser() {
  const complete = () => findChromium() && findChromedriver();
  if (complete()) return;
  if (canInstall()) {
    console.log("Installing Chromium and its driver");
    await run("apt-get", ["update"]);
    await run("apt-get", ["install", "--yes", "--no-install-recommends", "chromium", "chromium-driver"]);
  }
  if (complete()) return;
  console.warn(
    "Chromium or its ChromeDriver was not found, so the browser suites will fail. Install both, or point to them with\n" +
      "ATTOGRAPH_CHROMIUM=/path/to/chrome and ATTOGRAPH_CHROMEDRIVER=/path/to/chromedriver.",
  );
}

/** Whether there is something that computes as a GPU: macOS and Windows bring it along, Linux has a list of drivers. */
async function hasGraphics() {
  if (process.platform !== "linux") return true;
  const folders = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d"];
  const drivers = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
  const named = process.env.VK_DRIVER_FILES || process.env.VK_ICD_FILENAMES;
  return Boolean(named) || drivers.flat().some((name) => name.endsWith(".json"));
}

async function installGraphics() {
  if (await hasGraphics()) return;
  if (canInstall()) {
    console.log("Installing Mesa's Vulkan drivers, one of which is a program");
    await run("apt-get", ["update"]);
    await run("apt-get", ["install", "--yes", "--no-install-recommends", "mesa-vulkan-drivers"]);
  }
  if (await hasGraphics()) return;
  console.warn(
    "No Vulkan driver was found, so the native tests of the GPU kernels will fail. Install one (Mesa's lavapipe needs no graphics card), or point to it with\n" +
      "VK_DRIVER_FILES=/path/to/driver.json.",
  );
}

/** Sets everything up; `browser` false leaves out what only tests need. */
export async function setUp({ browser = true } = {}) {
  await requireRust();
  await installPackages();
  await installTarget();
  await installWasmBindgen();
  if (browser) {
    await installBrowser();
    await installGraphics();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await setUp({ browser: !process.argv.includes("--no-browser") });
}
