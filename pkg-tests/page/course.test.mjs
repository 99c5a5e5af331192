/** The units: what leads to scenes and away from them, and what can be tried in them. Every scene is visited in `course-tour.test.mjs`. */
import assert from "node:assert/strict";
import { test } from "../shared/tests.mjs";
import { follow, goTo, guess, scenes, shown, units } from "./course.mjs";
import { faultsOfScene, sceneSettled } from "./looks/fixed.mjs";
import { assertDrawnNumbers } from "./looks/numbers.mjs";
import { openPage, useSite } from "./site.mjs";

const site = useSite();

test("a unit opens with its question, a picture of one of its scenes, to which what is chosen in it leads, and its scenes", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/units");
  for (const unit of units) {
    await follow(page, `#/units/${unit.id}`);
    const picture = page.locator(`.unit.opening:has([href="#/units/${unit.id}/${unit.scenes[0].id}"]) .unit-picture`);
    await picture.locator("figure").waitFor();
    assert.equal(await picture.locator("figure").count(), 1, unit.id);
    const of = await picture.getAttribute("data-of");
    assert.ok(unit.opening === undefined || unit.opening === of, `${unit.id}: ${of}`);
    assert.ok(
      unit.scenes.some(({ id }) => id === of),
      `${unit.id}: ${of}`,
    );
    assert.equal(await page.locator(".scene-list li").count(), unit.scenes.length);
    assert.ok((await assertDrawnNumbers(page, unit.id)) > 0, `${unit.id}: no number`);
  }
  // An arc of the unit on self-attention, by keyboard.
  await follow(page, "#/units/self-attention");
  const picture = page.locator(".unit-picture[data-of=dynamic] ag-arcs");
  await picture.locator("[tabindex='0']").first().focus();
  await page.keyboard.press("Enter");
  await page.locator('[data-scene="dynamic"][data-answered=false]').waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("on a laptop the first page and the last page of a unit show all of its scenes at once", async () => {
  for (const locale of ["en-US", "ko-KR"]) {
    const { page, close } = await openPage(site, { locale, reducedMotion: "reduce" });
    await page.setViewportSize({ width: 1280, height: 800 });
    await goTo(page, site, "#/units");
    for (const { id, scenes: own } of units) {
      for (const [at, list] of [
        ["", ".unit.opening .scene-list"],
        ["/end", ".remembered"],
      ]) {
        await follow(page, `#/units/${id}${at}`);
        const last = page.locator(`${list} [href="#/units/${id}/${own.at(-1).id}"]`);
        await last.waitFor();
        // The bar stays at the end of the window, and covers what goes on below it.
        const [row, bar] = await Promise.all([last.boundingBox(), page.locator(".scene-bar").boundingBox()]);
        assert.ok(row.y + row.height <= bar.y, `${id}${at}, ${locale}: the last scene ends at ${row.y + row.height}`);
        const below = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
        assert.ok(below <= 0, `${id}${at}, ${locale}: ${below} px are out of view`);
      }
    }
    await close();
  }
});

test("the cursor of curves over a control sets the control, and the control moves the cursor", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/units/sequences/work/answer");
  const cursor = page.locator("ag-curves .cursor");
  const control = page.locator('[data-kind="slider"] output');
  const [rnn, attention] = [page.locator("ag-curves .reading").first(), page.locator("ag-curves .reading").last()];
  await cursor.focus();
  assert.equal(await control.textContent(), "64");
  await page.keyboard.press("ArrowRight");
  await page.locator('[data-kind="slider"] output', { hasText: "128" }).waitFor();
  const numbers = async () => (await Promise.all([rnn, attention].map((one) => one.textContent()))).join(" ");
  assert.notEqual(await numbers(), "");
  const wide = await numbers();
  await page.locator('[data-kind="slider"] input').focus();
  await page.keyboard.press("Home");
  await page.locator('[data-kind="slider"] output', { hasText: /^2$/ }).waitFor();
  assert.notEqual(await numbers(), wide);
  assert.deepEqual(problems, []);
  await close();
});

