/** `attograph/import`: what NumPy, PyTorch, NetworkX and spreadsheets write is read with all digits, and what is wrong is refused with its place. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import fc from "fast-check";
import { arrayLiteral } from "../../pkg/export.js";
import { read, sniff } from "../../pkg/import.js";
import { AttographError, load } from "../../pkg/node.js";

const lab = await load();
const bytes = (base64) => new Uint8Array(Buffer.from(base64, "base64"));
const plain = ({ shape, data }) => [[...shape], [...data]];

/** As NumPy 2.4 and PyTorch 2.15 write the same numbers. */
const MATRIX = [
  [2, 3],
  [0.1, -2.5, 3, 4, 5, 1e-9],
];
const NPY =
  "k05VTVBZAQB2AHsnZGVzY3InOiAnPGY4JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDIsIDMpLCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAqamZmZmZm5PwAAAAAAAATAAAAAAAAACEAAAAAAAAAQQAAAAAAAABRAldYm6AsuET4=";
const NPY_OF_COLUMNS =
  "k05VTVBZAQB2AHsnZGVzY3InOiAnPmY0JywgJ2ZvcnRyYW5fb3JkZXInOiBUcnVlLCAnc2hhcGUnOiAoMiwgMyksIH0gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAo9zMzNQIAAAMAgAABAoAAAQEAAADCJcF8=";
const NPY_OF_INTEGERS =
  "k05VTVBZAQB2AHsnZGVzY3InOiAnPGk4JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoBAAAAAAAAAP7/////////AwAAAAAAAAA=";
const NPY_OF_COMPLEX =
  "k05VTVBZAQB2AHsnZGVzY3InOiAnPGMxNicsICdmb3J0cmFuX29yZGVyJzogRmFsc2UsICdzaGFwZSc6ICgxLCksIH0gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAAAAAAAAAAAAAAPA/";
const NPZ =
  "UEsDBC0AAAAIAAAAIQBKyayC//////////8FABQAeC5ucHkBABAAsAAAAAAAAABjAAAAAAAAAJvsF+obEMnIUMZQrZ6SWpxcpG6loG6TZqGuo6Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5GkY6CsaaOgq1CmQDrlkzQWCnPQMYsByA0BwOEFoASos4TL2m9oJbT9AOAFBLAwQtAAAACAAAACEA7hm7Xf//////////CAAUAG1hc2subnB5AQAQAIIAAAAAAAAARgAAAAAAAACb7BfqGxDJyFDGUK2eklqcXKRupaBek2SorqOgnpZfVFKUmBefX5SSChJ3S8wpTgWKF2ckFqQC+RpGOpo6CrUKFAAuRgYAUEsBAi0DLQAAAAgAAAAhAErJrIJjAAAAsAAAAAUAAAAAAAAAAAAAAIABAAAAAHgubnB5UEsBAi0DLQAAAAgAAAAhAO4Zu11GAAAAggAAAAgAAAAAAAAAAAAAAIABmgAAAG1hc2subnB5UEsFBgAAAAACAAIAaQAAABoBAAAAAA==";
const NPZ_STORED =
  "UEsDBC0AAAAAAAAAIQBKyayC//////////8FABQAeC5ucHkBABAAsAAAAAAAAACwAAAAAAAAAJNOVU1QWQEAdgB7J2Rlc2NyJzogJzxmOCcsICdmb3J0cmFuX29yZGVyJzogRmFsc2UsICdzaGFwZSc6ICgyLCAzKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAKmpmZmZmZuT8AAAAAAAAEwAAAAAAAAAhAAAAAAAAAEEAAAAAAAAAUQJXWJugLLhE+UEsBAi0DLQAAAAAAAAAhAErJrIKwAAAAsAAAAAUAAAAAAAAAAAAAAIABAAAAAHgubnB5UEsFBgAAAAABAAEAMwAAAOcAAAAAAA==";

