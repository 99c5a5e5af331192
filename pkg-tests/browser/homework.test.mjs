/** Homework written in Chromium and checked in Node: many files agree to the bit, and as many that were changed are all flagged. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../pkg/node.js";
import { DIFFICULTIES, homeworkFiles, pick, sequence } from "../shared/homework.mjs";
import { openPlain, plainSites } from "../shared/plain.mjs";

/** `npm test -- --long` has a thousand. */
const COUNT = process.env.ATTOGRAPH_LONG ? 1000 : 150;
const lab = await load();
const [site] = plainSites([]);
let files;

test("Chromium writes many files", async (t) => {
  const { page, problems } = await openPlain(t, site);
  files = await page.evaluate(
    async (count) => test.homework.homeworkFiles(await test.attograph.load(), count, 2024),
    COUNT,
  );
  assert.equal(files.length, COUNT);
  assert.deepEqual(problems, []);
});

test("files from Chromium verify in Node", async () => {
  const verdicts = new Set();
  const kinds = new Set();
  for (const text of files) {
    const file = JSON.parse(text);
    const { verdict, homework } = await lab.verify(file);
    verdicts.add(verdict);
    assert.deepEqual(homework, file);
    for (const [kind, count] of Object.entries(file.marks.cells)) if (count > 0) kinds.add(kind);
  }
  assert.equal(new Set(files).size, COUNT);
  assert.deepEqual([...verdicts], ["verified"]);
  // They are not the same again and again: every kind of mark occurs.
  assert.equal(kinds.size, 7, [...kinds].join(", "));
});

test("Node writes the files that Chromium writes", async () => {
  assert.deepEqual(await homeworkFiles(lab, 40, 2024), files.slice(0, 40));
});

/** Ways to change a file; each changes something for certain. */
const CHANGES = [
  (file, chance) => {
    file.seed += 1 + Math.floor(chance() * 5);
  },
  (file, chance) => {
    file.difficulty = pick(
      chance,
      DIFFICULTIES.filter((other) => other !== file.difficulty),
    );
  },
  (file, chance) => {
    file.exercise = pick(
      chance,
      lab.exercises().filter(({ id }) => id !== file.exercise),
    ).id;
  },
  (file, chance) => {
    const cells = pick(chance, Object.values(file.answers));
    const cell = Math.floor(chance() * cells.length);
    cells[cell] = `${cells[cell]}${pick(chance, ["0", " ", "1", "·1", "\u200b"])}`;
  },
  (file, chance) => {
    const texts = Object.values(file.answers);
    const [one, last] = [texts[0], texts.at(-1)];
    const cell = Math.floor(chance() * one.length);
    one[cell] = `${one[cell]}${last[0]}7`;
  },
  (file, chance) => {
    const kind = pick(chance, Object.keys(file.marks.cells));
    file.marks.cells[kind] += 1;
  },
  (file) => {
    file.marks.misconceptions.push("no-scale");
  },
  (file) => {
    file.marks.complete = !file.marks.complete;
  },
  ...["trace", "seal"].map((field) => (file, chance) => {
    const place = Math.floor(chance() * file[field].length);
    const digit = file[field][place] === "0" ? "1" : "0";
    file[field] = file[field].slice(0, place) + digit + file[field].slice(place + 1);
  }),
  (file) => {
    file.version = `${file.version}1`;
  },
  (file, chance) => {
    delete file[pick(chance, Object.keys(file))];
  },
];

test("changed files are all flagged", async () => {
  const chance = sequence(7);
  const missed = [];
  for (const [number, text] of files.entries()) {
    const file = JSON.parse(text);
    CHANGES[number % CHANGES.length](file, chance);
    assert.notEqual(JSON.stringify(file), text);
    if ((await lab.verify(file)).verdict === "verified")
      missed.push(`${number % CHANGES.length}: ${JSON.stringify(file)}`);
  }
  assert.deepEqual(missed, []);
});