test("an address with an unknown unit or scene leads to the nearest place, with a message", async () => {
  const { page, close } = await openPage(site);
  await goTo(page, site, "#/units/no-such-unit");
  await page.locator(".link-message").waitFor();
  await page.locator(".cards").waitFor();
  await goTo(page, site, `#/units/${units[0].id}/no-such-scene`);
  await page.locator(".link-message").waitFor();
  await page.locator(".scene-list").waitFor();
  await close();
});

/** Runs in a slider: where the middle of its knob is for each of some values; `controls.css` says how wide that is. */
function knobsFor(slider, values) {
  const knob = 20;
  const { x, width } = slider.getBoundingClientRect();
  const [min, max] = [Number(slider.min), Number(slider.max)];
  return values.map((value) => Math.round(x + knob / 2 + ((value - min) / (max - min)) * (width - knob)));
}

test("what can be tried before the guess goes only so far, and the answer is about the scene as it was asked", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/units/depth/faint");
  const slider = page.locator("[data-control=layers]");
  await slider.waitFor();
  assert.equal(await slider.getAttribute("max"), "1", "the layers that are asked for are not shown");
  const value = page.locator('ag-graph .node[data-index="4"], ag-graph .node[data-index="4,0"]').first();
  assert.equal(await value.getAttribute("data-value"), "1");
  const knobs = await slider.evaluate(knobsFor, [0, 1]);
  await slider.focus();
  await page.keyboard.press("End");
  await page.locator('ag-graph .node[data-step="layers[0]/smoothing.heard"]').first().waitFor();
  assert.notEqual(await value.getAttribute("data-value"), "1");
  await page.locator(".question input").first().check();
  await page.locator(".question .commit").click();
  await page.locator('[data-answered="true"] ag-graph .node[data-step="layers[2]/smoothing.heard"]').first().waitFor();
  assert.deepEqual([await slider.getAttribute("max"), await slider.inputValue()], ["3", "3"]);
  assert.deepEqual(await slider.evaluate(knobsFor, [0, 1]), knobs, "the knob is where it was, and only goes further");
  // A query that is moved before the guess is where it was with the answer.
  await follow(page, "#/units/self-attention/lookup");
  const query = page.locator('ag-arrows .mark[data-step="attention.query"]');
  await query.waitFor();
  const asked = await query.getAttribute("data-value");
  await query.focus();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(
    (before) =>
      document.querySelector("ag-arrows").shadowRoot.querySelector('.mark[data-step="attention.query"]').dataset
        .value !== before,
    asked,
  );
  await page.locator(".question input").first().check();
  await page.locator(".question .commit").click();
  const weight = page.locator('ag-arcs .mark[data-step="attention.weights"][data-index="2,1"] .number');
  assert.equal(await weight.textContent(), "0.505");
  assert.deepEqual(problems, []);
  await close();
});

/** Runs in the page: points to each node and line of the pictures of graphs, and returns what is ringed and which cells the lines show each time. */
async function pointedGraphs() {
  const graphs = [...document.querySelectorAll("ag-scene .figures ag-graph-picture")].map(
    (picture) => picture.shadowRoot.querySelector("ag-graph, ag-movable-graph").shadowRoot,
  );
  const drawn = (root) => ({
    ringed: [...root.querySelectorAll(".node.active .name")].map((name) => name.textContent),
    cells: [...root.querySelectorAll("[data-edge][data-index], text.weight[data-index]")].map(
      ({ dataset }) => dataset.index,
    ),
    widths: [...root.querySelectorAll("[data-edge]:not([data-index]) .line")].map((line) =>
      line.getAttribute("stroke-width"),
    ),
  });
  const found = [];
  for (const root of graphs) {
    const states = [drawn(root)];
    for (const place of root.querySelectorAll("[data-node], [data-edge]")) {
      place.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      await root.host.updateComplete;
      states.push(drawn(root));
    }
    root.querySelector("svg").dispatchEvent(new PointerEvent("pointerleave"));
    await root.host.updateComplete;
    found.push(states);
  }
  return found;
}

