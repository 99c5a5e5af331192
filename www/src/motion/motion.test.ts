/** What is between two looks: paths, points that turn, and what a shape grows from. */
import { expect, test } from "vitest";
import { counted } from "./counted.ts";
import { fitted } from "./fitted.ts";
import { arrivedAs, keyframesOf, type Look, lookBetween, middleOf, placedAs, seedOf } from "./look.ts";
import type { Marked } from "./marked.ts";
import { pathBetween, pointsOf } from "./path.ts";
import { straight, turning } from "./way.ts";

const look = (more: Partial<Look>): Look => ({ tag: "path", spot: null, lengths: {}, path: null, colors: {}, ...more });

test("a path is between two others of the same commands", () => {
  expect(pathBetween("M0 0L10 20", "M10 0L10 40", 0.5, straight)).toBe("M5 0L10 30");
  expect(pathBetween("M0 0C1 1 2 2 3 3", "M0 0C3 3 4 4 5 5", 0.5, straight)).toBe("M0 0C2 2 3 3 4 4");
  expect(pathBetween("M0 0L1e-7 2", "M0 0L1e-7 4", 0.5, straight)).toBe("M0 0L0 3");
  expect(pathBetween("M0 0L10 20", "M0 0C1 1 2 2 3 3", 0.5, straight)).toBeNull();
});

test("the flags of an arc are those of the one or the other path", () => {
  const [from, to] = ["M0 0A10 10 0 0 1 10 0", "M0 0A20 20 0 1 0 10 0"];
  expect(pathBetween(from, to, 0.25, straight)).toBe("M0 0A12.5 12.5 0 0 1 10 0");
  expect(pathBetween(from, to, 0.75, straight)).toBe("M0 0A17.5 17.5 0 1 0 10 0");
  expect(pointsOf(from)).toEqual([
    { x: 0, y: 0 },
    { x: 10, y: 0 },
  ]);
});

test("what turns keeps its length, and turns by the shorter side", () => {
  const way = turning({ x: 5, y: 5 });
  for (const share of [0, 0.3, 0.5, 1]) {
    const { x, y } = way({ x: 15, y: 5 }, { x: 5, y: 15 }, share);
    expect(Math.hypot(x - 5, y - 5)).toBeCloseTo(10);
  }
  const { x, y } = way(
    { x: 5 - 10 * Math.cos(0.2), y: 5 - 10 * Math.sin(0.2) },
    { x: 5 - 10 * Math.cos(0.2), y: 5 + 10 * Math.sin(0.2) },
    0.5,
  );
  expect(x).toBeCloseTo(-5);
  expect(y).toBeCloseTo(5);
});

test("keyframes begin with one look and end with the other; a text moves by a translation", () => {
  const bar = (x: number, width: number) => look({ tag: "rect", spot: { x, y: 0 }, lengths: { width, height: 5 } });
  expect(keyframesOf(bar(0, 10), bar(4, 20), straight)).toEqual([
    { x: "0px", y: "0px", width: "10px", height: "5px", offset: 0 },
    { x: "4px", y: "0px", width: "20px", height: "5px", offset: 1 },
  ]);
  const text = (x: number) => look({ tag: "text", spot: { x, y: 2 } });
  expect(keyframesOf(text(7), text(3), straight)?.map(({ translate }) => translate)).toEqual(["4px 0px", "0px 0px"]);
  expect(keyframesOf(bar(0, 1), text(3), straight)).toBeNull();
  expect(keyframesOf(look({ path: "M0 0L9 0" }), look({ path: "M0 0L0 9" }), turning({ x: 0, y: 0 }))).toHaveLength(11);
});

test("what is written has one ink or the other on its way, and what is painted all between", () => {
  const shape = (tag: string, fill: string) => look({ tag, spot: { x: 0, y: 0 }, colors: { fill } });
  const inks = (tag: string) => keyframesOf(shape(tag, "white"), shape(tag, "black"), straight) ?? [];
  expect(inks("text").map(({ fill, offset, easing }) => [fill, offset, easing])).toEqual([
    ["white", 0, undefined],
    ["white", 0.5, "step-start"],
    ["black", 1, undefined],
  ]);
  expect(inks("circle").map(({ fill }) => fill)).toEqual(["white", "black"]);
});

