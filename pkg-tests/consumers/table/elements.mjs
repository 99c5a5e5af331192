/** Projects with a figure in their page: bundlers, and frameworks that render it on a server first. */
import { FIGURE, figureModule, figureProblems, MEANWHILE } from "../figure.mjs";
import { page, served } from "../kinds.mjs";
import { html } from "../study.mjs";

const MODULE = '<script type="module" src="main.js"></script>';

/** The figure and the first trace are what is looked at; the rows without a figure have the large run. */
const fromFile = { from: "file", engine: "none" };
const problemsOf = (site) => figureProblems(site);

/** A bundler whose page lies in the folder that it writes to. */
const bundled = (entry) =>
  page({
    problemsOf,
    files: { "main.js": figureModule(), "dist/index.html": html(FIGURE, MODULE) },
    output: "dist",
    expects: fromFile,
    ...entry,
  });

const NEXT = {
  "app/layout.js": `export default function Layout({ children }) {
  return <html lang="en"><head><link rel="icon" href="data:," /></head><body>{children}</body></html>;
}
`,
  "app/page.js": `import Client from "./client.js";

export default function Page() {
  return <main><Client /></main>;
}
`,
  "app/client.js": `"use client";
import { load } from "attograph";
import "attograph/elements";
import { useEffect } from "react";
import { first, inputs } from "../study.js";

export default function Client() {
  useEffect(() => {
    globalThis.consumer = { first: first(load, inputs) };
  }, []);
  return <attograph-figure algorithm="scaled-dot-product-attention" step="attention.weights"><p>${MEANWHILE}</p></attograph-figure>;
}
`,
};

const ASTRO = {
  "src/pages/index.astro": `---
import "attograph/elements";
---
${html(FIGURE, '<script>\nimport "../main.js";\n</script>')}`,
  "src/main.js": figureModule().replace("./study.js", "../study.js"),
};

const SVELTE = `<script>
  import "attograph/elements";
  import { load } from "attograph";
  import { onMount } from "svelte";
  import { first, inputs } from "STUDY";
  onMount(() => {
    globalThis.consumer = { first: first(load, inputs) };
  });
</script>

${FIGURE}
`;

const SVELTEKIT = {
  "svelte.config.js": `import adapter from "@sveltejs/adapter-static";
export default { kit: { adapter: adapter() } };
`,
  "vite.config.js": `import { sveltekit } from "@sveltejs/kit/vite";
export default { plugins: [sveltekit()] };
`,
  "src/app.html": `<!doctype html>
<html lang="en"><head><link rel="icon" href="data:,">%sveltekit.head%</head><body><div>%sveltekit.body%</div></body></html>
`,
  "src/routes/+layout.js": "export const prerender = true;\n",
  "src/routes/+page.svelte": SVELTE.replace("STUDY", "../../study.js"),
};

const NUXT = {
  "nuxt.config.ts": `export default {
  compatibilityDate: "2026-01-01",
  telemetry: false,
  app: { head: { link: [{ rel: "icon", href: "data:," }] } },
  vue: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("attograph-") } },
};
`,
  "app/app.vue": `<script setup>
import "attograph/elements";
import { load } from "attograph";
import { onMounted } from "vue";
import { first, inputs } from "../study.js";
onMounted(() => {
  globalThis.consumer = { first: first(load, inputs) };
});
</script>

<template>
  ${FIGURE}
</template>
`,
};

/** What the build of Angular leaves behind, as docs/recipes.md has it. */
const BESIDE_THE_BUNDLE = [
  { glob: "*.wasm", input: "node_modules/attograph", output: "." },
  { glob: "*.woff2", input: "node_modules/attograph/elements", output: "." },
];

