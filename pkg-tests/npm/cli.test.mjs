/** `npx attograph verify`, from the packed package. */
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { load } from "../../pkg/node.js";
import { rightAnswers } from "../shared/homework.mjs";
import { installPacked } from "../shared/packed.mjs";

const lab = await load();
let consumer;
before(async () => {
  consumer = await installPacked();
});
after(() => consumer?.close());

/** Runs the program as a shell would; returns its exit code and output. */
function attograph(...args) {
  return new Promise((done) => {
    const options = { cwd: consumer.folder };
    execFile("npx", ["--no-install", "attograph", ...args], options, (problem, stdout, stderr) => {
      done({ code: problem?.code ?? 0, stdout, stderr });
    });
  });
}

/** Runs the program itself, in a folder; one that does not end is ended after a while, with code null. */
function run(folder, args, options = {}) {
  return new Promise((done) => {
    const program = join(consumer.installed, "cli.js");
    const settings = { cwd: folder, timeout: 240_000, maxBuffer: 2 ** 26, ...options };
    execFile(process.execPath, [program, ...args], settings, (problem, stdout, stderr) => {
      const rows = stdout.split("\r\n").slice(1, -1);
      done({ code: problem ? problem.code : 0, stdout, stderr, rows });
    });
  });
}

const verify = (folder, paths, options) => run(folder, ["verify", ...paths], options);

