/** The labs: every number that is drawn is one of the library's, everything can be changed by pointer and keys, and the address holds it. */
import assert from "node:assert/strict";
import { shortNumber } from "../../pkg/text.js";
import { dragFrames } from "../shared/drag.mjs";
import { test } from "../shared/tests.mjs";
import {
  addressed,
  addresses,
  assertNumbers,
  decode,
  goTo,
  known,
  lab,
  labs,
  settingOf,
  settled,
  stepOf,
  valueAt,
} from "./labs.mjs";
import { addressOf, openPage, twoFrames, useSite } from "./site.mjs";

const site = useSite();

test("controls change the run and the address, which opens the same again; a wrong address opens the lab as it is", async () => {
  const { page, problems, close } = await openPage(site);
  const spec = labs.find(({ id }) => id === "hash");
  await goTo(page, site, `#/labs/${spec.id}`);
  const control = spec.controls.find(({ kind }) => kind === "slider");
  await page.locator(`[data-control=${control.id}]`).focus();
  await page.keyboard.press("ArrowRight");
  await page.locator("[data-control=compare]").selectOption(control.id);
  await page.locator(`[data-control=${control.id}-other]`).waitFor();
  await page.locator(`[data-control=${control.id}-other]`).focus();
  await page.keyboard.press("End");
  await settled(page);
  const expected = { [control.id]: control.start + control.step, [`other.${control.id}`]: control.to };
  await addressed(page);
  const { hash } = new URL(await addressOf(page));
  assert.deepEqual(decode(hash), expected);
  await goTo(page, site, hash);
  await assertNumbers(page, spec, settingOf(spec, expected));
  await assertNumbers(page, spec, settingOf(spec, expected, true), "other");
  await goTo(page, site, addresses(spec.id, { [control.id]: control.to + 1 }));
  await page.locator(".link-message").waitFor();
  await assertNumbers(page, spec, settingOf(spec, {}));
  await goTo(page, site, "#/labs/no-such-lab");
  await page.locator(".link-message").waitFor();
  await page.locator("[data-lab-link]").first().waitFor();
  assert.deepEqual(problems, []);
  await close();
});

for (const [id, state, count] of [
  ["hash", {}, 8],
  ["symmetry", { "other.machine": "causal" }, 6],
  ["morph", { thing: "sentence", stop: 4 }, 5],
  ["patterns", { tokens: 16 }, 16],
]) {
  test(`tokens of the lab ${id} are called as the reader says, in both runs, after a reload and by whoever opens the address`, async () => {
    const { page, problems, close } = await openPage(site);
    await goTo(page, site, addresses(id, state));
    const field = page.locator(".lab-side .names-field input");
    assert.equal((await field.inputValue()).split(",").length, count);
    await field.fill("Möwe, , 갈매기");
    await page.keyboard.press("Tab");
    const named = (text) => page.locator(".lab-run", { has: page.getByText(text, { exact: true }) });
    const runs = "other.machine" in state ? 2 : 1;
    await page.waitForFunction(() => document.querySelector("ag-lab").changes.names === "Möwe, , 갈매기");
    await addressed(page);
    const { hash } = new URL(await addressOf(page));
    assert.deepEqual(decode(hash), { ...state, names: "Möwe, , 갈매기" });
    for (const again of [false, true]) {
      if (again) await goTo(page, site, hash);
      for (const text of ["Möwe", "갈매기"]) {
        await named(text).first().waitFor();
        assert.equal(await named(text).count(), runs, text);
      }
    }
    const [first, second, third, ...rest] = (await field.inputValue()).split(", ");
    assert.deepEqual([first, third, rest.length], ["Möwe", "갈매기", count - 3]);
    assert.notEqual(second, "", "a token without a name of the reader has its own");
    // What has the name that it has in the lab is not written.
    const typed = ["Möwe", second, "물고기", ...rest].join(", ");
    await field.fill(typed);
    // What is computed meanwhile draws the lab anew.
    await page.evaluate(async () => {
      const lab = document.querySelector("ag-lab");
      lab.requestUpdate();
      await lab.updateComplete;
    });
    assert.equal(await field.inputValue(), typed);
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => document.querySelector("ag-lab").changes.names === "Möwe, , 물고기");
    await field.fill("");
    await page.keyboard.press("Tab");
    await named("Möwe").first().waitFor({ state: "detached" });
    assert.deepEqual(problems, []);
    await close();
  });
}

test("the cursors of Positions move its controls, which stay within the sequence, and a number opens in its own run", async () => {
  const { page, problems, close } = await openPage(site);
  const spec = labs.find(({ id }) => id === "positions");
  const stateNow = async () => {
    await addressed(page);
    return decode(new URL(await addressOf(page)).hash);
  };
  const check = async (state) => {
    assert.deepEqual(await stateNow(), state);
    const setting = settingOf(spec, state);
    await assertNumbers(page, spec, setting);
    const { facts, says } = known.get(spec).stageAt(setting);
    assert.ok(says.length > 0 && facts.distance, "the lab says something on the distance");
    const said = await page.locator(".lab-says").innerText();
    const distance = valueAt(stepOf(spec, setting, "pair", "vectors.distances"), [0, 0]);
    assert.ok(said.includes(shortNumber(distance)), `${said} does not name ${distance}`);
  };
  await goTo(page, site, `#/labs/${spec.id}`);
  const cursor = (run) => page.locator(`figure[data-of=${run}] ag-curves .cursor`);
  await cursor("sinusoidal").focus();
  await page.keyboard.press("ArrowRight");
  await check({ position: 4 });
  await cursor("row").focus();
  await page.keyboard.press("End");
  await check({ position: 4, offset: 27 });
  await page.locator("[data-control=length]").focus();
  await page.keyboard.press("Home");
  await check({ length: 8, position: 0, offset: 7 });
  // Of two runs with the same step, the one that is clicked opens.
  await goTo(page, site, addresses(spec.id, { position: 5, offset: 2 }));
  await page.locator("figure[data-of=row] ag-curves [data-index='0,9']").first().click();
  const opened = page.locator(".arithmetic ag-inspector");
  await opened.waitFor();
  const row = stepOf(spec, settingOf(spec, { position: 5, offset: 2 }), "row", "vectors.products");
  const value = await opened.locator(".value[data-value]").first().getAttribute("data-value");
  assert.equal(Number(value), valueAt(row, [0, 9]));
  assert.deepEqual(problems, []);
  await close();
});

test("in the lab Hash a token of 64 in four rounds follows the pointer in every frame, and everything follows the token", async () => {
  const { page, problems, close } = await openPage(site);
  const spec = labs.find(({ id }) => id === "hash");
  await goTo(page, site, addresses(spec.id, { tokens: 64, rounds: 4, chunk: 8 }));
  const drag = { picture: "ag-wheel", mark: ".point .touch-tip", frames: 40 };
  const drawn = await page.evaluate(dragFrames, drag);
  const moved = drawn.slice(1).filter(({ left, top }, at) => left !== drawn[at].left || top !== drawn[at].top);
  // Coordinates are rounded, so that near the turning point two frames may be at the same place.
  assert.ok(moved.length >= drag.frames - 3, JSON.stringify(drawn));
  await addressed(page);
  const changed = decode(new URL(await addressOf(page)).hash);
  assert.deepEqual(changed.x.shape, [64, 2]);
  await assertNumbers(page, spec, settingOf(spec, changed));
  assert.deepEqual(problems, []);
  await close();
});

