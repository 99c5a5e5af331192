/** The tools that make slides and documents of Markdown, with what each needs: how it is installed and how it renders its example into a folder. */
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { at } from "../build/paths.mjs";
import { ask, run } from "../build/run.mjs";

const QUARTO = "1.10.19";

/** Copies an example, with what npm installed for it kept from the last time. */
async function copyExample(name, folder) {
  await mkdir(folder, { recursive: true });
  await cp(at("examples", name), folder, { recursive: true });
}

/** Installs the packages of a copied example, with what they need as it was on a day. The package itself is the one that was built. */
async function install(folder, day) {
  await run("npm", ["pkg", "set", `dependencies.attograph=file:${at("pkg")}`], { cwd: folder });
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--install-links"];
  await run("npm", ["install", `--before=${day}`, ...options], { cwd: folder });
}

async function quartoProgram(folder) {
  const own = process.env.QUARTO ?? "quarto";
  if ((await ask(own, ["--version"])) !== null) return own;
  const venv = join(folder, "venv");
  const program = join(venv, "bin/quarto");
  if ((await ask(program, ["--version"])) !== null) return program;
  try {
    await run("python3", ["-m", "venv", "--clear", venv]);
    await run(join(venv, "bin/python"), ["-m", "pip", "install", "--quiet", `quarto-cli==${QUARTO}`]);
    return program;
  } catch {
    return null;
  }
}

/**
 * By name: `render(folder)` returns the pages to open, as paths in the folder, with the keys that lead to the first figure; or a text that says why there are
 * none.
 */
export const TOOLS = {
  marp: async (folder) => {
    await copyExample("marp", folder);
    await cp(at("pkg/elements.global.js"), join(folder, "elements.global.js"));
    await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: folder });
    await run("npm", ["run", "build"], { cwd: folder });
    return [{ path: "attention.html", keys: 1, fromDisk: true }];
  },
  slidev: async (folder) => {
    await copyExample("slidev", folder);
    await install(folder, "2026-09-15");
    await run("npm", ["run", "build"], { cwd: folder });
    return [{ path: "dist/index.html", hash: "#/2", keys: 0 }];
  },
  observable: async (folder) => {
    await copyExample("observable", folder);
    await cp(at("pkg/elements.global.js"), join(folder, "src/elements.global.js"));
    await install(folder, "2026-11-01");
    await run("npm", ["run", "build"], { cwd: folder, env: { OBSERVABLE_TELEMETRY_DISABLE: "true" } });
    return [{ path: "dist/index.html", keys: 0 }];
  },
  quarto: async (folder) => {
    await copyExample("quarto", folder);
    const program = await quartoProgram(folder);
    if (program === null)
      return `cannot be installed here: \`pip install quarto-cli==${QUARTO}\` downloads the program from github.com; QUARTO=/path/to/quarto takes one that is installed`;
    await cp(at("pkg"), join(folder, "attograph"), { recursive: true });
    await writeFile(join(folder, "_quarto.yml"), "project:\n  type: default\n");
    await run(program, ["render", "attention.qmd"], { cwd: folder });
    return [
      { path: "attention.html", keys: 0 },
      { path: "slides.html", keys: 1 },
    ];
  },
};
