/** Runs in the page, as one function without imports: visits every step of a lesson, or looks at another place, and chooses cells and nodes in each. Returns JSON. */
async function look({ choices, seed, steps }) {
  let state = seed;
  /** Mulberry32: the same choice of cells in each run. */
  const random = (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
  };
  /** All elements, also those inside of others. `enters`: whether to look inside of an element. */
  const all = (enters, root = document, found = []) => {
    for (const element of root.querySelectorAll("*")) {
      found.push(element);
      if (element.shadowRoot && enters(element)) all(enters, element.shadowRoot, found);
    }
    return found;
  };
  /** Waits until the page's elements have rendered. */
  const settle = async () => {
    for (let round = 0; round < 3; round += 1) {
      const elements = [...document.querySelectorAll("*")].filter((element) => element.localName.includes("-"));
      await Promise.all(elements.map((element) => element.updateComplete));
    }
  };
  const until = async (ready) => {
    for (let tries = 0; tries < 4000; tries += 1) {
      const found = ready();
      if (found) return found;
      await new Promise((wake) => setTimeout(wake, 25));
    }
    throw new Error(`${location.hash} does not load`);
  };

  const isShown = (element) => element.checkVisibility();
  const isInput = (element) => element.matches(".inputs ag-matrix, .inputs ag-graph-editor");
  const isTable = (element) => element.matches("ag-matrix");
  const textOf = (element) => {
    if (element.matches("text, td, button, .value")) return element.textContent.trim();
    return null;
  };
  /** The steps of a picture or a table outside of lessons; null where an element is neither. */
  const stepsIn = (element) => {
    const { steps } = element.view ?? {};
    if (steps instanceof Map) return [...steps.values()];
    return element.step?.data ? [element.step] : null;
  };
  /** The picture or table that an element is drawn in, by its place among all. Pictures of two runs have steps of one id. */
  const drawnIn = (element, around) => {
    for (let one = element; one; one = one.parentElement ?? one.getRootNode().host) {
      const at = around.indexOf(one);
      if (at >= 0) return at;
    }
    return null;
  };
  /** The pictures and tables outside of lessons. */
  const pictures = () => all(() => true).filter((element) => stepsIn(element) !== null);
  const marksOf = (elements, around) =>
    elements.flatMap((element) => {
      const { step, index = "", value, cell, operand } = element.dataset ?? {};
      if (value === undefined) return [];
      const host = element.getRootNode().host;
      const at = { value, shown: textOf(element), picture: drawnIn(element, around) };
      if (step !== undefined) return [{ ...at, step, index }];
      // A table names its step once.
      if (cell !== undefined && host?.dataset.stepId) return [{ ...at, step: host.dataset.stepId, index: cell }];
      if (operand !== undefined) {
        const [id, place = ""] = operand.split(" ");
        return [{ ...at, step: id, index: place }];
      }
      return [];
    });

  const numbersOf = (path) => (path.match(/-?\d+(\.\d+)?(e-?\d+)?/g) ?? []).map(Number);
  const graphOf = (root) => {
    const graph = root.querySelector(".drawing ag-graph, .drawing ag-graph-editor")?.shadowRoot;
    if (!graph) return { nodes: [], lines: [], labels: [] };
    const nodes = [...graph.querySelectorAll("[data-node]")];
    const points = nodes.map((node) => numbersOf(node.getAttribute("transform")));
    const nearest = (x, y) => {
      const far = points.map(([px, py]) => Math.hypot(px - x, py - y));
      return far.indexOf(Math.min(...far));
    };
    const lines = [...graph.querySelectorAll("[data-edge]")].flatMap((line) => {
      if (line.dataset.step === undefined) return [];
      const path = numbersOf(line.querySelector(".line").getAttribute("d"));
      const tip = numbersOf(line.querySelector(".head")?.getAttribute("d") ?? "");
      const end = tip.length > 0 ? tip : path.slice(-2);
      const { step, index } = line.dataset;
      return [{ step, index, from: nearest(path[0], path[1]), to: nearest(end[0], end[1]), arrow: tip.length > 0 }];
    });
    const labels = [...graph.querySelectorAll("text.weight, text.value")].map((label) => {
      return { step: label.dataset.step, index: label.dataset.index, text: label.textContent.trim() };
    });
    return { nodes: nodes.map((node) => node.querySelector(".name").textContent.trim()), lines, labels };
  };

  const tablesOf = (elements) =>
    elements
      .filter((element) => element.matches(".stage ag-matrix[data-step-id]") && isShown(element))
      .map((table) => {
        const names = (selector) => [...table.shadowRoot.querySelectorAll(selector)].map((name) => name.textContent);
        return {
          step: table.dataset.stepId,
          rows: names("tbody th"),
          columns: names("thead th:not(.corner)"),
          vertical: table.vertical,
          transposed: table.transposed,
          caption: table.querySelector("[slot=caption] ag-formula")?.tex,
        };
      });

  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  canvas.canvas.width = 1;
  canvas.canvas.height = 1;
  /** Any CSS color as the channels of a pixel; a faint one is none. */
  const pixel = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return channels(canvas.getImageData(0, 0, 1, 1).data);
  };
  const channels = ([red, green, blue, alpha]) => (alpha < 128 ? "none" : `${red} ${green} ${blue}`);

  const colorsOf = (elements) => {
    const found = [];
    const result = elements.find((element) => element.matches(".stage ag-matrix.result"));
    const step = result?.dataset.stepId;
    const tables = [...(result?.shadowRoot.querySelectorAll("td[data-cell]") ?? [])];
    const chosen = Array.from({ length: Math.min(tables.length, 6) }, () => tables[random(tables.length)]);
    const thumbnail = document.querySelector(`ag-filmstrip [data-step-id="${step}"] ag-thumbnail`);
    const image = thumbnail?.shadowRoot.querySelector("canvas");
    for (const cell of chosen) {
      const { value } = cell.dataset;
      // What is masked is hatched in both.
      if (!Number.isFinite(Number(value))) continue;
      found.push({ step, value, color: pixel(getComputedStyle(cell).backgroundColor), of: "the table" });
      const place = thumbnail?.placeOf?.(cell.dataset.cell === "" ? [] : cell.dataset.cell.split(",").map(Number));
      if (!place || !image) continue;
      const { data } = image.getContext("2d").getImageData(place.x, place.y, 1, 1);
      found.push({ step, value, color: channels(data), of: "the thumbnail" });
    }
    for (const node of elements.filter((element) => element.matches("[data-node][data-step]"))) {
      const fill = node.querySelector(".body");
      const { step: id, value } = node.dataset;
      if (id === step && Number.isFinite(Number(value)) && Number(value) !== 0)
        found.push({ step, value, color: pixel(getComputedStyle(fill).fill), of: "the drawing" });
    }
    for (const swatch of elements.filter((element) => element.matches(".legend [data-steps] [data-value]"))) {
      const { steps } = swatch.closest("[data-steps]").dataset;
      if (steps.split(" ").includes(step) && swatch.dataset.value !== "0")
        found.push({
          step,
          value: swatch.dataset.value,
          color: pixel(getComputedStyle(swatch).backgroundColor),
          of: "the legend",
        });
    }
    return found;
  };
  const legendsOf = (elements) =>
    elements
      .filter((element) => element.matches(".legend [data-least]"))
      .map(({ dataset }) => ({ of: dataset.steps.split(" "), least: dataset.least, most: dataset.most }));

  /** Looks at everything for a new step; tables are the same after a choice, and the inputs below at all steps. */
  const observe = (what) => {
    const skipped = (element) =>
      !isShown(element) || (what === "choice" && isTable(element)) || (what === "step" && isInput(element));
    const elements = all((element) => !skipped(element));
    const lesson = document.querySelector("ag-lesson");
    return {
      marks: marksOf(elements, what === "place" ? pictures() : []),
      ...(lesson ? graphOf(lesson) : { nodes: [], lines: [], labels: [] }),
      tables: tablesOf(elements),
      colors: what === "choice" ? [] : colorsOf(elements),
      legends: legendsOf(elements),
      formula: document.querySelector(".story .formula ag-formula")?.tex ?? null,
      // A formula that the page cannot draw stands there as code.
      undrawn: elements.filter((element) => element.matches("ag-formula code")).map((code) => code.textContent),
      names: lesson?.model?.labels ?? {},
      chosen: lesson?.model?.trail.at(-1) ? { index: lesson.model.trail.at(-1).index.join(",") } : null,
    };
  };
  /** The steps of each picture and table outside of lessons. */
  const pictured = () =>
    pictures().map((element) =>
      stepsIn(element).map(({ id, shape, data }) => ({ id, shape, data: [...data].map(String) })),
    );

  const lesson = await until(() => {
    const main = document.querySelector("main");
    return steps ? main?.querySelector("ag-lesson") : main?.querySelector("ag-matrix, .figures, .front") && main;
  });
  await settle();
  if (!lesson.model)
    return JSON.stringify({
      run: null,
      visits: [{ step: null, node: null, found: observe("place"), picture: pictured() }],
    });
  const visits = [];
  const visit = (what, node = null) =>
    visits.push({ step: lesson.model.step.id, node, found: observe(what), picture: [] });
  const { lesson: part, changes, trace } = lesson.model;
  // The drawing has measured its room by then.
  if (part.graph !== undefined) {
    await customElements.whenDefined("ag-graph");
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  }
  const { length } = trace.steps;
  for (let position = 0; position < length; position += 1) {
    document.querySelector("ag-filmstrip").dispatchEvent(new CustomEvent("step", { detail: position }));
    await settle();
    visit(position === 0 ? "place" : "step");
    for (let chosen = 0; chosen < choices; chosen += 1) {
      const tables = [...document.querySelectorAll(".stage ag-matrix")];
      const table = tables[chosen === 0 ? tables.length - 1 : random(tables.length)];
      const inside = [...(table?.shadowRoot.querySelectorAll("td[data-cell]") ?? [])];
      inside[random(inside.length)]?.click();
      await settle();
      visit("choice");
    }
    const count = part.graph === undefined ? 0 : (graphOf(lesson).nodes.length ?? 0);
    for (let chosen = 0; chosen < Math.min(choices, count); chosen += 1) {
      const node = random(count);
      const drawing = document.querySelector(".drawing ag-graph, .drawing ag-graph-editor");
      drawing.dispatchEvent(new CustomEvent("ag-graph-select", { detail: { node }, bubbles: true, composed: true }));
      await settle();
      visit("choice", node);
    }
  }
  const inputs = { ...part.inputs, ...changes };
  return JSON.stringify({ run: { algorithm: part.algorithm, inputs }, visits });
}

/** Looks at what a page draws. A text comes from the page in a fraction of the time that the driver takes for objects, of which there are thousands. */
export const lookAt = async (page, options) => JSON.parse(await page.evaluate(look, options));
