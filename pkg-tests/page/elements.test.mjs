/** `attograph/elements` in a page that is not ours: every number is that of the run, and nothing leaks in or out. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { load } from "../../pkg/node.js";
import { addressOf, openFolder, openPage } from "../shared/browser.mjs";
import { numbersIn } from "../shared/element-numbers.mjs";
import { HOSTED } from "../shared/hosted.mjs";
import { after, before, test } from "../shared/tests.mjs";
import { assertAccessible } from "./looks/accessible.mjs";

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const lab = await load();

const HOST_CSS = "h1, p, button, td { color: rgb(1, 2, 3); font-family: fantasy; } :root { --ink: red; }";
const CODE = `globalThis.seen = { errors: [], keys: [], events: [], raised: [] };
addEventListener("error", ({ message }) => seen.raised.push(message));
addEventListener("unhandledrejection", ({ reason }) => seen.raised.push(String(reason)));
document.addEventListener("keydown", ({ key }) => seen.keys.push(key));
for (const type of ["ag-error", "ag-change", "ag-answer"])
  document.addEventListener(type, ({ target, detail }) => seen.events.push({ type, element: target.localName, detail }));
`;

let folder;
const site = {};
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "attograph-elements-"));
  await symlink(at("pkg"), join(folder, "pkg"));
  await symlink(at("examples"), join(folder, "examples"));
  await writeFile(join(folder, "host.css"), HOST_CSS);
  await writeFile(join(folder, "host.js"), CODE);
  Object.assign(site, await openFolder(folder));
});
after(async () => {
  await site.close?.();
  await rm(folder, { recursive: true, force: true });
});

/** Opens a page of someone else's with this in it, and waits until each element is drawn or says what is wrong. */
async function host(body, { head = "", ...options } = {}) {
  const name = `page-${Math.random().toString(36).slice(2)}.html`;
  await writeFile(
    join(folder, name),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="host.css"><script type="module" src="host.js"></script>${head}
<script type="module" src="pkg/elements/elements.js"></script></head><body>${body}</body></html>`,
  );
  const opened = await openPage(site, options);
  await opened.page.goto(site.address + name);
  await drawn(opened.page);
  return opened;
}

const drawn = (page) =>
  page.evaluate(async () => {
    const all = [...document.querySelectorAll("*")].filter(({ localName }) => localName.startsWith("attograph-"));
    await Promise.all(all.map(({ localName }) => customElements.whenDefined(localName)));
    await Promise.all(all.map((element) => element.ready));
  });

function numberOf(trace, id, index) {
  const { shape, data } = trace.steps.find((step) => step.id === id);
  const place = index === "" ? [] : index.split(",").map(Number);
  return data[place.reduce((sum, position, axis) => sum * shape[axis] + position, 0)];
}

/** Asserts that an element shows numbers, and that each is that of a run. */
async function assertNumbers(page, selector, trace, least = 1) {
  const numbers = await numbersIn(page.locator(selector));
  assert.ok(numbers.length >= least, `${numbers.length} numbers in ${selector}`);
  for (const { step, index, value } of numbers)
    assert.equal(Number(value), numberOf(trace, step, index), `${step} ${index}`);
}

test("a figure shows a picture, a table or a graph of its own inputs, opens a number, and goes through the steps", async () => {
  const graph = {
    nodes: 3,
    edges: [
      [0, 1],
      [1, 2],
    ],
  };
  const { page, problems, close } = await host(`
    <attograph-figure id="arcs" algorithm="scaled-dot-product-attention" step="attention.weights" picture="arcs" inputs='${JSON.stringify(HOSTED)}'></attograph-figure>
    <attograph-figure id="table" algorithm="gcn-normalization" picture="table" cell="0,1" controls="player" inputs='${JSON.stringify({ graph })}'></attograph-figure>
    <attograph-figure id="graph" algorithm="gat-layer" step="gat.weights" picture="graph"></attograph-figure>
    <attograph-figure id="whole" algorithm="layer-norm" controls="all"></attograph-figure>`);
  const attention = lab.trace("scaled-dot-product-attention", HOSTED);
  await assertNumbers(page, "#arcs", attention, 4);
  const normalization = lab.trace("gcn-normalization", { graph });
  await assertNumbers(page, "#table", normalization, 9);
  assert.ok(await page.locator("#graph ag-graph").isVisible());
  // A figure with everything has the menu that exports, which is loaded when it is opened.
  assert.equal(await page.locator("#graph details.export, #table details.export").count(), 0);
  await page.locator("#whole details.export summary").click();
  await page.locator('#whole ag-export [data-format="run-json"]').waitFor();
  await page.locator('#whole ag-export [data-format="matrix-svg"]').waitFor();
  const equation = await page.locator("#table ag-inspector").evaluate((inspector) => inspector.shadowRoot.textContent);
  assert.ok(equation.includes("Ŝ") || equation.includes("0.408"), equation);
  const ids = normalization.steps.map(({ id }) => id);
  assert.deepEqual(await page.locator("#table").evaluate((figure) => figure.shown), { step: ids.at(-1), cell: [0, 1] });
  assert.equal(await page.locator("#table").evaluate((figure) => figure.go(-1)), true);
  await page.waitForFunction((id) => document.getElementById("table").shown.step === id, ids.at(-2));
  assert.equal(await page.locator("#table").evaluate((figure) => figure.go(1000)), false);
  // Other inputs by a property.
  const more = {
    ...HOSTED,
    value: [
      [5, 6],
      [7, 8],
    ],
  };
  await page.locator("#arcs").evaluate(async (figure, inputs) => {
    Object.assign(figure, { inputs, step: "attention.output", picture: "table" });
    await figure.updateComplete;
    await figure.ready;
  }, more);
  await assertNumbers(page, "#arcs", lab.trace("scaled-dot-product-attention", more), 4);
  const { events, raised } = await page.evaluate(() => globalThis.seen);
  assert.ok(events.some(({ type, detail }) => type === "ag-change" && detail.step === ids.at(-2)));
  assert.deepEqual([raised, problems], [[], []]);
  await close();
});

test("one figure is at most fifteen requests, the library among them", async () => {
  const paths = [];
  for (const figure of [
    '<attograph-figure algorithm="scaled-dot-product-attention" step="attention.weights"></attograph-figure>',
    '<attograph-figure algorithm="gat-layer" controls="player"></attograph-figure>',
  ]) {
    await writeFile(
      join(folder, "one.html"),
      `<!doctype html><html lang="en"><title>One</title><link rel="icon" href="data:,"><script type="module" src="pkg/elements/elements.js"></script>${figure}</html>`,
    );
    const { page, problems, close } = await openPage(site, { fresh: true });
    const requests = [];
    page.on("request", (request) => {
      if (!request.url().startsWith("data:")) requests.push(new URL(request.url()).pathname);
    });
    await page.goto(`${site.address}one.html`);
    await drawn(page);
    await page.waitForLoadState("networkidle");
    assert.ok(requests.length <= 16, `the page and ${requests.length - 1} requests: ${requests.join(" ")}`);
    assert.equal(requests.filter((path) => path.endsWith(".wasm")).length, 1);
    assert.deepEqual(problems, []);
    paths.push(...requests);
    await close();
  }
  assert.ok(paths.length > 4);
});

test("the types name every element that is defined, and no other", async () => {
  const defined = "globalThis.tags = []; const define = customElements.define;\n";
  const noted =
    "customElements.define = function (tag, ...rest) { tags.push(tag); define.call(this, tag, ...rest); };\n";
  await writeFile(join(folder, "defined.js"), defined + noted);
  const { page, problems, close } = await host("<attograph-poll></attograph-poll>", {
    head: '<script type="module" src="defined.js"></script>',
  });
  const tags = await page.evaluate(() => globalThis.tags.filter((tag) => tag.startsWith("attograph-")));
  const types = await readFile(at("pkg/elements/elements.d.ts"), "utf8");
  const named = [...types.matchAll(/^ +"(attograph-[\w-]+)": Attograph\w+;$/gm)].map(([, tag]) => tag);
  assert.deepEqual(named.sort(), tags.sort());
  assert.ok(tags.includes("attograph-lab-hash"));
  assert.deepEqual(problems, []);
  await close();
});

test("a poll of one's own is an attribute or a property, under a strict policy; what is wrong with it is named", async () => {
  const file = new URL("../../examples/questions/questions.json", import.meta.url);
  const questions = JSON.parse(await readFile(file, "utf8"));
  const attribute = JSON.stringify(questions).replaceAll("'", "&#39;");
  const wrong = JSON.stringify({ ...questions, polls: [{ ...questions.polls[0], statements: [] }] });
  const { page, problems, close } =
    await host(`<attograph-poll id="own" poll="K1-Q2" questions='${attribute}'></attograph-poll>
    <attograph-poll id="unknown" poll="K1-Q9" questions='${attribute}'></attograph-poll>
    <attograph-poll id="wrong" questions='${wrong}'></attograph-poll>`);
  const own = page.locator("#own");
  await own.locator("h1", { hasText: questions.polls[1].question.en }).waitFor();
  await own.locator("[data-action=reveal]").click();
  const keys = await own.locator("[data-statement]").evaluateAll((items) => items.map(({ dataset }) => dataset.key));
  assert.deepEqual(keys, ["holds", "fails"]);
  assert.equal(await own.evaluate((element) => element.stops()), 3);
  assert.match(
    await page.locator("#unknown [role=alert]").textContent(),
    /poll="K1-Q9".*K1-Q1, K1-Q2|poll="K1-Q9".*K1-Q2, K1-Q1/s,
  );
  assert.match(await page.locator("#wrong [role=alert]").textContent(), /questions\.polls\[0\]\.statements\.length/);
  await own.evaluate((element, questions) => {
    element.poll = null;
    element.lang = "ko";
    element.questions = questions;
  }, questions);
  await own.locator("h1", { hasText: questions.polls[0].question.ko }).waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("an exercise has own inputs with their names, and says which it cannot be done on", async () => {
  const { page, problems, close } = await host(`
    <attograph-exercise id="own" exercise="attention-steps" inputs='{"query":[[1,0],[0,2]],"key":[[2,1],[0,1]],"value":[[1],[4]]}'
      names='{"query":["I","see"]}'></attograph-exercise>
    <attograph-exercise id="many" exercise="gcn-normalization-steps" inputs='{"graph":{"nodes":11,"edges":[]}}'></attograph-exercise>
    <attograph-exercise id="fixed" exercise="causal-attention-steps" inputs='{"causal":false}'></attograph-exercise>
    <attograph-exercise id="axis" exercise="attention-steps" inputs='{"value":[[1],[4]]}' names='{"query":["I"]}'></attograph-exercise>
    <attograph-exercise id="alone" exercise="attention-steps" names='{"query":["I"]}'></attograph-exercise>`);
  const own = page.locator("#own");
  const inputs = {
    query: [
      [1, 0],
      [0, 2],
    ],
    key: [
      [2, 1],
      [0, 1],
    ],
    value: [[1], [4]],
  };
  const exercise = lab.exercise("attention-steps", { own: inputs });
  const [asked] = exercise.asked;
  const right = lab.trace(exercise.algorithm, inputs).step(asked.step).data[0];
  const field = own.locator("ag-answer-table input").first();
  await field.fill(String(right));
  await field.press("Enter");
  await own.locator('[data-step-id="attention.scores"] [data-mark="right"]').first().waitFor();
  assert.match(await own.locator('[data-step-id="attention.scores"]').textContent(), /see/);
  const failed = (id) =>
    page.evaluate((id) => {
      const { failure } = document.getElementById(id);
      return failure && [failure.attribute, failure.code];
    }, id);
  for (const id of ["many", "fixed", "axis", "alone"])
    await page.waitForFunction((id) => document.getElementById(id).failure, id);
  assert.deepEqual(await failed("many"), [null, "too-large"]);
  assert.equal((await failed("fixed"))[0], "inputs");
  assert.equal((await failed("axis"))[0], "names");
  assert.equal((await failed("alone"))[0], "names");
  assert.deepEqual(problems, []);
  await close();
});

test("scenes, exercises, polls and labs are used as on the page, and say what was answered", async () => {
  const { page, problems, close } = await host(`
    <attograph-scene lesson="self-attention" scene="long-key"></attograph-scene>
    <attograph-exercise id="attention-steps" seed="7"></attograph-exercise>
    <attograph-poll id="S1-P1"></attograph-poll>
    <attograph-lab-hash></attograph-lab-hash><attograph-lab-positions></attograph-lab-positions>
    <attograph-lab-morph></attograph-lab-morph><attograph-lab-graph></attograph-lab-graph>`);
  const files = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  assert.equal(files.filter((name) => name.endsWith(".wasm")).length, 1, "the library is loaded once");
  const scene = page.locator("attograph-scene");
  await scene.locator(".choice input").nth(1).check();
  await scene.locator(".commit").click();
  await scene.locator(".verdict").waitFor();
  const exercise = lab.exercise("attention-steps", { seed: 7 });
  const [asked] = exercise.asked;
  const solved = lab.trace(exercise.algorithm, exercise.inputs).steps.find(({ id }) => id === asked.step);
  const field = page.locator("attograph-exercise ag-answer-table input").first();
  await field.fill(String(solved.data[0]));
  await field.press("Enter");
  await page.locator("attograph-poll .statements input").first().check();
  await page.locator("attograph-poll [data-action=reveal]").click();
  await page.locator("attograph-poll .key").first().waitFor();
  await page.locator("attograph-lab-hash ag-wheel .point").first().waitFor();
  await page.locator("attograph-lab-positions ag-curves").first().waitFor();
  await page.locator("attograph-lab-morph ag-graph .node").first().waitFor();
  const drawn = page.locator("attograph-lab-graph:not(#again)");
  // Moved nodes are a part of what is told, and of an address.
  const circle = drawn.locator("ag-movable-graph .node .body").first();
  await circle.scrollIntoViewIfNeeded();
  const { x, y, width } = await circle.boundingBox();
  await page.mouse.move(x + width / 2, y + width / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 40, y + width / 2 + 10, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() =>
    globalThis.seen.events.some(({ detail }) => detail?.changes?.places?.shape[0] === 1),
  );
  const places = { shape: [1, 3], data: [5, 500, 450] };
  const packed = deflateRawSync(JSON.stringify({ inputs: { places } })).toString("base64url");
  await drawn.evaluate((element, state) => element.setAttribute("state", state), `#/labs/graph?i=v1.${packed}`);
  await page.waitForFunction(() => {
    const graph = document.querySelector("attograph-lab-graph").shadowRoot.querySelector("ag-movable-graph");
    const svg = graph?.shadowRoot.querySelector("svg");
    const { e, f } = svg?.querySelectorAll(".node")[5]?.transform.baseVal.consolidate().matrix ?? { e: 0, f: 0 };
    const { width, height } = svg?.viewBox.baseVal ?? { width: 1, height: 1 };
    return Math.abs(e - 0.5 * width) < 1 && Math.abs(f - 0.45 * height) < 1;
  });
  await drawn.locator("[data-action=edit-graph]").click();
  await drawn.locator("ag-graph-editor .node").nth(3).focus();
  await page.keyboard.press("Delete");
  await page.waitForFunction(() =>
    globalThis.seen.events.some(({ type, detail }) => type === "ag-change" && detail.changes?.graph?.nodes === 5),
  );
  // What was drawn stands at the same places in another element with this state.
  const stand = (element) =>
    element.locator("ag-movable-graph, ag-graph-editor").evaluate((graph) => {
      const svg = graph.shadowRoot.querySelector("svg");
      const { width, height } = svg.viewBox.baseVal;
      return [...svg.querySelectorAll(".node")].map((node) => {
        const { e, f } = node.transform.baseVal.consolidate().matrix;
        return [e / width, f / height];
      });
    });
  await drawn.evaluate((element) => {
    const { changes } = globalThis.seen.events.findLast(({ detail }) => detail.changes?.graph).detail;
    globalThis.told = changes;
    return element.updateComplete;
  });
  const inputs = await page.evaluate(() => globalThis.told);
  assert.deepEqual(inputs.places.shape, [5, 3]);
  await drawn.locator("ag-graph-editor .node").nth(5).waitFor({ state: "detached" });
  const again = deflateRawSync(JSON.stringify({ inputs })).toString("base64url");
  await drawn.evaluate((element, state) => {
    const other = document.createElement("attograph-lab-graph");
    Object.assign(other, { id: "again", state });
    element.after(other);
  }, `#/labs/graph?i=v1.${again}`);
  await page.locator("#again ag-movable-graph .node").nth(4).waitFor();
  const [here, there] = [await stand(drawn), await stand(page.locator("#again"))];
  assert.equal(there.length, 5);
  for (const [node, [x, y]] of here.entries())
    assert.ok(Math.hypot(x - there[node][0], y - there[node][1]) < 0.003, JSON.stringify([here, there]));
  await page.evaluate(() => document.querySelector("#again").remove());
  await drawn.locator("[data-action=paste-graph]").click();
  await drawn.locator("ag-paste dialog[open] textarea").fill("a b\nb c");
  await drawn.locator("ag-paste .use:enabled").click();
  await page.waitForFunction(() =>
    globalThis.seen.events.some(({ type, detail }) => type === "ag-change" && detail.changes?.graph?.nodes === 3),
  );
  const { events, keys, raised } = await page.evaluate(() => globalThis.seen);
  const answers = events.filter(({ type }) => type === "ag-answer").map(({ element, detail }) => [element, detail]);
  const of = (name) => answers.find(([element]) => element === name)?.[1];
  assert.equal(of("attograph-scene").scene, "long-key");
  assert.equal(typeof of("attograph-scene").right, "boolean");
  assert.deepEqual([of("attograph-exercise").mark, of("attograph-exercise").right], ["right", 1]);
  assert.equal(of("attograph-poll").poll, "S1-P1");
  assert.deepEqual(keys, [], "a key in a field is not the page's");
  assert.deepEqual([raised, problems], [[], []]);
  await close();
});