test("in the lab Hash one token of many is reached by Tab, others by keys; arrow keys move it, and a line leads to the same token in other rounds", async () => {
  const { page, problems, close } = await openPage(site);
  const spec = labs.find(({ id }) => id === "hash");
  await goTo(page, site, addresses(spec.id, { tokens: 64, rounds: 2, chunk: 8 }));
  const stops = (picture) =>
    page.evaluate((name) => document.querySelector(name).shadowRoot.querySelectorAll("[tabindex='0']").length, picture);
  assert.deepEqual([await stops("ag-wheel"), await stops("ag-sorting")], [1, 1]);
  assert.deepEqual(await page.locator("ag-sorting .round-name").allTextContents(), ["Round 0", "Round 1"]);
  const focused = (picture) =>
    page.evaluate((name) => ({ ...document.querySelector(name).shadowRoot.activeElement?.dataset }), picture);
  await page.locator("ag-wheel [tabindex='0']").focus();
  await page.keyboard.press(".");
  await page.keyboard.press(".");
  assert.equal((await focused("ag-wheel")).key, "lsh.tokens#0,2");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press(",");
  assert.equal((await focused("ag-wheel")).key, "lsh.tokens#0,1");
  await page.locator("ag-sorting [tabindex='0']").focus();
  await page.keyboard.press("ArrowRight");
  const above = await focused("ag-sorting");
  await page.keyboard.press("ArrowDown");
  const below = await focused("ag-sorting");
  assert.equal(above.value, below.value, "the same token in the next round");
  assert.ok(Number(below.index.split(",")[1]) >= 64);
  await page.keyboard.press("Enter");
  await page.locator(".arithmetic ag-inspector").waitFor();
  await addressed(page);
  const changed = decode(new URL(await addressOf(page)).hash);
  const start = spec.inputs.x({
    number: (id) => ({ tokens: 64, draw: 1 })[id],
    random: (...asked) => lab.random(...asked),
  });
  const moved = changed.x.data.flatMap((value, at) => (value === start.data[at] ? [] : [Math.floor(at / 2)]));
  assert.deepEqual([...new Set(moved)], [2]);
  await assertNumbers(page, spec, settingOf(spec, changed));
  assert.deepEqual(problems, []);
  await close();
});

test("presented, b makes the screen black until the next key, which does nothing else", async () => {
  const { page, problems, close } = await openPage(site);
  for (const hash of ["#/labs/hash", "#/units/self-attention", "#/algorithms/scaled-dot-product-attention"]) {
    await page.goto("about:blank");
    await page.goto(`${site.address}${hash}?view=present`);
    await page.locator("[data-view=present] main :is(.lab, .unit, .lesson)").first().waitFor();
    const shown = await addressOf(page);
    for (const [dark, bright] of [
      ["b", "PageDown"],
      ["ㅠ", "Escape"],
    ]) {
      await page.evaluate((key) => dispatchEvent(new KeyboardEvent("keydown", { key })), dark);
      const black = page.locator("dialog.black-screen");
      await black.waitFor();
      const { width, height } = page.viewportSize();
      assert.deepEqual(await black.boundingBox(), { x: 0, y: 0, width, height });
      assert.equal(await black.evaluate((dialog) => getComputedStyle(dialog).backgroundColor), "rgb(0, 0, 0)");
      await page.keyboard.press(bright);
      await black.waitFor({ state: "detached" });
      assert.equal(await addressOf(page), shown);
      assert.equal(await page.evaluate(() => document.documentElement.dataset.view), "present");
    }
  }
  await page.goto(`${site.address}#/labs/hash`);
  await page.locator("[data-view=explore] .lab").waitFor();
  await page.keyboard.press("b");
  assert.equal(await page.locator("dialog.black-screen").count(), 0, "only while presenting");
  assert.deepEqual(problems, []);
  await close();
});

test("what is changed in a lab is undone and redone, a drag in one go, by keys and by buttons", async () => {
  const { page, problems, close } = await openPage(site);
  const spec = labs.find(({ id }) => id === "hash");
  await goTo(page, site, `#/labs/${spec.id}`);
  const shows = async (control, value) =>
    page.waitForFunction(
      ([id, expected]) => document.querySelector(`[data-control=${id}]`).value === expected,
      [control, String(value)],
    );
  const tokens = () => page.locator("ag-wheel .point").evaluateAll((all) => all.map(({ dataset }) => dataset.value));
  const possible = (action) => page.locator(`.lab-tools [data-action=${action}]`).getAttribute("aria-disabled");
  assert.deepEqual([await possible("undo"), await possible("redo")], ["true", "true"]);
  await page.locator("[data-control=rounds]").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await shows("rounds", 4);
  const before = await tokens();
  const tip = await page.locator("ag-wheel .point .touch-tip").first().boundingBox();
  await page.mouse.move(tip.x + tip.width / 2, tip.y + tip.height / 2);
  await page.mouse.down();
  for (let frame = 1; frame <= 8; frame += 1) {
    await page.mouse.move(tip.x + tip.width / 2, tip.y + tip.height / 2 + 9 * frame);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
  // What is changed at once after a drag is undone by itself.
  await page.evaluate(() => {
    const kind = document.querySelector("[data-control=kind]");
    const choose = () => {
      kind.value = "orthogonal";
      kind.dispatchEvent(new Event("change", { bubbles: true }));
    };
    window.addEventListener("mouseup", choose, { once: true });
  });
  await page.mouse.up();
  await shows("kind", "orthogonal");
  const after = await tokens();
  assert.notDeepEqual(after, before);
  await page.locator("[data-control=kind]").focus();
  await page.keyboard.press("Control+z");
  await shows("kind", "given");
  assert.deepEqual(await tokens(), after);
  await page.keyboard.press("Control+z");
  await page.waitForFunction(
    (value) => document.querySelector("ag-wheel").shadowRoot.querySelector(".point").dataset.value === value,
    before[0],
  );
  assert.deepEqual(await tokens(), before, "the whole drag at once");
  await page.locator(".lab-tools [data-action=undo]").click();
  await shows("rounds", 3);
  await page.locator(".lab-tools [data-action=undo]").click();
  await shows("rounds", 2);
  assert.equal(await possible("undo"), "true");
  for (let times = 0; times < 3; times += 1) await page.locator(".lab-tools [data-action=redo]").click();
  await shows("rounds", 4);
  assert.deepEqual(await tokens(), after);
  // The way back to the start, and an experiment, are undone too.
  await page.getByRole("link", { name: "As it was at first" }).click();
  await shows("rounds", 2);
  await page.keyboard.press("Control+z");
  await shows("rounds", 4);
  assert.deepEqual(await tokens(), after);
  assert.deepEqual(problems, []);
  await close();
});

test("what is tried is seen: pictures above the window come back into it", async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    const { page, problems, close } = await openPage(site, { viewport });
    await goTo(page, site, "#/labs/graph");
    const link = page.locator("[data-experiment] a").last();
    await link.evaluate((one) => one.scrollIntoView({ block: "center", behavior: "instant" }));
    await link.click();
    await page.waitForFunction((hash) => location.hash === hash, await link.getAttribute("href"));
    await settled(page);
    await twoFrames(page);
    const top = await page
      .locator(".lab-run")
      .first()
      .evaluate((run) => run.getBoundingClientRect().top);
    assert.ok(top >= 0 && top < viewport.height / 2, `${top} px, ${viewport.width} px wide`);
    assert.deepEqual(problems, []);
    await close();
  }
});

test("a link to the start is followed a moment after a change, when the address is still that of the start", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/labs/hash");
  const control = page.locator("[data-control=rounds]");
  await control.focus();
  // Writing an address starts a time in which no other one is written.
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => location.hash !== "#/labs/hash");
  await page.getByRole("link", { name: "As it was at first" }).click();
  await page.waitForFunction(() => document.querySelector("[data-control=rounds]").value === "2");
  const { changed, address } = await page.evaluate(() => {
    const slider = document.querySelector("[data-control=rounds]");
    const move = (value) => {
      slider.value = value;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    };
    for (const value of [3, 2, 3]) move(value);
    const before = { changed: slider.value, address: location.hash };
    [...document.querySelectorAll("a")].find((link) => link.textContent.includes("As it was at first")).click();
    return before;
  });
  assert.equal(changed, "3");
  await page.waitForFunction(() => document.querySelector("[data-control=rounds]").value === "2");
  assert.deepEqual(problems, [], address);
  await close();
});