test("a graph of what one node receives rings it alone; before the answer no line shows what another node receives, whatever is pointed to", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/units/graph-attention/favorite");
  for (const [id, receiver, after] of [
    ["favorite", "Ann", ["Ann", "Ben"]],
    ["directions", "Ann", ["Ann", "Cleo"]],
    ["heads", "Ben", ["Ben", "Ben"]],
  ]) {
    await follow(page, `#/units/graph-attention/${id}`);
    await shown(page, { id }, false);
    await sceneSettled(page);
    const [asked] = await page.evaluate(pointedGraphs);
    assert.deepEqual(asked[0].ringed, [receiver], id);
    const cells = new Set(asked[0].cells);
    assert.ok(cells.size > 1, id);
    for (const { cells: now, widths } of asked) {
      assert.deepEqual(
        now.filter((cell) => !cells.has(cell)),
        [],
        `${id}: cells of other nodes`,
      );
      assert.ok(new Set(widths).size <= 1, `${id}: lines of other nodes are ${widths} wide`);
    }
    // With the answer a node that is pointed to shows what it receives.
    await follow(page, `#/units/graph-attention/${id}/answer`);
    await shown(page, { id }, true);
    await sceneSettled(page);
    const answered = await page.evaluate(pointedGraphs);
    assert.deepEqual(
      answered.map(([first]) => first.ringed),
      after.map((name) => [name]),
      id,
    );
    const all = new Set(answered[0].flatMap((state) => state.cells));
    assert.ok(all.size > cells.size, `${id}: ${[...all].join(" ")}`);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("a cell of a table for pairs and the edge between its nodes light each other, and a node lights its row", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/units/graphs/matrices/answer");
  await shown(page, { id: "matrices" }, true);
  await sceneSettled(page);
  const lit = () =>
    page.evaluate(() => {
      const graph = document.querySelector("ag-scene ag-graph-picture").shadowRoot.querySelector("ag-graph").shadowRoot;
      const table = document.querySelector("ag-scene .figures ag-matrix").shadowRoot;
      const texts = (selector) => [...graph.querySelectorAll(selector)].map((element) => element.textContent.trim());
      return {
        nodes: texts(".node.active .name"),
        lines: graph.querySelectorAll(".edge.active").length,
        cells: [...table.querySelectorAll("td.marked, td.pointed")].map((cell) => cell.dataset.cell),
      };
    });
  const becomes = async (expected) => {
    for (let turn = 0; turn < 100; turn += 1) {
      if (JSON.stringify(await lit()) === JSON.stringify(expected)) return;
      await page.waitForTimeout(20);
    }
    assert.deepEqual(await lit(), expected);
  };
  const [nothing, annAndBen] = [
    { nodes: [], lines: 0, cells: [] },
    { nodes: ["Ann", "Ben"], lines: 1, cells: [] },
  ];
  await becomes(nothing);
  const cell = page.locator("ag-scene .figures ag-matrix td[data-cell='0,1']");
  await cell.hover();
  await becomes(annAndBen);
  await page.locator("#scene-title").hover();
  await becomes(nothing);
  await cell.focus();
  await becomes(annAndBen);
  await page.locator("#scene-title").focus();
  await becomes(nothing);
  // By keyboard, too: from a node to an edge of it.
  const graph = page.locator("ag-scene ag-graph-picture ag-graph");
  await graph.locator("[data-node='0']").focus();
  await page.keyboard.press("Home");
  await becomes({ nodes: ["Ann", "Ben"], lines: 1, cells: ["0,0", "0,1", "0,2", "0,3", "0,4", "0,5"] });
  await page.keyboard.press("Shift+ArrowRight");
  await becomes({ nodes: ["Ann", "Ben"], lines: 1, cells: ["0,1", "1,0"] });
  assert.deepEqual(problems, []);
  await close();
});

test("what holds is not in the color of errors or of the place, nor is a false statement that was rejected", async () => {
  const { page, problems, close } = await openPage(site);
  /** Runs in the page: the color of an element, and those of some tokens. */
  const colors = (element) => {
    const probe = document.body.appendChild(document.createElement("span"));
    const token = (name) => {
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color;
    };
    const found = { own: getComputedStyle(element).color, wrong: token("--ag-wrong"), here: token("--ag-here") };
    probe.remove();
    return found;
  };
  await goTo(page, site, "#/units/graph-attention/favorite/answer");
  const right = await page.locator(".choice.holds .mark").first().evaluate(colors);
  assert.ok(right.own !== right.wrong && right.own !== right.here, JSON.stringify(right));
  await follow(page, "#/polls/S1-P1");
  await page.locator("ag-poll").waitFor();
  await page.keyboard.press("r");
  const sign = await page.locator('[data-key="fails"] .key .sign').first().evaluate(colors);
  assert.notEqual(sign.own, sign.wrong);
  assert.deepEqual(problems, []);
  await close();
});

test("with the answer a table outlines the cell that was guessed and the one that was asked for, each in its own way", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/units/self-attention/roles");
  const { scene } = scenes.find(({ scene: { id } }) => id === "roles");
  const matrix = page.locator(`.scene-picture ag-matrix[data-step-id="${scene.question.step}"]`);
  const outlined = (kind) =>
    matrix.locator(`td${kind}`).evaluateAll((cells) => cells.map(({ dataset }) => dataset.cell));
  // The first cell, which is wrong.
  await guess(page, scene, "first");
  assert.deepEqual(await outlined("[aria-selected=true]"), ["1,0"]);
  assert.deepEqual(await outlined(".marked"), ["0,0"]);
  const styles = await page.evaluate(() =>
    [".chosen-cell", ".right-cell"].map(
      (name) => getComputedStyle(document.querySelector(name), "::before").borderTopStyle,
    ),
  );
  assert.deepEqual(styles, ["dashed", "solid"]);
  await page.locator(".again").click();
  await shown(page, scene, false);
  assert.deepEqual(await outlined(".marked"), []);
  await matrix.locator('td[data-cell="1,0"]').click();
  await page.locator(".commit").click();
  await shown(page, scene, true);
  assert.deepEqual([await outlined("[aria-selected=true]"), await outlined(".marked")], [["1,0"], []]);
  // A number that was asked for and is one of a table.
  await goTo(page, site, "#/units/graph-attention/steps/answer");
  const asked = page.locator('ag-matrix[data-step-id="gat.concatenated"] td[aria-selected=true]');
  await asked.waitFor();
  assert.deepEqual(await asked.evaluateAll((cells) => cells.map(({ dataset }) => dataset.cell)), ["0,0"]);
  assert.deepEqual(problems, []);
  await close();
});