test("what is wrong is said in its place and as an event, and nothing is thrown", async () => {
  // Readable, but of no graph: a node stands beyond the drawing.
  const places = { shape: [1, 3], data: [5, 500, 1001] };
  const misplaced = deflateRawSync(JSON.stringify({ inputs: { places } })).toString("base64url");
  const { page, problems, close } = await host(`
    <attograph-figure id="a" algorithm="gat-leyer"></attograph-figure>
    <attograph-figure id="b"></attograph-figure>
    <attograph-figure id="c" algorithm="gat-layer" step="gat.weight"></attograph-figure>
    <attograph-figure id="d" algorithm="gat-layer" step="gat.weights" cell="0,9,9"></attograph-figure>
    <attograph-figure id="e" algorithm="gat-layer" picture="waves"></attograph-figure>
    <attograph-figure id="f" algorithm="scaled-dot-product-attention" inputs='{"query": [[1, 2], [3]]}'></attograph-figure>
    <attograph-figure id="g" algorithm="scaled-dot-product-attention" inputs='{"query": [[1, 2, 3]]}'></attograph-figure>
    <attograph-figure id="h" algorithm="scaled-dot-product-attention" inputs='{"query": '></attograph-figure>
    <attograph-scene id="i" lesson="self-attention" scene="long-keys"></attograph-scene>
    <attograph-exercise id="j" exercise="attention"></attograph-exercise>
    <attograph-poll id="k" poll="S1"></attograph-poll>
    <attograph-lab-hash id="l" state="#/labs/positions"></attograph-lab-hash>
    <attograph-exercise id="m" exercise="attention-steps" seed="-1"></attograph-exercise>
    <attograph-lab-graph id="n" state="#/labs/graph?i=v1.${misplaced}"></attograph-lab-graph>
    <attograph-figure id="o" algorithm="gat-layer" theme="drak"></attograph-figure>
    <attograph-figure id="p" algorithm="gat-layer" lang="kr"></attograph-figure>
    <attograph-figure id="q" algorithm="gat-layer" names='["Ann", "Ben"]'></attograph-figure>
    <attograph-figure id="r" algorithm="gat-layer" names='{ "node": "Ann" }'></attograph-figure>
    <attograph-figure id="s" algorithm="gat-layer" names='{ "nod": ["Ann"] }'></attograph-figure>
    <attograph-figure id="t" algorithm="gat-layer" names='{ "node": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"] }'></attograph-figure>
    <attograph-figure id="u" algorithm="gat-layer" inputs='{ "graph": { "nodes": 2, "edges": [[0]] } }'></attograph-figure>
    <attograph-figure id="v" algorithm="scaled-dot-product-attention" inputs='{ "query": [[1, 2], "three"] }'></attograph-figure>
    <attograph-attention id="w" weights="[[1, 0], [0, 1]" tokens="a b"></attograph-attention>
    <attograph-attention id="x" weights="[[1, 0], [0, 1]]" tokens="['a', 'b']"></attograph-attention>`);
  const said = {
    f: /^query\[1\] has 1 values, and the first row has 2/,
    h: /^inputs is no JSON: /,
    o: /^theme="drak".*light, dark/,
    p: /^lang="kr".*en, ko/,
    q: /^names is no table of names/,
    r: /^names has no list of words for the axis node/,
    s: /^names="nod".*node/,
    t: /^names has 10 names for the axis node, which has \d positions/,
    u: /^graph\.edges\[0\] is no pair of nodes/,
    v: /^query\[1\] is "three", where the first row is a list/,
    w: /^weights is no JSON: /,
    x: /^tokens is no JSON: /,
  };
  const expected = {
    a: "algorithm",
    b: "algorithm",
    c: "step",
    d: "cell",
    e: "picture",
    f: null,
    g: null,
    h: "inputs",
    i: "scene",
    j: "exercise",
    k: "poll",
    l: "state",
    m: "seed",
    n: "state",
    o: "theme",
    p: "lang",
    q: "names",
    r: "names",
    s: "names",
    t: "names",
    u: null,
    v: null,
    w: "weights",
    x: "tokens",
  };
  const { events, raised } = await page.evaluate(() => globalThis.seen);
  const errors = events.filter(({ type }) => type === "ag-error");
  assert.equal(errors.length, Object.keys(expected).length);
  for (const [id, attribute] of Object.entries(expected)) {
    const alert = await page
      .locator(`#${id}`)
      .evaluate((element) => element.shadowRoot.querySelector("[role=alert]")?.textContent);
    assert.ok(alert?.startsWith(`<attograph-`), `${id}: ${alert}`);
    if (attribute) assert.ok(alert.includes(attribute), `${id}: ${alert}`);
    if (said[id]) assert.match(alert.replace(/^<attograph-[a-z]+> /, ""), said[id], id);
    else if (!attribute) assert.ok(/Keys/.test(alert), alert);
  }
  const [first] = errors.filter(({ detail }) => detail.attribute === "algorithm");
  assert.match(first.detail.message, /gat-layer/);
  const { detail } = errors.find(({ detail: { code } }) => code === "wrong-state");
  assert.match(detail.message, /the lab graph does not have/);
  // Mended, it shows what is asked for.
  await page.locator("#a").evaluate(async (figure) => {
    figure.setAttribute("algorithm", "gat-layer");
    await figure.updateComplete;
    await figure.ready;
  });
  assert.equal(await page.locator("#a [role=alert]").count(), 0);
  assert.deepEqual([raised, problems], [[], []]);
  await close();
});

