/** The dialog that reads data of other programs into the inputs: pasted, chosen as a file, and dropped; with a preview, the place of the first error, and Undo. */
import assert from "node:assert/strict";
import { test } from "../shared/tests.mjs";
import { openLeaf, openPage, useSite } from "./site.mjs";

const site = useSite();

/** A file as `numpy.save` writes it, of 32-bit numbers. */
function npy(shape, numbers) {
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(", ")}), }`.padEnd(117).concat("\n");
  const bytes = Buffer.alloc(10 + header.length + 4 * numbers.length);
  bytes.write("\x93NUMPY\x01\x00", "latin1");
  bytes.writeUInt16LE(header.length, 8);
  bytes.write(header, 10, "latin1");
  for (const [at, number] of numbers.entries()) bytes.writeFloatLE(number, 10 + header.length + 4 * at);
  return bytes;
}

/** The value of an input that the page computes with. */
const changedValue = (page, name) =>
  page.evaluate((name) => {
    const { model } = document.querySelector("ag-lesson");
    return JSON.parse(JSON.stringify(model.changes[name] ?? null));
  }, name);

const dialogOf = (page, name) => page.locator(`[data-input="${name}"] ag-paste dialog[open]`);

async function openDialog(page, name) {
  await page.locator(`[data-input="${name}"] .input-actions button`).first().click();
  await dialogOf(page, name).waitFor();
  return dialogOf(page, name);
}

test("tables, printouts and files become the numbers of an input, which says what they were; what is refused says where; Undo takes it back", async () => {
  const { page, problems, close } = await openPage(site);
  const requested = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goto(`${site.address}#/algorithms/scaled-dot-product-attention`);
  await openLeaf(page, "inputs");
  const input = page.locator('[data-input="query"]');
  await input.waitFor();
  assert.ok(!requested.some((url) => /paste|\/import/.test(url)), "the dialog is loaded where it is opened");
  const dialog = await openDialog(page, "query");
  const area = dialog.locator("textarea");
  const state = dialog.locator("#state");
  const use = dialog.locator(".use");
  await area.fill("1,2\n3,four");
  await dialog.locator("#state p", { hasText: "Line 2, column 3: “four” is not a number." }).waitFor();
  assert.ok(await use.isDisabled());
  await area.fill("1 2\n3");
  await dialog.locator("#state p", { hasText: "Line 2, column 2: the rows before have another length." }).waitFor();
  await area.fill("tensor([[0.25, 1.0], [2.0, -3.0]], dtype=torch.float16)");
  await dialog.locator("#state p", { hasText: "2 × 2 (NumPy). float16 was converted to float64." }).waitFor();
  assert.deepEqual(await dialog.locator("td").allTextContents(), ["0.25", "1", "2", "−3"]);
  await area.press("Control+Enter");
  await input.locator(".pasted").waitFor();
  assert.equal(
    await input.locator(".pasted").textContent(),
    "Pasted: 2 × 2 (NumPy). float16 was converted to float64.",
  );
  assert.deepEqual(await changedValue(page, "query"), { shape: [2, 2], data: [0.25, 1, 2, -3], names: [null, null] });
  await page.locator("[data-action=undo]").click();
  await input.locator(".pasted").waitFor({ state: "detached" });
  assert.equal(await changedValue(page, "query"), null);

  // A file of NumPy, chosen by the button.
  await openDialog(page, "query");
  const query = npy([3, 2], [0.5, 1, 1.5, 2, 2.5, 0.1]);
  const file = { name: "query.npy", mimeType: "application/octet-stream", buffer: query };
  await dialog.locator("input[type=file]").setInputFiles(file);
  await dialog.locator("#state p", { hasText: "3 × 2 (.npy). float32 was converted to float64." }).waitFor();
  await use.click();
  await input.locator(".pasted", { hasText: "From query.npy: 3 × 2 (.npy)." }).waitFor();
  assert.deepEqual((await changedValue(page, "query")).data, [0.5, 1, 1.5, 2, 2.5, Math.fround(0.1)]);

  // A file that is dropped on the input opens the dialog with it; one that is no array names the byte.
  const drop = (name, text) =>
    input.evaluate(
      (section, { name, text }) => {
        const dataTransfer = new DataTransfer();
        const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name));
        section.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
      },
      { name, text },
    );
  await drop("broken.npy", "\x93NUMPY\x01\x00\x05\x00short");
  await dialog.locator("#state p", { hasText: "Byte 11:" }).waitFor();
  assert.ok(await use.isDisabled());
  await dialog.locator("[data-action=cancel]").click();
  await drop("table.tsv", "1\t2\n0,5\t3/4\n");
  await dialog.locator("#state p", { hasText: "2 × 2 (CSV)." }).waitFor();
  assert.equal(await dialog.locator(".file span").textContent(), "table.tsv");
  await use.click();
  await input.locator(".pasted", { hasText: "From table.tsv: 2 × 2 (CSV)." }).waitFor();
  assert.deepEqual((await changedValue(page, "query")).data, [1, 2, 0.5, 0.75]);

  // What may mean two things is asked; what was taken for what is shown before it is used.
  await openDialog(page, "query");
  await area.fill("0,1\n0.5,0.25\n2.5,3");
  const question = dialog.locator("fieldset[data-option=header]");
  await question.locator("legend", { hasText: "Line 1: what is the first row, 0,1?" }).waitFor();
  assert.ok(await use.isDisabled());
  await question.locator("label", { hasText: "Names of columns" }).click();
  await dialog.locator("#state p", { hasText: "2 × 2 (CSV)." }).waitFor();
  await dialog
    .locator(".taken", {
      hasText: "Separated by commas, with decimal points. The first row was taken for names of columns: 0, 1.",
    })
    .waitFor();
  assert.deepEqual(await dialog.locator("th").allTextContents(), ["0", "1"]);
  await question.locator("label", { hasText: "Data" }).click();
  await dialog.locator("#state p", { hasText: "3 × 2 (CSV)." }).waitFor();
  await area.fill("Ann;1,5\nBen;2,25");
  await question.waitFor({ state: "detached" });
  await dialog
    .locator(".taken", {
      hasText: "Separated by semicolons, with decimal commas. The first column was taken for names of rows: Ann, Ben.",
    })
    .waitFor();
  await page.keyboard.press("Escape");
  await drop("model.safetensors", "\x02\0\0\0\0\0\0\0{}");
  await dialog.locator("#state p", { hasText: "This is a file of safetensors." }).waitFor();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 360, height: 740 });
  await openDialog(page, "query");
  const widths = await dialog.evaluate((box) => [box.scrollWidth, box.clientWidth]);
  assert.ok(widths[0] <= widths[1], String(widths));
  assert.equal(await state.textContent(), "");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1280, height: 800 });
  assert.deepEqual(problems, []);
  await close();
});