test("the numbers that a scene is about are outlined in its tables, before the answer and with it", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/units/self-attention/symmetric");
  const { scene } = scenes.find(({ unit, scene: { id } }) => unit === "self-attention" && id === "symmetric");
  await shown(page, scene, false);
  const outlined = () =>
    page.evaluate(() =>
      [...document.querySelectorAll(".scene-picture ag-matrix")].map(({ step, shadowRoot }) => [
        step.id,
        ...[...shadowRoot.querySelectorAll("td.marked")].map(({ dataset }) => dataset.cell),
      ]),
    );
  const scores = ["attention.scores", "1,3", "3,1"];
  assert.deepEqual(await outlined(), [scores]);
  await guess(page, scene, "first");
  // Once what was computed has been filled in.
  await page.locator(".scene:not([data-revealing])").waitFor();
  assert.deepEqual(await outlined(), [scores, ["attention.weights", "1,3", "3,1"]]);
  assert.deepEqual(problems, []);
  await close();
});

test("after a guess was taken back another can be made, by keyboard; before an audience a scene is unanswered, whatever this browser has guessed", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/units");
  const kinds = ["choose", "number", "cell"].map((kind) => scenes.find(({ scene }) => scene.question.kind === kind));
  for (const { unit, scene } of kinds) {
    const place = `#/units/${unit}/${scene.id}`;
    await follow(page, place);
    await shown(page, scene, false);
    await guess(page, scene, "last");
    await page.locator(".again").focus();
    await page.keyboard.press("Enter");
    await shown(page, scene, false);
    // The button that had the focus is gone.
    await page.locator("#scene-title:focus").waitFor({ state: "attached" });
    assert.equal(await page.locator(".commit[aria-disabled=true]").count(), 1, place);
    await guess(page, scene, "last");
    await follow(page, `${place}?view=present`);
    await shown(page, scene, false, "present");
    await follow(page, place);
    await shown(page, scene, true);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("a choice between two buttons has one chosen, also where the scene before had others of another name", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/units/graphs/itself/answer");
  await page.locator(".scene[data-answered=true] .switch input:checked").first().waitFor();
  await follow(page, "#/units/graphs/symmetric");
  await page.locator('article[data-scene="symmetric"] .switch input').first().waitFor({ state: "attached" });
  const chosen = page.locator('article[data-scene="symmetric"] .switch input:checked');
  assert.deepEqual(await chosen.evaluateAll((all) => all.map(({ value }) => value)), ["row"]);
  assert.deepEqual(problems, []);
  await close();
});

/** Runs in the page: what bars say, without what is leaving. */
function textOfBars({ shadowRoot }) {
  const drawn = shadowRoot.querySelector("svg").cloneNode(true);
  for (const leaving of drawn.querySelectorAll(".leaving")) leaving.remove();
  return drawn.textContent;
}

test("what is changed in a scene stands in the address, and is left with the answer and with another scene", async () => {
  const { page, problems, close } = await openPage(site);
  const place = "#/units/self-attention/sharpness/answer";
  await goTo(page, site, place);
  const slider = page.locator("[data-control=length]");
  await slider.focus();
  await page.keyboard.press("End");
  await page.waitForFunction(() => location.hash.includes("?i="));
  const address = await page.evaluate(() => location.href);
  const value = await slider.inputValue();
  // Numbers on their way out are still there for a moment.
  const shown = await page.locator(".scene-picture ag-bars").evaluate(textOfBars);
  await page.goto("about:blank");
  await page.goto(address);
  await slider.waitFor();
  await page.waitForFunction((to) => document.querySelector("[data-control=length]").value === to, value);
  assert.equal(await page.locator(".scene-picture ag-bars").evaluate(textOfBars), shown);
  // Before the answer the same address spoils nothing: the slider has its place, but is neither seen nor moved.
  await page.goto("about:blank");
  await page.goto(address.replace("/answer", ""));
  await page.locator(".scene[data-answered=false]").waitFor();
  assert.equal(await slider.isVisible(), false);
  assert.equal(await slider.evaluate((element) => element.closest("[inert]") !== null), true);
  // A word that is dragged before the guess is kept as well, and is none of the answer.
  await goTo(page, site, "#/units/self-attention/lookup");
  const arrow = page.locator("ag-arrows [role=slider], ag-arrows [data-touch], ag-arrows .mark").first();
  await arrow.focus();
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => location.hash.includes("?i="));
  await page.locator(".choice input").first().check();
  await page.locator(".commit").click();
  await page.waitForFunction(() => location.hash === "#/units/self-attention/lookup");
  assert.deepEqual(problems, []);
  await close();
});