const TENSORS = {
  csv: ["0.1,-2.5,3\n4,5,1e-9\n", "table"],
  "csv with names, quotes and Windows line ends": ['"a, b",c,d\r\n0.1,-2.5,3\r\n4,5,1e-9,\r\n', "table"],
  "decimal commas between semicolons": ["0,1;-2,5;3\n4;5;1e-9\n", "table"],
  "decimal commas between spaces": ["0,1 -2,5 3\n4 5 1e-9\n", "table"],
  "decimal commas between tabs": ["0,1\t-2,5\t3\n4\t5\t1e-9\n", "table"],
  "fractions, and a true minus": ["1/10, \u22125/2, 3\n4, 10/2, 1e-9\n", "table"],
  tabs: ["0.1\t-2.5\t3\n4\t5\t1e-9\n", "table"],
  "spaces and a comment": ["# shape (2, 3)\n0.1 -2.5 3\n\n 4 5 1e-9\n", "table"],
  JSON: ["[[0.1, -2.5, 3],\n [4, 5, 1e-9]]", "json"],
  "a shape and numbers": ['{"shape": [2, 3], "data": [0.1, -2.5, 3, 4, 5, 1e-9]}', "json"],
  "str of NumPy": ["[[ 1.0e-01 -2.5e+00  3.0e+00]\n [ 4.0e+00  5.0e+00  1.0e-09]]", "array"],
  "repr of NumPy": ["array([[ 1.0e-01, -2.5e+00,  3.0e+00],\n       [ 4.0e+00,  5.0e+00,  1.0e-09]])", "array"],
  "repr of PyTorch": [
    "tensor([[ 1.0000e-01, -2.5000e+00,  3.0000e+00],\n        [ 4.0000e+00,  5.0000e+00,  1.0000e-09]], dtype=torch.float64,\n       requires_grad=True)",
    "array",
  ],
  npy: [bytes(NPY), "npy"],
};

for (const [name, [data, format]] of Object.entries(TENSORS)) {
  test(`a matrix is read from ${name}`, async () => {
    const { kind, format: found, tensor } = await read(data);
    assert.deepEqual([kind, found], ["tensor", format]);
    assert.deepEqual(plain(tensor), MATRIX);
  });
}

test("arrays of NumPy are read in every order, type and archive", async () => {
  const columns = await read(bytes(NPY_OF_COLUMNS));
  assert.deepEqual(plain(columns.tensor), [[2, 3], MATRIX[1].map(Math.fround)]);
  assert.equal(columns.dtype, "float32");
  const integers = await read(bytes(NPY_OF_INTEGERS));
  assert.deepEqual([plain(integers.tensor), integers.dtype], [[[3], [1, -2, 3]], "int64"]);
  const { kind, tensors, dtypes } = await read(bytes(NPZ));
  assert.deepEqual(dtypes, { x: "float64", mask: "bool" });
  assert.equal((await read("tensor([1., 2.], dtype=torch.float16)")).dtype, "float16");
  assert.equal((await read("array([1, 2], dtype=int8)")).dtype, "int8");
  assert.equal((await read("[1, 2]")).dtype, undefined);
  assert.equal(kind, "tensors");
  assert.deepEqual(plain(tensors.x), MATRIX);
  assert.deepEqual(plain(tensors.mask), [[2], [1, 0]]);
  assert.deepEqual(plain((await read(bytes(NPZ_STORED).buffer)).tensors.x), MATRIX);
});

test("an empty line begins the next slice where slices are asked for, which all have as many rows", async () => {
  const text = "\n1 2\n3 4\n\n\n5 6\n7 8\n\n";
  assert.deepEqual(plain((await read(text, { slices: true })).tensor), [
    [2, 2, 2],
    [1, 2, 3, 4, 5, 6, 7, 8],
  ]);
  assert.deepEqual((await read(text)).tensor.shape, [4, 2]);
  assert.deepEqual((await read("1 2\n", { slices: true })).tensor.shape, [1, 2]);
  for (const uneven of ["1 2\n3 4\n\n5 6\n", "1 2\n\n3 4\n5 6\n", "1 2\n\n3 4\n5 6\n\n7 8\n"])
    await assert.rejects(read(uneven, { slices: true }), { code: "wrong-type" }, uneven);
});