test("a bar that comes to the other side of its axis is on no side but its own, in the color of that", () => {
  const bar = (x: number, width: number, axis: number, fill: string) =>
    look({ tag: "rect", spot: { x, y: 0 }, lengths: { width, height: 5 }, axis, colors: { fill } });
  const [below, above] = [bar(10, 10, 20, "red"), bar(40, 30, 40, "blue")];
  for (const share of [0, 0.1, 0.2, 0.3, 0.6, 1]) {
    const now = lookBetween(below, above, share, straight);
    const [x, width] = [now?.spot?.x ?? 0, now?.lengths.width ?? 0];
    expect(share < 0.25 ? x + width : x, `after ${share}`).toBeCloseTo(20 + 20 * share);
    expect(now?.colors.fill).toBe(share < 0.25 ? "red" : "blue");
  }
  expect(keyframesOf(below, above, straight)?.map(({ x, width, fill, offset }) => [x, width, fill, offset])).toEqual([
    ["10px", "10px", "red", 0],
    ["25px", "0px", "red", 0.25],
    ["25px", "0px", "blue", 0.25],
    ["40px", "30px", "blue", 1],
  ]);
});

test("a bar that gets shorter until it is none keeps its color on the way, and one that was none has that of its place", () => {
  const bar = (width: number, fill: string) =>
    look({ tag: "rect", spot: { x: 0, y: 0 }, lengths: { width, height: 5 }, colors: { fill } });
  const fills = (from: Look, to: Look) => keyframesOf(from, to, straight)?.map(({ fill }) => fill);
  expect(fills(bar(9, "blue"), bar(0, "white"))).toEqual(["blue", "blue"]);
  expect(fills(bar(0, "white"), bar(9, "blue"))).toEqual(["blue", "blue"]);
  expect(fills(bar(9, "red"), bar(4, "blue"))).toEqual(["red", "blue"]);
});

test("a number that is on the other side of its place now is read where its bar was, not there", () => {
  const number = (x: number, anchor: string) => look({ tag: `text ${anchor}`, spot: { x, y: 0 } });
  expect(placedAs(number(20, "start"), number(15, "end"), 10).spot?.x).toBe(20);
  expect(placedAs(number(20, "start"), number(15, "start"), 10).spot?.x).toBe(15);
});

test("a bar of a drawing of another size begins at the axis of this one, where that is near", () => {
  const bar = (x: number, width: number, axis: number) =>
    look({ tag: "rect", spot: { x, y: 0 }, lengths: { width, height: 5 }, axis });
  expect(placedAs(bar(5, 10, 15), bar(22, 3, 22), 10).spot?.x).toBe(12);
  expect(placedAs(bar(5, 10, 15), bar(52, 3, 52), 10).spot?.x).toBe(5);
  const under = { look: bar(12, 3, 15), at: bar(5, 10, 15), place: bar(10, 20, 30) };
  expect(arrivedAs(bar(20, 6, 26), under).spot?.x, "of one that grows").toBe(24);
});

test("in a drawing of another size, what only goes down keeps its column: words, and lines between them", () => {
  const text = (x: number, y: number) => look({ tag: "text", spot: { x, y } });
  const line = (x: number, y: number) => look({ tag: "path", path: `M${x} ${y}L${x + 10} ${y}` });
  const word = { look: text(30, 10), at: text(30, 40), place: text(60, 80) };
  expect(arrivedAs(text(50, 20), word).spot).toEqual({ x: 60, y: 20 });
  const drawn = { look: line(30, 10), at: line(30, 40), place: line(60, 80) };
  expect(arrivedAs(line(50, 20), drawn).path).toBe("M60 20L70 20");
});

test("an interrupted way goes on from where it is", () => {
  const at = (x: number) => look({ tag: "circle", spot: { x, y: 0 }, lengths: { r: 4 } });
  const now = lookBetween(at(0), at(10), 0.4, straight);
  expect(now?.spot?.x).toBeCloseTo(4);
  expect(now && keyframesOf(now, at(-6), straight)?.map(({ cx }) => cx)).toEqual(["4px", "-6px"]);
});

test("an arrow grows from its center, a bar from its axis, on whichever side of it, or its left end, and a name does not grow", () => {
  const below = look({ tag: "rect", spot: { x: 3, y: 1 }, lengths: { width: 9, height: 2 } });
  expect(seedOf(below, null, 12)?.spot).toEqual({ x: 12, y: 1 });
  expect(seedOf(below, null)?.spot).toEqual({ x: 3, y: 1 });
  expect(seedOf(look({ path: "M1 1L5 5" }), { x: 1, y: 1 })?.path).toBe("M1 1L1 1");
  expect(seedOf(look({ tag: "rect", spot: { x: 3, y: 0 }, lengths: { width: 9, height: 2 } }), null)?.lengths).toEqual({
    width: 0,
    height: 2,
  });
  expect(seedOf(look({ tag: "text", spot: { x: 3, y: 0 } }), { x: 1, y: 1 })).toBeNull();
  expect(seedOf(look({ path: "M1 1L5 5" }), null)).toBeNull();
});