test("a theme that is corrected is followed", async () => {
  const { page, close } = await host('<attograph-figure algorithm="layer-norm" theme="drak"></attograph-figure>');
  const figure = page.locator("attograph-figure");
  assert.equal(await figure.locator("[role=alert]").count(), 1);
  await figure.evaluate((element) => element.setAttribute("theme", "dark"));
  await figure.locator(".figure-caption").waitFor();
  assert.equal(await figure.locator("[role=alert]").count(), 0);
  await figure.evaluate((element) => element.setAttribute("theme", "bright"));
  await figure.locator("[role=alert]").waitFor();
  await close();
});

test("a lab within a page speaks of no address", async () => {
  const { page, close } = await host("<attograph-lab-hash></attograph-lab-hash>");
  assert.match(await page.locator("attograph-lab-hash .lab-more").innerText(), /Try this/);
  assert.doesNotMatch(await page.locator("attograph-lab-hash .frame").innerText(), /address/i);
  await close();
});

/** A page with elements under a policy, and what it asked for. */
async function underPolicy(policy, name, body) {
  await writeFile(
    join(folder, name),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Policy</title>${body}</html>`,
  );
  const strict = await openFolder(folder, [], policy);
  const { page, problems, close } = await openPage(strict, { fresh: true });
  const requests = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(strict.address + name);
  const closeAll = async () => {
    await close();
    await strict.close();
  };
  return { page, problems, requests, close: closeAll };
}

const MODULE = '<link rel="icon" href="pkg/none.svg"><script type="module" src="pkg/elements/elements.js"></script>';

test("the policy of the document is enough for each kind of element, with the font of formulas and Trusted Types", async () => {
  const text = await readFile(at("docs/elements.md"), "utf8");
  const [policy] = /^default-src 'none'; .*$/m.exec(text);
  assert.match(policy, /font-src.*trusted-types lit-html$/);
  const { page, problems, requests, close } = await underPolicy(
    `${policy}; img-src 'self'`,
    "policy.html",
    `${MODULE}<attograph-figure algorithm="layer-norm" controls="all"></attograph-figure>
    <attograph-scene lesson="self-attention" scene="long-key"></attograph-scene>
    <attograph-exercise exercise="attention-steps"></attograph-exercise>
    <attograph-poll poll="S1-P1"></attograph-poll>
    <attograph-lab-graph></attograph-lab-graph>
    <attograph-attention tokens="a b" weights="[[1, 0], [0.5, 0.5]]"></attograph-attention>`,
  );
  await drawn(page);
  await page.waitForLoadState("networkidle");
  assert.equal(await page.locator("[role=alert]").count(), 0);
  assert.ok(requests.some((path) => path.endsWith(".woff2")));
  assert.deepEqual(
    problems.filter((problem) => !problem.includes("none.svg") && !problem.includes("404")),
    [],
  );
  await close();
});

test("where a policy forbids WebAssembly, elements and the library say exactly that", async () => {
  const { page, requests, close } = await underPolicy(
    "default-src 'none'; script-src 'self'; connect-src 'self'; font-src 'self'; img-src 'self'",
    "forbidden.html",
    `${MODULE}<attograph-figure algorithm="layer-norm"></attograph-figure><script type="module" src="host.js"></script>`,
  );
  const figure = page.locator("attograph-figure [role=alert]");
  await figure.waitFor();
  const said = await figure.innerText();
  assert.match(said, /policy of this page forbids WebAssembly.*'wasm-unsafe-eval' in script-src/);
  assert.doesNotMatch(said, /connection|damaged/);
  const found = await page.evaluate(async () => {
    const { load } = await import("./pkg/browser.js");
    return load().catch(({ name, code, message }) => ({ name, code, message }));
  });
  assert.equal(found.name, "AttographError");
  assert.equal(found.code, "webassembly-forbidden");
  assert.match(found.message, /content security policy: add `'wasm-unsafe-eval'` to its `script-src`/);
  assert.doesNotMatch(found.message, /damaged|cut off/);
  // The copy within the JavaScript, which would be forbidden as well, is not fetched.
  assert.ok(!requests.some((path) => path.endsWith("/inline.js")), requests.join(" "));
  await close();
});

test("elements and library beside them share one engine, one request and one warning", async () => {
  const body = '<attograph-figure algorithm="layer-norm"></attograph-figure>';
  const both = async (page) => {
    await drawn(page);
    return page.evaluate(async () => {
      const { load } = await import("./pkg/browser.js");
      const lab = await load();
      return lab.catalog().length;
    });
  };
  const requests = [];
  const warnings = [];
  const { page, close } = await host(body);
  const address = page.url();
  await close();
  for (const isMissing of [false, true]) {
    const opened = await openPage(site, { fresh: true });
    if (isMissing) await opened.page.route("**/*.wasm", (route) => route.fulfill({ status: 404, body: "" }));
    requests.length = 0;
    warnings.length = 0;
    opened.page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    opened.page.on("console", (message) => {
      if (message.type() === "warning") warnings.push(message.text());
    });
    await opened.page.goto(address);
    assert.ok((await both(opened.page)) > 50);
    const files = requests.filter((path) => /\/(?:attograph\.wasm|inline\.js)$/.test(path));
    if (isMissing) {
      assert.equal(warnings.filter((text) => text.startsWith("attograph:")).length, 1, warnings.join("\n"));
      assert.equal(files.filter((path) => path.endsWith("/inline.js")).length, 1, files.join(" "));
    } else {
      assert.deepEqual(files, ["/pkg/attograph.wasm"]);
      assert.deepEqual(warnings, []);
    }
    await opened.close();
  }
});

test("two languages and two themes stand in one page, and follow their attributes", async () => {
  const figure = (id, more) =>
    `<attograph-figure id="${id}" algorithm="gcn-normalization" picture="table" controls="player" ${more}></attograph-figure>`;
  const { page, problems, close } = await host(
    `${figure("en", 'theme="dark"')}<section lang="ko-KR">${figure("ko", 'theme="light"')}</section><div lang="ko"><attograph-scene lesson="graphs" bar></attograph-scene></div>`,
  );
  const words = (id) =>
    page.locator(`#${id}`).evaluate((element) => element.shadowRoot.querySelector(".figure-caption").textContent);
  const [english, korean] = [await words("en"), await words("ko")];
  assert.match(korean, /\p{Script=Hangul}/u);
  assert.doesNotMatch(english, /\p{Script=Hangul}/u);
  const labels = (id) => page.locator(`#${id} .player button`).first().getAttribute("aria-label");
  assert.match(await labels("ko"), /\p{Script=Hangul}/u);
  assert.doesNotMatch(await labels("en"), /\p{Script=Hangul}/u);
  assert.match(await page.locator("attograph-scene h1").textContent(), /\p{Script=Hangul}/u);
  const ink = (id) =>
    page
      .locator(`#${id}`)
      .evaluate((element) => getComputedStyle(element.shadowRoot.querySelector(".figure-caption")).color);
  assert.notEqual(await ink("en"), await ink("ko"));
  // A step in each: the texts of one do not become those of the other.
  for (const id of ["en", "ko", "en"]) await page.locator(`#${id} [data-action=back]`).click();
  assert.match(await words("ko"), /\p{Script=Hangul}/u);
  assert.doesNotMatch(await words("en"), /\p{Script=Hangul}/u);
  await page.locator("#en").evaluate(async (element) => {
    element.lang = "ko";
    await element.updateComplete;
    await element.ready;
  });
  assert.match(await words("en"), /\p{Script=Hangul}/u);
  assert.deepEqual(problems, []);
  await close();
});

