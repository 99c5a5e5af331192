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
    if (error instanceof AttographError && ["wrong-type", "too-large", "ambiguous"].includes(error.code)) return;
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

/** What may be two things: the option that says which, the place, and what is read with each of its values. */
const AMBIGUOUS = {
  "one line of decimal commas, or two rows": [
    "1,5;2,5",
    "decimal",
    1,
    1,
    {
      ",": [
        [1, 2],
        [1.5, 2.5],
      ],
      ".": [
        [2, 2],
        [1, 5, 2, 5],
      ],
    },
  ],
  "the same between spaces": [
    "1,5 2,5",
    "decimal",
    1,
    1,
    {
      ",": [
        [1, 2],
        [1.5, 2.5],
      ],
      ".": [
        [2, 2],
        [1, 5, 2, 5],
      ],
    },
  ],
  "a decimal comma, or digits in threes": [
    "7;1,234\n8;5,678",
    "decimal",
    1,
    3,
    {
      ",": [
        [2, 2],
        [7, 1.234, 8, 5.678],
      ],
      ".": [
        [2, 2],
        [7, 1234, 8, 5678],
      ],
    },
  ],
  "a decimal point among decimal commas": [
    "1,5;1.234\n2,5;3",
    "decimal",
    1,
    5,
    {
      ",": [
        [2, 2],
        [1.5, 1234, 2.5, 3],
      ],
    },
  ],
  "columns of pandas without names, or numbers": [
    "0,1,2\n0.5,0.25,3\n1,2.5,3",
    "header",
    1,
    1,
    {
      true: [
        [2, 3],
        [0.5, 0.25, 3, 1, 2.5, 3],
      ],
      false: [
        [3, 3],
        [0, 1, 2, 0.5, 0.25, 3, 1, 2.5, 3],
      ],
    },
  ],
  "years, or numbers": [
    "2019\t2020\n0.5\t0.25",
    "header",
    1,
    1,
    {
      true: [
        [1, 2],
        [0.5, 0.25],
      ],
      false: [
        [2, 2],
        [2019, 2020, 0.5, 0.25],
      ],
    },
  ],
  "a title for names of rows, or a row": [
    "# counts\nname,2018,2020\nAnn,1,2\nBen,3,4",
    "header",
    2,
    1,
    {
      true: [
        [2, 2],
        [1, 2, 3, 4],
      ],
      false: [
        [3, 2],
        [2018, 2020, 1, 2, 3, 4],
      ],
    },
  ],
  "an index of pandas with a name, or a column": [
    "row,x\n0,0.5\n1,0.25",
    "index",
    2,
    1,
    {
      true: [
        [2, 1],
        [0.5, 0.25],
      ],
      false: [
        [2, 2],
        [0, 0.5, 1, 0.25],
      ],
    },
  ],
  "dates as names, or wrong numbers": [
    "2026-01-01,1\n2026-01-02,2",
    "index",
    1,
    1,
    {
      true: [
        [2, 1],
        [1, 2],
      ],
    },
  ],
};

for (const [name, [data, option, line, column, readings]] of Object.entries(AMBIGUOUS)) {
  test(`what may be two things is refused until an option says which: ${name}`, async () => {
    await assert.rejects(read(data), ({ code, facts, message }) => {
      assert.deepEqual([code, facts.option, facts.line, facts.column], ["ambiguous", option, line, column], message);
      assert.ok(
        facts.values.every((value) => message.includes(`\`${option}: ${value.length > 1 ? value : `"${value}"`}\``)),
      );
      return true;
    });
    for (const [value, expected] of Object.entries(readings)) {
      const { tensor } = await read(data, { [option]: option === "decimal" ? value : value === "true" });
      assert.deepEqual(plain(tensor), expected, value);
    }
  });
}

