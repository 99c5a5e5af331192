/** The package as it was at a commit, built beside the present one, so that both take turns in one run. */
import { existsSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { at } from "../build/paths.mjs";
import { ask, run } from "../build/run.mjs";

const BUILD = `
  await (await import("./scripts/build/wasm.mjs")).buildWasm();
  await (await import("./scripts/build/package.mjs")).buildPackage();
`;

/** Builds the package of a commit below target/former/; returns its folder and the commit's short name. Packages and tools are the present ones. */
export async function buildFormer(commit) {
  const printed = await ask("git", ["rev-parse", "--short", "--verify", `${commit}^{commit}`]);
  if (printed === null) throw new Error(`there is no commit ${commit} here`);
  const name = printed.trim();
  const tree = at("target/former", name);
  if (!existsSync(tree)) await run("git", ["worktree", "add", "--detach", tree, name]);
  await mkdir(join(tree, "target"), { recursive: true });
  for (const shared of ["node_modules", "target/tools"]) {
    if (!existsSync(join(tree, shared))) await symlink(at(shared), join(tree, shared));
  }
  await run(process.execPath, ["--input-type=module", "--eval", BUILD], { cwd: tree });
  return { folder: join(tree, "pkg"), name };
}