test("a text that is refused says why by a stable reason", async () => {
  const bytesOf = (text) => new TextEncoder().encode(text);
  for (const [data, reason] of [
    ["1,2\n3,four", "number"],
    ["1,,3", "missing-number"],
    [" \n", "missing-number"],
    ["1/0 2", "number"],
    ["1 2\n3", "row-length"],
    ["[[1, 2], [3]]", "row-length"],
    ["[[1, 2], 3]", "row-length"],
    ["[[1, 2]", "unclosed"],
    ["array([1, 2]", "unclosed"],
    ["[1, 2] 3", "unexpected"],
    ["array([0., ..., 9.])", "left-out"],
    ["[".repeat(20), "too-deep"],
    ["a -> b\nc", "two-nodes"],
    ["a -> b x", "number"],
    [bytesOf("PK\u0003\u0004"), "bytes"],
  ])
    await assert.rejects(
      read(data),
      ({ code, facts }) => code === "wrong-type" && facts.reason === reason,
      String(data),
    );
});

const GRAPHML = `<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <!-- from NetworkX -->
  <key id="d0" for="edge" attr.name="weight" attr.type="double" />
  <graph edgedefault="directed">
    <node id="a" /><node id="b" /><node id="c" /><node id="lonely" />
    <edge source="a" target="b">
      <data key="d0">0.5</data>
    </edge>
    <edge source="b" target="c">
      <data key="d0">2.0</data>
    </edge>
  </graph>
</graphml>
`;
const NODE_LINK = `{"directed": true, "multigraph": false, "graph": {}, "nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}, {"id": "lonely"}],
 "edges": [{"weight": 0.5, "source": "a", "target": "b"}, {"weight": 2.0, "source": "b", "target": "c"}]}`;

test("the same graph is read from GraphML, node-link JSON and lists of edges, and runs", async () => {
  const graph = {
    nodes: 4,
    edges: [
      [0, 1],
      [1, 2],
    ],
    directed: true,
    weights: [0.5, 2],
  };
  const names = ["a", "b", "c", "lonely"];
  assert.deepEqual(await read(GRAPHML), { kind: "graph", format: "graphml", graph, names });
  assert.deepEqual(await read(NODE_LINK), { kind: "graph", format: "node-link", graph, names });
  const listed = { kind: "graph", format: "edge-list", graph: { ...graph, nodes: 3 }, names: names.slice(0, 3) };
  for (const text of ["a b {'weight': 0.5}\nb c {'weight': 2.0}\n", "a b 0.5\nb c 2.0\n"])
    assert.deepEqual(await read(text, { directed: true }), listed);
  assert.deepEqual(await read("a -> b 0.5\nb->c,2\n"), listed);
  const plainEdges = await read("% 0 is listed last\n1 2\n2\t0\n", { format: "edge-list" });
  assert.deepEqual(plainEdges.graph, {
    nodes: 3,
    edges: [
      [1, 2],
      [2, 0],
    ],
    directed: false,
  });
  const trace = lab.trace("gcn-normalization", { graph: (await read(GRAPHML)).graph });
  assert.deepEqual([...trace.outputs.adjacency.shape], [4, 4]);
});

test("GraphML is read with all that XML allows", async () => {
  const { graph, names } = await read(`<!DOCTYPE g:graphml [<!ELEMENT a (b)>]>
<g:graphml xmlns:g="http://graphml.graphdrawing.org/xmlns"><g:graph edgedefault="undirected">
<g:node id="&#xC9;va" /><g:node id="a > b" /><g:edge source="&#201;va" target="a > b"><g:data key="weight"><![CDATA[1.5]]></g:data></g:edge>
</g:graph></g:graphml>`);
  assert.deepEqual(names, ["Éva", "a > b"]);
  assert.deepEqual(graph, { nodes: 2, edges: [[0, 1]], directed: false, weights: [1.5] });
});