/** The drawing of the lab Graph, and where its nodes are on the screen. */
const GRAPH = "ag-graph-picture :is(ag-graph, ag-movable-graph, ag-graph-editor)";
const nodesOf = (page) =>
  page.locator(`${GRAPH} .node .body`).evaluateAll((all) =>
    all.map((circle) => {
      const { left, top, width, height } = circle.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }),
  );

/** The places of the nodes, once a drawing that has just appeared has its size. */
async function placesAtRest(page) {
  const places = await nodesOf(page);
  await twoFrames(page);
  const later = await nodesOf(page);
  return JSON.stringify(places) === JSON.stringify(later) ? later : placesAtRest(page);
}

test("in the lab Graph nodes and edges are drawn, removed and moved by pointer and keys, and a graph is pasted; every change is computed, and undone", async () => {
  const { page, problems, close } = await openPage(site);
  const spec = labs.find(({ id }) => id === "graph");
  await goTo(page, site, "#/labs/graph");
  await page.locator("ag-movable-graph .node").first().waitFor();
  const { edges } = spec.graph({ choice: () => "lecture" });
  const graphNow = () => page.evaluate(() => document.querySelector("ag-lab").changes.graph ?? null);
  /** Waits until the graph has so many nodes and edges, and compares everything that is drawn with the library. */
  const check = async (nodes, count, directed = false) => {
    await page.waitForFunction(
      (expected) => {
        const { changes } = document.querySelector("ag-lab");
        const { graph } = changes;
        return JSON.stringify(graph ? [graph.nodes, graph.edges.length, graph.directed] : null) === expected;
      },
      JSON.stringify(nodes === null ? null : [nodes, count, directed]),
    );
    await page.evaluate(() => document.querySelector("ag-lab").updateComplete);
    await twoFrames(page);
    const graph = await graphNow();
    await assertNumbers(page, spec, settingOf(spec, graph ? { graph } : {}));
  };
  const drag = async (from, to) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
    await twoFrames(page);
  };
  const undo = page.locator(".lab-tools [data-action=undo]");
  // A node is moved: the graph stays as it is.
  const [first, second] = await nodesOf(page);
  await drag(first, { x: first.x + 60, y: first.y - 40 });
  const [dragged] = await nodesOf(page);
  assert.ok(Math.hypot(dragged.x - first.x - 60, dragged.y - first.y + 40) < 3, JSON.stringify([first, dragged]));
  await page.locator(`${GRAPH} .node`).nth(1).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await twoFrames(page);
  const [, moved] = await nodesOf(page);
  assert.ok(moved.y < second.y && Math.abs(moved.x - second.x) < 1, JSON.stringify([second, moved]));
  assert.equal(await graphNow(), null);
  // An edge is drawn, and taken back; a node is removed with its edges, and another one added.
  await page.locator("[data-action=edit-graph]").click();
  await page.locator("ag-graph-editor .node").first().waitFor();
  const places = await placesAtRest(page);
  await drag(places[0], places[5]);
  await check(6, edges.length + 1);
  await undo.click();
  await check(null);
  await page.locator(`${GRAPH} .node`).nth(3).focus();
  await page.keyboard.press("Delete");
  const left = edges.filter((ends) => !ends.includes(3)).length;
  await check(5, left);
  // The nodes after it keep their names, although nothing named them but the graph to begin with.
  assert.deepEqual((await graphNow()).names, ["A", "B", "C", "E", "F"]);
  await page.locator("ag-graph-editor [aria-label='Add a node']").click();
  await check(6, left);
  assert.deepEqual((await graphNow()).names, ["A", "B", "C", "E", "F", "6"]);
  await page.getByLabel("Edges have a direction").check();
  await check(6, left, true);
  // What is pasted is shown before it is used.
  await page.locator("[data-action=paste-graph]").click();
  await page.locator("ag-paste dialog[open] textarea").fill("a b\nb c\nc d\nd a");
  await page.locator("ag-paste .use:enabled").click();
  await page.waitForFunction(() => document.querySelector("ag-lab").changes.graph.nodes === 4);
  await check(4, 4, (await graphNow()).directed);
  // Its nodes keep their names, and the graph that was there before is not named any longer.
  assert.deepEqual((await graphNow()).names, ["a", "b", "c", "d"]);
  const named = await page
    .locator(`${GRAPH} .node`)
    .evaluateAll((nodes) => nodes.map((node) => node.textContent.trim()));
  for (const name of ["a", "b", "c", "d"])
    assert.ok(
      named.some((text) => text.includes(name)),
      `${named}`,
    );
  // They can be called otherwise.
  const field = page.locator(".lab-graph .names-field input");
  assert.equal(await field.inputValue(), "a, b, c, d");
  await field.fill("a, Bo, c, d");
  await field.press("Enter");
  await page.waitForFunction(() => document.querySelector("ag-lab").changes.graph.names[1] === "Bo");
  // One is removed and one is added where the drawing is empty; the others keep their names and their places.
  await page.locator(`${GRAPH} .node`).nth(1).focus();
  await page.keyboard.press("Delete");
  await check(3, 2, true);
  const three = await placesAtRest(page);
  const room = await page.locator("ag-graph-editor svg").first().boundingBox();
  const [wide, high] = [12, 8];
  const spots = Array.from({ length: (wide - 1) * (high - 1) }, (_, at) => ({
    x: room.x + (room.width * (1 + (at % (wide - 1)))) / wide,
    y: room.y + (room.height * (1 + Math.floor(at / (wide - 1)))) / high,
  }));
  const nearest = ({ x, y }) => Math.min(...three.map((place) => Math.hypot(place.x - x, place.y - y)));
  const empty = spots.reduce((best, spot) => (nearest(spot) > nearest(best) ? spot : best));
  await page.mouse.dblclick(empty.x, empty.y);
  await check(4, 2, true);
  assert.deepEqual((await graphNow()).names, ["a", "c", "d", "4"]);
  const four = await placesAtRest(page);
  for (const [at, place] of [...three, empty].entries())
    assert.ok(Math.hypot(four[at].x - place.x, four[at].y - place.y) < 3, JSON.stringify([four, three, empty]));
  const begin = page.locator("[data-control=ready]");
  const said = () => begin.evaluate((select) => select.selectedOptions[0].textContent.trim());
  assert.equal(await said(), "your own graph");
  for (let change = 0; change < 4; change += 1) await undo.click();
  await check(6, left, true);
  // A graph to begin with takes the place of the one that was drawn.
  await page.locator("[data-control=ready]").selectOption("star");
  await page.waitForFunction(() => document.querySelector("ag-lab").changes.ready === "star");
  assert.equal(await graphNow(), null);
  await page.locator("[data-control=compare]").selectOption("ready");
  await page.locator(".lab-run[data-run=other] .node").first().waitFor();
  assert.equal(await page.locator("[data-action=edit-graph]").count(), 0, "two runs with different graphs");
  // A node and a line open their arithmetic.
  await goTo(page, site, addresses(spec.id, { what: "gat-weights" }));
  const opened = async () => {
    await page.locator(".arithmetic[data-of=gat] ag-inspector").waitFor();
    await page.locator(".arithmetic .close").click();
  };
  await page.locator(`${GRAPH} .node .body`).nth(2).click({ force: true });
  await opened();
  // A line is a curve, which the middle of the box around it is not on.
  const middle = await page
    .locator(`${GRAPH} .edge .touch`)
    .nth(2)
    .evaluate((line) => {
      line.scrollIntoView({ block: "center" });
      const { x, y } = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM());
      return { x, y };
    });
  await page.mouse.click(middle.x, middle.y);
  await opened();
  assert.deepEqual(problems, []);
  await close();
});

