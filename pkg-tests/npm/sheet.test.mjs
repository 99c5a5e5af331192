/** Sheets for a class: what a student hands in, and what `attograph verify` makes of the files of a class. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { load } from "../../pkg/node.js";
import { handIn, readSheet, seedFor, verifyHandedIn } from "../../pkg/sheet.js";
import { rightAnswers } from "../shared/homework.mjs";
import { pkg } from "../shared/packed.mjs";

const lab = await load();
const own = JSON.parse(await readFile(new URL("../../examples/questions/questions.json", import.meta.url), "utf8"));
const example = new URL("../../examples/homework/", import.meta.url);
const sheet = readSheet(JSON.parse(await readFile(new URL("sheet.json", example), "utf8")));
const [exerciseAt, derivationAt, pollAt] = ["exercise", "derivation", "poll"].map((kind) =>
  sheet.parts.findIndex((part) => part.kind === kind),
);
const { id: exerciseId, difficulty } = sheet.parts[exerciseAt];
const { id: derivationId } = sheet.parts[derivationAt];
const { id: pollId } = sheet.parts[pollAt];

/** Right answers to every part, except for what is changed. */
function answersOf(name, changes = {}) {
  const exercise = lab.exercise(exerciseId, { seed: seedFor(sheet, exerciseAt, name), difficulty });
  const { entries } = lab.derivations().find(({ id }) => id === derivationId);
  const right = {
    [exerciseAt]: rightAnswers(lab, exercise),
    [derivationAt]: Object.fromEntries(entries.map(({ id, solution }) => [id, solution])),
    [pollAt]: Object.fromEntries(lab.reveal(pollId).statements.map(({ id, key }) => [id, key])),
    ...changes,
  };
  return sheet.parts.map((_, place) => right[place] ?? null);
}

/** Answers of somebody who did not scale the scores. */
function unscaled(name) {
  const answers = answersOf(name);
  const steps = answers[exerciseAt];
  answers[exerciseAt] = { ...steps, "attention.scaled": steps["attention.scores"] };
  return answers;
}

test("the numbers follow from the name, in any case and width and with any spaces, and stay within the range", () => {
  const { seeds } = sheet.parts[exerciseAt];
  const names = Array.from({ length: 300 }, (_, at) => `Student ${at}`);
  const drawn = names.map((name) => seedFor(sheet, exerciseAt, name));
  assert.ok(drawn.every((seed) => Number.isInteger(seed) && seed >= seeds[0] && seed <= seeds[1]));
  assert.ok(new Set(drawn).size > 200);
  for (const name of ["student 7", "  STUDENT   7 ", "Ｓｔｕｄｅｎｔ ７"])
    assert.equal(seedFor(sheet, exerciseAt, name), drawn[7]);
  assert.throws(() => seedFor(sheet, -1, "Kim"), { code: "wrong-type" });
});

test("what is no sheet is refused with a code that says where", () => {
  const whole = { format: "attograph-sheet", version: 1, title: "x", parts: [{ kind: "poll", id: "S1-P1" }] };
  assert.deepEqual(readSheet(whole), whole);
  for (const [changes, code] of [
    [{ format: "x" }, "wrong-type"],
    [{ version: 2 }, "wrong-type"],
    [{ title: " " }, "wrong-type"],
    [{ parts: [] }, "wrong-type"],
    [{ parts: Array(51).fill(whole.parts[0]) }, "wrong-type"],
    [{ parts: [{ kind: "essay" }] }, "wrong-type"],
    [{ parts: [{ kind: "text", text: "" }] }, "wrong-type"],
    [{ parts: [{ kind: "exercise", id: "attention-steps", seeds: [2, 1] }] }, "out-of-range"],
    [{ parts: [{ kind: "exercise", id: "attention-steps", seeds: [1, 1.5] }] }, "out-of-range"],
    [{ parts: [{ kind: "exercise", id: "attention-steps", seeds: [1, 2], difficulty: "x" }] }, "wrong-type"],
    [{ parts: [{ kind: "exercise", id: "attention-steps", seeds: [1, 2], own: [1] }] }, "wrong-type"],
    [{ parts: [{ kind: "exercise", id: "attention-steps", seeds: [1, 2], names: { query: [1] } }] }, "wrong-type"],
    [{ parts: [{ kind: "own-poll" }] }, "wrong-type"],
    [{ parts: [{ kind: "own-poll", poll: { id: "K1-Q1", question: { en: "?" }, statements: [] } }] }, "out-of-range"],
  ])
    assert.throws(() => readSheet({ ...whole, ...changes }), { code }, JSON.stringify(changes));
  for (const value of [null, [], "x", 1, undefined, Promise.resolve(whole)])
    assert.throws(() => readSheet(value), { code: "wrong-type" });
});

