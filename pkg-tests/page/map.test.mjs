/** The map in Chromium: what boxes say is what the trace has, the reader's place is marked, keys and clicks lead along the arrows, and parts open. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { SaxesParser } from "saxes";
import { load } from "../../pkg/node.js";
import { shortNumber } from "../../pkg/text.js";
import { openPage } from "../shared/browser.mjs";
import { caseFiles } from "../shared/golden.mjs";
import { after, before, test } from "../shared/tests.mjs";
import { assertAccessible } from "./looks/accessible.mjs";
import { buildAlone } from "./pictures/site.mjs";

const lab = await load();
const site = {};
before(async () => {
  Object.assign(site, await buildAlone(fileURLToPath(new URL("map", import.meta.url))));
});
after(() => site.close?.());

const files = await caseFiles();
const caseOf = (algorithm, name) => {
  const { inputs } = files
    .filter((file) => file.algorithm === algorithm)
    .flatMap(({ cases }) => cases)
    .find((known) => known.name === name);
  return { algorithm, inputs };
};
const ATTENTION = caseOf("scaled-dot-product-attention", "worked example of the CMU lecture");
const GAT = caseOf("gat-layer", "lecture heads=2 mean");
const TRANSFORMER = caseOf("encoder-decoder", "teacher forcing");

async function openMap(options) {
  const opened = await openPage(site, options);
  await opened.page.goto(site.address);
  await opened.page.waitForFunction(() => globalThis.test);
  return opened;
}

const show = (page, what) => page.evaluate(async (given) => void (await test.show(given)), what);
const drawn = (page) => page.evaluate(() => test.drawn());

/** What the map shows, and what it was made from. */
const read = (page) =>
  page.evaluate(() => {
    const map = test.map();
    const at = (element) => element.getBoundingClientRect();
    const boxes = [...map.shadowRoot.querySelectorAll(".box")].map((box) => {
      const shape = box.querySelector(".shape");
      return {
        key: box.dataset.key,
        step: box.dataset.stepId,
        label: shape.textContent,
        free: at(shape).right <= at(box.querySelector("ag-thumbnail")).left + 0.5 && at(shape).left >= at(box).left,
        said: box.textContent,
        current: box.getAttribute("aria-current") === "step",
        expanded: box.getAttribute("aria-expanded"),
      };
    });
    const arrows = [...map.shadowRoot.querySelectorAll(".arrow")].map((arrow) => ({
      from: arrow.dataset.from,
      to: arrow.dataset.to,
      lit: arrow.classList.contains("lit"),
    }));
    return { boxes, arrows, focused: map.shadowRoot.activeElement?.dataset.key ?? null, boxOf: [...map.graph.boxOf] };
  });

/** The elements of a document, counted by name, and its texts; throws if it is not well-formed. */
function readSVG(source) {
  const counts = new Map();
  const texts = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => counts.set(name, (counts.get(name) ?? 0) + 1));
  parser.on("text", (text) => texts.push(text));
  parser.write(source).close();
  return { counts, texts };
}

const labelOf = ({ shape, data }) => (shape.length === 0 ? shortNumber(data[0]) : shape.join(" × "));