/** Where the nodes of the drawing of a run are within it, in pixels. */
const spotsOf = (page, run = "one") =>
  page.locator(`.lab-run[data-run=${run}] :is(ag-graph, ag-movable-graph, ag-graph-editor)`).evaluate((graph) =>
    [...graph.shadowRoot.querySelectorAll(".node")].map((node) => {
      const { e, f } = node.transform.baseVal.consolidate().matrix;
      return [e, f];
    }),
  );

function assertPlaces(found, expected, near = 0.01) {
  assert.equal(found.length, expected.length);
  for (const [node, [x, y]] of expected.entries()) {
    const [atX, atY] = found[node];
    assert.ok(Math.hypot(atX - x, atY - y) <= near, `node ${node} is at ${atX}, ${atY} and not at ${x}, ${y}`);
  }
}

test("in the lab Graph the places of moved nodes are in the address, undone and redone, those of both runs, and follow their nodes", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/labs/graph");
  await page.locator("ag-movable-graph .node").first().waitFor();
  const start = await spotsOf(page);
  const moves = (expected) =>
    page.waitForFunction(
      (text) => JSON.stringify(document.querySelector("ag-lab").changes.places?.data ?? null) === text,
      JSON.stringify(expected),
    );
  const [from] = await nodesOf(page);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + 10, { steps: 3 });
  await page.mouse.move(from.x + 70, from.y + 25, { steps: 3 });
  await page.mouse.up();
  await page.locator(`${GRAPH} .node`).nth(2).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await page.waitForFunction(() => document.querySelector("ag-lab").changes.places?.shape[0] === 2);
  await page.evaluate(() => document.querySelector("ag-lab").updateComplete);
  await twoFrames(page);
  const moved = await spotsOf(page);
  assert.ok(moved[0][0] > start[0][0] + 40 && moved[2][1] > start[2][1] + 5, JSON.stringify([start, moved]));
  for (const node of [1, 3, 4, 5]) assert.deepEqual(moved[node], start[node]);
  // Another page that opens the address shows the same; only moved nodes are in it.
  await addressed(page);
  const { hash } = new URL(await addressOf(page));
  const { places, ...others } = decode(hash);
  assert.deepEqual([others, places.shape, places.data[0], places.data[3]], [{}, [2, 3], 0, 2]);
  assert.ok(hash.length < 110, hash);
  await goTo(page, site, "#/labs");
  await goTo(page, site, hash);
  await page.locator("ag-movable-graph .node").first().waitFor();
  await twoFrames(page);
  assertPlaces(await spotsOf(page), moved);
  const spec = labs.find(({ id }) => id === "graph");
  await assertNumbers(page, spec, settingOf(spec, {}));
  // A second run of the same graph has it at the same places, also where it is moved there.
  await page.locator("[data-control=compare]").selectOption("what");
  await page.locator(".lab-run[data-run=other] .node").first().waitFor();
  await twoFrames(page);
  assertPlaces(await spotsOf(page, "other"), await spotsOf(page));
  await page.locator(`.lab-run[data-run=other] ${GRAPH} .node`).nth(4).focus();
  await page.keyboard.press("Alt+ArrowLeft");
  await page.waitForFunction(() => document.querySelector("ag-lab").changes.places.shape[0] === 3);
  await twoFrames(page);
  assertPlaces(await spotsOf(page, "other"), await spotsOf(page));
  const undo = page.locator(".lab-tools [data-action=undo]");
  const redo = page.locator(".lab-tools [data-action=redo]");
  await undo.click();
  await moves(places.data);
  await undo.click();
  await page.waitForFunction(() => document.querySelectorAll(".lab-run").length === 1);
  // Back to before the address was opened with its moves: the whole drag is one of them.
  await goTo(page, site, "#/labs/graph");
  await page.locator(`${GRAPH} .node`).nth(1).focus();
  await page.keyboard.press("Alt+ArrowRight");
  await page.waitForFunction(() => document.querySelector("ag-lab").changes.places?.shape[0] === 1);
  await twoFrames(page);
  const one = await spotsOf(page);
  const [before] = await nodesOf(page);
  await page.mouse.move(before.x, before.y);
  await page.mouse.down();
  await page.mouse.move(before.x + 40, before.y + 40, { steps: 6 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector("ag-lab").changes.places.shape[0] === 2);
  await twoFrames(page);
  const both = await spotsOf(page);
  await undo.click();
  await page.waitForFunction(() => document.querySelector("ag-lab").changes.places.shape[0] === 1);
  await twoFrames(page);
  assertPlaces(await spotsOf(page), one);
  await redo.click();
  await page.waitForFunction(() => document.querySelector("ag-lab").changes.places.shape[0] === 2);
  await twoFrames(page);
  assertPlaces(await spotsOf(page), both);
  // A node that is removed takes its place along; the one after it keeps its own.
  await page.locator("[data-action=edit-graph]").click();
  await page.locator("ag-graph-editor .node").first().waitFor();
  const editing = await spotsOf(page);
  await page.locator(`${GRAPH} .node`).nth(0).focus();
  await page.keyboard.press("Delete");
  await page.waitForFunction(() => document.querySelector("ag-lab").changes.graph?.nodes === 5);
  await twoFrames(page);
  assert.deepEqual(await page.evaluate(() => document.querySelector("ag-lab").changes.places.shape), [5, 3]);
  assertPlaces(await spotsOf(page), editing.slice(1), 0.5);
  await page.locator("[data-action=edit-graph]").click();
  await page.getByRole("link", { name: "As it was at first" }).click();
  await moves(null);
  await page.locator("ag-movable-graph .node").nth(5).waitFor();
  await twoFrames(page);
  assertPlaces(await spotsOf(page), start);
  // A place that no drawing has is no state of the lab.
  await goTo(page, site, addresses(spec.id, { places: { shape: [1, 3], data: [0, 500, 1001] } }));
  await page.locator(".link-message").waitFor();
  assertPlaces(await spotsOf(page), start);
  assert.deepEqual(problems, []);
  await close();
});

/** Where the nodes of the drawing of a run are, as shares of its width and height. */
const sharesOf = (page) =>
  page.locator(`.lab-run[data-run=one] :is(ag-graph, ag-movable-graph, ag-graph-editor)`).evaluate((graph) => {
    const { width, height } = graph.shadowRoot.querySelector("svg").viewBox.baseVal;
    return [...graph.shadowRoot.querySelectorAll(".node")].map((node) => {
      const { e, f } = node.transform.baseVal.consolidate().matrix;
      return [e / width, f / height];
    });
  });

