import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { offlinePlugin } from "./build/offline.ts";
import { contentSecurityPolicyPlugin } from "./build/policy.ts";
import { previewPlugin } from "./build/preview.mjs";

/** The finished package, imported by name. */
const packageFolder = fileURLToPath(new URL("../pkg", import.meta.url));

/** What every place needs, or every picture: a file each, since each request of a first visit is a wait. */
const TOGETHER = [
  {
    name: "base",
    test: /node_modules[\\/](?:@lit|lit|lit-html|lit-element|valibot|@lit-labs)[\\/]|www[\\/]src[\\/](?:numbers|state)[\\/]|src[\\/](?:text|tasks|library|course[\\/](?:visited|kept)|elements[\\/]graph-axes|lesson[\\/](?:labels|model|run))\.ts$/,
  },
  { name: "pictures", test: /www[\\/]src[\\/]pictures[\\/](?:base[\\/]|draw\.ts|kinds\.ts|standalone\.ts)/ },
  { name: "stage", test: /www[\\/]src[\\/](?:stage|course)[\\/](?!visited|kept|ag-unit|unfolding|told|scene-order)/ },
  { name: "plane", test: /www[\\/]src[\\/]pictures[\\/]plane[\\/]/ },
  { name: "things", test: /www[\\/]examples[\\/][a-z-]+\.ts$/ },
  { name: "shell", test: /www[\\/]src[\\/]shell[\\/]ag-app\.ts$/ },
  { name: "lesson", test: /www[\\/]src[\\/]lesson[\\/]parts\.ts$/ },
  {
    name: "home",
    test: /www[\\/]src[\\/](?:home[\\/](?:home|index|sentence|ag-sentence)|cards[\\/](?:cards|ag-card-picture|ag-unit-progress))\.ts$/,
  },
];

export default defineConfig({
  base: "./",
  resolve: { alias: { attograph: packageFolder } },
  plugins: [contentSecurityPolicyPlugin(), previewPlugin(), offlinePlugin()],
  build: {
    target: "es2022",
    // A data: URL of a font or a module would need a wider policy than that of the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: TOGETHER } } },
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
