/**
 * Measures what is limited, and writes it into `SIZES.md`.
 *
 *   npm run sizes
 */
import { writeFile } from "node:fs/promises";
import { LIMITED } from "../pkg-tests/shared/sizes.mjs";
import { at } from "./build/paths.mjs";

const kilobytes = (bytes) => `${Math.round(bytes / 1000)} KB`;

const rows = [];
for (const [name, { measure, limit }] of Object.entries(LIMITED))
  rows.push(`| ${name} | ${kilobytes(await measure())} | ${kilobytes(limit)} |`);

const text = `# Sizes

Written by \`npm run sizes\`. A test fails where a size is above its limit. A first visit ends once the scene is shown and nothing more is loaded for it; what
stores the page for use without a network is loaded after that, in the background.

| what | size | limit |
|---|---:|---:|
${rows.join("\n")}
`;
await writeFile(at("SIZES.md"), text);
console.log(text);
