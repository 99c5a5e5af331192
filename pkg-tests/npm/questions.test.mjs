/** Polls of a lecturer: read from a file that is checked by a published schema, judged by the author or by runs, and asked in a room. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import Ajv from "ajv/dist/2020.js";
import { load } from "../../pkg/node.js";
import { checkQuestions, inWords, revealQuestion, statementIds } from "../../pkg/questions.js";
import { pkg } from "../shared/packed.mjs";
import { connect, lead, ofType, startRoom } from "../shared/room.mjs";

const lab = await load();
const path = fileURLToPath(new URL("../../examples/questions/questions.json", import.meta.url));
const example = JSON.parse(await readFile(path, "utf8"));
const schema = JSON.parse(await readFile(new URL("../../pkg/questions.schema.json", import.meta.url), "utf8"));
const matches = new Ajv({ strict: true }).compile(schema);

/** The example after a change. */
function changed(change) {
  const copy = structuredClone(example);
  change(copy);
  return copy;
}

const found = (value) => checkQuestions(lab, value).problems.map(({ path, code }) => [path, code]);

/** A statement that compares, on one run of the normalization of a path of two nodes and a node alone. */
function judged(left, is, right, more = {}) {
  const runs = [{ algorithm: "gcn-normalization", inputs: { graph: { nodes: 3, edges: [[0, 1]] } } }];
  const holds = { runs, when: [{ left, is, right, ...more }] };
  const poll = { id: "K9-Q9", question: { en: "?" }, statements: [{ text: { en: "x" }, holds }] };
  assert.deepEqual(found({ format: "attograph-questions", version: 1, polls: [poll] }), []);
  return revealQuestion(lab, poll)[0];
}

test("the example is allowed by the schema, nothing is wrong with it, and it has both languages", () => {
  assert.ok(matches(example), JSON.stringify(matches.errors));
  const { polls, problems } = checkQuestions(lab, example);
  assert.deepEqual(problems, []);
  assert.deepEqual(polls, example.polls);
  assert.deepEqual(statementIds(polls[0]), ["a", "b", "c"]);
  assert.match(inWords(polls[0].question, "ko"), /[가-힣]/);
  assert.equal(inWords({ en: "only" }, "ko"), "only");
});

test("the author or the runs decide, and the numbers that decide are cells of the runs", () => {
  const answers = example.polls.map((poll) => revealQuestion(lab, poll));
  assert.deepEqual(
    answers.map((statements) => statements.map(({ key, decidedBy }) => `${key} ${decidedBy}`)),
    [
      ["holds own-run", "fails author", "fails author"],
      ["holds own-run", "fails own-run"],
    ],
  );
  for (const { readings } of answers.flat()) {
    for (const { facts, runs } of readings) {
      assert.ok(facts.length > 0);
      for (const { value, cell } of facts) {
        const { shape, data } = lab.trace(runs[cell.run].algorithm, runs[cell.run].inputs).step(cell.step);
        assert.equal(value, data[cell.index.reduce((at, index, axis) => at * shape[axis] + index, 0)]);
      }
    }
  }
});

test("each comparison is the one of its sign; a step without a cell stands for all of its cells", () => {
  const step = "gcn.normalized-adjacency";
  const whole = { step };
  const cell = { step, cell: [2, 2] };
  const table = [
    [cell, "=", 1, "holds"],
    [cell, "!=", 1, "fails"],
    [cell, "<", 1, "fails"],
    [cell, "<=", 1, "holds"],
    [cell, ">", 1, "fails"],
    [cell, ">=", 1, "holds"],
    [0.5, "<", cell, "holds"],
    [whole, ">=", 0, "holds"],
    [whole, ">", 0, "fails"],
    [whole, "<=", 1, "holds"],
    [whole, "<", cell, "fails"],
    [whole, "=", whole, "holds"],
    [whole, "!=", whole, "fails"],
    [whole, "!=", 1, "holds"],
  ];
  for (const [left, is, right, key] of table)
    assert.equal(judged(left, is, right).key, key, JSON.stringify([left, is, right]));
  assert.equal(judged(cell, "=", 1.1, { within: 0.2 }).key, "holds");
  // What decides is named: a cell that is no larger than 0.
  const [fact] = judged(whole, ">", 0).readings[0].facts;
  assert.deepEqual([fact.value, fact.cell.index], [0, [0, 2]]);
  assert.equal(fact.names.ko, "gcn.normalized-adjacency[0, 2] > 0");
});