test("boxes say what the trace has, each read is an arrow, and the place of every step is marked and in sight", async () => {
  const { page, problems, close } = await openMap({ viewport: { width: 700, height: 800 } });
  for (const run of [ATTENTION, GAT, TRANSFORMER]) {
    const { steps } = lab.trace(run.algorithm, run.inputs);
    const byId = new Map(steps.map((step) => [step.id, step]));
    await show(page, run);
    for (const state of ["at first", "all open"]) {
      if (state === "all open") await page.evaluate(() => test.map().openPart(""));
      await drawn(page);
      const { boxes, arrows, boxOf } = await read(page);
      assert.equal(new Set(boxOf.map(([step]) => step)).size, steps.length);
      for (const { key, step, label, free, said } of boxes) {
        assert.equal(label, labelOf(byId.get(step)), `${run.algorithm}: ${key}`);
        assert.ok(free, `${run.algorithm}: the shape of ${key} is covered`);
        const shape = byId.get(step).shape;
        if (shape.length > 0) assert.ok(said.includes(shape.join(" × ")), said);
      }
      const place = new Map(boxOf);
      const expected = new Set(
        steps.flatMap(({ id, reads }) => reads.map(({ step }) => `${place.get(step)} ${place.get(id)}`)),
      );
      for (const key of place.values()) expected.delete(`${key} ${key}`);
      assert.deepEqual(arrows.map(({ from, to }) => `${from} ${to}`).sort(), [...expected].sort());
      // In a run of hundreds of steps every seventh is enough.
      for (const { id, reads } of steps.filter((_, position) => steps.length < 60 || position % 7 === 0)) {
        const seen = await page.evaluate(async (current) => {
          const map = test.map();
          map.current = current;
          await map.updateComplete;
          // It is brought into sight in the next frame.
          await new Promise((done) => requestAnimationFrame(done));
          const marked = [...map.shadowRoot.querySelectorAll(".box[aria-current=step]")];
          const lit = [...map.shadowRoot.querySelectorAll(".arrow.lit")].map(({ dataset }) => [
            dataset.from,
            dataset.to,
          ]);
          const view = map.shadowRoot.querySelector(".view").getBoundingClientRect();
          const box = marked[0].getBoundingClientRect();
          const inSight =
            box.top >= view.top && box.bottom <= view.bottom && box.left < view.right && box.right > view.left;
          return { marked: marked.map(({ dataset }) => dataset.key), lit, inSight };
        }, id);
        assert.deepEqual(seen.marked, [place.get(id)], id);
        assert.ok(seen.inSight, `${run.algorithm}: ${id} is not in sight`);
        const operands = new Set(reads.map(({ step }) => place.get(step)));
        operands.delete(place.get(id));
        assert.deepEqual(new Set(seen.lit.map(([from]) => from)), operands, id);
        assert.ok(seen.lit.every(([, to]) => to === place.get(id)));
      }
    }
  }
  assert.deepEqual(problems, []);
  await close();
});