test("a sheet has exercises on own inputs and own polls, which are marked like the others", async () => {
  const own = {
    query: [
      [1, 0],
      [0, 2],
    ],
    key: [
      [2, 1],
      [0, 1],
      [1, 1],
    ],
    value: [[1], [4], [2]],
  };
  const run = { algorithm: "scaled-dot-product-attention", inputs: own };
  const byRun = { runs: [run], when: [{ left: { step: "attention.scores", cell: [0, 0] }, is: "=", right: 2 }] };
  const poll = {
    id: "K1-Q1",
    question: { en: "What holds of these queries?", ko: "이 쿼리에 대해 무엇이 성립합니까?" },
    statements: [
      { text: { en: "The first score is 2." }, holds: byRun },
      { text: { en: "The first query is longer." }, holds: false },
    ],
  };
  const parts = [
    {
      kind: "exercise",
      id: "attention-steps",
      difficulty: "easy",
      seeds: [1, 9],
      own,
      names: { query: [["I", "see"], null] },
    },
    { kind: "own-poll", poll },
  ];
  const brought = readSheet({ format: "attograph-sheet", version: 1, title: "Ours", parts });
  assert.deepEqual(brought.parts, parts);
  const exercise = lab.exercise("attention-steps", { own });
  const answers = [rightAnswers(lab, exercise), { a: "holds", b: "holds" }];
  const file = JSON.parse(JSON.stringify(await handIn(lab, brought, "Kim", answers)));
  assert.equal((await verifyHandedIn(lab, file)).verdict, "verified");
  assert.ok(file.parts[0].marks.complete);
  assert.deepEqual(file.parts[0].own, exercise.own);
  assert.deepEqual([file.parts[1].id, file.parts[1].right, file.parts[1].wrong], ["K1-Q1", 1, 1]);
  // Another poll than the one that was given is another sheet.
  const other = structuredClone(file);
  other.sheet.parts[1].poll.statements[1].holds = true;
  const found = await verifyHandedIn(lab, other);
  assert.equal(found.verdict, "altered");
  assert.deepEqual(found.fields, ["parts", "seal"]);
  const misfit = readSheet({ ...brought, parts: [{ ...parts[0], own: { ...own, mask: [[0]] } }] });
  await assert.rejects(handIn(lab, misfit, "Kim", []), { code: "unknown-input" });
});