test("names that are equal are counted, and the middle of some looks is that of what they cover", () => {
  expect(counted(["C", "O", "C", "C"])).toEqual(["C", "O", "C#2", "C#3"]);
  expect(
    middleOf([
      look({ path: "M0 0L10 4" }),
      look({ tag: "rect", spot: { x: 0, y: 4 }, lengths: { width: 2, height: 4 } }),
    ]),
  ).toEqual({
    x: 5,
    y: 4,
  });
  expect(middleOf([])).toBeNull();
});

/** What stands for the element of a look: words around their place, as long as they are read. */
const elementOf = ({ spot }: Look, length: number): SVGGraphicsElement =>
  ({
    getBBox: () => ({ x: (spot?.x ?? 0) - length / 2, y: (spot?.y ?? 0) - 4, width: length, height: 8 }),
  }) as SVGGraphicsElement;

/** Marks of one shape each, by their names. */
const marked = (looks: Readonly<Record<string, Look>>, length = 0): ReadonlyMap<string, Marked> =>
  new Map(
    Object.entries(looks).map(([name, one]) => {
      const element = elementOf(one, length);
      return [name, { element, within: null, about: null, shapes: new Map([["", { element, look: one, text: "" }]]) }];
    }),
  );
/** The looks of marks, by the names of these. */
const looksIn = (marks: ReadonlyMap<string, Marked>) =>
  Object.fromEntries([...marks.keys()].map((name) => [name, lookIn(marks, name)]));
const lookIn = (marks: ReadonlyMap<string, Marked>, name: string) => marks.get(name)?.shapes.get("")?.look;

test("what was drawn in another size begins within this one: where it is nearly at its place, there, with its lines", () => {
  const node = (x: number, y: number) => look({ tag: "circle", spot: { x, y }, lengths: { r: 5 } });
  const line = (path: string) => look({ path, lengths: { strokeWidth: 2 } });
  const before = marked({ ann: node(5, 5), ben: node(95, 5), edge: line("M5 5L95 5") });
  const after = marked({ ann: node(5, 5), ben: node(35, 5), edge: line("M5 6L35 6") });
  const drawn = { marks: before, seen: before, size: { width: 100, height: 10 }, panels: 1 };
  const small = { width: 40, height: 10 };
  expect(looksIn(fitted(drawn, after, small, "taken"))).toEqual(looksIn(after));
  expect(looksIn(fitted(drawn, after, small, "other")), "it would lie outside").toEqual(looksIn(after));
  expect(fitted(drawn, before, { width: 200, height: 10 }, "other"), "it has room").toBe(before);
  const swapped = fitted(drawn, marked({ ann: node(35, 5), ben: node(5, 5) }), small, "taken");
  expect(lookIn(swapped, "ann")?.spot, "what changes places does so here").toEqual({ x: 5, y: 5 });
  expect(lookIn(swapped, "ben")?.spot).toEqual({ x: 35, y: 5 });
});

test("words of another size of drawing begin wholly within this one, or no further outside than they end", () => {
  const text = (x: number) => look({ tag: "text", spot: { x, y: 5 } });
  const drawn = (marks: ReadonlyMap<string, Marked>) => ({
    marks,
    seen: marks,
    size: { width: 200, height: 10 },
    panels: 1,
  });
  const small = { width: 100, height: 10 };
  const begun = fitted(
    drawn(marked({ ann: text(10), ben: text(190) })),
    marked({ ann: text(80), ben: text(5) }, 30),
    small,
    "taken",
  );
  expect(lookIn(begun, "ann")?.spot?.x, "5 would be the place").toBe(15);
  expect(lookIn(begun, "ben")?.spot?.x, "what ends outside may be there").toBe(80);
  const same = fitted(
    drawn(marked({ ann: text(10), ben: text(190) })),
    marked({ ann: text(5), ben: text(80) }, 30),
    small,
    "taken",
  );
  expect(lookIn(same, "ann")?.spot?.x).toBe(5);
});

test("the same in another size goes on from where it is under way, and what the size alone has changed is at its place", () => {
  const bar = (x: number, width: number) => look({ tag: "rect", spot: { x, y: 0 }, lengths: { width, height: 5 } });
  const [places, after] = [
    marked({ one: bar(0, 100), other: bar(0, 60) }),
    marked({ one: bar(0, 50), other: bar(0, 31) }),
  ];
  const seen = marked({ one: bar(0, 40), other: bar(0, 60) });
  const now = fitted(
    { marks: places, seen, size: { width: 100, height: 5 }, panels: 1 },
    after,
    { width: 50, height: 5 },
    "same",
  );
  expect(lookIn(now, "one")?.lengths.width).toBe(20);
  expect(lookIn(now, "other")?.lengths.width).toBe(31);
});