test("keys lead along the arrows, go to a step, and open and fold parts; a click does the same", async () => {
  const { page, problems, close } = await openMap();
  const { steps } = lab.trace(GAT.algorithm, GAT.inputs);
  await show(page, { ...GAT, current: steps[0].id, flow: "down" });
  await page.evaluate(() => test.map().shadowRoot.querySelector("[tabindex='0'][role=treeitem]").focus());
  const focused = async () => (await read(page)).focused;
  const press = async (key) => {
    await page.keyboard.press(key);
    return focused();
  };
  const { arrows } = await read(page);
  const joined = (from, to) => arrows.some((arrow) => arrow.from === from && arrow.to === to);
  assert.equal(await focused(), steps[0].id);
  let place = await press("Home");
  for (let moves = 0; moves < 40; moves += 1) {
    const next = await press("ArrowDown");
    if (next === place) break;
    assert.ok(joined(place, next), `${place} → ${next}`);
    place = next;
  }
  assert.equal(place, steps.at(-1).id);
  const above = await press("ArrowUp");
  assert.ok(joined(above, place));
  // Features and projection are next to each other in a row, and nothing is nearer to either.
  await page.evaluate(() => test.map().shadowRoot.querySelector("[data-key='gat.features']").focus());
  const [there, back] = (await page.evaluate(() => {
    const left = (key) => test.map().shadowRoot.querySelector(`[data-key="${key}"]`).getBoundingClientRect().left;
    return left("gat.projection") < left("gat.features");
  }))
    ? ["ArrowLeft", "ArrowRight"]
    : ["ArrowRight", "ArrowLeft"];
  assert.equal(await press(there), "gat.projection");
  assert.equal(await press(back), "gat.features");
  assert.equal(await press("End"), steps.at(-1).id);
  await press("Enter");
  assert.deepEqual(await page.evaluate(() => test.gone), [steps.at(-1).id]);
  assert.ok((await read(page)).boxes.find(({ key }) => key === steps.at(-1).id).current);

  // Small steps are shown and folded again.
  const scores = page.locator('ag-map .small[data-small="gat.scores"]');
  const before = (await read(page)).boxes.length;
  await scores.click();
  await drawn(page);
  assert.ok((await read(page)).boxes.some(({ key }) => key === "gat.negative-slope"));
  await scores.click();
  await drawn(page);
  assert.equal((await read(page)).boxes.length, before);
  assert.equal((await page.evaluate(() => test.gone)).length, 1);

  await show(page, { ...TRANSFORMER, flow: "down" });
  const part = "encoder/layers[0]/attention";
  await page.locator(`ag-map .box[data-key="${part}"]`).focus();
  assert.equal(await press("+"), part);
  await drawn(page);
  const open = await read(page);
  assert.ok(open.boxes.some(({ key }) => key === `${part}/multi-head.scores`));
  assert.equal(open.focused, part, "the focus stays on the part that opens");
  await press("ArrowDown");
  assert.ok((await focused()).startsWith(`${part}/`));
  assert.equal(await press("-"), part);
  await drawn(page);
  assert.ok(!(await read(page)).boxes.some(({ key }) => key.startsWith(`${part}/`)));
  assert.equal(await focused(), part);
  await page.locator(`ag-map .box[data-key="${part}"]`).click();
  await drawn(page);
  assert.ok((await read(page)).boxes.some(({ key }) => key === `${part}/multi-head.scores`));
  await page.locator(`ag-map .part[data-key="${part}"] > .head > .title`).click();
  await drawn(page);
  assert.ok((await read(page)).boxes.some(({ key, expanded }) => key === part && expanded === "false"));
  assert.deepEqual(await page.evaluate(() => test.gone), []);
  assert.deepEqual(problems, []);
  await close();
});

for (const options of [
  { name: "360 px, Korean", language: "ko", viewport: { width: 360, height: 700 } },
  { name: "dark, with reduced motion", language: "en", colorScheme: "dark", reducedMotion: "reduce" },
]) {
  test(`axe-core finds nothing, the page does not scroll sideways, and the picture stands alone: ${options.name}`, async () => {
    const { name: _, language, ...how } = options;
    const { page, problems, close } = await openMap(how);
    if (how.colorScheme === "dark") await page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
    for (const run of [ATTENTION, GAT, TRANSFORMER]) {
      const { steps } = lab.trace(run.algorithm, run.inputs);
      await show(page, { ...run, language, current: 9, visited: [0, 1, 2, 9] });
      await assertAccessible(page, { place: run.algorithm });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
      const moves = await page.evaluate(() => {
        const map = test.map();
        map.foldPart("");
        map.openPart("");
        return map.updateComplete.then(() => getComputedStyle(map.shadowRoot.querySelector(".box")).transitionDuration);
      });
      if (how.reducedMotion) assert.equal(moves, "0s");
      await drawn(page);
      const picture = readSVG(await page.evaluate(() => test.map().toSVG()));
      const { boxes, arrows } = await read(page);
      assert.equal(picture.counts.get("path"), 2 * arrows.length);
      assert.equal(picture.counts.get("image"), boxes.length);
      assert.ok(!picture.counts.has("style") && !picture.counts.has("script"));
      const byId = new Map(steps.map((step) => [step.id, step]));
      for (const { step } of boxes) {
        const label = labelOf(byId.get(step));
        assert.ok(
          picture.texts.some((text) => text.endsWith(label)),
          `${step}: ${label}`,
        );
      }
    }
    assert.deepEqual(problems, []);
    await close();
  });
}