test("on a phone the names of points above bars can be read, and every patch of an image has its number", async () => {
  const { page, problems, close } = await openPage(site, { viewport: { width: 360, height: 740 } });
  await goTo(page, site, "#/units/pretraining/tuning/answer");
  await page.locator(".figures ag-arrows svg text").first().waitFor({ state: "attached" });
  await sceneSettled(page);
  const names = await page.locator(".figures ag-arrows svg text").evaluateAll((texts) =>
    texts.map((text) => {
      const { a, b } = text.getScreenCTM();
      return Number.parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
    }),
  );
  assert.ok(Math.min(...names) >= 6, `${names}`);
  await follow(page, "#/units/long-inputs/shifted/answer");
  await page.locator(".figures ag-image .place").first().waitFor({ state: "attached" });
  await sceneSettled(page);
  const places = await page.locator(".figures ag-image .place").allTextContents();
  assert.deepEqual(
    places.map(Number),
    Array.from({ length: 16 }, (_, place) => place),
  );
  assert.deepEqual(problems, []);
  await close();
});

test("the colors of two sets of bars are named by what the sets differ in: their steps, or their rows", async () => {
  const { page, close } = await openPage(site);
  for (const [place, names] of [
    ["layers/residual", ["O", "X+MHA(X)"]],
    ["heads/hedge", ["head 1", "head 2"]],
  ]) {
    await goTo(page, site, `#/units/${place}/answer`);
    const titles = page.locator(".figures ag-bars .title.set:has(.swatch)");
    await titles.first().waitFor();
    assert.deepEqual(await titles.allTextContents(), names, place);
  }
  await close();
});

