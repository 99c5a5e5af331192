import { expect, it } from "vitest";
import { Numbered } from "./numbered.ts";

it("entries stand in the order of their numbers, and are loaded once, when they are opened", async () => {
  const loaded: string[] = [];
  const file = (what: string) => async () => {
    loaded.push(what);
    return { what };
  };
  const entries = new Numbered({ "./10-last.ts": file("last"), "./2-next-to-it.ts": file("next") });
  expect(entries.ids).toEqual(["next-to-it", "last"]);
  expect([entries.has("last"), entries.has("first"), entries.has(null)]).toEqual([true, false, false]);
  expect(entries.get("last")).toBeNull();
  const last = { what: "last", id: "last", number: 10 };
  expect(await entries.open("last")).toEqual(last);
  expect([await entries.open("last"), entries.get("last")]).toEqual([last, last]);
  expect(await entries.open("first")).toBeNull();
  expect(loaded).toEqual(["last"]);
});

it("a file without a number is refused", () => {
  expect(() => new Numbered({ "./index.ts": async () => ({}) })).toThrow("./index.ts");
});
