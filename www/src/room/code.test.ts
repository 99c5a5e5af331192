import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { CHOICES, type Choices } from "../lecture/poll-answers.ts";
import { drawVoter, findCodes, isVoter, writeCode } from "./code.ts";

const FOUR = { id: "S1-P1", options: ["a", "b", "c", "d"] };
const SEVEN = { id: "S1-P2", options: ["a", "b", "c", "d", "e", "f", "g"] };
const THREE = { id: "S1-P3", options: ["1127", "1128", "1129"] };
const SIX = { id: "S0-X05", options: ["a", "b", "c", "d", "e", "f"] };
const POLLS = [FOUR, SEVEN, THREE, SIX];

const votesOf = (text: string) =>
  findCodes(text, POLLS).map((found) => (found.kind === "vote" ? found : found.problem));

/** Every way to answer, a statement without an answer included. */
function allAnswers(options: readonly string[]): Choices[] {
  const [first, ...rest] = options;
  if (first === undefined) return [{}];
  return allAnswers(rest).flatMap((others) => [others, ...CHOICES.map((choice) => ({ [first]: choice, ...others }))]);
}

describe("codes", () => {
  test("each way to answer comes back, for polls of three, four, six and seven statements", () => {
    for (const poll of POLLS) {
      for (const answers of allAnswers(poll.options)) {
        const code = writeCode(poll, "7K3QX9", answers);
        const [found, ...more] = findCodes(code, POLLS);
        expect(more).toEqual([]);
        expect(found).toEqual({
          kind: "vote",
          poll: poll.id,
          voter: "7K3QX9",
          answers,
          text: code,
          line: 1,
          column: 1,
        });
      }
    }
  });

  test("a code is short, and equal votes do not look equal", () => {
    const answers = { a: "holds", b: "fails" } as const;
    const codes = Array.from({ length: 200 }, () => writeCode(FOUR, drawVoter(), answers));
    for (const code of codes) expect(code).toMatch(/^AG-S1-P1(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    const middles = new Set(codes.map((code) => code.slice(-6)));
    expect(middles.size).toBeGreaterThan(190);
    expect(isVoter(drawVoter())).toBe(true);
    expect([isVoter(null), isVoter("7K3QX"), isVoter("7K3QXU")]).toEqual([false, false, false]);
  });

  test("one wrong letter, two exchanged ones and a missing one are noticed", () => {
    const code = writeCode(SEVEN, "ABC123", { a: "holds", d: "contested", g: "fails" });
    const start = "AG-S1-P2-".length;
    const places = [...code].flatMap((letter, at) => (at >= start && letter !== "-" ? [at] : []));
    for (const at of places) {
      for (const other of "0123456789ABCDEFGHJKMNPQRSTVWXYZ") {
        if (other === code[at]) continue;
        expect(votesOf(code.slice(0, at) + other + code.slice(at + 1))).toEqual(["wrong-check"]);
      }
      expect(votesOf(code.slice(0, at) + code.slice(at + 1))).toEqual(["wrong-length"]);
      const next = places[places.indexOf(at) + 1];
      if (next === undefined || code[at] === code[next]) continue;
      const letters = [...code];
      [letters[at], letters[next]] = [letters[next] as string, letters[at] as string];
      expect(votesOf(letters.join(""))).toEqual(["wrong-check"]);
    }
  });

  test("small letters, letters that look like digits, and other dashes are read", () => {
    const answers = { a: "fails", c: "contested" } as const;
    const code = writeCode(FOUR, "100DEF", answers);
    const typed = code.toLowerCase().replaceAll("1", "l").replaceAll("0", "O").replaceAll("-", "–");
    expect(votesOf(typed)).toMatchObject([{ voter: "100DEF", answers }]);
  });

  test("codes are found in the log of a chat, with the place and the reason of each bad one", () => {
    const one = writeCode(FOUR, "AAAAAA", { a: "holds" });
    const two = writeCode(SEVEN, "BBBBBB", { a: "fails" });
    const log = [
      `10:02 Kim: ${one}`,
      `10:02 박지민: 제 코드는 ${two}입니다`,
      "10:03 Ana: AG-Sitzung at ten, AG-1",
      `10:03 Ana: 🙂 (${one.slice(0, -1)})`,
      `10:04 Lee: "${one.slice(0, -1)}U", AG-S9-P9-AAAA-BBBB-CCCC`,
      "10:04 Max: AG-S1-P1",
    ].join("\r\n");
    const found = findCodes(log, POLLS);
    expect(found.map(({ line, column }) => [line, column])).toEqual([
      [1, 12],
      [2, 18],
      [4, 15],
      [5, 13],
      [5, 39],
      [6, 12],
    ]);
    expect(found.map((code) => (code.kind === "vote" ? code.voter : code.problem))).toEqual([
      "AAAAAA",
      "BBBBBB",
      "wrong-length",
      "wrong-letter",
      "unknown-poll",
      "wrong-length",
    ]);
  });

  test("the chat of the example has the codes that its text describes", async () => {
    const chat = await readFile(new URL("../../../examples/room/chat.txt", import.meta.url), "utf8");
    const found = findCodes(chat, POLLS);
    const votes = found.flatMap((code) => (code.kind === "vote" ? [code] : []));
    expect(new Set(votes.filter(({ poll }) => poll === "S1-P1").map(({ voter }) => voter)).size).toBe(5);
    expect(votes.filter(({ poll }) => poll !== "S1-P1")).toHaveLength(1);
    expect(found.filter(({ kind }) => kind === "bad")).toMatchObject([{ problem: "wrong-check", line: 10 }]);
  });
});