test("everything that is wrong is named with its place, and what is right is kept", () => {
  const value = changed(({ polls: [one, two] }) => {
    one.id = "week 1";
    one.question = {};
    one.statements[0].holds.runs = [];
    one.statements[1].hodls = true;
    delete one.statements[2].holds;
    two.statements[1].holds.when[0].is = "~";
  });
  assert.deepEqual(found(value), [
    ["questions.polls[0].id", "wrong-type"],
    ["questions.polls[0].question", "wrong-type"],
    ["questions.polls[0].statements[0].holds.runs.length", "out-of-range"],
    ["questions.polls[0].statements[1].hodls", "unknown-option"],
    ["questions.polls[0].statements[2].holds", "missing-input"],
    ["questions.polls[1].statements[1].holds.when[0].is", "wrong-type"],
  ]);
  assert.ok(!matches(value));
  const one = changed(({ polls }) => (polls[0].question = { fr: "?" }));
  assert.deepEqual(
    checkQuestions(lab, one).polls.map(({ id }) => id),
    ["K1-Q2"],
  );
  assert.throws(() => revealQuestion(lab, one.polls[0]), { code: "unknown-option" });
});

test("what cannot be run is refused with the library's own error", () => {
  const wrong = (change) => found(changed(({ polls }) => change(polls[0].statements[0].holds, polls)));
  const at = "questions.polls[0].statements[0].holds";
  assert.deepEqual(
    wrong(({ runs }) => (runs[0].algorithm = "attention")),
    [[at, "unknown-algorithm"]],
  );
  assert.deepEqual(
    wrong(({ runs }) => (runs[0].inputs.key = [[1]])),
    [[at, "shape-mismatch"]],
  );
  assert.deepEqual(
    wrong(({ when }) => (when[0].left.step = "attention.weight")),
    [[at, "unknown-step"]],
  );
  assert.deepEqual(
    wrong(({ when }) => (when[0].left.cell = [0, 3])),
    [[at, "index-out-of-bounds"]],
  );
  assert.deepEqual(
    wrong(({ when }) => (when[0].left.run = 2)),
    [[at, "wrong-type"]],
  );
  const differing = (holds) => {
    holds.when[0].left = { step: "attention.weights" };
    holds.when[0].right = { step: "attention.output" };
  };
  assert.deepEqual(wrong(differing), [[at, "shape-mismatch"]]);
  assert.deepEqual(
    wrong((_, polls) => (polls[1].id = "K1-Q1")),
    [["questions.polls[1].id", "wrong-type"]],
  );
  assert.deepEqual(
    wrong((_, polls) => (polls[0].id = "S1-P1")),
    [["questions.polls[0].id", "wrong-type"]],
  );
});

test("what is no file of questions is refused and never thrown", () => {
  for (const value of [null, 1, "x", [], {}, { polls: {} }, { polls: [null, 1] }])
    assert.ok(found(value).length > 0, JSON.stringify(value));
  assert.deepEqual(found({ ...example, version: 2 }), [["questions.version", "out-of-range"]]);
});

const run = (args) =>
  new Promise((done) => {
    execFile(process.execPath, [join(pkg, "cli.js"), ...args], (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

test("`attograph check` prints what a file has, or everything that is wrong with it", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "attograph-questions-"));
  t.after(() => rm(folder, { recursive: true }));
  const right = await run(["check", path]);
  assert.deepEqual([right.code, right.stderr], [0, ""]);
  assert.match(right.stdout, /0 wrong; polls without mistakes: 2, with 5 statements/);
  const bad = join(folder, "bad.json");
  await writeFile(
    bad,
    JSON.stringify(changed(({ polls }) => (polls[1].statements[0].holds.runs[0].algorithm = "gcn"))),
  );
  const wrong = await run(["check", bad]);
  assert.equal(wrong.code, 1);
  assert.match(wrong.stdout, /questions\.polls\[1\]\.statements\[0\]\.holds: unknown-algorithm: /);
  assert.match((await run(["room", bad])).stderr, /unknown|there is no algorithm/);
  await writeFile(bad, "{");
  assert.equal((await run(["check", bad])).code, 3);
  assert.equal((await run(["check"])).code, 2);
});

test("a room asks the polls of a file in both languages, counts votes, and shows what decides", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "attograph-questions-"));
  t.after(() => rm(folder, { recursive: true }));
  const room = await startRoom(pkg, { counts: join(folder, "counts.jsonl"), args: [path] });
  t.after(() => room.end("SIGKILL"));
  const phone = connect(room.port);
  await phone.opened;
  phone.send({ type: "join", code: room.code, voter: "phone-with-number-1", language: "ko" });
  const { poll } = await phone.next(ofType("poll"));
  assert.equal(poll.question, example.polls[0].question.ko);
  assert.equal(poll.options[0].text, example.polls[0].statements[0].text.ko);
  phone.send({ type: "vote", poll: "K1-Q1", answers: { a: "holds", b: "fails" } });
  await phone.next(ofType("counted"));
  const lecturer = await lead(room.port, room.key);
  lecturer.send({ type: "reveal" });
  const { revealed } = await phone.next((message) => message.type === "poll" && message.revealed);
  assert.deepEqual(
    revealed.map(({ key }) => key),
    ["holds", "fails", "fails"],
  );
  assert.match(revealed[0].readings[0].facts[0].title, /나누지 않은 경우/);
  assert.equal(revealed[1].explanation, example.polls[0].statements[1].why.ko);
});
