/** Reads the marks of a picture, and compares them with the trace that it draws. */
import assert from "node:assert/strict";

/** Every mark of the picture, with its cells, the numbers that it names, and the text that stands in it. */
export async function marksOf(page) {
  return page.evaluate(() => {
    const root = document.getElementById("room").firstElementChild.renderRoot;
    return [...root.querySelectorAll("[data-step]")].map((mark) => {
      const { step, index, value, secondIndex, secondValue } = mark.dataset;
      const cells = [
        { index, value },
        ...(secondIndex === undefined ? [] : [{ index: secondIndex, value: secondValue }]),
      ];
      return {
        step,
        cells,
        kind: mark.getAttribute("class"),
        key: mark.dataset.key ?? null,
        text: mark.textContent.trim(),
      };
    });
  });
}

/** The number of a cell of a trace. */
export function numberAt(trace, id, index) {
  const step = trace.steps.find((each) => each.id === id);
  assert.ok(step, `the run has no step ${id}`);
  const positions = index === "" ? [] : index.split(",").map(Number);
  assert.equal(positions.length, step.shape.length, `${id}[${index}]`);
  return step.data[positions.reduce((offset, position, axis) => offset * step.shape[axis] + position, 0)];
}

/** Asserts that each mark names the number of its cell, and that what is written in a number is that number, shortened. Returns the marks. */
export async function assertMarks(page, trace, shorten) {
  const marks = await marksOf(page);
  assert.ok(marks.length > 0, "nothing is drawn");
  for (const { step, cells, kind, text } of marks) {
    for (const { index, value } of cells)
      assert.ok(Object.is(Number(value), numberAt(trace, step, index)), `${step}[${index}] is drawn as ${value}`);
    if (/\bnumber\b/.test(kind ?? ""))
      assert.equal(text, shorten(Number(cells[0].value)), `${step}[${cells[0].index}]`);
  }
  return marks;
}