test("in the lab Graph what is drawn by hand stands for everyone where it was drawn: after a reload, undone and redone, until another graph takes its place", async () => {
  const { page, problems, close } = await openPage(site);
  const spec = labs.find(({ id }) => id === "graph");
  const { length: count } = spec.graph({ choice: () => "lecture" }).edges;
  await goTo(page, site, "#/labs/graph");
  /** Waits for a graph with so many nodes, edges and given places, and returns where its nodes are. */
  const stand = async (...expected) => {
    await page.waitForFunction((text) => {
      const { graph, places } = document.querySelector("ag-lab").changes;
      return JSON.stringify([graph?.nodes ?? null, graph?.edges.length ?? null, places?.shape[0] ?? null]) === text;
    }, JSON.stringify(expected));
    await page.evaluate(() => document.querySelector("ag-lab").updateComplete);
    await page.waitForFunction(
      (nodes) => {
        const picture = document.querySelector(".lab-run[data-run=one] ag-graph-picture");
        const drawing = picture?.shadowRoot?.querySelector("ag-graph, ag-movable-graph, ag-graph-editor");
        return drawing?.shadowRoot?.querySelectorAll(".node").length === nodes;
      },
      expected[0] ?? spec.graph({ choice: () => "lecture" }).nodes,
    );
    await twoFrames(page);
    return sharesOf(page);
  };
  const edit = async () => {
    await page.locator("[data-action=edit-graph]").click();
    await page.locator("ag-graph-editor .node").first().waitFor();
  };
  const join = async (one, other) => {
    const nodes = await placesAtRest(page);
    await page.mouse.move(nodes[one].x, nodes[one].y);
    await page.mouse.down();
    await page.mouse.move((nodes[one].x + nodes[other].x) / 2, (nodes[one].y + nodes[other].y) / 2, { steps: 3 });
    await page.mouse.move(nodes[other].x, nodes[other].y);
    await page.mouse.up();
  };
  const undo = page.locator(".lab-tools [data-action=undo]");
  const redo = page.locator(".lab-tools [data-action=redo]");
  /** A thousandth is the unit of places; a drawing has a height of whole pixels. */
  const [rounding, pixel, same] = [0.001, 0.003, 1e-6];
  await edit();
  const start = await stand(null, null, null);
  await join(0, 5);
  const joined = await stand(6, count + 1, 6);
  assertPlaces(joined, start, rounding);
  await page.locator("ag-graph-editor [aria-label='Add a node']").click();
  const grown = await stand(7, count + 1, 7);
  assertPlaces(grown.slice(0, 6), joined, same);
  // Each change is undone with its places.
  await undo.click();
  assertPlaces(await stand(6, count + 1, 6), joined, same);
  await undo.click();
  assertPlaces(await stand(null, null, null), start, same);
  await redo.click();
  assertPlaces(await stand(6, count + 1, 6), joined, same);
  await redo.click();
  assertPlaces(await stand(7, count + 1, 7), grown, same);
  await page.locator(`${GRAPH} .node`).nth(1).focus();
  await page.keyboard.press("Delete");
  const edges = await page.evaluate(() => document.querySelector("ag-lab").changes.graph.edges.length);
  const left = await stand(6, edges, 6);
  assertPlaces(left, [...grown.slice(0, 1), ...grown.slice(2)], same);
  // Who opens the address sees the same.
  await addressed(page);
  const { hash } = new URL(await addressOf(page));
  assert.ok(hash.length < 250, hash);
  await page.reload();
  await page.locator("ag-movable-graph .node").nth(5).waitFor();
  assertPlaces(await stand(6, edges, 6), left, pixel);
  const { graph } = decode(hash);
  await assertNumbers(page, spec, settingOf(spec, { graph }));
  // A pasted graph is laid out, also once what was drawn in it is undone.
  await edit();
  await page.locator("[data-action=paste-graph]").click();
  await page.locator("ag-paste dialog[open] textarea").fill("a b\nb c\nc d\nd a");
  await page.locator("ag-paste .use:enabled").click();
  const pasted = await stand(4, 4, null);
  await join(0, 2);
  assertPlaces(await stand(4, 5, 4), pasted, rounding);
  await undo.click();
  assertPlaces(await stand(4, 4, null), pasted, same);
  await redo.click();
  await stand(4, 5, 4);
  await page.getByRole("link", { name: "As it was at first" }).click();
  assertPlaces(await stand(null, null, null), start, same);
  assert.deepEqual(problems, []);
  await close();
});

test("in the lab Graph a node is as large as its number, which a legend says; names of groups have no size", async () => {
  const { page, problems, close } = await openPage(site);
  const spec = labs.find(({ id }) => id === "graph");
  for (const state of [
    { what: "gcn-degree", ready: "star" },
    { what: "gat-weights" },
    { what: "laplacian", column: 2 },
    { what: "wl" },
  ]) {
    await goTo(page, site, addresses(spec.id, state));
    await page.locator(`${GRAPH} .node`).first().waitFor();
    await twoFrames(page);
    const setting = settingOf(spec, state);
    await assertNumbers(page, spec, setting);
    const nodes = await page.locator(`${GRAPH} .node`).evaluateAll((all) =>
      all.map((node) => ({
        step: node.dataset.step,
        index: node.dataset.index.split(",").map(Number),
        radius: Number(node.querySelector(".body").getAttribute("r")),
        said: node.getAttribute("aria-label"),
      })),
    );
    const [{ run }] = known.get(spec).stageAt(setting).shown;
    const found = nodes.map(({ step, index, radius, said }) => {
      const value = valueAt(stepOf(spec, setting, run, step), index);
      assert.ok(said.includes(shortNumber(value)), said);
      return { size: Math.abs(value), radius };
    });
    const legend = await page.locator("ag-graph-picture .legend:has(.sizes)").allInnerTexts();
    const where = `${JSON.stringify(state)}: ${JSON.stringify(found)}`;
    if (state.what === "wl") {
      assert.deepEqual(legend, []);
      assert.equal(new Set(found.map(({ radius }) => radius)).size, 1, where);
      continue;
    }
    const sorted = [...found].sort((one, other) => one.size - other.size);
    const [small, large] = [sorted[0], sorted.at(-1)];
    const slope = (large.radius - small.radius) / (large.size - small.size);
    const none = small.radius - slope * small.size;
    assert.ok(none > 10 && large.radius > 1.3 * none && large.radius < 1.601 * none, where);
    for (const { size, radius } of found) assert.ok(Math.abs(radius - none - slope * size) < 1e-6, where);
    assert.deepEqual(
      legend.map((text) => text.split(/\s+/)),
      [["0", shortNumber(large.size)]],
    );
  }
  // Beside another run and on half of a room's screen the numbers of lines are written only while a node is pointed to; those of the nodes cover no other.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const written = () => page.locator(`.lab-run[data-run=one] ${GRAPH} .weight`).count();
  await goTo(page, site, addresses(spec.id, { ready: "groups", what: "smoothing", rounds: 1 }));
  await page.locator(`${GRAPH} .node`).nth(7).waitFor();
  await twoFrames(page);
  assert.ok((await written()) >= 5, "alone, those of the chosen node are");
  for (const { id, state } of spec.experiments.filter((one) =>
    Object.keys(one.state).some((name) => /^other/.test(name)),
  )) {
    await goTo(page, site, addresses(spec.id, state));
    await page.locator(`.lab-run[data-run=other] ${GRAPH} .node`).nth(5).waitFor();
    await twoFrames(page);
    assert.equal(await written(), 0, id);
    const spots = await page
      .locator(`.lab-run[data-run=one] ${GRAPH} .value`)
      .evaluateAll((all) => all.map((one) => [one.textContent.trim(), one.getBoundingClientRect()]));
    assert.ok(spots.length > 5, id);
    for (const [at, [text, spot]] of spots.entries())
      for (const [other, box] of spots.slice(at + 1)) {
        const across = Math.min(spot.right, box.right) - Math.max(spot.left, box.left);
        const down = Math.min(spot.bottom, box.bottom) - Math.max(spot.top, box.top);
        // Digits are lower than the line that they stand in.
        assert.ok(across <= 0 || down <= 4, `${id}: ${text} and ${other}`);
      }
  }
  await goTo(page, site, `${addresses(spec.id, { ready: "groups", "other.what": "gat-weights" })}&view=present`);
  await page.locator(`.lab-run[data-run=other] ${GRAPH} .node`).nth(7).waitFor();
  await twoFrames(page);
  assert.equal(await written(), 0);
  await page.locator(`.lab-run[data-run=one] ${GRAPH} .node`).nth(3).hover();
  await page.waitForFunction((graph) => {
    const [picture, element] = graph.split(" :is");
    const drawing = document.querySelector(`.lab-run[data-run=one] ${picture}`).shadowRoot;
    return drawing.querySelector(`:is${element}`).shadowRoot.querySelectorAll(".weight").length >= 5;
  }, GRAPH);
  assert.deepEqual(problems, []);
  await close();
});