test("a file that is handed in verifies, and a change of any part of it is named", async () => {
  const file = await handIn(lab, sheet, "Kim", answersOf("Kim"));
  assert.equal((await verifyHandedIn(lab, JSON.parse(JSON.stringify(file)))).verdict, "verified");
  assert.ok(file.parts[exerciseAt].marks.complete);
  assert.deepEqual([file.parts[pollAt].wrong, file.parts[pollAt].empty, file.parts[derivationAt].wrong], [0, 0, 0]);
  const changed = async (change) => {
    const copy = JSON.parse(JSON.stringify(file));
    change(copy);
    const { verdict, fields, code } = await verifyHandedIn(lab, copy);
    return [verdict, fields?.join(" ") ?? code];
  };
  assert.deepEqual(await changed((copy) => (copy.name = "Lee")), ["altered", "parts seal"]);
  assert.deepEqual(await changed((copy) => (copy.parts[pollAt].right = 0)), ["altered", "parts seal"]);
  assert.deepEqual(await changed((copy) => (copy.parts[exerciseAt].seed += 1)), ["altered", "parts seal"]);
  assert.deepEqual(await changed((copy) => (copy.sheet.title = "Another")), ["altered", "seal"]);
  assert.deepEqual(await changed((copy) => (copy.extra = 1)), ["altered", "extra seal"]);
  assert.deepEqual(await changed((copy) => (copy.version = "9.9.9")), ["altered", "seal"]);
  assert.deepEqual(await changed((copy) => (copy.parts[pollAt].answers = { nothing: "holds" })), [
    "unreadable",
    "wrong-type",
  ]);
  assert.deepEqual(await changed((copy) => (copy.sheet.parts[pollAt].id = "S9-P9")), ["unreadable", "unknown-poll"]);
  assert.deepEqual(await changed((copy) => (copy.parts = 1)), ["unreadable", "wrong-type"]);
});

/** A sheet with a poll of the library and one of the lecturer. */
const withOwn = readSheet({
  format: "attograph-sheet",
  version: 1,
  title: "Polls",
  parts: [
    { kind: "poll", id: pollId },
    { kind: "own-poll", poll: own.polls[0] },
  ],
});

test("a poll of the lecturer is a part with its whole content, judged as its author says and by its runs", async () => {
  assert.deepEqual(withOwn.parts[1].poll, own.polls[0]);
  const answers = { a: "holds", b: "holds" };
  const file = await handIn(lab, withOwn, "Kim", [{}, answers]);
  assert.deepEqual(file.parts[1], { kind: "own-poll", id: "K1-Q1", answers, right: 1, wrong: 1, empty: 1 });
  const verdictOf = async (change = () => {}) => {
    const copy = JSON.parse(JSON.stringify(file));
    change(copy);
    const { verdict, fields, code } = await verifyHandedIn(lab, copy);
    return [verdict, fields?.join(" ") ?? code ?? ""];
  };
  const pollIn = (copy) => copy.sheet.parts[1].poll;
  assert.equal((await verdictOf())[0], "verified");
  // Whoever turns an answer of the poll around has other marks, and another seal.
  assert.deepEqual(await verdictOf((copy) => (pollIn(copy).statements[1].holds = true)), ["altered", "parts seal"]);
  assert.deepEqual(await verdictOf((copy) => (copy.parts[1].answers = { x: "holds" })), ["unreadable", "wrong-type"]);
  const [statement] = own.polls[0].statements;
  assert.ok(statement.holds.runs.length > 0);
  assert.deepEqual(await verdictOf((copy) => (pollIn(copy).statements[0].holds.runs[0].algorithm = "no-such")), [
    "unreadable",
    "unknown-algorithm",
  ]);
  for (const [change, code] of [
    [(parts) => delete parts[1].poll, "wrong-type"],
    [(parts) => delete parts[1].poll.statements[0].text, "missing-input"],
    [(parts) => (parts[1].poll.statements[0].holds = "yes"), "wrong-type"],
    [(parts) => parts.push(parts[1]), "wrong-type"],
  ]) {
    const { parts, ...rest } = JSON.parse(JSON.stringify(withOwn));
    change(parts);
    assert.throws(() => readSheet({ ...rest, parts }), { code }, `${change}`);
  }
  // The library's polls are parts by their ids alone.
  const taken = { ...withOwn, parts: [{ kind: "own-poll", poll: { ...own.polls[0], id: pollId } }] };
  await assert.rejects(handIn(lab, taken, "Kim", []), { code: "wrong-type" });
});

/** Runs `attograph verify` in a folder. */
const verify = (folder, args) =>
  new Promise((done) => {
    execFile(process.execPath, [join(pkg, "cli.js"), "verify", ...args], { cwd: folder }, (problem, stdout, stderr) =>
      done({ code: problem?.code ?? 0, stderr, rows: stdout.split("\r\n").slice(0, -1) }),
    );
  });

