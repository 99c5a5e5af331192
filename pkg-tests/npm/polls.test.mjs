/** Polls in the public interface: listed without answers, then answered with evidence that can be run again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../pkg/node.js";

const lab = await load();
const answers = lab.polls().map(({ id }) => lab.reveal(id));
const statements = answers.flatMap(({ id, statements }) => statements.map((statement) => ({ poll: id, ...statement })));

test("a poll does not contain its answers", () => {
  assert.deepEqual(
    lab.polls().map(({ id }) => id),
    ["S1-P1", "S1-P2", "S1-P3", "S1-P4", "S1-X02", "S0-X05"],
  );
  for (const poll of lab.polls()) {
    assert.deepEqual(Object.keys(poll).sort(), ["id", "options", "source", "topic"]);
    assert.equal(poll.source.document, poll.id.slice(0, 2));
    assert.ok(poll.options.length > 2 && poll.options.every((option) => /^[a-g]$|^112[789]$/.test(option)), poll.id);
    assert.equal(lab.poll(poll.id), poll);
  }
  assert.equal(lab.polls(), lab.polls());
  assert.throws(() => lab.polls().push({}), TypeError);
});

test("the keys are those of the curriculum", () => {
  const keys = answers.map(({ id, options, statements }) => {
    assert.deepEqual(
      statements.map(({ id }) => id),
      options,
    );
    return [id, statements.map(({ key }) => key[0]).join("")];
  });
  // h holds, f fails, c contested.
  assert.deepEqual(Object.fromEntries(keys), {
    "S1-P1": "fhfh",
    "S1-P2": "cfhcfhf",
    "S1-P3": "hhf",
    "S1-P4": "ffhf",
    "S1-X02": "fhffhh",
    "S0-X05": "fhhfhf",
  });
});

test("a key follows from the readings, which disagree only for a contested statement", () => {
  for (const { poll, id, key, readings } of statements) {
    const verdicts = new Set(readings.map(({ holds }) => holds));
    assert.equal(key, verdicts.size === 2 ? "contested" : verdicts.has(true) ? "holds" : "fails", `${poll} ${id}`);
    if (readings.length === 1) assert.equal(readings[0].id, null);
    else assert.ok(readings.every((reading) => typeof reading.id === "string" && reading.id !== ""));
  }
});

test("each key says whether the runs or an argument decides it", async () => {
  const decided = Object.fromEntries(
    answers.map(({ id, statements }) => [id, statements.map(({ decidedBy }) => decidedBy[0]).join("")]),
  );
  // r by a run, a by an argument.
  assert.deepEqual(decided, {
    "S1-P1": "rara",
    "S1-P2": "araarrr",
    "S1-P3": "aar",
    "S1-P4": "rraa",
    "S1-X02": "raaraa",
    "S0-X05": "raaraa",
  });
  for (const text of ["en", "ko"]) {
    const speaking = await load({ text });
    for (const { poll, id, decidedBy } of statements) {
      const { argument } = speaking.reveal(poll).statements.find((statement) => statement.id === id);
      assert.equal(typeof argument === "string" && argument !== "", decidedBy === "argument", `${text}: ${poll} ${id}`);
    }
  }
});

test("every fact with a cell has the value of that cell", () => {
  let cells = 0;
  for (const { poll, id, readings } of statements) {
    for (const { facts, runs } of readings) {
      assert.ok(facts.length > 0 && facts.every(({ value }) => Number.isFinite(value)), `${poll} ${id}`);
      const traces = runs.map(({ algorithm, inputs }) => lab.trace(algorithm, inputs));
      for (const { cell, value } of facts.filter(({ cell }) => cell !== null)) {
        assert.equal(lab.cell(traces[cell.run], cell.step, cell.index).value, value, `${poll} ${id}`);
        cells += 1;
      }
    }
  }
  assert.ok(cells > 0);
});

test("an answer is the same each time, and frozen", () => {
  for (const answer of answers) {
    assert.deepEqual(lab.reveal(answer.id), answer);
    assert.ok(Object.isFrozen(answer) && Object.isFrozen(answer.statements[0].readings[0].facts));
  }
});

const known = lab.polls().map(({ id }) => id);

for (const [code, facts, ask] of [
  ["unknown-poll", { id: "S1-P9", known, nearest: "S1-P1" }, () => lab.poll("S1-P9")],
  ["unknown-poll", { id: "S1-E01", known, nearest: "S1-P1" }, () => lab.reveal("S1-E01")],
  ["wrong-type", { input: "id", expected: "the id of a poll", found: "null" }, () => lab.reveal(null)],
]) {
  test(`refused with a code: ${ask}`, () => {
    assert.throws(ask, (error) => {
      assert.equal(error.code, code);
      assert.deepEqual({ ...error.facts }, facts);
      return true;
    });
  });
}