test("every line of the lab Graph is as wide as its number, those of other nodes paler", async () => {
  const { page, problems, close } = await openPage(site);
  for (const state of [{}, { what: "gat-weights" }, { what: "laplacian", ready: "groups" }]) {
    await goTo(page, site, addresses("graph", state));
    await settled(page);
    const lines = await page.locator(".lab-run ag-graph-picture .edge").evaluateAll((all) =>
      all.map((edge) => ({
        value: Math.abs(Number(edge.dataset.value)),
        width: Number(edge.querySelector(".line").getAttribute("stroke-width")),
        isOther: edge.matches(".other"),
        color: getComputedStyle(edge).color,
      })),
    );
    for (const one of lines)
      for (const other of lines)
        if (one.value - other.value > 1e-9) assert.ok(one.width > other.width, `${one.value} ${other.value}`);
    const others = lines.filter(({ isOther }) => isOther);
    assert.ok(others.length > 0 && others.length < lines.length, JSON.stringify(state));
    assert.ok(!lines.some(({ isOther, color }) => !isOther && color === others[0].color));
  }
  assert.deepEqual(problems, []);
  await close();
});

test("what a number at a line counts stands above it, as does the name of an only round", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/labs/positions");
  await settled(page);
  const heads = page.locator("ag-curves .tick");
  assert.equal(await heads.getByText("vector", { exact: true }).count(), 1);
  await goTo(page, site, addresses("hash", { rounds: 1 }));
  await settled(page);
  assert.equal(await page.locator("ag-sorting .round-name").count(), 1);
  assert.deepEqual(problems, []);
  await close();
});

test("what rounding has left of a 0 is written as nearly 0 in graphs, tables, lists and sentences of labs; its number is the run’s", async () => {
  const { page, problems, close } = await openPage(site);
  const spec = labs.find(({ id }) => id === "graph");
  const state = { what: "laplacian", ready: "path", column: 3 };
  await goTo(page, site, addresses(spec.id, state));
  await assertNumbers(page, spec, settingOf(spec, state));
  const nearly = "≈\u202f0";
  for (const fact of ["own", "total", "average"])
    assert.equal((await page.locator(`[data-fact=${fact}] .number`).textContent()).trim(), nearly, fact);
  assert.ok((await page.locator("ag-graph-picture .value").getByText(nearly, { exact: true }).count()) > 0);
  assert.ok((await page.locator(".lab-says").textContent()).includes(nearly));
  await goTo(page, site, addresses("positions", { base: 1, length: 64, position: 3, offset: 44 }));
  await settled(page);
  assert.equal((await page.locator("[data-fact=missed] .number").textContent()).trim(), nearly);
  const written = await page.locator('ag-matrix[data-step-id="vectors.differences"] td').allTextContents();
  assert.ok(written.length > 0);
  for (const text of written) assert.match(text.trim(), /^(?:0|≈\u202f0)$/);
  assert.deepEqual(problems, []);
  await close();
});

test("two runs begin at one height, however long their sentences, and a table that goes on fades until it is scrolled to its end", async () => {
  const { page, problems, close } = await openPage(site, { locale: "ko-KR", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [id, experiment] of [
    ["depth", "restart"],
    ["morph", "equal"],
    ["positions", "binary"],
    ["graph", "bridge"],
  ]) {
    const { state } = labs.find((one) => one.id === id).experiments.find((one) => one.id === experiment);
    await goTo(page, site, addresses(id, state));
    await page.locator(".lab-run[data-run=other] figure").first().waitFor();
    await twoFrames(page);
    const tops = await page
      .locator(".lab-run .figures")
      .evaluateAll((all) => all.map((one) => Math.round(one.firstElementChild.getBoundingClientRect().top)));
    assert.deepEqual(tops, [tops[0], tops[0]], `${id}, ${experiment}`);
  }
  const frame = page.locator(".lab-run[data-run=one] ag-matrix .frame");
  await page.locator(".lab-run[data-run=one] ag-matrix .frame[data-cut]").waitFor();
  await frame.evaluate((one) => one.scrollTo(one.scrollWidth, 0));
  await page.locator(".lab-run[data-run=one] ag-matrix .frame:not([data-cut])").waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("in the lab Graph a node without neighbors makes the numbers of the others no paler", async () => {
  const { page, problems, close } = await openPage(site);
  const edges = [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
  ];
  const colorsOf = async (nodes) => {
    const graph = { nodes, edges, directed: false, weights: null };
    await goTo(page, site, addresses("graph", { what: "appnp", rounds: 8, node: 1, graph }));
    await page.waitForFunction(
      ({ selector, count }) => {
        const found = [...document.querySelectorAll("ag-graph-picture")]
          .flatMap((picture) => [...(picture.shadowRoot?.querySelectorAll("*") ?? [])])
          .find((element) => element.matches(selector));
        return found?.shadowRoot?.querySelectorAll(".node").length === count;
      },
      { selector: "ag-graph, ag-movable-graph", count: nodes },
    );
    await page.evaluate(() => document.querySelector("ag-lab").updateComplete);
    await twoFrames(page);
    return page.locator(`${GRAPH} .node .body`).evaluateAll((all) => all.map(({ style }) => style.fill));
  };
  const four = await colorsOf(4);
  const five = await colorsOf(5);
  assert.equal(new Set(four.filter((color) => color !== "")).size > 1, true, `${four}`);
  assert.deepEqual(five.slice(0, 4), four);
  assert.deepEqual(problems, []);
  await close();
});

test("the lab Morph draws the same graph at the same places, in both runs and at every stop", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/labs/morph");
  const drawn = async (runs) => {
    await page.waitForFunction((count) => document.querySelectorAll(".lab-run").length === count, runs);
    await page
      .locator(".lab-run ag-graph .node")
      .nth(5 * runs - 1)
      .waitFor();
    await twoFrames(page);
    return spotsOf(page);
  };
  // The sentence differs from the tree in one edge; its drawing does not depend on what was drawn before.
  await drawn(1);
  await page.locator("[data-control=thing]").selectOption("sentence");
  const alone = await drawn(1);
  const stops = page.locator("[data-control=stop]");
  await stops.focus();
  for (let stop = 2; stop <= 9; stop += 1) {
    await page.keyboard.press("ArrowRight");
    assertPlaces(await drawn(1), alone);
  }
  await page.locator("[data-control=compare]").selectOption("stop");
  assertPlaces(await spotsOf(page, "other"), await drawn(2));
  await page.locator("[data-control=compare]").selectOption("thing");
  await drawn(2);
  await page.locator("[data-control=thing-other]").selectOption("sentence");
  assertPlaces(await spotsOf(page, "other"), await drawn(2));
  await page.locator("[data-control=compare]").selectOption("");
  assertPlaces(await drawn(1), alone);
  assert.deepEqual(problems, []);
  await close();
});

/** The terms of the formula, those that are marked among them, and what is said of these. */
const formulaOf = (page) =>
  page.evaluate(() => {
    const terms = [...document.querySelectorAll(".track-formula > ag-terms math:not(.leaving) [data-term]")];
    return {
      terms: terms.map(({ dataset }) => dataset.term),
      marked: terms.filter((term) => term.hasAttribute("data-marked")).map(({ dataset }) => dataset.term),
      said: [...document.querySelectorAll(".track-formula dd")].map(({ innerText }) => innerText),
    };
  });

test("the stops of Morph are a track; its formula says which terms are new at a stop, in both languages", async () => {
  for (const locale of ["en-US", "ko-KR"]) {
    const { page, problems, close } = await openPage(site, { locale });
    await goTo(page, site, "#/labs/morph");
    assert.equal(await page.locator(".track-line li").count(), 9);
    assert.deepEqual((await formulaOf(page)).terms, ["result", "sum", "value"]);
    const track = page.locator("[data-control=stop]");
    await track.focus();
    const expected = [
      ["share"],
      ["softmax", "score", "softmax-end"],
      ["score"],
      ["sum"],
      ["mask"],
      ["heads", "score", "value"],
      ["norm", "self", "norm-end"],
      ["result", "network"],
    ];
    for (const [at, marked] of expected.entries()) {
      await page.keyboard.press("ArrowRight");
      await page.locator(`.track-line li[data-at=here]:nth-child(${at + 2})`).waitFor({ state: "attached" });
      const formula = await formulaOf(page);
      assert.deepEqual(formula.marked, marked, `stop ${at + 2}`);
      assert.ok(formula.said.length > 0, `stop ${at + 2} says what is new`);
    }
    assert.equal(await page.locator(".track-formula > ag-terms > math:not(.leaving)").count(), 2);
    // A name of a stop leads there as well.
    await page.locator(".track-line li:nth-child(5) span").click();
    await page.waitForFunction(() => document.querySelector("[data-control=stop]").value === "4");
    assert.deepEqual(problems, []);
    await close();
  }
});

test("at the complete graph of Morph each pair of nodes has its lines, and with the mask only the edges", async () => {
  const { page, close } = await openPage(site, { reducedMotion: "reduce" });
  const lines = () =>
    page.evaluate(() => {
      const graph = document.querySelector("ag-graph-picture").shadowRoot.querySelector("ag-graph");
      return graph.arcs.filter(({ source, target }) => source !== target).length;
    });
  const counts = {};
  for (const stop of [4, 5, 6]) {
    await goTo(page, site, addresses("morph", { stop }));
    counts[stop] = await lines();
  }
  assert.deepEqual(counts, { 4: 8, 5: 20, 6: 8 });
  await close();
});

test("Morph is played from stop to stop, until it is moved; a term that stays moves, one that goes fades, and nothing does so with reduced motion", async () => {
  const { page, problems, close } = await openPage(site);
  await page.clock.install();
  await page.addInitScript(() => {
    globalThis.moved = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      globalThis.moved.push(this.getAttribute("data-term"));
      return animate.apply(this, given);
    };
  });
  await goTo(page, site, "#/labs/morph");
  const play = page.locator(".track-play");
  const stopIs = (value) =>
    page.waitForFunction((to) => document.querySelector("[data-control=stop]").value === to, String(value));
  await play.click();
  await stopIs(1);
  assert.equal(await play.getAttribute("data-playing"), "true");
  await page.waitForFunction(() => globalThis.moved.some(Boolean));
  // The others only give way.
  const moved = await page.evaluate(() => globalThis.moved.splice(0).filter(Boolean));
  assert.deepEqual(
    moved.filter((term) => ["share", "value"].includes(term)),
    ["share", "value"],
  );
  await page.clock.fastForward(2600);
  await stopIs(2);
  await page.locator("[data-control=stop]").focus();
  await page.keyboard.press("End");
  await stopIs(8);
  assert.equal(await play.getAttribute("data-playing"), "false");
  await page.clock.fastForward(6000);
  await stopIs(8);
  // From the end it begins anew, and it ends at the last stop.
  await play.click();
  await stopIs(0);
  for (let at = 1; at <= 8; at += 1) {
    await page.evaluate(() => globalThis.moved.splice(0));
    await page.clock.fastForward(2600);
    await stopIs(at);
    // The stop is told before its terms move, and those of one stop are not to be taken for those of another.
    await page.waitForFunction(() => globalThis.moved.some(Boolean));
  }
  await page.locator(".track-play[data-playing=false]").waitFor();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => globalThis.moved.splice(0));
  await page.locator("[data-control=stop]").focus();
  await page.keyboard.press("Home");
  await stopIs(0);
  assert.deepEqual(await page.evaluate(() => globalThis.moved.splice(0).filter(Boolean)), []);
  assert.equal(await page.locator("ag-terms .leaving").count(), 0);
  assert.deepEqual(problems, []);
  await close();
});

