/** What axe-core finds wrong in a page. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Asserts that axe-core finds no violation of its rules, or of those that are named; `place` is what is shown. */
export async function assertAccessible(page, { rules, place } = {}) {
  // Once for a document: what it has compiled is quicker the next time. The driver's own way to evaluate a text is against the page's policy.
  if (!(await page.evaluate(() => "axe" in globalThis))) {
    const session = await page.context().newCDPSession(page);
    await session.send("Runtime.evaluate", { expression: axe });
    await session.detach();
  }
  const { violations } = await page.evaluate((runOnly) => {
    // What axe-core would load first, style sheets and media, is for two rules alone, which a test of the built files has in its place: it takes a fifth of the time.
    return globalThis.axe.run(document, { resultTypes: ["violations"], preload: false, ...(runOnly && { runOnly }) });
  }, rules);
  const found = violations.map(({ id, nodes }) => {
    const texts = nodes.slice(0, 3).map(({ html, target }) => `${target.join(" ")} ${html.slice(0, 160)}`);
    return `${id}: ${texts.join(" | ")}`;
  });
  assert.deepEqual(found, [], place);
}