test("names of columns and rows are kept, and what was taken for what is said", async () => {
  const names = async (text, options) => {
    const { tensor, columns, rows, taken } = await read(text, options);
    return [plain(tensor), columns, rows, taken];
  };
  const numbers = [
    [2, 2],
    [0.5, 1, 2, 4],
  ];
  const taken = { separator: ",", decimal: ".", header: true, index: true };
  const expected = [numbers, ["a", "b"], ["Ann", "Ben"], taken];
  for (const text of [
    '"","a","b"\n"Ann",0.5,1\n"Ben",2,4\n',
    "name,a,b\nAnn,0.5,1\nBen,2,4",
    ",a,b\nAnn,0.5,1\nBen,2,4",
  ])
    assert.deepEqual(await names(text), expected, text);
  assert.deepEqual(await names("a b\nAnn .5 1\nBen 2 4"), [...expected.slice(0, 3), { ...taken, separator: " " }]);
  assert.deepEqual(await names("Ann,0.5,1\nBen,2,4"), [
    numbers,
    undefined,
    ["Ann", "Ben"],
    { ...taken, header: false },
  ]);
  assert.deepEqual(await names("New York;0,5;1\nParis;2;4"), [
    numbers,
    undefined,
    ["New York", "Paris"],
    { separator: ";", decimal: ",", header: false, index: true },
  ]);
  // As `DataFrame(…).to_csv()` writes it, with numbers as names of rows and columns.
  assert.deepEqual(await names(",0,1\n0,0.5,1\n1,2,4"), [numbers, ["0", "1"], ["0", "1"], taken]);
  assert.deepEqual(await names("Unnamed: 0,a,b\n0,0.5,1\n1,2,4"), [numbers, ["a", "b"], ["0", "1"], taken]);
  assert.deepEqual((await names("a,b\n0.5,1\n2,4"))[2], undefined);
  assert.deepEqual((await names("1,2\n0.5,0.25"))[1], undefined);
  assert.deepEqual(await names("1,2,3;4,5,6"), [
    [
      [2, 3],
      [1, 2, 3, 4, 5, 6],
    ],
    undefined,
    undefined,
    { separator: ",", decimal: ".", header: false, index: false },
  ]);
  assert.deepEqual((await names("1,234,567;8\n1;2"))[0], [
    [2, 2],
    [1234567, 8, 1, 2],
  ]);
  assert.deepEqual((await names("1.234,5;8\n1;2"))[0], [
    [2, 2],
    [1234.5, 8, 1, 2],
  ]);
  assert.deepEqual((await names("1,05;2,5"))[0], [
    [1, 2],
    [1.05, 2.5],
  ]);
  assert.deepEqual((await names("1,5\n2,5", { decimal: "," }))[0], [
    [2, 1],
    [1.5, 2.5],
  ]);
  await assert.rejects(read("1.5;2", { decimal: "," }), { code: "wrong-type" });
  await assert.rejects(read("1", { decimal: ";" }), { code: "wrong-type" });
  await assert.rejects(read("1", { header: "yes" }), { code: "wrong-type" });
});

test("a header of a list of edges is no edge, and says which columns are the ends and the weight", async () => {
  const graph = {
    nodes: 3,
    edges: [
      [0, 1],
      [1, 2],
    ],
    directed: false,
  };
  const names = ["Ann", "Ben", "Cleo"];
  const weighted = { ...graph, weights: [0.5, 2] };
  const edges = { kind: "graph", format: "edge-list" };
  const titled = { ...edges, names, columns: ["source", "target"] };
  assert.deepEqual(await read("source,target\nAnn,Ben\nBen,Cleo"), { ...titled, graph });
  assert.deepEqual(await read("source,target\nAnn,Ben\nBen,Cleo", { format: "edge-list" }), { ...titled, graph });
  const columns = ["Source", "Target", "Weight"];
  const gephi = "Id,Source,Target,Type,Weight\n7,Ann,Ben,Undirected,0.5\n8,Ben,Cleo,Undirected,2";
  assert.deepEqual(await read(gephi, { format: "edge-list" }), { ...edges, names, columns, graph: weighted });
  const own = "person friend strength\nAnn Ben 0.5\nBen Cleo 2";
  assert.deepEqual(await read(own), { ...edges, names, columns: ["person", "friend", "strength"], graph: weighted });
  const numbered = await read("from\tto\n0\t1\n1\t2");
  assert.deepEqual([numbered.names, numbered.graph], [["0", "1", "2"], graph]);
  // Names of the ends that are nodes as well.
  const flow = "source,target\nsource,Ann\nAnn,target";
  await assert.rejects(
    read(flow),
    ({ code, facts }) => code === "ambiguous" && facts.option === "header" && facts.reason === "edge",
  );
  assert.deepEqual((await read(flow, { header: false })).names, ["source", "target", "Ann"]);
  assert.deepEqual((await read(flow, { header: true })).names, ["source", "Ann", "target"]);
  assert.deepEqual((await read("a,b\nc,d", { header: true })).names, ["c", "d"]);
  assert.deepEqual((await read('"New York",Paris\nParis,Rome')).names, ["New York", "Paris", "Rome"]);
  // Numbers that begin with 1 have no node 0, and numbers of other kinds are names.
  assert.deepEqual((await read("1 2\n2 3", { format: "edge-list" })).names, ["1", "2", "3"]);
  assert.deepEqual((await read("42 17\n17 99", { format: "edge-list" })).names, ["17", "42", "99"]);
});