test("styles of the page stay outside, and those of the elements inside; in another shadow tree and scaled, too", async () => {
  const { page, problems, close } = await host(`<h1>Host</h1><p>Text</p>
    <div style-free id="box"></div>
    <attograph-scene lesson="self-attention" scene="long-key"></attograph-scene>`);
  const color = (selector) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).color);
  assert.equal(await color("body > h1"), "rgb(1, 2, 3)");
  assert.notEqual(await color("attograph-scene h1"), "rgb(1, 2, 3)");
  await page.evaluate(async () => {
    const root = document.getElementById("box").attachShadow({ mode: "open" });
    const figure = document.createElement("attograph-figure");
    Object.assign(figure, { algorithm: "scaled-dot-product-attention", step: "attention.weights", picture: "table" });
    figure.style.setProperty("transform", "scale(0.5)");
    root.append(figure);
    await globalThis.customElements.whenDefined("attograph-figure");
    await figure.updateComplete;
    await figure.ready;
  });
  // A click where the number is seen opens the number that is seen.
  const cell = page.locator("#box attograph-figure ag-matrix.result [data-cell='1,2']");
  await cell.click();
  assert.deepEqual(await page.locator("#box attograph-figure").evaluate(({ shown }) => shown.cell), [1, 2]);
  assert.deepEqual(problems, []);
  await close();
});