/** A folder with these files, by name; gone after the test. */
async function folderOf(t, files) {
  const folder = await mkdtemp(join(tmpdir(), "attograph-handed-in-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const done = await lab.homework(lab.exercise("attention-steps", { seed: 5 }), {});
const DONE = JSON.stringify(done);
/** The file with one field more, whose value is this text. */
const with1 = (name, json) => DONE.replace(/^\{/, `{${JSON.stringify(name)}:${json},`);
const nestedBy = (depth) => "[".repeat(depth) + "]".repeat(depth);
const verdictOf = (row) => row.match(/,(verified|altered|other-version|unreadable),/)?.[1];

const HEAD =
  "file,exercise,seed,difficulty,cells,right,follow-through,too-few-digits,wrong,empty,misconceptions,verdict,detail,name";

test("a table of files, one of each verdict", async () => {
  const exercise = lab.exercise("attention-steps", { seed: 3, difficulty: "easy" });
  const right = rightAnswers(lab, exercise);
  const done = await lab.homework(exercise, right, { name: "Kim" });
  // A name that a spreadsheet would run.
  const wrong = { "attention.scores": right["attention.scores"].map(() => "99.5") };
  const begun = await lab.homework(exercise, wrong, { name: "=1+1" });
  const unscaled = await lab.homework(exercise, { ...right, "attention.scaled": right["attention.scores"] });
  await mkdir(join(consumer.folder, "in"));
  const write = (name, content) => writeFile(join(consumer.folder, "in", name), content);
  await write("=1+1.json", JSON.stringify(done));
  await write("altered, by hand.json", JSON.stringify({ ...done, seed: 4 }));
  await write("begun.json", JSON.stringify(begun, null, 2));
  await write("no-scale.json", JSON.stringify(unscaled));
  await write("text.json", "not JSON");
  const { code, stdout } = await attograph("verify", "in", "in/absent.json");
  const [head, ...rows] = stdout.trimEnd().split("\r\n");
  assert.equal(code, 1);
  assert.equal(head, HEAD);
  assert.match(rows[0], /^in\/=1\+1\.json,attention-steps,3,easy,18,18,0,0,0,0,,verified,,Kim$/);
  assert.match(
    rows[1],
    /^"in\/altered, by hand\.json",attention-steps,4,easy,18,\d+,\d+,\d+,\d+,0,[^,]*,altered,"trace( \w+)* seal; same name as in\/=1\+1\.json",Kim$/,
  );
  assert.match(rows[2], /^in\/begun\.json,attention-steps,3,easy,18,0,0,0,4,14,,verified,,'=1\+1$/);
  assert.match(rows[3], /^in\/no-scale\.json,attention-steps,3,easy,18,(\d+),\d+,0,[1-4],0,no-scale,verified,,$/);
  assert.match(rows[4], /^in\/text\.json,{10},unreadable,/);
  assert.match(rows[5], /^in\/absent\.json,{10},unreadable,.*ENOENT/);
  assert.equal(rows.length, 6);
});

test("a second file of a name for the same exercise is named, however the name is typed; one for another exercise is not", async () => {
  const folder = join(consumer.folder, "names");
  await mkdir(folder);
  const write = async (file, id, seed, name) => {
    const exercise = lab.exercise(id, { seed, difficulty: "easy" });
    await writeFile(join(folder, file), JSON.stringify(await lab.homework(exercise, {}, name ? { name } : {})));
  };
  await write("a.json", "attention-steps", 1, "Ann Lee");
  await write("b.json", "attention-steps", 2, " ann  LEE");
  await write("c.json", "gcn-normalization-steps", 1, "Ann Lee");
  await write("d.json", "attention-steps", 3);
  await write("e.json", "attention-steps", 4);
  const { rows } = await run(consumer.folder, ["verify", "names"]);
  const said = rows.map((row) => /verified,(.*?),/.exec(row)[1]);
  assert.deepEqual(said, ["", `same name as ${join("names", "a.json")}`, "", "", ""]);
});

test("files that are the same, or have the same answers with the same mistakes, are named; right answers alone are not", async () => {
  const exercise = lab.exercise("attention-steps", { seed: 11, difficulty: "easy" });
  const right = rightAnswers(lab, exercise);
  const wrong = { ...right, "attention.scores": right["attention.scores"].map(() => "99.5") };
  const folder = join(consumer.folder, "alike");
  await mkdir(folder);
  const write = async (name, answers, who) =>
    writeFile(join(folder, name), JSON.stringify(await lab.homework(exercise, answers, { name: who })));
  await write("a.json", wrong, "Ann");
  await write("b.json", wrong, "Ben");
  await write("c.json", right, "Cleo");
  await write("d.json", right, "Dana");
  await cp(join(folder, "c.json"), join(folder, "e.json"));
  const { code, rows } = await run(consumer.folder, ["verify", "alike"]);
  assert.equal(code, 0);
  const said = rows.map((row) => /verified,(.*)$/.exec(row)[1]);
  assert.deepEqual(said, [
    ",Ann",
    `same answers as ${join("alike", "a.json")},Ben`,
    ",Cleo",
    ",Dana",
    `same file as ${join("alike", "c.json")},Cleo`,
  ]);
});

test("it ends with 0 when every file verifies, and runs no formula of a file's name", async () => {
  const exercise = lab.exercise("attention-steps", { seed: 5 });
  await writeFile(join(consumer.folder, "=1.json"), JSON.stringify(await lab.homework(exercise, {})));
  const { code, stdout } = await attograph("verify", "=1.json");
  assert.equal(code, 0);
  assert.match(stdout, /\r\n'=1\.json,attention-steps,5,easy,18,0,0,0,0,18,,verified,,\r\n$/);
});

test("a command line that is wrong ends with 2 and says what is wrong in one line", async () => {
  for (const [args, reason] of [
    [[], "a command is missing"],
    [["verify"], "verify needs a file or a folder"],
    [["judge", "x.json"], "there is no command judge"],
    [["check"], "check needs a file of questions"],
    [["list", "lessons"], "list takes one of algorithms, exercises, derivations, errata, polls, labs, scenes"],
    [["trace"], "trace needs the id of one algorithm"],
    [["trace", "rnn", "gat-layer"], "trace needs the id of one algorithm"],
    [["trace", "rnn", "--inputs"], /^Option '--inputs <value>' argument missing/],
    [["trace", "rnn", "--jsn"], /^Unknown option '--jsn'/],
    [["gradient"], "gradient needs the id of one algorithm"],
    [["gradient", "rnn", "--at", "0;1"], "--at needs an index, such as 0,1"],
  ]) {
    const { code, stdout, stderr } = await run(consumer.folder, args);
    assert.deepEqual([code, stdout], [2, ""], args.join(" "));
    const [first, second, end] = stderr.split("\n");
    if (typeof reason === "string") assert.equal(first, `attograph: ${reason}`);
    else assert.match(first.replace("attograph: ", ""), reason);
    assert.deepEqual([second, end], ["`attograph --help` shows how it is used.", ""]);
  }
  await mkdir(join(consumer.folder, "empty"));
  assert.equal((await attograph("verify", "empty")).code, 2);
});

test("a file that is nested too deeply, or is no text, is unreadable, and the others are judged", async (t) => {
  const files = {
    "z.json": DONE,
    "bytes.json": Buffer.from([0x22, 0xff, 0x22]),
    "large.json": `"${"x".repeat(2 ** 20)}"`,
  };
  for (const depth of [17, 2500, 3000, 4000, 8000, 200_000]) files[`deep-${depth}.json`] = with1("x", nestedBy(depth));
  const folder = await folderOf(t, files);
  const { code, stderr, rows } = await verify(folder, ["."]);
  assert.deepEqual([code, stderr], [3, ""]);
  assert.equal(rows.length, Object.keys(files).length);
  for (const row of rows) assert.equal(verdictOf(row), row.startsWith("z.json") ? "verified" : "unreadable", row);
  assert.match(
    rows.find((row) => row.startsWith("deep-2500")),
    /nested more than 16 levels deep/,
  );
});

test("altered and unreadable files have different exit codes", async (t) => {
  const folder = await folderOf(t, {
    "verified.json": DONE,
    "altered.json": JSON.stringify({ ...done, seed: 6 }),
    "unreadable.json": "{",
  });
  for (const [names, code] of [
    [["verified"], 0],
    [["altered"], 1],
    [["unreadable"], 3],
    [["verified", "unreadable"], 3],
    [["unreadable", "altered"], 1],
    [["verified", "altered"], 1],
  ]) {
    const found = await verify(
      folder,
      names.map((name) => `${name}.json`),
    );
    assert.equal(found.code, code, names.join());
    assert.deepEqual(found.rows.map(verdictOf), names);
  }
  assert.equal((await verify(folder, ["absent"])).code, 3);
});

test("a folder that cannot be listed is a row of the table, and the others are judged", async (t) => {
  const folder = await folderOf(t, { "a.json": DONE, "z.json": DONE });
  await mkdir(join(folder, "locked"));
  await chmod(join(folder, "locked"), 0o000);
  await chmod(folder, 0o755);
  // Root may read everything, so the test runs as another user; the package is in a folder of its owner.
  const isRoot = process.getuid?.() === 0;
  const copied = join(folder, "package");
  await cp(consumer.installed, copied, { recursive: true });
  const found = await new Promise((done) => {
    const options = { cwd: folder, timeout: 240_000, ...(isRoot && { uid: 65_534, gid: 65_534 }) };
    const paths = ["a.json", "locked", "z.json"];
    execFile(process.execPath, [join(copied, "cli.js"), "verify", ...paths], options, (problem, stdout) =>
      done({ code: problem?.code, rows: stdout.split("\r\n").slice(1, -1) }),
    );
  });
  assert.equal(found.code, 3);
  assert.deepEqual(found.rows.map(verdictOf), ["verified", "unreadable", "verified"]);
  assert.match(found.rows[1], /^locked,.*EACCES/);
});

test("a pipe, a device and a folder with the name of a file are unreadable, and do not block", async (t) => {
  const folder = await folderOf(t, { "z.json": DONE });
  execFileSync("mkfifo", [join(folder, "pipe.json")]);
  await symlink("/dev/zero", join(folder, "device.json"));
  await mkdir(join(folder, "empty"));
  await symlink("empty", join(folder, "link.json"));
  const { code, rows } = await verify(folder, ["."]);
  assert.equal(code, 3);
  assert.deepEqual(
    rows.map((row) => [row.split(",")[0], verdictOf(row)]),
    [
      ["device.json", "unreadable"],
      ["link.json", "unreadable"],
      ["pipe.json", "unreadable"],
      ["z.json", "verified"],
    ],
  );
});

test("subfolders are searched, names may end with .JSON, and skipped files are listed", async (t) => {
  const folder = await folderOf(t, { "Anna.JSON": DONE, "notes.txt": "x", "b.json": DONE });
  await mkdir(join(folder, "group 2/late"), { recursive: true });
  await writeFile(join(folder, "group 2/late/Kim.json"), DONE);
  await symlink("..", join(folder, "group 2/up"));
  const { code, stderr, rows } = await verify(folder, ["."]);
  assert.equal(code, 0);
  assert.deepEqual(
    rows.map((row) => row.split(",")[0]),
    ["Anna.JSON", "b.json", "group 2/late/Kim.json"],
  );
  assert.deepEqual(
    stderr
      .trimEnd()
      .split("\n")
      .map((line) => line.replace(/ was not checked: .*/, "")),
    ["group 2/up", "notes.txt"],
  );
});

/** The cells of a row as a spreadsheet reads them that takes this character for the end of a cell. */
function cellsOf(row, separator) {
  const cells = [""];
  let quoted = false;
  for (const character of row) {
    if (character === '"' && (quoted || cells.at(-1) === "")) quoted = !quoted;
    else if (character === separator && !quoted) cells.push("");
    else cells[cells.length - 1] += character;
  }
  return cells;
}

const FORMULAS = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(1)",
  "＝1+1",
  "＋1",
  "－1",
  "＠x",
  " =1",
  "\n=1",
  "\t=1",
  "\r=1",
  "\u00a0=1",
  "\u3000＝1",
  "\ufeff=1",
];
const HIDDEN = ["x;=1+1", "x; =1+1", "x|@y", "x;＝1", "a,=1+1", 'x";=1+1', "x;\t=1"];

test("no name of a file or a field becomes a formula of a spreadsheet", async (t) => {
  const names = [...FORMULAS, ...HIDDEN];
  const files = Object.fromEntries(names.map((name, at) => [`${name}${at}.json`, with1(name, at)]));
  const folder = await folderOf(t, files);
  const { code, rows } = await verify(folder, Object.keys(files));
  assert.equal(code, 1);
  assert.equal(rows.length, names.length);
  for (const [at, row] of rows.entries()) {
    assert.equal(verdictOf(row), "altered");
    for (const separator of [",", ";", "|", "\t"]) {
      for (const cell of cellsOf(row, separator))
        assert.doesNotMatch(
          cell.normalize("NFKC"),
          /^["\s\u200b\ufeff]*[=+\-@]/,
          JSON.stringify([names[at], separator]),
        );
    }
    assert.equal(cellsOf(row, ",").length, HEAD.split(",").length);
  }
});

test("escape sequences and line ends in names are written out, and long names are cut", async (t) => {
  const folder = await folderOf(t, {
    "\u001b[2J\u001b]0;title\u0007.json": DONE,
    "a\nb\u202e\u0085.json": DONE,
    "c\u001b[31m.txt": "",
  });
  await writeFile(join(folder, "long.json"), with1("k".repeat(100_000), 1));
  const { stdout, stderr, rows } = await verify(folder, ["."]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
  const control = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e]/;
  assert.doesNotMatch(stdout, control);
  assert.doesNotMatch(stderr, control);
  assert.equal(rows.length, 3);
  assert.match(rows[0], /^"?\\u001b\[2J\\u001b\]0;title\\u0007\.json/);
  assert.match(rows[1], /^a\\u000ab\\u202e\\u0085\.json,/);
  assert.ok(rows[2].length < 1000);
});

test("a closed pipe ends the program without an error", async (t) => {
  const folder = await folderOf(t, Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`${at}.json`, DONE])));
  const program = `{ "$0" "$1" verify . ; echo $? > code ; } | head -n 1`;
  const { stdout, stderr } = await new Promise((done) => {
    const args = ["-c", program, process.execPath, join(consumer.installed, "cli.js")];
    execFile("sh", args, { cwd: folder, timeout: 240_000 }, (_, stdout, stderr) => done({ stdout, stderr }));
  });
  assert.equal(stdout.trimEnd(), HEAD);
  assert.doesNotMatch(stderr, /EPIPE|^\s+at /m);
  assert.equal((await readFile(join(folder, "code"), "utf8")).trim(), "141");
});

test("a duplicate key is printed, and the file does not verify", async (t) => {
  const marks = JSON.stringify(done.marks);
  const folder = await folderOf(t, {
    "a.json": DONE.replace('"marks":', `"marks":{"complete":true},"marks":`),
    "b.json": DONE.replace('"marks":', `"m\\u0061rks" : 1, "marks":`),
    "c.json": DONE.replace('"complete":', `"complete":true,"complete":`),
    "d.json": DONE.replace(`"marks":${marks}`, `"marks":${marks},"marks":${marks}`),
    "e.json": JSON.stringify(done, null, 2).replaceAll("\n", "\r\n"),
    "f.json": `\ufeff${DONE}`,
  });
  const { code, rows } = await verify(folder, ["."]);
  assert.equal(code, 1);
  assert.deepEqual(rows.map(verdictOf), ["altered", "altered", "altered", "altered", "verified", "verified"]);
  assert.match(rows[0], /marks \(twice\),$/);
  assert.match(rows[1], /marks \(twice\),$/);
  assert.match(rows[2], /complete \(twice\),$/);
});

test("no other module of the package imports the program", async () => {
  const all = await readdir(consumer.installed, { recursive: true });
  const names = all.filter((name) => name.endsWith(".js") && !/^cli\b/.test(name));
  for (const name of names)
    assert.doesNotMatch(await readFile(join(consumer.installed, name), "utf8"), /\bcli(\.js|\/)/, name);
  const manifest = JSON.parse(await readFile(join(consumer.installed, "package.json"), "utf8"));
  assert.deepEqual(Object.values(manifest.bin), ["./cli.js"]);
  assert.ok(!JSON.stringify(manifest.exports).includes("cli.js"));
});

test("the version is that of the package, and the help lists every command and exit code", async () => {
  const { version } = JSON.parse(await readFile(join(consumer.installed, "package.json"), "utf8"));
  for (const flag of ["--version", "-v", "version"]) {
    assert.deepEqual(await run(consumer.folder, [flag]), { code: 0, stdout: `${version}\n`, stderr: "", rows: [] });
  }
  const document = await readFile(join(consumer.installed, "docs/commands.md"), "utf8");
  for (const args of [["--help"], ["-h"], ["help"], ["verify", "--help"]]) {
    const { code, stdout } = await run(consumer.folder, args);
    assert.equal(code, 0);
    for (const command of ["list", "trace", "gradient", "verify", "check", "room", "--version", "--help"]) {
      assert.match(stdout, new RegExp(`^  attograph ${command}`, "m"));
      assert.match(document, new RegExp(`\`attograph ${command}`));
    }
    const codes = [...stdout.matchAll(/^ {2}(\d+) +/gm)].map(([, code]) => code);
    assert.deepEqual(codes, ["0", "1", "2", "3", "4", "141"]);
    assert.deepEqual(
      [...document.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => code),
      codes,
    );
  }
});

test("what the library has is listed, one id in each line", async () => {
  const { stdout } = await run(consumer.folder, ["list"]);
  const lines = stdout.trimEnd().split("\n");
  assert.deepEqual(
    lines.map((line) => line.split(/ {2,}/)),
    lab.catalog().map(({ id, title }) => [id, title]),
  );
  const titled = await load({ text: "en" });
  const rowsOf = async (...args) => {
    const { code, stdout } = await run(consumer.folder, ["list", ...args]);
    assert.equal(code, 0);
    return stdout
      .trimEnd()
      .split("\n")
      .map((line) => /^(\S+) +(\S.*)$/.exec(line).slice(1));
  };
  for (const kind of ["exercises", "derivations", "errata"])
    assert.deepEqual(
      await rowsOf(kind),
      titled[kind]().map(({ id, title }) => [id, title]),
    );
  assert.deepEqual(
    await rowsOf("polls"),
    titled.polls().map(({ id, question }) => [id, question]),
  );
  assert.deepEqual((await rowsOf("labs")).slice(0, 2), [
    ["morph", "Morph"],
    ["graph", "Graph"],
  ]);
  const scenes = await rowsOf("scenes", "--language", "ko");
  const read = async (path) =>
    JSON.parse(await readFile(new URL(`../../www/text/ko/units/${path}.json`, import.meta.url)));
  const { hashing } = await read("hashing");
  for (const [id, { title }] of Object.entries(hashing.scenes))
    assert.ok(
      scenes.some(([path, shown]) => path === `hashing/${id}` && shown === title),
      id,
    );
  assert.ok(scenes.length > 80);
});

test("examples are inputs of every algorithm, with names, and are traced; inputs are read from the standard input", async () => {
  for (const { id } of lab.catalog()) {
    const { inputs, names } = await lab.example(id);
    const { steps } = lab.trace(id, inputs);
    const axes = new Set(steps.flatMap((step) => step.axes));
    for (const list of Object.values(names))
      assert.ok(
        list.every((name) => typeof name === "string"),
        id,
      );
    assert.ok(steps.length > 0 && axes.size > 0);
  }
  const { inputs, names } = await lab.example("scaled-dot-product-attention");
  assert.deepEqual(
    [names.query, inputs.query.shape],
    [
      ["the", "cat", "drinks", "milk"],
      [4, 2],
    ],
  );
  // What a caller changes is theirs.
  inputs.query.data[0] = 99;
  assert.equal((await lab.example("scaled-dot-product-attention")).inputs.query.data[0], 0);
  await assert.rejects(lab.example("attention"), { code: "unknown-algorithm" });
  const { stdout } = await run(consumer.folder, ["trace", "layer-norm", "--example"]);
  const own = (await lab.example("layer-norm")).inputs;
  assert.deepEqual(JSON.parse(stdout).outputs, JSON.parse(JSON.stringify(lab.trace("layer-norm", own))).outputs);
  const piped = await new Promise((done) => {
    const program = execFile(
      process.execPath,
      [join(consumer.installed, "cli.js"), "trace", "layer-norm", "--inputs", "-"],
      { maxBuffer: 2 ** 26 },
      (problem, out, stderr) => done({ code: problem?.code ?? 0, stdout: out, stderr }),
    );
    program.stdin.end(JSON.stringify(own));
  });
  assert.deepEqual([piped.code, piped.stdout], [0, stdout]);
  const both = await run(consumer.folder, ["trace", "layer-norm", "--example", "--inputs", "x.json"]);
  assert.equal(both.code, 2);
});

const x = [
  [1, 2],
  [3, 4],
];
const tokens = {
  query: x,
  key: x,
  value: x,
  mask: [
    [1, 1],
    [0, 0],
  ],
};
const attention = "scaled-dot-product-attention";

test("a trace is printed as JSON, or as a table of its numbers that no spreadsheet runs", async (t) => {
  const folder = await folderOf(t, { "inputs.json": JSON.stringify(tokens) });
  const trace = lab.trace(attention, tokens);
  const printed = await run(folder, ["trace", attention, "--inputs", "inputs.json"]);
  assert.deepEqual([printed.code, printed.stderr], [0, ""]);
  assert.equal(printed.stdout, `${JSON.stringify(trace)}\n`);
  const table = await run(folder, ["trace", "--csv", "--inputs=inputs.json", attention]);
  assert.equal(table.stdout.split("\r\n")[0], "step,index,value");
  const rows = trace.steps.flatMap(({ id, shape, data }) =>
    Array.from(data, (value, place) => {
      const index =
        shape.length === 2
          ? `${Math.floor(place / shape[1])} ${place % shape[1]}`
          : shape.length === 1
            ? `${place}`
            : "";
      return `${id},${index},${value === Number.NEGATIVE_INFINITY ? "'-Infinity" : value}`;
    }),
  );
  assert.deepEqual(table.rows, rows);
  assert.ok(rows.some((row) => row.endsWith("'-Infinity")));
  const empty = await run(folder, ["trace", "rnn"]);
  assert.deepEqual([empty.code, empty.stdout], [4, ""]);
  assert.equal(empty.stderr, "attograph: missing-input: `x` is required, but it is missing\n");
});

test("a gradient is printed as a trace is", async (t) => {
  const folder = await folderOf(t, { "inputs.json": JSON.stringify(tokens) });
  const asked = { of: "weights", at: [0, 1], wrt: ["query"], through: "every-step" };
  const options = ["--of", "weights", "--at", "0,1", "--wrt", "query", "--every-step"];
  const printed = await run(folder, ["gradient", attention, "--inputs", "inputs.json", ...options]);
  assert.deepEqual([printed.code, printed.stderr], [0, ""]);
  const { trace } = lab.gradient(attention, tokens, asked);
  assert.equal(printed.stdout, `${JSON.stringify(trace)}\n`);
  assert.deepEqual(lab.fromJSON(JSON.parse(printed.stdout)).differences, []);
  const table = await run(folder, ["gradient", attention, "--inputs", "inputs.json", "--csv"]);
  assert.ok(table.stdout.includes("\r\ngradient/attention.query,"), table.stdout.slice(-200));
  const refused = await run(folder, ["gradient", attention, "--inputs", "inputs.json", "--of", "weight"]);
  assert.deepEqual([refused.code, refused.stdout], [4, ""]);
  assert.match(refused.stderr, /^attograph: unknown-output: .*did you mean `weights`\?\n$/);
});

test("what the library refuses is one line with its code, and a file that cannot be read one with its name", async (t) => {
  const folder = await folderOf(t, {
    "inputs.json": JSON.stringify({ ...tokens, quary: x }),
    "text.json": "{",
    "e\u001b[2J.json": "",
  });
  for (const [args, code, line] of [
    [["gat-layr"], 4, "unknown-algorithm: there is no algorithm `gat-layr`; did you mean `gat-layer`?"],
    [[attention, "--inputs", "inputs.json"], 4, "unknown-input: there is no input `quary`; did you mean `query`?"],
    [[attention, "--inputs", "text.json"], 3, /^text\.json cannot be read: .*JSON/],
    [[attention, "--inputs", "none.json"], 3, /^none\.json cannot be read: ENOENT/],
    [[attention, "--inputs", "e\u001b[2J.json"], 3, /^e\\u001b\[2J\.json cannot be read: /],
  ]) {
    const { code: ended, stdout, stderr } = await run(folder, ["trace", ...args]);
    assert.deepEqual([ended, stdout], [code, ""], stderr);
    assert.match(stderr, /^attograph: [^\n]*\n$/);
    const found = stderr.slice("attograph: ".length, -1);
    if (typeof line === "string") assert.equal(found, line);
    else assert.match(found, line);
  }
});