test("a graph as the algorithms take it is read from JSON", async () => {
  const graph = {
    nodes: 3,
    edges: [
      [0, 1],
      [1, 2],
    ],
    directed: true,
    weights: [0.5, 2],
  };
  assert.deepEqual(await read(JSON.stringify(graph)), { kind: "graph", format: "json", graph, names: ["0", "1", "2"] });
  const names = ["Ann", "Ben", "Cleo"];
  assert.deepEqual((await read(JSON.stringify({ ...graph, names }))).names, names);
  const named = await read(
    JSON.stringify({
      nodes: names,
      edges: [
        ["Ann", "Ben"],
        [1, 2],
      ],
    }),
  );
  assert.deepEqual([named.names, named.graph.edges], [names, graph.edges]);
  for (const wrong of [
    { nodes: 2, edges: [[0, 2]] },
    { nodes: -1, edges: [] },
    { nodes: 2, edges: [[0]] },
    { nodes: 2 },
    { ...graph, weights: [1] },
    { ...graph, names: ["Ann"] },
  ])
    await assert.rejects(read(JSON.stringify(wrong)), { code: "wrong-type" }, JSON.stringify(wrong));
});

test("half precision is read, and files of other programs are refused with what opens them", async () => {
  // numpy.array([[1.5, -0.1], [65504, 6e-8]], dtype=numpy.float16)
  const halves = npyOf("<f2", [2, 2], [0x00, 0x3e, 0x66, 0xae, 0xff, 0x7b, 0x01, 0x00]);
  const { tensor, dtype } = await read(halves);
  assert.deepEqual(
    [plain(tensor), dtype],
    [
      [
        [2, 2],
        [1.5, -0.0999755859375, 65504, 2 ** -24],
      ],
      "float16",
    ],
  );
  const latin = (text) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  const header = '{"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}';
  for (const [data, program] of [
    [latin(`${String.fromCharCode(header.length)}${"\0".repeat(7)}${header}\0\0\0\0`), "safetensors"],
    [latin("\x80\x04\x95\x07\0\0\0\0\0\0\0]\x94(K\x01K\x02e."), "pickle"],
    [latin("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."), "pytorch"],
    [zipOf("archive/data.pkl"), "pytorch"],
    [zipOf("[Content_Types].xml"), "excel"],
    [npyOf("|O", [1], [0x80, 0x04, 0x2e]), "objects"],
    [latin("\x89HDF\r\n\x1a\n..."), "hdf5"],
    [latin("PAR1..."), "parquet"],
    [latin("MATLAB 5.0 MAT-file, Platform"), "matlab"],
    [latin("\x1f\x8b\x08"), "gzip"],
    [latin("\x89PNG\r\n\x1a\n"), "image"],
  ])
    await assert.rejects(read(data), ({ code, facts, message }) => {
      assert.deepEqual([code, facts.reason, facts.program], ["wrong-type", "foreign", program], message);
      assert.ok(message.includes(facts.advice));
      return true;
    });
});

/** A file of `numpy.save`. */
function npyOf(type, shape, data) {
  const header = `{'descr': '${type}', 'fortran_order': False, 'shape': (${shape.join(", ")},), }`
    .padEnd(117)
    .concat("\n");
  return Uint8Array.from([0x93, ...Buffer.from("NUMPY"), 1, 0, header.length, 0, ...Buffer.from(header), ...data]);
}

/** An archive with one empty file. */
function zipOf(name) {
  const [local, entry, end] = [Buffer.alloc(30), Buffer.alloc(46), Buffer.alloc(22)];
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(name.length, 28);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(30 + name.length, 16);
  return new Uint8Array(Buffer.concat([local, Buffer.from(name), entry, Buffer.from(name), end]));
}

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
    "name,a,b\nAnn,1,2": "table",
    "Ann,5\nBen,7": "table",
    "source,target,weight\n0,1,0.5": "edge-list",
    "Ann,Ben,0.5\nBen,Cleo,1": "edge-list",
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