test("molecules are read from SMILES", async () => {
  const { graph, names } = await read("CC(=O)Oc1ccccc1C(=O)O");
  assert.equal(names.join(""), "CCOOccccccCOO");
  assert.equal(graph.edges.length, 13);
  assert.equal(graph.weights.filter((weight) => weight === 1.5).length, 6);
  assert.deepEqual((await read("C1CC1", { format: "smiles" })).graph.edges, [
    [0, 1],
    [1, 2],
    [0, 2],
  ]);
  assert.deepEqual((await read("[NH4+]", { format: "smiles" })).names, ["N"]);
  assert.deepEqual((await read("C%10CC%10")).graph.edges.length, 3);
});

const WRONG = {
  "a word in a table": ["1,2\n3,four\n", 2, 3],
  "a row that is too short": ["1,2,3\n4,5\n", 2, 4],
  "a row that is too long": ["1 2\n3 4 5", 2, 5],
  "a bracket without end": ["[[1, 2],\n [3", 2, 4],
  "rows of two lengths": ["[[1, 2],\n [3, 4, 5]]", 2, 9],
  "a printout with dots": ["array([0., 1., ..., 9.])", 1, 16],
  "JSON with a comma too many": ['{"nodes": [,]}', 1, 12],
  "an element that is not closed": ["<graphml>\n<graph edgedefault='directed'>\n</graphml>", 3, 1],
  "an edge to nowhere": [
    "<graphml><graph edgedefault='directed'><node id='a'/>\n  <edge source='a' target='b'/></graph></graphml>",
    2,
    3,
  ],
  "an attribute without quotes": ["<graphml>\n <graph edgedefault=directed/></graphml>", 2, 2],
  "a weight that is no number": [
    "<graphml><graph edgedefault='directed'><node id='a'/>\n<edge source='a' target='a'><data key='weight'>x</data></edge></graph></graphml>",
    2,
    48,
  ],
  "a ring that is not closed": ["CCC1CC", 1, 4],
  chirality: ["C[C@H](N)C", 1, 2],
  "several molecules": ["CC.O", 1, 3],
  "an edge of one node": ["a -> b\nc", 2, 2],
};

for (const [name, [data, line, column]] of Object.entries(WRONG)) {
  test(`the place of the first error: ${name}`, async () => {
    await assert.rejects(read(data), ({ code, facts, message }) => {
      assert.deepEqual([code, facts.line, facts.column], ["wrong-type", line, column], message);
      return true;
    });
  });
}

test("arrays that are damaged, complex or too large are refused", async () => {
  for (const [data, code] of [
    [bytes(NPY).slice(0, 150), "wrong-type"],
    [bytes(NPY_OF_COMPLEX), "wrong-type"],
    [bytes(NPZ).slice(0, 200), "wrong-type"],
    ['{"shape": [100000, 100000], "data": []}', "too-large"],
    ["", "wrong-type"],
    [7, "wrong-type"],
    [undefined, "wrong-type"],
  ])
    await assert.rejects(read(data), { code });
  await assert.rejects(read("1", { format: "word" }), { code: "wrong-type" });
});

const FORMATS = ["table", "array", "json", "edge-list", "graphml", "smiles", "npy", "npz"];

/** Reads anything; what is thrown is an AttographError. */
async function readsOrRefuses(data, format) {
  try {
    const { kind } = await read(data, format ? { format } : {});
    assert.ok(["tensor", "tensors", "graph"].includes(kind));
  } catch (error) {
    if (error instanceof AttographError && ["wrong-type", "too-large"].includes(error.code)) return;
    throw error;
  }
}

