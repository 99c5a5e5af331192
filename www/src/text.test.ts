import { expect, test } from "vitest";
import { nameText, useWords } from "./text.ts";

test("a name of a feature or a head is that of the language, and a word of a sentence stays as it is", async () => {
  await useWords("ko", []);
  expect(nameText("who", "head")).toBe("누구");
  expect(nameText("what", "value feature")).toBe("무엇");
  expect(nameText("who", "token")).toBe("who");
  expect(nameText("grammar", "head")).toBe("문법");
});
