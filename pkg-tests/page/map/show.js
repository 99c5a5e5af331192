/** Shows the map of a run, as a place of the page does: it goes where the map sends it, and writes down where that was. */
import { load } from "attograph";
import { addFormulas } from "../../../www/src/formula/tree.ts";
import { domainsOf } from "../../../www/src/lesson/scale.ts";
import { stepText, useWords } from "../../../www/src/text.ts";
import "../../../www/src/map/ag-map.ts";
import "../../../www/styles/tokens.css";
import "../../../www/styles/base.css";
import "../../../www/styles/math.css";

const formulas = import.meta.glob("../../../www/generated/formulas/*.json", { import: "default" });
const room = document.getElementById("room");
const gone = [];
let map = null;

room.addEventListener("ag-map-go", ({ detail: { step } }) => {
  gone.push(step);
  map.visited = new Set([...map.visited, step]);
  map.current = step;
});

/** Traces an algorithm and shows its map. `current` and `visited` are ids or positions of steps. */
async function show({ algorithm, inputs, current = null, visited = [], language = "en", flow = "auto" }) {
  document.documentElement.lang = language;
  await useWords(language, [algorithm]);
  const known = formulas[`../../../www/generated/formulas/${algorithm}.json`];
  if (known) addFormulas(await known());
  const { steps } = lab.trace(algorithm, inputs);
  const idOf = (step) => (typeof step === "number" ? steps.at(step).id : step);
  gone.length = 0;
  map = document.createElement("ag-map");
  Object.assign(map, {
    steps,
    current: current === null ? null : idOf(current),
    visited: new Set(visited.map(idOf)),
    domains: domainsOf(steps),
    titles: (step) => stepText(step).title,
    language,
    flow,
  });
  room.replaceChildren(map);
  await drawn();
  return map;
}

/** Waits until the map shows what it was asked for. */
async function drawn() {
  for (let frames = 0; frames < 600; frames += 1) {
    await map.updateComplete;
    await new Promise((wake) => requestAnimationFrame(wake));
    if (map.shadowRoot.querySelector("[role=treeitem]") && !map.shadowRoot.querySelector(".moving")) return;
  }
  throw new Error("the map shows no box");
}

const lab = await load();
globalThis.test = { lab, show, drawn, gone, map: () => map };
