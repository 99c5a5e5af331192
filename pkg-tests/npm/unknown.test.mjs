/** An unknown name is refused by its kind, with the known names and the nearest of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttographError, load } from "../../pkg/node.js";

const lab = await load();
const ids = (entries) => entries.map(({ id }) => id);
const x = [
  [1, 2],
  [3, 4],
];
const tokens = { query: x, key: x, value: x };
const attend = (inputs, options) => lab.trace("scaled-dot-product-attention", { ...tokens, ...inputs }, options);
const trace = attend({});
const catalog = ids(lab.catalog());
const POLICIES = ["emptyRow", "nonFinite"];
const inputsOf = (id) => [
  ...lab
    .catalog()
    .find((entry) => entry.id === id)
    .inputs.map(({ name }) => name),
  ...POLICIES,
];
const heads = inputsOf("multi-head-attention");
const graph = { nodes: 2, edges: [[0, 1]] };
const derivation = lab.derivations()[0];
const asked = lab.exercises().find(({ id }) => id === "attention-steps").asked;

/** [kind, name, known names, nearest, call] */
const cases = [
  ["algorithm", "gat-layr", catalog, "gat-layer", () => lab.trace("gat-layr", {})],
  ["algorithm", "gat", catalog, "gat-layer", () => lab.count("gat", {})],
  ["algorithm", "GCN-layer", catalog, "gcn-layer", () => lab.estimate("GCN-layer", {})],
  ["algorithm", "rnm", catalog, "rnn", () => lab.permutationTest("rnm", {})],
  ["algorithm", "no such thing at all", catalog, null, () => lab.trace("no such thing at all", {})],
  ["algorithm", "", catalog, null, () => lab.trace("", {})],
  ["algorithm", "x".repeat(1e6), catalog, null, () => lab.trace("x".repeat(1e6), {})],
  ["input", "quary", inputsOf("scaled-dot-product-attention"), "query", () => attend({ quary: x })],
  ["input", "mast", inputsOf("scaled-dot-product-attention"), "mask", () => attend({ mast: x })],
  ["input", "wQuary", heads, "wQuery", () => lab.trace("multi-head-attention", { wQuary: x })],
  ["input", "wQuery", inputsOf("encoder-layer"), "attention.wQuery", () => lab.trace("encoder-layer", { wQuery: x })],
  ["input", "params", inputsOf("gcn-layer"), null, () => lab.trace("gcn-layer", { params: { w: x } })],
  [
    "input",
    "graph.edge",
    ["graph.nodes", "graph.edges", "graph.directed", "graph.weights"],
    "graph.edges",
    () => lab.trace("gcn-normalization", { graph: { ...graph, edge: [] } }),
  ],
  [
    "input",
    "querry",
    inputsOf("scaled-dot-product-attention").filter((name) => !POLICIES.includes(name)),
    "query",
    () => lab.permutationTest("scaled-dot-product-attention", tokens, { inputs: ["querry"] }),
  ],
  ["step", "attention.score", ids(trace.steps), "attention.scores", () => lab.cell(trace, "attention.score", [0, 0])],
  ["step", "scores", ids(trace.steps), "attention.scores", () => lab.cell(trace, "scores", [0, 0])],
  [
    "step",
    "attention.scaaled",
    asked.map(({ step }) => step),
    "attention.scaled",
    () => lab.mark({ id: "attention-steps", seed: 1 }, { "attention.scaaled": [] }),
  ],
  [
    "exercise",
    "atention-steps",
    ids(lab.exercises()),
    "attention-steps",
    () => lab.exercise("atention-steps", { seed: 1 }),
  ],
  ["exercise", "node-weights", ids(lab.exercises()), null, () => lab.mark({ id: "node-weights", seed: 1 }, {})],
  ["derivation", "node-weight", ids(lab.derivations()), "node-weights", () => lab.markDerivation("node-weight", {})],
  ["derivation", "attention-steps", ids(lab.derivations()), null, () => lab.markDerivation("attention-steps", {})],
  [
    "entry",
    `${derivation.entries[0].id}s`,
    ids(derivation.entries),
    derivation.entries[0].id,
    () => lab.markDerivation(derivation.id, { [`${derivation.entries[0].id}s`]: "1" }),
  ],
  ["poll", "S1P1", ids(lab.polls()), "S1-P1", () => lab.poll("S1P1")],
  ["poll", "S1-P11", ids(lab.polls()), "S1-P1", () => lab.reveal("S1-P11")],
  ["erratum", "S0-E1", ids(lab.errata()), "S0-E01", () => lab.erratum("S0-E1")],
  ["option", "backnd", ["bytes", "fast", "pool", "gpu", "text"], null, () => load({ backnd: "cpu" })],
  ["option", "gpuu", ["bytes", "fast", "pool", "gpu", "text"], "gpu", () => load({ gpuu: "off" })],
];

const named = { input: "input", step: "step", option: "option", entry: "entry" };

for (const [kind, name, known, nearest, act] of cases) {
  const shown = name.length > 40 ? `${name.length} characters` : name;
  test(`${kind} ${shown}: ${nearest ?? "nothing is near"}`, async () => {
    const error = await (async () => act())().then(
      () => assert.fail("nothing was thrown"),
      (thrown) => thrown,
    );
    assert.ok(error instanceof AttographError, String(error));
    assert.equal(error.code, `unknown-${kind}`);
    assert.deepEqual(error.facts, { [named[kind] ?? "id"]: name, known, nearest });
    const article = `there is no ${kind} \`${name}\``;
    if (nearest) assert.equal(error.message, `${article}; did you mean \`${nearest}\`?`);
    else if (known.length > 24) assert.equal(error.message, article);
    else assert.equal(error.message, `${article}; expected one of ${known.join(", ")}`);
  });
}

test("an id whose last character is wrong is nearest to the right id", () => {
  for (const id of catalog) {
    const misspelled = `${id.slice(0, -1)}#`;
    assert.throws(
      () => lab.trace(misspelled, {}),
      ({ facts }) => facts.nearest === id,
    );
  }
});
