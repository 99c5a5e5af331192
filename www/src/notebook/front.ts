/**
 * The front end of the Python package: an element for each widget. Its traits are the element's attributes, and what the reader does becomes traits.
 * The kernel sends this script, and the file of the library, once for each page.
 */
import "../embed/index.ts";
import type { FigureElement } from "../embed/figure.ts";
import { useFile } from "./library-file.ts";
import { type Model, received, sent } from "./model.ts";
import { themeAround, watchTheme } from "./theme.ts";

export { useFile };

/** The elements of this package, which have more than any element. */
type Shown = HTMLElement & { theme: string | null; ready: Promise<void>; inputs?: unknown };

/** Traits that are properties of every element. */
const LOOKS: Readonly<Record<string, (element: Shown, value: unknown) => void>> = {
  language: (element, value) => {
    if (value) element.setAttribute("lang", String(value));
    else element.removeAttribute("lang");
  },
  zoom: (element, value) => element.style.setProperty("--ag-zoom", String(value ?? 1)),
};

const isFigure = (element: Shown): element is Shown & FigureElement => element.localName === "attograph-figure";

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Sets the traits that differ from what the widget has, and sends them. */
function tell(model: Model, traits: Readonly<Record<string, unknown>>): void {
  let changes = false;
  for (const [name, value] of Object.entries(traits)) {
    if (same(model.get(name), value)) continue;
    model.set(name, value);
    changes = true;
  }
  if (changes) model.save_changes();
}

function follow(model: Model, names: readonly string[], call: (name: string) => void, signal: AbortSignal): void {
  for (const name of names) {
    const changed = () => call(name);
    model.on(`change:${name}`, changed);
    signal.addEventListener("abort", () => model.off(`change:${name}`, changed));
  }
}

/** Connects a figure: its step, its cell and its inputs are changed from both sides. */
function connectFigure(model: Model, figure: Shown & FigureElement, signal: AbortSignal): void {
  let edits: unknown = null;
  const say = () => {
    const { shown } = figure;
    if (!shown) return;
    tell(model, { step: shown.step, cell: shown.cell && [...shown.cell] });
  };
  figure.addEventListener(
    "ag-change",
    (event) => {
      const { inputs } = (event as CustomEvent<{ readonly inputs?: unknown }>).detail;
      say();
      if (inputs === edits) return;
      edits = inputs;
      model.set("_edits", sent(inputs ?? {}));
      model.save_changes();
    },
    { signal },
  );
  const open = () => {
    const [step, cell] = [model.get("step"), model.get("cell")] as [string | null, number[] | null];
    const { shown } = figure;
    if (!shown) return;
    if (step !== null && step !== shown.step) figure.go(step);
    if (!same(cell, figure.shown?.cell ?? null)) figure.choose(cell);
  };
  const anew = (name: string) => {
    if (name === "_inputs") edits = null;
    const cell = model.get("cell") as number[] | null;
    Object.assign(figure, {
      algorithm: model.get("algorithm"),
      step: model.get("step"),
      cell: cell?.join() ?? null,
      picture: model.get("picture"),
      controls: model.get("controls"),
      inputs: received(model.get("_inputs")),
      names: model.get("names"),
    });
    void figure.ready.then(say);
  };
  anew("");
  follow(model, ["step", "cell"], open, signal);
  follow(model, ["algorithm", "picture", "controls", "_inputs", "names"], anew, signal);
}

/** Connects `<attograph-attention>`. */
function connectAttention(model: Model, element: Shown, signal: AbortSignal): void {
  const place = () => {
    const cell = model.get("cell") as number[] | null;
    Object.assign(element, { layer: model.get("layer"), head: model.get("head"), picture: model.get("picture") });
    Object.assign(element, { cell: cell?.join() ?? null });
  };
  const anew = () => {
    place();
    Object.assign(element, {
      weights: received(model.get("_weights")),
      tokens: model.get("tokens"),
      keys: model.get("key_tokens"),
    });
  };
  anew();
  element.addEventListener(
    "ag-change",
    (event) => {
      const { layer, head, cell, picture } = (event as CustomEvent).detail;
      tell(model, { layer, head, cell: cell && [...cell], picture });
    },
    { signal },
  );
  follow(model, ["layer", "head", "cell", "picture"], place, signal);
  follow(model, ["_weights", "tokens", "key_tokens"], anew, signal);
}

/** Connects an element that has attributes only: a scene, an exercise, a poll, a lab. */
function connectPlace(model: Model, element: Shown, signal: AbortSignal): void {
  const anew = () => {
    for (const [name, value] of Object.entries(model.get("_attributes") as Record<string, string | boolean | null>)) {
      if (value === null || value === false) element.removeAttribute(name);
      else element.setAttribute(name, value === true ? "" : String(value));
    }
  };
  anew();
  const pass = (trait: string) => (event: Event) => tell(model, { [trait]: (event as CustomEvent).detail });
  element.addEventListener("ag-change", pass("shown"), { signal });
  element.addEventListener("ag-answer", pass("answer"), { signal });
  follow(model, ["_attributes"], anew, signal);
}

/** Shows a widget in an element of the notebook. Returns what ends it. */
export function render({ model, el }: { readonly model: Model; readonly el: HTMLElement }): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const element = document.createElement(String(model.get("_element"))) as Shown;
  element.style.setProperty("--ag-background", "transparent");
  const dress = (name: string) => LOOKS[name]?.(element, model.get(name));
  for (const name of Object.keys(LOOKS)) dress(name);
  follow(model, Object.keys(LOOKS), dress, signal);
  element.addEventListener("ag-error", (event) => tell(model, { problem: (event as CustomEvent).detail }), { signal });
  if (isFigure(element)) connectFigure(model, element, signal);
  else if (element.localName === "attograph-attention") connectAttention(model, element, signal);
  else connectPlace(model, element, signal);
  // Keys that are pressed in a figure are no commands of the notebook.
  for (const type of ["keydown", "keypress", "keyup", "paste", "cut", "copy"])
    element.addEventListener(type, (event) => event.stopPropagation(), { signal });
  el.replaceChildren(element);
  const theme = () => {
    const wanted = (model.get("theme") as string | null) ?? themeAround(el);
    if (element.theme !== wanted) element.theme = wanted;
  };
  theme();
  watchTheme(theme, signal);
  follow(model, ["theme"], theme, signal);
  return () => controller.abort();
}
