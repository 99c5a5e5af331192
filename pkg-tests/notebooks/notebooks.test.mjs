/** Figures in notebooks: JupyterLab and marimo in Chromium, with kernels of the virtual environment that has the wheel. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { copyFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { numbersIn } from "../shared/element-numbers.mjs";
import {
  ask,
  drawn,
  openBrowser,
  openCounting,
  openNotebook,
  runAll,
  startLab,
  startServer,
  writeNotebook,
} from "./jupyter.mjs";

const EXAMPLES = fileURLToPath(new URL("../../examples/notebooks", import.meta.url));

let lab;
let browser;
before(async () => {
  [lab, browser] = await Promise.all([startLab(), openBrowser()]);
});
after(async () => {
  await browser?.close();
  await lab?.close();
});

const PYTHON = {
  start: `import attograph, json
import networkx as nx
import numpy as np

rng = np.random.default_rng(7)
x, w = rng.normal(size=(3, 2)), rng.normal(size=(2, 2))
a = rng.normal(size=(2, 1, 2))
graph = nx.Graph([("Ann", "Ben"), ("Ben", "Cid")])`,
  first: `figure = attograph.figure("gat-layer", graph=graph, x=x, w=w, attention_source=a[0], attention_target=a[1],
                          step="gat.weights", picture="table", controls="inputs")
figure`,
  second: `query, key, value = rng.normal(size=(3, 2, 2))
second = attograph.figure("scaled-dot-product-attention", query=query, key=key, value=value, names=["the", "cat"],
                          step="attention.weights", picture="table")
second`,
  third: `scores = rng.normal(size=(2, 2, 3, 3))
model = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
third = attograph.attention(["the", "cat", "sat"], model, layer=1)
third`,
};

/** The weights of both figures as NumPy computes them. */
const NUMPY = `projected = x @ w
raw = (projected @ a[1][0])[:, None] + (projected @ a[0][0])[None, :]
exponentials = np.where(nx.to_numpy_array(graph) + np.eye(3) > 0, np.exp(np.where(raw > 0, raw, 0.2 * raw)), 0)
scaled = np.exp(query @ key.T / np.sqrt(2))
print(json.dumps({"gat.weights": [(exponentials / exponentials.sum(axis=1, keepdims=True)).tolist()],
                  "attention.weights": (scaled / scaled.sum(axis=1, keepdims=True)).tolist()}))`;

const at = (values, index) => index.split(",").reduce((value, place) => value[place], values);

/** Asserts that an element shows every number of a step, each within rounding of NumPy's. */
async function assertNumbers(locator, step, expected, count) {
  const numbers = (await numbersIn(locator)).filter((one) => one.step === step);
  assert.ok(numbers.length >= count, `${numbers.length} numbers of ${step}`);
  for (const { index, value } of numbers)
    assert.ok(Math.abs(Number(value) - at(expected, index)) <= 1e-14, `${step} ${index}: ${value}`);
}

/** Waits until an expression has a value in the kernel: what a page says is not in the order of what is run. */
async function kernelSays(page, expression, value) {
  const code = `print(json.dumps(${expression}))`;
  while (!isDeepStrictEqual(await ask(page, code), value)) await page.waitForTimeout(100);
}

