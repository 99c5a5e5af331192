/** The types of the elements in the templates of frameworks, as their own compilers check them. */
import { program } from "../kinds.mjs";
import { programModule } from "../study.mjs";

const OPTIONS = {
  ...{ strict: true, noEmit: true, target: "es2022", module: "esnext", moduleResolution: "bundler", types: [] },
  ...{ lib: ["es2023", "dom", "dom.iterable"], exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
};

const TYPESCRIPT = { typescript: "5.9.3" };

/** A project whose templates are compiled; the mistakes in them have to be errors. */
const templates = ({ files, options, command, ...entry }) =>
  program({
    ...entry,
    files: {
      ...files,
      "main.js": programModule(),
      "tsconfig.json": JSON.stringify({ compilerOptions: { ...OPTIONS, ...options }, include: ["src"], ...entry.own }),
    },
    commands: [command, [process.execPath, "main.js"]],
    note: "types of templates",
    expects: { from: "file", engine: "workers" },
  });

/** JSX, with the names that a framework has for a class and for a listener. */
const jsx = ({ framework, ref = "", className, listener }) => `import "attograph/elements/${framework}";
${ref}
export const Page = () => (
  <div>
    <attograph-figure ref={(figure: AttographFigure | null) => void figure?.go(1)} ${className}="x" algorithm="gat-layer" step="gat.weights" inputs={{ x: [[1, 2]] }} names={{ node: ["Ann"] }} fit={true} ${listener}={(event) => event.detail.code.length}><p>…</p></attograph-figure>
    <attograph-attention weights={[[[[1]]]]} tokens="a" layer={0} head="0" />
    <attograph-lab-hash state="#/labs/hash" theme="dark" />
    <attograph-exercise id="attention-steps" difficulty="hard" seed="3" />
    {/* @ts-expect-error an attribute that does not exist */}
    <attograph-figure algoritm="gat-layer" />
    {/* @ts-expect-error a difficulty that does not exist */}
    <attograph-exercise difficulty="harder" />
  </div>
);
`;

const FIGURE_TYPE = 'import type { AttographFigure } from "attograph/elements";';

export const templateTypes = [
  templates({
    name: "React 19, types of templates",
    install: { ...TYPESCRIPT, "@types/react": "19.3.0" },
    files: {
      "src/page.tsx": jsx({ framework: "react", ref: FIGURE_TYPE, className: "className", listener: "onag-error" }),
    },
    options: { jsx: "react-jsx" },
    command: ["tsc", "-p", "."],
  }),
  templates({
    name: "Preact 10, types of templates",
    install: { ...TYPESCRIPT, preact: "10.27.2" },
    files: {
      "src/page.tsx": jsx({ framework: "preact", ref: FIGURE_TYPE, className: "class", listener: "onag-error" }),
    },
    options: { jsx: "react-jsx", jsxImportSource: "preact" },
    command: ["tsc", "-p", "."],
  }),
  templates({
    name: "Solid 1, types of templates",
    install: { ...TYPESCRIPT, "solid-js": "1.9.10" },
    files: {
      "src/page.tsx": jsx({ framework: "solid", ref: FIGURE_TYPE, className: "class", listener: "on:ag-error" }),
    },
    options: { jsx: "preserve", jsxImportSource: "solid-js" },
    command: ["tsc", "-p", "."],
  }),
  templates({
    name: "Vue 3, types of templates",
    install: { ...TYPESCRIPT, vue: "3.5.24", "vue-tsc": "3.1.5" },
    files: {
      "src/Page.vue": `<script setup lang="ts">
import "attograph/elements/vue";
const inputs = { x: [[1, 2]] };
</script>

<template>
  <attograph-figure class="x" algorithm="gat-layer" :inputs="inputs" fit @ag-error="(event) => event.detail.code.length"><p>…</p></attograph-figure>
  <attograph-attention :weights="[[[[1]]]]" tokens="a" :layer="0"></attograph-attention>
  <!-- @vue-expect-error a difficulty that does not exist -->
  <attograph-exercise difficulty="harder"></attograph-exercise>
</template>
`,
    },
    own: { vueCompilerOptions: { strictTemplates: true } },
    command: ["vue-tsc", "-p", "."],
  }),
  templates({
    name: "Svelte 5, types of templates",
    install: { ...TYPESCRIPT, svelte: "5.43.8", "svelte-check": "4.3.4" },
    files: {
      "src/Page.svelte": `<script lang="ts">
  import "attograph/elements/svelte";
  import type { SvelteHTMLElements } from "svelte/elements";
  const inputs = { x: [[1, 2]] };
  // @ts-expect-error a difficulty that does not exist
  export const exercise: SvelteHTMLElements["attograph-exercise"] = { difficulty: "harder" };
</script>

<attograph-figure class="x" algorithm="gat-layer" {inputs} fit onag-error={(event) => event.detail.code.length}><p>…</p></attograph-figure>
<attograph-attention weights={[[[[1]]]]} tokens="a" layer={0}></attograph-attention>
`,
    },
    command: ["svelte-check", "--tsconfig", "./tsconfig.json"],
  }),
];
