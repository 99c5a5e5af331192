import type { Plugin } from "vite";

/** Lists the npm packages of which a build has a part, whose licenses go with it, in `packages.json`. */
export const listPackages: Plugin = {
  name: "attograph-packages",
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
    const named = modules.map((id) => id.match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1]);
    const source = JSON.stringify([...new Set(named)].filter((name) => name !== undefined).sort());
    this.emitFile({ type: "asset", fileName: "packages.json", source });
  },
};
