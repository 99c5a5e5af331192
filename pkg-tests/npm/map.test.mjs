/** The map of every algorithm: each step is in one box, each read is an arrow between boxes, and every arrow leads one way. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { load } from "../../pkg/node.js";
import { takenApart } from "../../scripts/build/text.mjs";
import { readModule } from "../page/lessons.mjs";
import { caseFiles } from "../shared/golden.mjs";

const { arrowKey, graphOf, sourceOf } = await readModule("/src/map/graph.ts", (module) => module);
const { firstOpen, partsWithin } = await readModule("/src/map/parts.ts", (module) => module);
const { layOut } = await readModule("/src/map/layout.ts", (module) => module);
const lab = await load();
const files = await caseFiles();

const NONE = new Set();
/** More boxes than these are not laid out here: one algorithm would take as long as all others. */
const MOST_BOXES = 300;

/** The ways of opening a map that are compared: all folded, as at first, all open, all open with every small step, and each part alone folded. */
function statesOf(source) {
  const all = partsWithin(source.whole).map(({ key }) => key);
  const told = new Set(source.hosts.values());
  return [
    { open: NONE, told: NONE },
    { open: firstOpen(source.whole, 24), told: NONE },
    { open: new Set(all), told: NONE },
    { open: new Set(all), told },
    ...all.slice(0, 8).map((folded) => ({ open: new Set(all.filter((key) => key !== folded)), told: NONE })),
  ];
}

function checkGraph(steps, graph, where) {
  const boxOf = new Map();
  for (const { key, steps: own } of graph.boxes) {
    for (const id of own) {
      assert.ok(!boxOf.has(id), `${where}: ${id} is in two boxes`);
      boxOf.set(id, key);
    }
  }
  assert.deepEqual([...boxOf.keys()].sort(), steps.map(({ id }) => id).sort(), where);
  assert.deepEqual([...graph.boxOf].sort(), [...boxOf].sort(), where);
  const expected = new Set();
  for (const { id, reads } of steps) {
    for (const { step } of reads) {
      const arrow = { from: boxOf.get(step), to: boxOf.get(id) };
      if (arrow.from !== arrow.to) expected.add(arrowKey(arrow));
    }
  }
  assert.deepEqual(graph.arrows.map(arrowKey).sort(), [...expected].sort(), where);
}

const end = (place, flow) => (flow === "down" ? place.y + place.height : place.x + place.width);
const start = (place, flow) => (flow === "down" ? place.y : place.x);
const overlap = (one, other) =>
  one.x < other.x + other.width - 0.01 &&
  other.x < one.x + one.width - 0.01 &&
  one.y < other.y + other.height - 0.01 &&
  other.y < one.y + one.height - 0.01;
const within = (inner, outer) =>
  inner.x >= outer.x - 0.01 &&
  inner.y >= outer.y - 0.01 &&
  inner.x + inner.width <= outer.x + outer.width + 0.01 &&
  inner.y + inner.height <= outer.y + outer.height + 0.01;

function checkLayout(graph, layout, where) {
  const { flow, boxes, frames, ways } = layout;
  const whole = { x: 0, y: 0, width: layout.width, height: layout.height };
  for (const { key, part } of [...graph.boxes, ...graph.frames]) {
    const place = boxes.get(key) ?? frames.get(key);
    assert.ok(within(place, part === "" ? whole : frames.get(part)), `${where}: ${key} is outside of ${part}`);
  }
  const placed = [...boxes];
  for (const [position, [key, place]] of placed.entries()) {
    for (const [other, its] of placed.slice(position + 1)) {
      assert.ok(!overlap(place, its), `${where}: ${key} overlaps ${other}`);
    }
  }
  const along = ({ x, y }) => (flow === "down" ? y : x);
  for (const arrow of graph.arrows) {
    const name = `${where}: ${arrow.from} → ${arrow.to}`;
    const [from, to] = [boxes.get(arrow.from), boxes.get(arrow.to)];
    assert.ok(end(from, flow) <= start(to, flow), `${name} leads backwards`);
    const way = ways.get(arrowKey(arrow));
    assert.ok(Math.abs(along(way[0]) - end(from, flow)) < 0.01, `${name} does not begin at its box`);
    assert.ok(Math.abs(along(way.at(-1)) - start(to, flow)) < 0.01, `${name} does not end at its box`);
    for (const [position, point] of way.slice(1).entries()) {
      assert.ok(along(point) >= along(way[position]) - 0.01, `${name} turns back`);
    }
  }
}

const box = { width: 120, height: 50 };
const title = { width: 90, height: 34 };
const drawn = new Set();

test("in every case every step is in one box and every read an arrow, whatever is open; each algorithm is laid out in one direction", () => {
  for (const { algorithm, cases } of files) {
    for (const { name, inputs } of cases) {
      const { steps } = lab.trace(algorithm, inputs);
      const source = sourceOf(steps);
      for (const [number, { open, told }] of statesOf(source).entries()) {
        const where = `${algorithm}, ${name}, state ${number}`;
        const graph = graphOf(source, open, told);
        checkGraph(steps, graph, where);
        const key = `${algorithm} ${graph.boxes.map((known) => known.key).join()}`;
        if (number > 3 || drawn.has(key) || graph.boxes.length > MOST_BOXES) continue;
        drawn.add(key);
        const flow = drawn.size % 2 === 0 ? "down" : "right";
        const layout = layOut({ graph, flow, sizeOf: () => box, titleOf: () => title });
        checkLayout(graph, layout, where);
      }
    }
  }
  const algorithms = new Set([...drawn].map((key) => key.split(" ")[0]));
  assert.deepEqual(
    [...algorithms].sort(),
    lab
      .catalog()
      .map(({ id }) => id)
      .sort(),
  );
});

test("every part of every algorithm has a name in both languages, and no other has", async () => {
  const names = new Set();
  for (const { steps } of lab.catalog()) {
    for (const { id } of steps) for (const part of id.split("/").slice(0, -1)) names.add(part.replace("[]", ""));
  }
  for (const language of ["en", "ko"]) {
    const { parts } = JSON.parse(
      await readFile(new URL(`../../www/text/${language}/map.json`, import.meta.url), "utf8"),
    );
    const folder = new URL(`../../src/text/${language}/algorithms/`, import.meta.url);
    const read = async (name) => JSON.parse(await readFile(new URL(name, folder), "utf8"));
    const entries = Object.assign({}, ...(await Promise.all((await readdir(folder)).map(read))));
    const named = [...Object.keys(parts), ...Object.keys(takenApart(entries).parts)];
    assert.deepEqual(named.sort(), [...names].sort(), language);
  }
});
