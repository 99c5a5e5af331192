/**
 * Installs what is missing and changes nothing that exists.
 *
 *   node scripts/setup.mjs [--no-browser] [--korean-font]
 *
 * The wasm target, wasm-bindgen's programs of the locked version, the npm packages and, for the tests, Chromium with its driver and a Vulkan driver. For pictures
 * of the page in Korean, a font that has its letters.
 * Imports nothing but Node's own modules: it runs before any package is installed.
 */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { at } from "./build/paths.mjs";
import { ask, run } from "./build/run.mjs";
import { findTestRunner, findWasmBindgen, lockedVersion, toolFolder } from "./build/tools.mjs";
import { findChromedriver, findChromium, HEADLESS_SHELL, onPath } from "./chromium.mjs";
import { requireNode } from "./node-version.mjs";
import { runScript, runSteps } from "./steps.mjs";

const TARGET = "wasm32-unknown-unknown";

/** The message of a step without work. */
const THERE = "already there";

async function requireRust() {
  // With rustup, the first call installs the toolchain that rust-toolchain.toml names.
  await run("cargo", ["--version"]);
}

/** A toolchain without rustup may have the target: this checks for its library. */
async function installTarget() {
  const sysroot = await ask("rustc", ["--print", "sysroot"]);
  if (sysroot && existsSync(`${sysroot}/lib/rustlib/${TARGET}/lib`)) return THERE;
  await run("rustup", ["target", "add", TARGET]);
  return "added";
}

async function installWasmBindgen() {
  if ((await findWasmBindgen()) && (await findTestRunner())) return THERE;
  const version = await lockedVersion("wasm-bindgen");
  console.log(`Compiling wasm-bindgen ${version} into target/tools; this takes a minute or two, once`);
  // Optimizing it would take longer than all its runs: half a second each. Its default features are for a WebDriver that is reached over TLS.
  const flags = ["--no-default-features", "--config", "profile.release.opt-level=0"];
  const programs = ["--bin", "wasm-bindgen", "--bin", "wasm-bindgen-test-runner"];
  await run("cargo", [
    "install",
    "wasm-bindgen-cli",
    "--version",
    version,
    "--root",
    toolFolder,
    ...programs,
    ...flags,
  ]);
  return "installed";
}

/** Whether node_modules matches the lock file. */
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
  if (await hasPackages()) return THERE;
  await run("npm", ["ci", "--no-audit", "--no-fund"]);
  return "installed";
}

/** Whether packages can be installed without a prompt. */
const canInstall = () => existsSync("/etc/debian_version") && process.getuid?.() === 0;

/** Installs packages of Debian, where that is possible. */
async function installDebian(names) {
  if (!canInstall()) return;
  await run("apt-get", ["update"]);
  await run("apt-get", ["install", "--yes", "--no-install-recommends", ...names]);
}

/** What shortens the browser suites; Chromium itself runs them as well. */
async function installHeadlessShell() {
  if (onPath([HEADLESS_SHELL]) || !canInstall()) return;
  await installDebian([HEADLESS_SHELL]).catch(({ message }) => {
    console.warn(`${HEADLESS_SHELL} could not be installed (${message}): the browser suites will run in Chromium.`);
  });
}

async function installBrowser() {
  const complete = () => findChromium() && findChromedriver();
  const isThere = complete();
  if (!isThere) await installDebian(["chromium", "chromium-driver"]);
  await installHeadlessShell();
  if (isThere) return THERE;
  if (complete()) return "installed";
  console.warn(
    "Chromium or its ChromeDriver was not found, so the browser suites will fail. Install both, or point to them with\n" +
      "ATTOGRAPH_CHROMIUM=/path/to/chrome and ATTOGRAPH_CHROMEDRIVER=/path/to/chromedriver.",
  );
  return "missing";
}

/** Whether there is a GPU driver: macOS and Windows include one, Linux has a list of drivers. */
async function hasGraphics() {
  if (process.platform !== "linux") return true;
  const folders = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d"];
  const drivers = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
  const named = process.env.VK_DRIVER_FILES || process.env.VK_ICD_FILENAMES;
  return Boolean(named) || drivers.flat().some((name) => name.endsWith(".json"));
}

async function installGraphics() {
  if (await hasGraphics()) return THERE;
  await installDebian(["mesa-vulkan-drivers"]);
  if (await hasGraphics()) return "installed";
  console.warn(
    "No Vulkan driver was found, so the native tests of the GPU kernels will fail. Install one (Mesa's lavapipe needs no graphics card), or point to it with\n" +
      "VK_DRIVER_FILES=/path/to/driver.json.",
  );
  return "missing";
}

/** Whether there is a font with Korean letters: macOS and Windows include one. */
async function hasKoreanFont() {
  if (process.platform !== "linux") return true;
  return Boolean(await ask("fc-list", [":lang=ko", "family"]));
}

async function installKoreanFont() {
  if (await hasKoreanFont()) return THERE;
  await installDebian(["fontconfig", "fonts-noto-cjk"]);
  if (await hasKoreanFont()) return "installed";
  console.warn(
    "No font with Korean letters was found, so pictures in Korean show boxes. Install one, such as Noto Sans CJK.",
  );
  return "missing";
}

const AGAIN = "and run the command again.";
const DEBIAN = `The output of apt-get above has the reason. Check the network, or install the packages yourself, ${AGAIN}`;

/** The steps of set-up, for `runSteps`; `browser` false leaves out what only tests need, `koreanFont` adds what pictures in Korean need. */
export function setUpSteps({ browser = true, koreanFont = false } = {}) {
  const always = [
    {
      title: "Rust",
      work: requireRust,
      help: `Install Rust with rustup (https://rustup.rs), open a new terminal, ${AGAIN} rustup downloads the toolchain that rust-toolchain.toml names.`,
    },
    {
      title: "npm packages of package-lock.json",
      work: installPackages,
      help: `The output of npm above has the reason. Check the network and the registry (npm config get registry), ${AGAIN}`,
    },
    {
      title: `Rust's target ${TARGET}`,
      work: installTarget,
      help: `Install the target with rustup (https://rustup.rs), or as the rest of your Rust was installed, ${AGAIN}`,
    },
    {
      title: "wasm-bindgen of the locked version",
      work: installWasmBindgen,
      help: `The output of cargo above has the reason. It needs the network and a C linker (on Debian: apt-get install build-essential). Install what is missing, ${AGAIN}`,
    },
  ];
  const forTests = [
    { title: "Chromium and its driver", work: installBrowser, help: DEBIAN },
    { title: "Vulkan driver", work: installGraphics, help: DEBIAN },
  ];
  const forPictures = [{ title: "A font with Korean letters", work: installKoreanFont, help: DEBIAN }];
  return [...always, ...(browser ? forTests : []), ...(koreanFont ? forPictures : [])];
}

/** Sets everything up. */
export async function setUp(options) {
  await runSteps(setUpSteps(options));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  requireNode();
  const asked = (flag) => process.argv.includes(flag);
  await runScript(() => setUp({ browser: !asked("--no-browser"), koreanFont: asked("--korean-font") }));
}