test("verify prints a row for each part, and writes a page with the common misconceptions that runs nothing", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "attograph-class-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const save = (name, content) => writeFile(join(folder, name), JSON.stringify(content));
  await save("a.json", await handIn(lab, sheet, "Kim", answersOf("Kim")));
  await save(
    "b.json",
    await handIn(lab, sheet, "<img src=x onerror=alert(1)>", unscaled("<img src=x onerror=alert(1)>")),
  );
  await save("c.json", await handIn(lab, sheet, "=1+1", unscaled("=1+1")));
  await save("d.json", { ...(await handIn(lab, sheet, "Lee", [])), name: "Lea" });
  // Homework without a sheet is judged as before.
  await save("e.json", await lab.homework(lab.exercise("attention-steps", { seed: 5 }), {}));
  await writeFile(join(folder, "f.json"), "{");
  const { code, stderr, rows } = await verify(folder, ["--page", "page.html", "."]);
  assert.deepEqual([code, stderr], [1, ""]);
  const parts = sheet.parts.filter(({ kind }) => kind !== "text").length;
  assert.equal(rows.length, 1 + 4 * parts + 2);
  const of = (name) => rows.filter((row) => row.startsWith(name));
  assert.deepEqual(
    of("a.json").map((row) => row.split(",")[1]),
    sheet.parts.filter(({ kind }) => kind !== "text").map(({ id }) => id),
  );
  for (const row of of("a.json")) assert.match(row, /,verified,/);
  assert.match(of("b.json")[0], /,no-scale,verified,/);
  for (const row of of("c.json")) assert.ok(row.endsWith(",'=1+1"), row);
  for (const row of of("d.json")) assert.match(row, /,altered,/);
  assert.match(of("e.json")[0], /^e\.json,attention-steps,5,easy,18,0,0,0,0,18,,verified,,$/);
  assert.match(of("f.json")[0], /^f\.json,{11}unreadable,/);
  const page = await readFile(join(folder, "page.html"), "utf8");
  assert.match(
    page,
    /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[^']+'; /,
  );
  assert.doesNotMatch(page, /<script|<img|onerror=alert\(1\)>|javascript:|https?:/);
  assert.ok(page.includes("&lt;img src=x onerror=alert(1)&gt;"));
  assert.match(page, /data-misconception="no-scale" data-count="2"/);
  assert.deepEqual([...page.matchAll(/<tbody>/g)].length, 6);
  assert.deepEqual(
    (await readdir(folder)).filter((name) => !name.endsWith(".json")),
    ["page.html"],
  );
  const korean = await verify(folder, ["--language=ko", "--page=ko.html", "a.json", "b.json"]);
  assert.equal(korean.code, 0);
  assert.match(await readFile(join(folder, "ko.html"), "utf8"), /<html lang="ko">.*과제 결과/s);
  await save("own.json", await handIn(lab, withOwn, "Kim", [{}, { a: "holds" }]));
  const polls = await verify(folder, ["--language=ko", "--page=polls.html", "own.json"]);
  assert.equal(polls.code, 0);
  assert.match(polls.rows[2], /^own\.json,K1-Q1,,,3,1,0,0,0,2,,verified,part 2 of Polls,Kim$/);
  assert.ok((await readFile(join(folder, "polls.html"), "utf8")).includes(own.polls[0].question.ko));
  for (const [args, reason] of [
    [["--page"], /^attograph: --page needs a value\n/],
    [["--language", "xx", "a.json"], /^attograph: --language is en or ko\n/],
    [["--page", "x.html"], /^attograph: verify needs a file or a folder\n/],
  ]) {
    const { code, stderr } = await verify(folder, args);
    assert.equal(code, 2);
    assert.match(stderr, reason);
  }
  const unwritable = await verify(folder, ["--page", "no/such/folder.html", "a.json"]);
  assert.equal(unwritable.code, 3);
  assert.match(unwritable.stderr, /^attograph: no\/such\/folder\.html cannot be written: /);
});