test("two runs that are compared have one scale: curves one vertical axis, nodes one largest number for colors and circles", async () => {
  const { page, problems, close } = await openPage(site, { reducedMotion: "reduce" });
  /** Runs in the page: of each run, the numbers at the vertical axes of curves or in the legends of graphs. */
  const scalesOf = (selector) =>
    [...document.querySelectorAll(".lab-run")].map((run) =>
      [...run.querySelectorAll("ag-curves, ag-graph-picture")].map(({ shadowRoot }) =>
        [...shadowRoot.querySelectorAll(selector)].map(({ textContent }) => textContent.replace(/\s+/g, " ").trim()),
      ),
    );
  for (const [id, example, selector] of [
    ["depth", "restart", ".tick.end"],
    ["depth", "everyone", ".tick.end"],
    ["graph", "smooth", ".scales"],
  ]) {
    const { state } = labs.find((spec) => spec.id === id).experiments.find((one) => one.id === example);
    await goTo(page, site, addresses(id, state));
    await page.waitForFunction(() => !document.querySelector("figure .waiting, figure[data-stale]"));
    const [one, other] = await page.evaluate(scalesOf, selector);
    assert.ok(one.length > 0 && one.every((texts) => texts.length > 0), `${id} ${example} has scales`);
    assert.deepEqual(other, one, `${id} ${example}`);
  }
  assert.deepEqual(problems, []);
  await close();
});

/** Runs in the page: counts the lines that fade in, and how often a line is measured, which computes all styles anew. */
function countLines() {
  globalThis.measured = 0;
  globalThis.lines = 0;
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...given) {
    if (this.matches("[data-joins]")) globalThis.lines += 1;
    return animate.apply(this, given);
  };
  const { getTotalLength } = SVGGeometryElement.prototype;
  SVGGeometryElement.prototype.getTotalLength = function () {
    globalThis.measured += 1;
    return getTotalLength.call(this);
  };
}

test("what a stop of Morph draws is drawn once, also when the stop comes back from the address and is announced", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/labs/morph");
  await page.locator(".lab-run ag-graph .node").first().waitFor();
  await page.waitForTimeout(1000);
  await page.evaluate(() => {
    globalThis.updates = {};
    for (const tag of ["ag-graph", "ag-graph-picture", "ag-matrix"]) {
      const { prototype } = customElements.get(tag);
      const { performUpdate } = prototype;
      prototype.performUpdate = function () {
        globalThis.updates[tag] = (globalThis.updates[tag] ?? 0) + 1;
        performUpdate.call(this);
      };
    }
  });
  await page.locator("[data-control=stop]").focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector("[aria-live]")?.textContent !== "");
  await page.waitForTimeout(1000);
  // From one stop on, four tables have what two had.
  assert.deepEqual(await page.evaluate(() => globalThis.updates), {
    "ag-graph": 1,
    "ag-graph-picture": 1,
    "ag-matrix": 4,
  });
  assert.deepEqual(problems, []);
  await close();
});

test("the track of Morph: marks glide from stop to stop, and follow the hand at once where the next comes sooner", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/labs/morph");
  await page.locator(".lab-run ag-graph .node").first().waitFor();
  await page.waitForTimeout(1000);
  /** Drags to stops, one right after the other, and returns how much moves in the picture and in the formula then. */
  const dragged = (...stops) =>
    page.evaluate(async (stops) => {
      const slider = document.querySelector("[data-control=stop]");
      const point = (type) => slider.dispatchEvent(new PointerEvent(type, { bubbles: true }));
      point("pointerdown");
      point("pointermove");
      for (const stop of stops) {
        slider.value = String(stop);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      const picture = document.querySelector("ag-graph-picture").shadowRoot.querySelector("ag-graph").shadowRoot;
      const found = [picture.querySelector("svg"), document.querySelector(".track-formula > ag-terms")].map(
        (drawn) => drawn.getAnimations({ subtree: true }).filter(({ playState }) => playState === "running").length,
      );
      point("pointerup");
      return found;
    }, stops);
  const [gliding, moving] = await dragged(1);
  assert.ok(gliding > 0 && moving > 0, `${gliding} in the picture, ${moving} in the formula`);
  await page.waitForTimeout(1000);
  assert.deepEqual(await dragged(2, 3), [0, 0]);
  assert.deepEqual(problems, []);
  await close();
});