test("what goes further than an answer is folded, also in the scene after one in which it was opened", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/units/sequences/order/answer");
  const further = page.locator(".further");
  const hidden = "three problems of an RNN";
  await further.waitFor();
  assert.ok(!(await page.locator("main").innerText()).includes(hidden));
  await further.locator("summary").click();
  await page.locator(".further[open]", { hasText: hidden }).waitFor();
  assert.ok((await page.locator("main").innerText()).includes(hidden));
  await follow(page, "#/units/sequences/tasks/answer");
  await page.locator(".further", { hasText: "Many to one" }).waitFor({ state: "attached" });
  assert.equal(await page.locator(".further[open]").count(), 0);
  assert.deepEqual(problems, []);
  await close();
});

test("the only round of hashing needs no name", async () => {
  const { page, close } = await openPage(site);
  await goTo(page, site, "#/units/hashing/chunks/answer");
  await page.locator(".figures ag-sorting .chunks").first().waitFor();
  assert.equal(await page.locator(".figures ag-sorting .round-name").count(), 0);
  await close();
});

test("in half of a laptop's screen the picture stands beside its words, and is no strip", async () => {
  const { page, problems, close } = await openPage(site, { reducedMotion: "reduce" });
  await goTo(page, site, "#/units");
  const found = [];
  for (const [at, { unit, scene }] of scenes.entries()) {
    if (at % 12 !== 1) continue;
    for (const [width, height] of [
      [960, 600],
      [900, 640],
    ]) {
      await page.setViewportSize({ width, height });
      await follow(page, `#/units/${unit}/${scene.id}`);
      await shown(page, scene, false);
      const faults = await faultsOfScene(page);
      const { beside, high } = await page.evaluate(() => {
        const rectOf = (selector) => document.querySelector(selector).getBoundingClientRect();
        const pictures = [...document.querySelectorAll(".figures > figure > :first-child")];
        return {
          beside: rectOf(".scene-words").left >= rectOf(".scene-picture").right,
          high: Math.max(...pictures.map((picture) => picture.getBoundingClientRect().height)) / innerHeight,
        };
      });
      if (faults.length > 0 || !beside || high < 0.2)
        found.push(`${scene.id} ${width}: ${beside ? "" : "not beside"} ${high.toFixed(2)} ${faults.join("; ")}`);
    }
  }
  assert.deepEqual(found, []);
  assert.deepEqual(problems, []);
  await close();
});

test("a number that was guessed is drawn beside the one that it is, on one scale", async () => {
  const { page, problems, close } = await openPage(site);
  const { unit, scene } = scenes.find(({ scene: { question } }) => question.kind === "number");
  await goTo(page, site, `#/units/${unit}/${scene.id}`);
  await shown(page, scene, false);
  await guess(page, scene);
  await page.locator(".scene:not([data-revealing])").waitFor();
  const rows = await page.locator(".guessed-number > div").evaluateAll((all) =>
    all.map((row) => {
      const [scale, bar] = [".scale", ".bar"].map((name) => row.querySelector(name).getBoundingClientRect());
      return { of: row.dataset.of, number: row.querySelector(".number").textContent, share: bar.width / scale.width };
    }),
  );
  assert.deepEqual(
    rows.map(({ of }) => of),
    ["guess", "right"],
  );
  assert.equal(rows[0].number, "0.5");
  const [guessed, right] = rows.map(({ number }) => Number(number.replace("−", "-")));
  assert.ok(
    Math.abs(rows[0].share / rows[1].share - Math.abs(guessed / right)) < 0.05,
    `${guessed} and ${right} are drawn as ${rows[0].share} and ${rows[1].share}`,
  );
  assert.deepEqual(problems, []);
  await close();
});