test("figures in JupyterLab show NumPy's numbers with one engine, follow the reader and the kernel, and live through a restart", async () => {
  const { page, problems } = await openCounting(browser, lab.address);
  await writeNotebook(lab.folder, "figures.ipynb", Object.values(PYTHON));
  await openNotebook(page, lab.address, "figures.ipynb");
  assert.deepEqual(await runAll(page), []);
  await drawn(page, 3);
  const [first, second, third] = [
    page.locator("attograph-figure").first(),
    page.locator("attograph-figure").nth(1),
    page.locator("attograph-attention"),
  ];
  const expected = await ask(page, NUMPY);
  await assertNumbers(first, "gat.weights", expected["gat.weights"], 9);
  await assertNumbers(second, "attention.weights", expected["attention.weights"], 4);
  const given = await ask(page, "print(json.dumps(model.tolist()))");
  for (const { index, value } of await numbersIn(third)) assert.equal(Number(value), at(given, index), index);
  assert.equal((await page.evaluate(() => globalThis.compiled)).length, 1, "one engine for all figures");

  // A cell that is clicked is the kernel's, too.
  await first.locator("ag-matrix.result [data-cell='0,1,0']").click();
  const chosen = "print(json.dumps([figure.step, figure.cell, figure.number]))";
  await kernelSays(page, "figure.cell", [0, 1, 0]);
  const [step, cell, number] = await ask(page, chosen);
  assert.deepEqual([step, cell], ["gat.weights", [0, 1, 0]]);
  const clicked = await first.locator("ag-matrix.result [data-cell='0,1,0']").getAttribute("data-value");
  assert.equal(number, Number(clicked), "the number in Python has the digits of the one in the page");

  // An input that is edited, and the run of it.
  await ask(page, "before = figure.trace['gat.weights']");
  await first.locator("ag-inputs [data-input='x'] ag-matrix [data-cell='0,0']").click();
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => {
    const figure = document.querySelector("attograph-figure");
    const found = [...figure.shadowRoot.querySelectorAll("ag-matrix")];
    return found.some(({ shadowRoot }) => shadowRoot.querySelector("[data-cell='0,0'][data-value='7']"));
  });
  await kernelSays(page, "figure.inputs['x'][0, 0]", 7);
  const edited = await ask(
    page,
    "print(json.dumps([figure.inputs['x'][0].tolist(), figure.trace['gat.weights'].tolist(), bool((before != figure.trace['gat.weights']).any())]))",
  );
  const x = await ask(page, "print(json.dumps(x.tolist()))");
  assert.deepEqual(edited[0], [7, x[0][1]]);
  assert.equal(edited[2], true);
  await assertNumbers(first, "gat.weights", edited[1], 9);

  // Steps, cells, layers and heads that the kernel sets.
  await ask(page, "second.step = 'attention.scores'; second.cell = (1, 0); third.head = 1; third.cell = (2, 0)");
  await page.waitForFunction(() => document.querySelectorAll("attograph-figure")[1].shown.cell?.join() === "1,0");
  assert.equal(await second.evaluate(({ shown }) => shown.step), "attention.scores");
  await page.waitForFunction(() => document.querySelector("attograph-attention").shown?.cell?.join() === "2,0");
  assert.equal(await third.evaluate(({ shown }) => shown.value), given[1][1][2][0]);

  // The theme is JupyterLab's.
  assert.equal(await first.getAttribute("theme"), "light");
  await page.evaluate(() =>
    globalThis.jupyterapp.commands.execute("apputils:change-theme", { theme: "JupyterLab Dark" }),
  );
  await page.waitForFunction(() => document.querySelector("attograph-figure").getAttribute("theme") === "dark");

  // A kernel that was restarted knows nothing of the page, which has the engine.
  await page.evaluate(() => globalThis.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart());
  await page.evaluate(() => globalThis.jupyterapp.shell.currentWidget.sessionContext.session.kernel.info);
  assert.deepEqual(await runAll(page), []);
  await drawn(page, 3);
  await assertNumbers(page.locator("attograph-figure").first(), "gat.weights", expected["gat.weights"], 9);
  assert.equal((await page.evaluate(() => globalThis.compiled)).length, 1, "the same engine after a restart");

  // What is saved is small, and says what the figure was.
  const saved = await page.evaluate(async () => {
    const { context } = globalThis.jupyterapp.shell.currentWidget;
    await context.save();
    return JSON.stringify(context.model.toJSON());
  });
  assert.ok(saved.length < 20_000, `${saved.length} bytes`);
  assert.match(saved, /attograph\.figure\('gat-layer'/);
  assert.deepEqual(problems, []);
  await page.close();
});

