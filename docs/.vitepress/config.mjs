/** The site of the documentation. `npm run docs` writes docs/generated/ first: the pages of the algorithms and the references. */
import { readdirSync, readFileSync } from "node:fs";
import { tex } from "@mdit/plugin-tex";
import temml from "temml";
import { defineConfig } from "vitepress";
import { linkNames } from "./link-names.mjs";
import { liveBlocks } from "./live-blocks.mjs";

const sidebar = JSON.parse(readFileSync(new URL("../generated/sidebar.json", import.meta.url), "utf8"));

const TOPICS = {
  attention: "Attention",
  sequence: "Recurrence",
  transformer: "Transformers",
  vision: "Images as tokens",
  pretraining: "Pre-training",
  position: "Positions",
  graph: "Graphs",
  sparse: "Sparse attention",
};

const item = (text, link) => ({ text, link });

const folder = new URL("../", import.meta.url);

/** The titles of the documents of a folder, by name. */
function titlesOf(place) {
  const names = readdirSync(place).filter((name) => name.endsWith(".md") && name !== "index.md");
  const title = (name) => readFileSync(new URL(name, place), "utf8").match(/^# (.*)$/m)[1];
  return Object.fromEntries(names.map((name) => [name.replace(".md", ""), title(name)]));
}

const titles = titlesOf(folder);

/** What students and lecturers read, in Korean. */
const korean = titlesOf(new URL("ko/", folder));

const page = (name) => item(titles[name], `/${name}`);

/** The documents to be read in this order; every other one is a reference. */
const GUIDE = [
  "start",
  "lecturers",
  "students",
  "authors",
  "developers",
  "elements",
  "gallery",
  "slides",
  "notebooks",
  "recipes",
  "offline",
];
const ELSEWHERE = ["algorithms"];

const reference = [
  ...Object.keys(titles)
    .filter((name) => ![...GUIDE, ...ELSEWHERE].includes(name))
    .map(page),
  item("Types", "/api/"),
  { ...item("Rust library", "/rust/attograph/index.html"), target: "_self" },
  item("Changes", "/changelog"),
];

const algorithms = sidebar.map(({ topic, algorithms }) => ({
  text: TOPICS[topic],
  collapsed: true,
  items: algorithms.map(({ id, title }) => item(title, `/algorithms/${id}`)),
}));

const ids = new Set(sidebar.flatMap(({ algorithms }) => algorithms.map(({ id }) => id)));

/** The folder of the server, which `npm run docs` passes. */
const base = process.env.ATTOGRAPH_BASE ?? "/";

/** Writes a formula as MathML, which browsers show without a font or a style of ours. */
const render = (text, displayMode) => temml.renderToString(text, { displayMode, throwOnError: true, annotate: false });

export default defineConfig({
  title: "Attograph",
  description: "Attention on sequences and on graphs: every number with the arithmetic that made it",
  lang: "en",
  base,
  head: [["link", { rel: "icon", href: "data:," }]],
  rewrites: { "generated/:page*": ":page*" },
  metaChunk: true,
  // The index of the search is one large chunk, which is loaded when somebody searches.
  vite: { publicDir: "generated/public", build: { chunkSizeWarningLimit: 2000 } },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("attograph-") } } },
  markdown: {
    config: (markdown) => {
      markdown.use(liveBlocks);
      markdown.use(tex, { render, delimiters: "dollars" });
      markdown.use(linkNames, { ids, base });
    },
  },
  themeConfig: {
    nav: [
      { ...item("Course", "/course/index.html"), target: "_self" },
      item("Getting started", "/start"),
      item("Algorithms", "/algorithms"),
      item("In JavaScript", "/javascript"),
    ],
    sidebar: [
      { text: "Guide", items: GUIDE.map(page) },
      { text: "Reference", items: reference },
      { text: "한국어", items: ["start", "students", "lecturers"].map((name) => item(korean[name], `/ko/${name}`)) },
      { text: "Algorithms", items: [item("All", "/algorithms"), ...algorithms] },
    ],
    outline: [2, 3],
    search: { provider: "local" },
  },
});