test("what a question is about stands above its answer, and can be shown whole where there is no room for it", async () => {
  const { page, problems, close } = await openPage(site, { viewport: { width: 1280, height: 800 } });
  const { scene } = scenes.find(({ scene: { id } }) => id === "widths");
  await goTo(page, site, "#/units/self-attention/widths");
  await shown(page, scene, false);
  await guess(page, scene, "first");
  const lines = () =>
    page.locator(".scene-text").evaluate((text) => ({ seen: text.clientHeight, all: text.scrollHeight }));
  const button = page.locator(".set-up > .whole");
  const covered = () => page.locator(".scene-words").evaluate((words) => "covered" in words.dataset);
  assert.equal(await button.isVisible(), false, "there is room for all of it");
  assert.equal(await covered(), false, "no line fades where none lies below the sentence to remember");
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.locator('.whole[aria-expanded="false"]').waitFor();
  const few = await lines();
  assert.ok(few.seen < few.all, JSON.stringify(few));
  await button.click();
  await page.locator('.whole[aria-expanded="true"]').waitFor();
  const whole = await lines();
  assert.equal(whole.seen, whole.all);
  assert.equal(await covered(), true);
  await page
    .locator(".scene-words")
    .evaluate((words) => words.scrollTo({ top: words.scrollHeight, behavior: "instant" }));
  await page.locator(".scene-words:not([data-covered])").waitFor();
  await button.click();
  await page.locator('.whole[aria-expanded="false"]').waitFor();
  assert.equal((await lines()).seen, few.seen);
  assert.deepEqual(problems, []);
  await close();
});

/** Runs in the page: writes down in each frame what scrolls there. */
function watchScrolling() {
  globalThis.scrolled = new Set();
  const look = () => {
    const { port1, port2 } = new MessageChannel();
    // After what is drawn in the frame.
    port1.onmessage = () => {
      const { scrollHeight, scrollWidth } = document.documentElement;
      const say = (what) => globalThis.scrolled.add(`${innerWidth} x ${innerHeight}: ${what}`);
      if (scrollHeight > innerHeight || scrollWidth > innerWidth) say("the page scrolls");
      if (scrollY !== 0) say("the page is scrolled");
      const figures = document.querySelector(".figures");
      if (!figures) return;
      const isTooLarge =
        figures.scrollHeight > figures.clientHeight + 1 || figures.scrollWidth > figures.clientWidth + 1;
      if (isTooLarge && getComputedStyle(figures).overflowY === "auto") say("the pictures have a scroll bar");
      if (figures.scrollTop !== 0) say("the pictures are scrolled");
    };
    port2.postMessage(null);
    requestAnimationFrame(look);
  };
  look();
}

test("a window of another size has no scroll bar in any frame while the pictures are fitted to it", async () => {
  const { page, problems, close } = await openPage(site);
  await goTo(page, site, "#/units");
  await page.evaluate(watchScrolling);
  for (const [at, { unit, scene }] of scenes.entries()) {
    if (at % 20 !== 3) continue;
    const place = `#/units/${unit}/${scene.id}/answer`;
    await page.setViewportSize({ width: 1280, height: 800 });
    await follow(page, place);
    await shown(page, scene, true);
    await sceneSettled(page);
    await page.evaluate(() => globalThis.scrolled.clear());
    for (const [width, height] of [
      [1440, 900],
      [360, 740],
      [1280, 800],
      [360, 740],
      [1440, 900],
    ]) {
      await page.setViewportSize({ width, height });
      await sceneSettled(page);
    }
    assert.deepEqual(await page.evaluate(() => [...globalThis.scrolled]), [], place);
    assert.deepEqual(await faultsOfScene(page), [], place);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("in a window of middle width a plane is as large as beside the words", async () => {
  const { page, problems, close } = await openPage(site, { viewport: { width: 820, height: 1180 } });
  await goTo(page, site, "#/units/self-attention/mean/answer");
  await page.locator(".scene[data-answered=true] .figures[style]:not([data-fitting]) ag-arrows svg").waitFor();
  const width = () => page.locator(".scene ag-arrows").evaluate((plane) => plane.getBoundingClientRect().width);
  assert.ok((await width()) > 280, `${await width()} px`);
  assert.deepEqual(problems, []);
  await close();
});
