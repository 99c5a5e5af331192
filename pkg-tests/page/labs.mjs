/** The labs, with the numbers of their runs as the library in Node has them, and the way to them in the page. */
import assert from "node:assert/strict";
import { load } from "../../pkg/node.js";
import { shortNumber } from "../../pkg/text.js";
import { readModule } from "./lessons.mjs";
import { twoFrames, visit } from "./site.mjs";

export const lab = await load();
export const labs = await readModule("/labs/index.ts", ({ LABS }) => LABS.all());

/** The runs of each lab, as the page's own model computes them with the library in Node. */
const [library, StageRuns, { otherValues, readState }, factAt, settingWith] = await Promise.all([
  readModule("/src/library.ts", ({ openLibrary }) => openLibrary()),
  readModule("/src/stage/runs.ts", (runs) => runs.StageRuns),
  readModule("/src/labs/lab-state.ts", (state) => state),
  readModule("/src/stage/facts.ts", (facts) => facts.factAt),
  readModule("/src/stage/setting.ts", (setting) => setting.settingWith),
]);
export const known = new Map(labs.map((spec) => [spec, new StageRuns(library, spec)]));

/** The values and inputs that an address changes, of one of the runs that stand beside each other. */
export function settingOf(spec, state, other = false) {
  const read = readState(known.get(spec), state);
  return { values: other ? otherValues(spec, read) : read.values, inputs: read.inputs };
}

/** A step of a run. */
export const stepOf = (spec, setting, run, id) => known.get(spec).at(setting, run).steps.get(id);

/** Everything that names a number, in one of the runs that stand beside each other. */
const marksOf = (page, run) =>
  page.evaluate((name) => {
    const found = [];
    const walk = (root, around) => {
      for (const element of root.querySelectorAll("*")) {
        const { step, index, value, secondIndex, secondValue } = element.dataset ?? {};
        const of = element.closest("[data-of]")?.dataset.of ?? around;
        if (step !== undefined && value !== undefined) {
          const number = element.matches(".number, .reading") ? element.textContent.trim() : null;
          found.push({ of, step, index, value, number });
          if (secondIndex !== undefined) found.push({ of, step, index: secondIndex, value: secondValue, number: null });
        }
        if (element.shadowRoot) walk(element.shadowRoot, of);
      }
    };
    walk(document.querySelector(`.lab-run[data-run=${name}]`));
    const table = document.querySelectorAll(`.lab-numbers .number[data-run=${name}]`);
    for (const { dataset, textContent } of table) found.push({ ...dataset, number: textContent.trim() });
    return found;
  }, run);

/** Asserts that each number that is drawn is that of a run. Returns how many there are by step. */
export async function assertNumbers(page, spec, setting, run = "one") {
  const counts = new Map();
  const numberAt = numbersOf(spec, setting);
  for (const { of, step, index, value, number } of await marksOf(page, run)) {
    const where = `${spec.id}, ${run}: ${step}[${index}] of ${of}`;
    const expected = numberAt(of, step, index === "" ? [] : index.split(",").map(Number));
    if (!Object.is(Number(value), expected)) assert.fail(`${where} is ${expected}, and ${value} is drawn`);
    // What rounding has left of a 0 is written as nearly 0.
    if (number === "≈\u202f0") assert.ok(expected !== 0 && Math.abs(expected) < 1e-12, `${where} is ${expected}`);
    else if (number !== null && number !== "") assert.equal(number, shortNumber(expected), where);
    counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  return counts;
}

/** Returns the number of a cell of a run or of a series, by run, id and index; each run is looked up once. */
function numbersOf(spec, setting) {
  const runs = known.get(spec);
  const all = new Map(runs.stageAt(setting).series?.map((one) => [one.id, one]));
  const steps = new Map();
  const stepsOf = (of) => {
    if (!steps.has(of)) steps.set(of, runs.at(setting, of).steps);
    return steps.get(of);
  };
  const curves = new Map();
  const curveAt = (one, at) => {
    const key = `${one.id} ${at}`;
    if (!curves.has(key)) curves.set(key, factAt(runs, settingWith(runs.stage, setting, one.over, one.at[at]), one.of));
    return curves.get(key);
  };
  return (of, id, index) => {
    const series = all.get(id);
    if (series) return curveAt(series, index[0]);
    const step = stepsOf(of).get(id);
    assert.ok(step, `the run ${of} of ${spec.id} has no ${id}`);
    return valueAt(step, index);
  };
}

export function valueAt(step, index) {
  if (index.length !== step.shape.length) assert.fail(`${step.id}[${index}] has the shape ${step.shape}`);
  return step.data[index.reduce((offset, position, axis) => offset * step.shape[axis] + position, 0)];
}

/** Goes to a lab, as a link within the page does once it is loaded, and waits for its curves. */
export async function goTo(page, site, hash) {
  await visit(page, site, hash);
  await page.locator(".lab, [data-lab-link]").first().waitFor();
  await twoFrames(page);
  await settled(page);
}

/** Waits until no curve is one of before. */
export const settled = (page) => page.waitForFunction(() => document.querySelector(".waiting, [data-stale]") === null);

/** The address of a state, as the page writes it. */
export const addresses = await readModule("/src/labs/lab-address.ts", ({ labStateAddress }) => labStateAddress);
const decodeInputs = await readModule("/src/state/packed.ts", (packed) => packed.decodeInputs);
export const decode = (hash) => decodeInputs(/[?&]i=([^&]+)/.exec(hash)[1]);

/** Waits until the page has written the state of its lab into the address, which it does a moment after a change. */
export async function addressed(page) {
  await settled(page);
  const { id, changes } = await page.evaluate(() => {
    const { dataset } = document.querySelector(".lab");
    return { id: dataset.lab, changes: document.querySelector("ag-lab").changes };
  });
  const expected = addresses(id, changes);
  await page.waitForFunction((hash) => location.hash === hash, expected);
}