test("any text, any damage to a text or to bytes, is read or refused", async () => {
  const texts = [
    ...Object.values(TENSORS).map(([data]) => data),
    ...Object.values(WRONG).map(([data]) => data),
    GRAPHML,
    NODE_LINK,
    "CC(=O)O",
  ];
  const signs = fc.string({
    unit: fc.constantFrom(..."0123456789.,;:-+e[](){}<>\"'=/\\#%@ \n\tabcCNOnarytesogphmlwi"),
  });
  const format = fc.constantFrom(undefined, ...FORMATS);
  const damaged = fc
    .tuple(fc.constantFrom(...texts.filter((text) => typeof text === "string")), fc.nat(), fc.nat(5), signs)
    .map(([text, at, count, put]) => text.slice(0, at % text.length) + put + text.slice((at % text.length) + count));
  await fc.assert(fc.asyncProperty(fc.oneof(fc.string(), signs, damaged), format, readsOrRefuses), { numRuns: 3000 });
  const archives = [NPY, NPY_OF_COLUMNS, NPZ, NPZ_STORED].map(bytes);
  const broken = fc
    .tuple(fc.constantFrom(...archives), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }), fc.nat())
    .map(([archive, changes, end]) => {
      const copy = archive.slice();
      for (const [at, value] of changes) copy[at % copy.length] = value;
      return end % 4 === 0 ? copy.slice(0, end % copy.length) : copy;
    });
  await fc.assert(fc.asyncProperty(fc.oneof(broken, fc.uint8Array()), format, readsOrRefuses), { numRuns: 1000 });
});

test("numbers keep all digits on the way to NumPy's notation and back", async () => {
  const number = fc.double({ noNaN: true }).filter((one) => Number.isFinite(one));
  await fc.assert(
    fc.asyncProperty(fc.array(number, { minLength: 1 }), async (numbers) => {
      const data = Float64Array.from(numbers);
      const { tensor } = await read(arrayLiteral({ shape: [1, data.length], data }));
      assert.deepEqual(plain(tensor), [[1, data.length], [...data]]);
      assert.deepEqual(
        [...(await read(`${[...data].join(",")}\n`)).tensor.data],
        [...data].map((one) => (one === 0 ? 0 : one)),
      );
    }),
    { numRuns: 200 },
  );
});

test("the format is found out", () => {
  for (const [data, format] of Object.values(TENSORS)) if (typeof data === "string") assert.equal(sniff(data), format);
  const texts = {
    "a,b": "edge-list",
    "1 2\n2 3": "table",
    CCO: "smiles",
    "<graphml/>": "graphml",
    "x,y\n1,2": "table",
    "A -- B": "edge-list",
  };
  for (const [text, format] of Object.entries(texts)) assert.equal(sniff(text), format, text);
});

test("the examples of data are read: one graph in three formats, a table and a molecule", async () => {
  const example = async (name) => read(await readFile(new URL(`../../examples/data/${name}`, import.meta.url)));
  const [graphml, nodeLink, edges] = await Promise.all(["friends.graphml", "friends.json", "friends.txt"].map(example));
  assert.deepEqual([graphml.format, nodeLink.format, edges.format], ["graphml", "node-link", "edge-list"]);
  for (const { graph, names } of [nodeLink, edges]) assert.deepEqual([graph, names], [graphml.graph, graphml.names]);
  assert.deepEqual(graphml.names, ["Ann", "Ben", "Cleo", "Dora"]);
  const { tensor, columns } = await example("queries.csv");
  assert.deepEqual([columns, plain(tensor)[0], tensor.data[1]], [["red", "green", "blue"], [3, 3], 0.25]);
  const molecule = await example("caffeine.smi");
  assert.equal(molecule.names.length, 14);
  assert.deepEqual([...lab.trace("gcn-normalization", { graph: molecule.graph }).outputs.adjacency.shape], [14, 14]);
});