test("edges, GraphML, node-link JSON, adjacency matrices, edge_index and molecules become the graph", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/algorithms/gcn-normalization`);
  await openLeaf(page, "inputs");
  const input = page.locator('[data-input="graph"]');
  await input.waitFor();
  const plain = { directed: false, weights: null };
  const triangle = [
    [0, 1],
    [1, 2],
    [0, 2],
  ];
  const graphml =
    "<graphml><graph edgedefault='undirected'><node id='Kim'/><node id='Lee'/><edge source='Kim' target='Lee'/></graph></graphml>";
  const cases = [
    [
      "Kim -- Lee\nLee -- Park\nKim -- Park",
      { ...plain, nodes: 3, edges: triangle },
      /: 3 nodes, edges: 3, undirected \(list of edges\)\. Kim, Lee, Park$/,
      ["Kim", "Lee", "Park"],
    ],
    [
      "0 1\n1 2\n0 2",
      { ...plain, nodes: 3, edges: triangle },
      /: 3 nodes, edges: 3, undirected \(list of edges\)\.$/,
      ["0", "1", "2"],
    ],
    [
      graphml,
      { ...plain, nodes: 2, edges: [[0, 1]] },
      /2 nodes, edges: 1, undirected \(GraphML\)\. Kim, Lee$/,
      ["Kim", "Lee"],
    ],
    [
      '{"directed": true, "nodes": [{"id": 0}, {"id": 1}], "links": [{"source": 1, "target": 0}]}',
      { directed: true, weights: null, nodes: 2, edges: [[1, 0]] },
      /2 nodes, edges: 1, directed \(node-link JSON\)\.$/,
      ["0", "1"],
    ],
    [
      "[[0, 1, 1], [1, 0, 1], [1, 1, 0]]",
      {
        ...plain,
        nodes: 3,
        edges: [
          [0, 1],
          [0, 2],
          [1, 2],
        ],
      },
      /3 nodes, edges: 3, undirected \(JSON\)/,
      null,
    ],
    [
      "tensor([[0, 1, 2],\n        [1, 2, 0]])",
      {
        directed: true,
        weights: null,
        nodes: 3,
        edges: [
          [0, 1],
          [1, 2],
          [2, 0],
        ],
      },
      /3 nodes, edges: 3, directed \(NumPy\)/,
      ["0", "1", "2"],
    ],
    [
      "CC=O",
      {
        directed: false,
        nodes: 3,
        edges: [
          [0, 1],
          [1, 2],
        ],
        weights: [1, 2],
      },
      /3 nodes, edges: 2, undirected \(SMILES\)\. C, C, O$/,
      ["C", "C", "O"],
    ],
  ];
  for (const [text, expected, said, called] of cases) {
    const dialog = await openDialog(page, "graph");
    await dialog.locator("textarea").fill(text);
    await dialog.locator(".use:enabled").click();
    await input.locator(".pasted").waitFor();
    await page.waitForFunction((expected) => {
      const { model } = document.querySelector("ag-lesson");
      return JSON.stringify(model.changes.graph?.edges) === expected;
    }, JSON.stringify(expected.edges));
    const { names, ...graph } = await changedValue(page, "graph");
    assert.deepEqual(graph, expected, text);
    assert.deepEqual(names, called, text);
    // The drawing, its tables and the arithmetic call them by the names of the data.
    const drawn = await page.evaluate(() => document.querySelector("ag-lesson").model.labels.source);
    assert.deepEqual(drawn, called === null ? { from: 1 } : { names: called }, text);
    assert.match(await input.locator(".pasted").textContent(), said);
  }
  const dialog = await openDialog(page, "graph");
  // A square table of two columns may be a matrix or edges.
  await dialog.locator("textarea").fill("0 1\n1 2");
  const question = dialog.locator("fieldset[data-option=format]");
  await question.locator("label", { hasText: "Edges" }).click();
  await dialog.locator("#state p", { hasText: "3 nodes, edges: 2, undirected (list of edges)" }).waitFor();
  await question.locator("label", { hasText: "adjacency matrix" }).click();
  await dialog.locator("#state p", { hasText: "2 nodes, edges: 2, undirected (CSV)" }).waitFor();
  await dialog.locator("textarea").fill("from,to\nKim,Lee");
  await dialog.locator(".taken", { hasText: "used are from, to." }).waitFor();
  await dialog.locator("textarea").fill("C1CC");
  await dialog.locator("#state p", { hasText: "Line 1, column 2:" }).waitFor();
  await dialog.locator("textarea").fill("[[1, 2, 3]]");
  await dialog.locator("#state p", { hasText: "neither an adjacency matrix nor edges" }).waitFor();
  await page.keyboard.press("Escape");
  // In another language, what was read is said in that.
  await page.locator("select").first().selectOption("ko");
  await page
    .locator('[data-input="graph"] .pasted', { hasText: "붙여 넣음: 노드 3개, 간선 2개, 방향 없음(SMILES)." })
    .waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("names of tokens and features come with pasted data, are typed, go with a size, and stand in the address; the example's go", async () => {
  const { page, problems, close } = await openPage(site);
  await page.goto(`${site.address}#/algorithms/scaled-dot-product-attention`);
  await openLeaf(page, "inputs");
  const labels = (axis) => page.evaluate((axis) => document.querySelector("ag-lesson").model.labels[axis], axis);
  const paste = async (name, text) => {
    const dialog = await openDialog(page, name);
    const before = page.url();
    await dialog.locator("textarea").fill(text);
    await dialog.locator(".use:enabled").click();
    await page.locator(`[data-input="${name}"] .pasted`).waitFor();
    // The address is written after it is shown: what changes it later is something else.
    await page.waitForURL((url) => url.href !== before);
  };
  assert.deepEqual(await labels("query"), { names: ["the", "cat", "drinks", "milk"] });
  await paste("query", "word,x,y\nI,1,2\nsee,2,1\na,0,1\nsmall,1,1\nred,0,2\nbird,2,2");
  assert.deepEqual(await labels("query"), { names: ["I", "see", "a", "small", "red", "bird"] });
  assert.deepEqual(await labels("feature"), { names: ["x", "y"] });
  // The keys are still those of the example.
  assert.deepEqual(await labels("key"), { names: ["the", "cat", "drinks", "milk"] });
  await paste("key", "1 2\n2 1\n0 1\n1 1\n0.5 2\n2 2");
  assert.deepEqual(await labels("key"), { from: 1 });
  const fields = page.locator(".names-fields");
  await fields.locator("summary").click();
  const field = fields.locator("label", { hasText: /^\s*key/i }).locator("input");
  assert.equal(await field.inputValue(), "1, 2, 3, 4, 5, 6");
  const before = page.url();
  await field.fill("K, L,, N");
  await field.press("Enter");
  await page.waitForFunction(() => document.querySelector("ag-lesson").model.labels.key.names?.[0] === "K");
  assert.deepEqual(await labels("key"), { names: ["K", "L", "3", "N"] });
  assert.equal(await field.inputValue(), "K, L, 3, N, 5, 6");
  // In the address, which is written after the names are shown, and after it is opened anew.
  await page.waitForURL((url) => url.href !== before);
  const address = page.url();
  assert.match(address, /i=v1\./);
  await page.goto("about:blank");
  await page.goto(address);
  await page.waitForFunction(() => document.querySelector("ag-lesson")?.model?.labels.key?.names?.[0] === "K");
  assert.deepEqual(await labels("query"), { names: ["I", "see", "a", "small", "red", "bird"] });
  // Undo takes the names back, and random numbers leave them.
  await openLeaf(page, "inputs");
  await page.locator("[data-action=random]").click();
  await page.waitForFunction(() => /seed=/.test(location.hash));
  assert.deepEqual(await labels("key"), { names: ["K", "L", "3", "N"] });
  await page.locator("[data-action=reset]").click();
  await page.waitForFunction(() => document.querySelector("ag-lesson").model.labels.query.names[0] === "the");
  assert.deepEqual(problems, []);
  await close();
});