test("lines that are new in a graph fade in, and none of them is measured for that", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, addresses("morph", { stop: 4 }));
  await page.locator("ag-graph .node").first().waitFor();
  await page.evaluate(countLines);
  await page.locator("[data-control=stop]").press("ArrowRight");
  await page.waitForFunction(() => globalThis.lines > 1);
  assert.equal(await page.evaluate(() => globalThis.measured), 0);
  assert.deepEqual(problems, []);
  await close();
});

test("a value of a slider computes styles a few times, and not once for each picture that takes the place of another", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/labs/positions");
  const slider = page.locator("[data-control=width]");
  await slider.waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const styles = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "RecalcStyleCount").value;
  };
  const figures = page.locator(".lab-run figure");
  const before = await figures.count();
  // The pictures that are loaded, and the sizes of the places, are known once both were shown.
  // Nothing moves on its own during a drag. A driver that types computes styles itself.
  await slider.evaluate((input) => {
    for (const type of ["pointerdown", "pointermove"]) input.dispatchEvent(new PointerEvent(type, { bubbles: true }));
  });
  const slide = async (value) => {
    await slider.evaluate((input, to) => {
      input.value = to;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }, value);
    await twoFrames(page);
  };
  for (const value of ["2", "4", "2"]) await slide(value);
  const known = await styles();
  await slide("4");
  const computed = (await styles()) - known;
  assert.ok(before > 3 && computed <= 2, `${before} pictures, styles were computed ${computed} times`);
  assert.deepEqual(problems, []);
  await close();
});

/** The numbers at the nodes of the lab's graph, by node. */
const nodeNumbers = (page) =>
  page.evaluate(() => {
    const graph = document
      .querySelector(".lab-run[data-run=one] ag-graph-picture")
      .shadowRoot.querySelector("ag-movable-graph");
    const nodes = [...graph.shadowRoot.querySelectorAll("[data-node][data-step]")];
    return nodes.map(({ dataset }) => ({
      node: Number(dataset.node),
      step: dataset.step,
      value: Number(dataset.value),
    }));
  });

const ofRun = (spec, setting, run) => {
  const runs = known.get(spec);
  const { activation = "relu", upstream, graph, ...rest } = runs.inputsAt(setting, run);
  const { "next.w": next, ...inputs } = rest;
  const { weights: _, ...edges } = graph;
  return { upstream, inputs: { graph: edges, ...inputs, activation, ...(next && { next: { w: next } }) } };
};

test("in the lab Graph a node's result says on what it depends: the numbers are those of lab.gradient, and of averaging again and again", async () => {
  const { page, problems, close } = await openPage(site);
  const spec = labs.find(({ id }) => id === "graph");
  for (const [rounds, algorithm, run] of [
    [1, "gcn-layer", "layer-back"],
    [4, "gcn-network", "layers-back"],
  ]) {
    const state = { what: "gcn-depends", ready: "groups", node: 4, rounds };
    await goTo(page, site, addresses(spec.id, state));
    const { upstream, inputs } = ofRun(spec, settingOf(spec, state), run);
    const { gradients, trace } = lab.gradient(algorithm, inputs, { wrt: ["x"], upstream });
    const shown = await nodeNumbers(page);
    assert.deepEqual(
      shown.map(({ value }) => value),
      [...gradients.x.data],
    );
    // A row of the normalized adjacency, times itself as often as there are further layers.
    const weights = trace.steps.find(({ id }) => id.endsWith("gcn.normalized-adjacency")).nested();
    let row = weights[3];
    for (let layer = 1; layer < rounds; layer += 1)
      row = row.map((_, node) => row.reduce((sum, share, other) => sum + share * weights[other][node], 0));
    for (const { node, value } of shown)
      assert.ok(Math.abs(value - row[node]) < 1e-12, `${rounds} layers, node ${node}`);
  }
  // The number of a node opens.
  const [{ step, value }] = await nodeNumbers(page);
  await page.locator("ag-graph-picture [data-node='0']").click();
  const opened = page.locator(".arithmetic ag-inspector [data-value]").last();
  await opened.waitFor();
  assert.equal(step, "gradient/gcn.features");
  assert.equal(Number(await opened.getAttribute("data-value")), value);
  assert.deepEqual(problems, []);
  await close();
});

test("in the lab Graph a result of a GAT depends on its neighbors through their values and their scores", async () => {
  const { page, problems, close } = await openPage(site);
  const spec = labs.find(({ id }) => id === "graph");
  const state = { what: "gat-depends", node: 4, column: 2 };
  await goTo(page, site, addresses(spec.id, state));
  const setting = settingOf(spec, state);
  const { upstream, inputs } = ofRun(spec, setting, "gat-back");
  const { activation: _, ...own } = inputs;
  const result = (x) =>
    lab
      .trace("gat-layer", { ...own, x })
      .steps.at(-1)
      .nested()[3][1];
  const shown = await nodeNumbers(page);
  const { gradients } = lab.gradient("gat-layer", own, { wrt: ["x"], upstream });
  assert.deepEqual(
    shown.map(({ value }) => value),
    shown.map((_, node) => gradients.x.data[3 * node + 1]),
  );
  // What the gradient says is what the result does.
  const grown = (node, by) => ({
    shape: own.x.shape,
    data: own.x.data.map((number, at) => (at === 3 * node + 1 ? number + by : number)),
  });
  for (const { node, value } of shown) {
    const change = (result(grown(node, 1e-5)) - result(grown(node, -1e-5))) / 2e-5;
    assert.ok(Math.abs(change - value) < 1e-6, `node ${node}: ${change}, and ${value} is drawn`);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("in the lab Positions the product of two rows grows with a row by the other one, and the table of T5 by the number of its scores", async () => {
  const { page, problems, close } = await openPage(site);
  const spec = labs.find(({ id }) => id === "positions");
  const bars = (run) =>
    page.evaluate((of) => {
      const drawn = document.querySelector(`figure[data-of=${of}] ag-bars`).shadowRoot.querySelectorAll(".mark");
      return [...drawn].map(({ dataset }) => Number(dataset.value));
    }, run);
  const state = { position: 5, offset: 4 };
  await goTo(page, site, addresses(spec.id, state));
  const encoding = lab.trace("sinusoidal-encoding", { length: 32, width: 8 }).steps.at(-1).nested();
  assert.deepEqual(await bars("felt"), encoding[9]);
  const [x, y] = [encoding[5], encoding[9]].map((row) => [row]);
  const felt = lab.gradient("vector-comparison", { x, y, offset: 0 }, { of: "products", wrt: ["x"] });
  assert.deepEqual(await bars("felt"), [...felt.gradients.x.data]);
  await goTo(page, site, addresses(spec.id, { encoding: "t5" }));
  const shared = await bars("shared");
  const inputs = known.get(spec).inputsAt(settingOf(spec, { encoding: "t5" }), "shared");
  const { gradients } = lab.gradient("relative-position-bias", inputs, { wrt: ["table"] });
  assert.deepEqual(shared, [...gradients.table.data]);
  assert.equal(
    shared.reduce((sum, count) => sum + count, 0),
    32 * 32,
  );
  assert.deepEqual(problems, []);
  await close();
});