test("scenes, exercises, polls and labs are shown, and an answer is the kernel's", async () => {
  const { page, problems } = await openCounting(browser, lab.address);
  await writeNotebook(lab.folder, "places.ipynb", [
    "import attograph, json\nscene = attograph.scene('self-attention', 'long-key')\nscene",
    "attograph.exercise('attention-steps', seed=7)",
    "attograph.poll('S1-P1', language='ko')",
    "attograph.lab('positions')",
  ]);
  await openNotebook(page, lab.address, "places.ipynb");
  assert.deepEqual(await runAll(page), []);
  await drawn(page, 4);
  const scene = page.locator("attograph-scene");
  await scene.locator(".choice input").nth(1).check();
  await scene.locator(".commit").click();
  await scene.locator(".verdict").waitFor();
  await kernelSays(page, "scene.answer is not None", true);
  const answer = await ask(page, "print(json.dumps(scene.answer))");
  assert.equal(answer.scene, "long-key");
  assert.equal(typeof answer.right, "boolean");
  assert.match(
    await page.locator("attograph-poll").evaluate(({ shadowRoot }) => shadowRoot.textContent),
    /\p{Script=Hangul}/u,
  );
  assert.equal((await page.evaluate(() => globalThis.compiled)).length, 1);
  assert.deepEqual(problems, []);
  await page.close();
});

test("the example notebooks run in JupyterLab, and their figures show what Python has", async () => {
  const names = (await readdir(EXAMPLES)).filter((name) => name.endsWith(".ipynb")).sort();
  assert.equal(names.length, 5);
  const { page, problems } = await openCounting(browser, lab.address);
  for (const name of names) {
    await copyFile(join(EXAMPLES, name), join(lab.folder, name));
    await openNotebook(page, lab.address, name);
    assert.deepEqual(await runAll(page), [], name);
    await drawn(page, 1);
    const figure = page.locator("attograph-figure").first();
    assert.equal(await figure.evaluate(({ shadowRoot }) => shadowRoot.querySelector("[role=alert]")), null, name);
    const numbers = await numbersIn(figure);
    assert.ok(numbers.length > 0, name);
    const steps = JSON.stringify([...new Set(numbers.map(({ step }) => step))]);
    const trace = await ask(
      page,
      `import json\nprint(json.dumps({step: figure.trace[step].tolist() for step in ${steps} if step in figure.trace}))`,
    );
    const known = numbers.filter(({ step }) => step in trace);
    assert.ok(known.length > 0, name);
    for (const { step, index, value } of known)
      assert.equal(Number(value), index === "" ? trace[step] : at(trace[step], index), `${name}: ${step} ${index}`);
  }
  assert.deepEqual(problems, []);
  await page.close();
});

/** Softmax of logarithms: the weights are the fractions themselves. */
const MARIMO = `import marimo

app = marimo.App()


@app.cell
def _():
    import json

    import attograph
    import marimo as mo
    import numpy as np

    key = np.log([[1.0], [2.0], [5.0]])
    figure = attograph.figure("scaled-dot-product-attention", query=[[1.0]], key=key, value=[[1.0], [2.0], [3.0]], step="attention.weights", picture="table")
    shown = mo.ui.anywidget(figure)
    shown
    return figure, json, mo, shown


@app.cell
def _(figure, json, mo, shown):
    chosen = shown.value.get("cell")
    mo.plain_text("chosen " + json.dumps([list(chosen or []), figure.trace["attention.weights"].tolist()]))
    return


if __name__ == "__main__":
    app.run()
`;

test("a figure in marimo shows its numbers, and a cell that is clicked runs what depends on it", async () => {
  const server = await startServer((port, folder) => {
    const args = ["--headless", "--no-token", "--host=127.0.0.1", `--port=${port}`];
    writeFileSync(join(folder, "app.py"), MARIMO);
    return ["-m", "marimo", "run", ...args, join(folder, "app.py")];
  }, "/health");
  try {
    const { page } = await openCounting(browser, server.address);
    await page.goto(server.address);
    const figure = page.locator("attograph-figure");
    const cell = figure.locator("ag-matrix.result [data-cell='0,2']");
    await cell.waitFor();
    for (const { index, value } of (await numbersIn(figure)).filter(({ step }) => step === "attention.weights"))
      assert.ok(Math.abs(Number(value) - [1, 2, 5][Number(index.split(",")[1])] / 8) < 1e-15, `${index}: ${value}`);
    await cell.click();
    const told = page.getByText("chosen [[0, 2]");
    await told.waitFor();
    const [, weights] = JSON.parse((await told.textContent()).replace("chosen ", ""));
    assert.equal(weights[0].length, 3);
    await page.close();
  } finally {
    await server.close();
  }
});
