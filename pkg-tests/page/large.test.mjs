/** What an address asks for is estimated before it is computed: a page that would be busy for long asks, and computes in the background. */
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { test } from "../shared/tests.mjs";
import { openPage, useSite } from "./site.mjs";

const site = useSite();

/** The address of the lesson on GCN with a graph of so many nodes and no edges. */
function address(nodes) {
  const graph = { nodes, edges: [], directed: false, weights: null };
  const code = deflateRawSync(JSON.stringify({ inputs: { graph } })).toString("base64url");
  return `${site.address}#/gcn?i=v1.${code}`;
}

test("a short address that asks for hours opens the lesson with its own inputs, and asks", async () => {
  const { page, problems, close } = await openPage(site);
  assert.ok(address(8192).length - site.address.length < 110);
  await page.goto(address(8192));
  await page.locator(".link-message").waitFor();
  await page.locator("ag-lesson .stage").waitFor();
  await page.locator("[data-action=compute]").waitFor();
  assert.match(await page.locator(".link-message").textContent(), /\d.* seconds/);
  assert.deepEqual(problems, []);
  await close();
});

test("a large run is computed beside the page, can be stopped, and its results are the library's", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(address(2400));
  await page.locator("[data-action=compute]").waitFor();
  // Stopped as soon as that is offered, by the page itself: a fast machine is done with the run in the time that a click takes.
  await page.evaluate(async () => {
    const button = (action) => document.querySelector(`[data-action=${action}]`);
    button("compute").click();
    while (!button("cancel")) await new Promise(requestAnimationFrame);
    button("cancel").click();
    while (!button("compute")) await new Promise(requestAnimationFrame);
    button("compute").click();
  });
  await page.locator('[data-output="adjacency"]').waitFor();
  assert.match(await page.locator('[data-output="adjacency"]').textContent(), /2400 × 2400/);
  assert.deepEqual(problems, []);
  await close();
});
