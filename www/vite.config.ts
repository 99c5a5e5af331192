import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { contentSecurityPolicyPlugin } from "./build/policy.ts";

/** The package is used as its readers use it: the finished folder, by name. */
const packageFolder = fileURLToPath(new URL("../pkg", import.meta.url));

export default defineConfig({
  base: "./",
  resolve: { alias: { attograph: packageFolder } },
  plugins: [contentSecurityPolicyPlugin()],
  build: {
    target: "es2022",
    // A data: address of a font or of a module would need wider policy than the page is served with.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The color schemes of d3 are made by these; those that nobody uses need not be.
    rolldownOptions: { treeshake: { manualPureFunctions: ["ramp", "colors", "cubehelixLong"] } },
  },
  worker: { format: "es" },
  server: { fs: { allow: [".."] } },
  test: { environment: "node", include: ["src/**/*.test.ts", "lessons/**/*.test.ts"] },
});
