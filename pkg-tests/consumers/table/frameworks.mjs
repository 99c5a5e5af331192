/** Frameworks that build pages and serve them. */
import { page, served } from "../kinds.mjs";
import { INLINE, pageModule } from "../study.mjs";

const NEXT = {
  "app/layout.js": `export default function Layout({ children }) {
  return <html lang="en"><head><link rel="icon" href="data:," /></head><body>{children}</body></html>;
}
`,
  "app/page.js": `import { load } from "attograph";
import { first, inputs } from "../study.js";
import Client from "./client.js";

export const dynamic = "force-dynamic";

export default async function Page() {
  const result = await first(load, inputs);
  return <main><output>{JSON.stringify(result)}</output><Client /></main>;
}
`,
  "app/client.js": `"use client";
import { load } from "attograph";
import { useEffect } from "react";
import { first, inputs, large } from "../study.js";

export default function Client() {
  useEffect(() => {
    const withFast = () => load({ fast: () => import("attograph/fast") });
    globalThis.consumer = { first: first(load, inputs), large: () => large(withFast, 10_000) };
  }, []);
  return null;
}
`,
};

/** A page of Observable Framework with this module. The id of its heading is not `consumer`, which would be a variable of the page. */
const markdown = (module) => `# Attention\n\n\`\`\`js\n${module}\`\`\`\n`;

export const frameworks = [
  served({
    name: "Next 16, client and server",
    install: { next: "16.4.6", react: "19.3.1", "react-dom": "19.3.1" },
    files: NEXT,
    commands: [["next", "build"]],
    output: ".next/static",
    server: (port) => ["next", "start", "--hostname", "127.0.0.1", "--port", port],
    read: async (page) => [JSON.parse(await page.locator("output").textContent())],
    note: "emitted with the fast engine",
    // Emitted are the three WebAssembly files, 1.9 MB, the two copies, 0.7 MB, the framework, 0.6 MB, and the modules.
    expects: { from: "file", engine: "workers", most: { requests: 10, loaded: 700_000, bytes: 3_550_000, files: 25 } },
  }),
  page({
    name: "Observable Framework, inline",
    note: "Framework does not write what a package imports later, which the other entries do",
    install: { "@observablehq/framework": "1.13.4" },
    files: {
      "observablehq.config.js": `// The usual style sheets ask another server for fonts.
export default { title: "Consumer", globalStylesheets: [], head: '<link rel="icon" href="data:,">' };
`,
      "src/index.md": markdown(pageModule("attograph/inline")),
    },
    withFast: { "src/index.md": markdown(pageModule("attograph/inline", INLINE)) },
    studyPath: "src/study.js",
    commands: [["observable", "build"]],
    output: "dist",
    expects: { from: "inline", engine: "alone", most: { requests: 6, bytes: 700_000, files: 8 } },
  }),
];
