import { describe, expect, it } from "vitest";
import { cellUnder, dragged, frameOf, inside, mostZoom, revealing, seen, WHOLE, zoomed } from "./viewport.ts";

const room = { width: 500, height: 500 };
const large = frameOf(1024, 1024, room);

describe("the frame of a matrix", () => {
  it("has crisp squares for a small one, and the whole of a large one", () => {
    expect(frameOf(4, 6, room)).toMatchObject({ cell: 44, width: 264, height: 176 });
    expect(frameOf(30, 30, room).cell).toBe(16);
    expect(large.width).toBeCloseTo(500, 10);
    expect(frameOf(512, 32, room).height).toBeLessThanOrEqual(500);
  });

  it("finds each cell of the whole", () => {
    const frame = frameOf(3, 5, room);
    for (let row = 0; row < 3; row += 1) {
      for (let column = 0; column < 5; column += 1) {
        expect(cellUnder(frame, WHOLE, (column + 0.5) * frame.cell, (row + 0.5) * frame.cell)).toEqual([row, column]);
      }
    }
    expect(cellUnder(frame, WHOLE, -1, 5)).toBeNull();
    expect(cellUnder(frame, WHOLE, 5, frame.height)).toBeNull();
  });
});

describe("zooming", () => {
  it("keeps the cell under the pointer", () => {
    const viewport = zoomed(large, WHOLE, 20, 333, 111);
    expect(cellUnder(large, viewport, 333, 111)).toEqual(cellUnder(large, WHOLE, 333, 111));
    expect(viewport.zoom).toBe(20);
  });

  it("ends at the whole, and where a cell is large", () => {
    expect(zoomed(large, { zoom: 2, left: 500, top: 500 }, 0.1, 0, 0)).toEqual(WHOLE);
    const closest = zoomed(large, WHOLE, 1e9, 0, 0);
    expect(closest.zoom).toBe(mostZoom(large));
    expect(closest.zoom * large.cell).toBeCloseTo(48, 10);
  });
});

describe("dragging", () => {
  it("moves what is under the pointer along, and never past the border", () => {
    const viewport = zoomed(large, WHOLE, 16, 250, 250);
    const moved = dragged(large, viewport, 40, -25);
    expect(cellUnder(large, moved, 240, 175)).toEqual(cellUnder(large, viewport, 200, 200));
    expect(dragged(large, viewport, 1e6, 1e6)).toMatchObject({ left: 0, top: 0 });
    expect(dragged(large, viewport, -1e6, -1e6)).toMatchObject({ left: 1024 - 64, top: 1024 - 64 });
    expect(inside(large, { zoom: 1, left: 9, top: 9 })).toEqual(WHOLE);
  });
});

it("a cell outside of the viewport is brought into it, by the shortest way", () => {
  const viewport = { zoom: 16, left: 100, top: 100 };
  expect(revealing(large, viewport, [120, 130])).toEqual(viewport);
  expect(revealing(large, viewport, [164, 99])).toEqual({ zoom: 16, left: 99, top: 101 });
  expect(revealing(large, viewport, [1023, 0])).toEqual({ zoom: 16, left: 0, top: 960 });
  expect(seen(99.5, 1024, 16)).toEqual([99, 164]);
});
