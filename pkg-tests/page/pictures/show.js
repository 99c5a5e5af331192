/** Draws pictures of runs, as a place of the page does, and writes down the events that they send. */
import { load } from "attograph";
import { render } from "lit";
import { channelsOf } from "../../../www/src/numbers/color.ts";
import { drawPicture, loadPicture } from "../../../www/src/pictures/draw.ts";
import { picturesOf } from "../../../www/src/pictures/suiting.ts";
import { useWords } from "../../../www/src/text.ts";
import "../../../www/styles/tokens.css";
import "../../../www/styles/base.css";

const EVENTS = ["ag-select", "ag-hover", "ag-slice", "ag-cursor", "ag-edit"];
const room = document.getElementById("room");
const events = [];
for (const name of EVENTS) room.addEventListener(name, ({ detail }) => events.push({ name, detail }));

let shown = null;

/** Names of positions: the words that are given for an axis, else numbers from 1. */
const labelsOf = (names) => (step, axis, position) => names[step.axes[axis]]?.[position] ?? String(position + 1);

/** Renders what is shown, with other values in the view. */
async function update(more = {}) {
  // The view before stays as it was: by it a picture sees what has changed.
  shown.view = { ...shown.view, ...more };
  render(drawPicture(shown.spec, shown.view), room);
  await loadPicture(shown.spec.kind);
  const element = room.firstElementChild;
  await element.updateComplete;
  return element;
}

/** Traces an algorithm and draws a picture of it, with names for axes, slices and the chosen cell. */
async function show({ algorithm, inputs, spec, names = {}, other = null, ...view }) {
  const { lab } = globalThis.test;
  const steps = (given) => new Map(lab.trace(algorithm, given).steps.map((step) => [step.id, step]));
  events.length = 0;
  shown = {
    spec,
    view: {
      steps: steps(inputs),
      ...(other ? { other: steps(other) } : {}),
      labels: labelsOf(names),
      domains: new Map(),
      slices: {},
      selected: null,
      lit: [],
      ...view,
    },
  };
  return update();
}

/** The numbers of a step of the shown run, as all digits. */
const numbers = (id, run = "steps") =>
  [...shown.view[run].get(id).data].map((value) => (Object.is(value, -0) ? "-0" : String(value)));

const lab = await load();
await useWords("en", []);
globalThis.test = { lab, show, update, events, numbers, useWords, picturesOf, channelsOf, shown: () => shown };