const ANGULAR = {
  "angular.json": JSON.stringify({
    version: 1,
    cli: { analytics: false },
    projects: {
      consumer: {
        projectType: "application",
        root: "",
        architect: {
          build: {
            builder: "@angular/build:application",
            options: {
              browser: "src/main.ts",
              index: "src/index.html",
              tsConfig: "tsconfig.json",
              outputPath: "dist",
              assets: BESIDE_THE_BUNDLE,
            },
          },
        },
      },
    },
  }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      ...{ target: "es2022", module: "preserve", moduleResolution: "bundler", lib: ["es2022", "dom"], strict: true },
      ...{ allowJs: true, skipLibCheck: true, experimentalDecorators: true },
    },
    files: ["src/main.ts"],
  }),
  "src/index.html": html("<consumer-root></consumer-root>"),
  "src/main.ts": `import { Component, CUSTOM_ELEMENTS_SCHEMA, provideZonelessChangeDetection } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
import { load } from "attograph";
import "attograph/elements";
import { first, inputs } from "../study.js";

@Component({ selector: "consumer-root", schemas: [CUSTOM_ELEMENTS_SCHEMA], template: \`${FIGURE}\` })
class Root {
  constructor() {
    (globalThis as Record<string, unknown>)["consumer"] = { first: first(load, inputs) };
  }
}

bootstrapApplication(Root, { providers: [provideZonelessChangeDetection()] });
`,
};

export const elements = [
  bundled({
    name: "a figure, webpack 5",
    install: { webpack: "5.112.2", "webpack-cli": "7.3.1" },
    commands: [["webpack", "./main.js", "--mode", "production"]],
  }),
  bundled({
    name: "a figure, Rspack 2",
    install: { "@rspack/core": "2.3.2", "@rspack/cli": "2.2.8" },
    commands: [["rspack", "build", "--entry", "./main.js", "--mode", "production"]],
  }),
  bundled({
    name: "a figure, Parcel 2",
    install: { parcel: "2.16.4" },
    files: { "main.js": figureModule(), "index.html": html(FIGURE, MODULE) },
    commands: [["parcel", "build", "index.html", "--no-cache"]],
  }),
  bundled({
    name: "a figure, Vite 8",
    install: { vite: "8.3.8" },
    files: { "main.js": figureModule(), "index.html": html(FIGURE, MODULE) },
    commands: [["vite", "build"]],
  }),
  served({
    name: "a figure, Next 16",
    install: { next: "16.4.6", react: "19.3.1", "react-dom": "19.3.1" },
    files: NEXT,
    commands: [["next", "build"]],
    output: ".next/static",
    server: (port) => ["next", "start", "--hostname", "127.0.0.1", "--port", port],
    problemsOf,
    expects: fromFile,
  }),
  bundled({
    name: "a figure, Astro 5",
    install: { astro: "5.16.0" },
    files: ASTRO,
    commands: [["astro", "build"]],
  }),
  bundled({
    name: "a figure, SvelteKit 2, prerendered",
    install: {
      "@sveltejs/kit": "2.48.5",
      "@sveltejs/adapter-static": "3.0.10",
      "@sveltejs/vite-plugin-svelte": "6.2.1",
      svelte: "5.43.8",
      vite: "7.3.8",
    },
    files: SVELTEKIT,
    commands: [["vite", "build"]],
    output: "build",
  }),
  bundled({
    name: "a figure, Angular 20",
    install: {
      "@angular/build": "20.3.41",
      "@angular/cli": "20.3.43",
      ...Object.fromEntries(
        ["common", "compiler", "compiler-cli", "core", "platform-browser"].map((name) => [
          `@angular/${name}`,
          "20.3.35",
        ]),
      ),
      ...{ rxjs: "7.8.2", tslib: "2.8.1", typescript: "5.9.3" },
    },
    files: ANGULAR,
    commands: [["ng", "build"]],
    output: "dist/browser",
    // The figure is in the template of a component, which only the browser renders.
    problemsOf: (site) => figureProblems(site, { rendered: false }),
  }),
  served({
    name: "a figure, Nuxt 4",
    install: { nuxt: "4.3.1", vue: "3.5.45" },
    files: NUXT,
    commands: [["nuxt", "build"]],
    output: ".output/public",
    server: (port) => ["env", `PORT=${port}`, "HOST=127.0.0.1", process.execPath, ".output/server/index.mjs"],
    problemsOf,
    expects: fromFile,
  }),
];
