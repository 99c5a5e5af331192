import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { offlinePlugin } from "./build/offline.ts";
import { contentSecurityPolicyPlugin } from "./build/policy.ts";

/** The finished package, imported by name. */
const packageFolder = fileURLToPath(new URL("../pkg", import.meta.url));

export default defineConfig({
  base: "./",
  resolve: { alias: { attograph: packageFolder } },
  plugins: [contentSecurityPolicyPlugin(), offlinePlugin()],
  build: {
    target: "es2022",
    // A data: URL of a font or a module would need a wider policy than that of the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: "es" },
  server: { fs: { allow: [".."] } },
  test: {
    environment: "node",
    // A limit for what never ends, and no measurement: five seconds, the default, are too few on a busy machine.
    testTimeout: 120_000,
    // Files share their modules, which takes half the time: none of them changes what another one reads.
    isolate: false,
    include: ["src/**/*.test.ts", "units/**/*.test.ts", "labs/**/*.test.ts", "syllabus/**/*.test.ts"],
  },
});