test("links lead to the page where that is known, and are hidden where it is not; keys on a table are its own", async () => {
  const scene = (more) => `<attograph-scene lesson="self-attention" scene="long-key" answer ${more}></attograph-scene>`;
  const { page, problems, close } = await host(
    `${scene('id="without"')}${scene('id="with" page="course/"')}
    <attograph-figure algorithm="gcn-normalization" picture="table" controls="player"></attograph-figure>`,
  );
  const links = (id) =>
    page.locator(`#${id}`).evaluate((element) =>
      [...element.shadowRoot.querySelectorAll(".scene-links a")].map(({ hidden, href, target }) => ({
        hidden,
        href,
        target,
      })),
    );
  const [without, own] = [await links("without"), await links("with")];
  assert.ok(without.length > 0 && without.every(({ hidden }) => hidden));
  for (const { hidden, href, target } of own) {
    assert.equal(hidden, false);
    assert.ok(href.startsWith(`${site.address}course/#/`), href);
    assert.equal(target, "_blank");
  }
  const address = await addressOf(page);
  await page.locator("attograph-figure ag-matrix.result [data-cell]").first().click();
  for (const key of ["ArrowRight", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
  assert.deepEqual(await page.evaluate(() => globalThis.seen.keys), []);
  await page.locator("body").click({ position: { x: 1, y: 1 } });
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await page.evaluate(() => globalThis.seen.keys), ["ArrowRight"], "elsewhere a key is the page's");
  assert.equal(await addressOf(page), address);
  assert.deepEqual(problems, []);
  await close();
});

/** Two layers with two heads, each with a matrix of its own: rows of thirds, halves and the like. */
const MODEL = [
  [
    [
      [1, 0, 0],
      [0.5, 0.5, 0],
      [0.25, 0.25, 0.5],
    ],
    [
      [0.125, 0.5, 0.375],
      [0, 1, 0],
      [0.75, 0, 0.25],
    ],
  ],
  [
    [
      [0.5, 0.25, 0.25],
      [0.375, 0.5, 0.125],
      [0, 0, 1],
    ],
    [
      [0.0625, 0.9375, 0],
      [0.25, 0.5, 0.25],
      [0.625, 0.125, 0.25],
    ],
  ],
];

test("the attention of a model is shown by layer, head and weight, as lines and as pixels", async () => {
  const { page, problems, close } = await host(
    `<main><h1>A model</h1><attograph-attention id="model" tokens="the cat sat" weights='${JSON.stringify(MODEL)}'></attograph-attention></main>`,
  );
  const assertGiven = async (layer, head, least) => {
    const numbers = await numbersIn(page.locator("#model"));
    const shown = numbers.filter(({ index }) => index.startsWith(`${layer},${head},`));
    assert.equal(shown.length, numbers.length, `only layer ${layer}, head ${head}`);
    assert.ok(shown.length >= least, `${shown.length} numbers`);
    for (const { index, value } of shown)
      assert.equal(
        Number(value),
        index.split(",").reduce((values, at) => values[at], MODEL),
        index,
      );
  };
  await assertGiven(0, 0, 3);
  // Layers and heads have the numbers that the attributes and the events have.
  assert.deepEqual(await page.locator("#model .attention-heads label").allTextContents(), ["0", "1"]);
  assert.deepEqual(await page.locator("#model select option").allTextContents(), ["0", "1"]);
  await page.locator("#model .attention-heads label").nth(1).click();
  await page.locator("#model select").selectOption({ value: "1" });
  await page.locator("#model ag-arcs [data-index='1,1,0,1'] .number").waitFor();
  await assertGiven(1, 1, 3);
  await page.locator("#model ag-arcs [data-index='1,1,0,1'] .number").click();
  await page.locator("#model .presets button", { hasText: "Pattern" }).click();
  await page.locator("#model ag-pattern canvas").waitFor();
  await assertGiven(1, 1, 1);
  const shown = { layer: 1, head: 1, picture: "pattern", cell: [0, 1], value: 0.9375 };
  assert.deepEqual(await page.locator("#model").evaluate((element) => element.shown), shown);
  const { events, raised } = await page.evaluate(() => globalThis.seen);
  assert.deepEqual(events.at(-1), { type: "ag-change", element: "attograph-attention", detail: shown });
  await assertAccessible(page);
  // What no softmax gives, and names that do not fit, are refused by their place.
  const wrong = [
    [{ weights: [[0.5, 0.4]] }, "wrong-row", /layer 0, head 0, query 0, all counted from 0/],
    [{ weights: [[1.5, -0.5]] }, "wrong-number", /query 0, key 0, all counted from 0, is 1\.5/],
    [{ weights: [1, 0] }, "wrong-rank", /shape 2/],
    [{ weights: MODEL, tokens: ["the", "cat"] }, "wrong-tokens", /2 names.*3 positions/],
    [{ weights: MODEL, tokens: ["the", "cat", "sat"], picture: "bars" }, "unknown-attribute", /arcs-columns/],
    [{ weights: null }, "missing-attribute", /weights/],
  ];
  for (const [properties, code, message] of wrong) {
    const error = await page.locator("#model").evaluate(async (element, given) => {
      const said = new Promise((done) =>
        element.addEventListener("ag-error", ({ detail }) => done(detail), { once: true }),
      );
      Object.assign(element, { tokens: null, picture: null, ...given });
      return said;
    }, properties);
    assert.equal(error.code, code, JSON.stringify(error));
    assert.match(error.message, message);
  }
  assert.deepEqual([raised, problems], [[], []]);
  await close();
});

test("a figure takes names of positions, and opens and closes a cell for a script", async () => {
  const { page, problems, close } = await host(
    `<attograph-figure id="named" algorithm="gcn-normalization" picture="table" names='{"source":["Ann","Ben"],"target":["Ann","Ben"]}' inputs='${JSON.stringify({ graph: { nodes: 2, edges: [[0, 1]] } })}'></attograph-figure>
     <attograph-figure id="own" algorithm="gcn-normalization" picture="table" inputs='${JSON.stringify({ graph: { nodes: 2, edges: [[0, 1]] } })}'></attograph-figure>
     <attograph-figure id="brought" algorithm="gcn-normalization" picture="table" inputs='${JSON.stringify({ graph: { nodes: 2, edges: [[0, 1]], names: ["Kim", "Lee"] } })}'></attograph-figure>
     <attograph-figure id="wrong" algorithm="gcn-normalization" names='{"sources":["Ann"]}'></attograph-figure>`,
  );
  const table = (id) => page.locator(`#${id} ag-matrix.result`).evaluate((element) => element.shadowRoot.textContent);
  // Without names, inputs of a page do not have those of the example.
  assert.doesNotMatch(await table("own"), /Ann|Ben/);
  assert.match(await table("brought"), /Kim[\s\S]*Lee/);
  const text = await page.locator("#named ag-matrix.result").evaluate((element) => element.shadowRoot.textContent);
  assert.match(text, /Ann[\s\S]*Ben/);
  const chosen = await page
    .locator("#named")
    .evaluate((figure) => [
      figure.choose([1, 0]),
      figure.shown.cell,
      figure.choose([2, 0]),
      figure.choose(null),
      figure.shown.cell,
    ]);
  assert.deepEqual(chosen, [true, [1, 0], false, true, null]);
  const alert = await page
    .locator("#wrong")
    .evaluate((element) => element.shadowRoot.querySelector("[role=alert]").textContent);
  assert.match(alert, /names="sources".*source/);
  assert.deepEqual(problems, []);
  await close();
});

test("the article of the examples shows all of its elements at 1280 and 360 px: nothing is wider than the window, and axe-core finds nothing", async () => {
  for (const [width, colorScheme] of [
    [1280, "light"],
    [360, "dark"],
  ]) {
    const { page, problems, close } = await openPage(site, { viewport: { width, height: 800 }, colorScheme });
    await page.goto(`${site.address}examples/elements/index.html`);
    await drawn(page);
    assert.equal(
      await page.evaluate(
        () =>
          [...document.querySelectorAll("*")].filter(({ shadowRoot }) => shadowRoot?.querySelector("[role=alert]"))
            .length,
      ),
      0,
    );
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(beyond <= 0, `${beyond} px at ${width} px`);
    // What is still computed is pale.
    await page.waitForFunction(
      () => !document.querySelector("attograph-lab-hash").shadowRoot.querySelector("[data-stale=true]"),
    );
    await assertAccessible(page);
    assert.deepEqual(problems, []);
    await close();
  }
});
