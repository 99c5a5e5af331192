/** The type size of the page and the width of its window, read once for each size of the window: to read them lays out the page. */
import { onWindow } from "../window.ts";

export interface Metrics {
  readonly type: number;
  readonly width: number;
  /** The size of small type: it is as large as the other while presenting. */
  readonly small: number;
}

/** The type size for which lengths are given. */
const TYPE = 16;
const SMALL = 14;

let known: { readonly view: string; readonly metrics: Metrics } | null = null;

onWindow("resize", () => {
  known = null;
});

export function metricsNow(): Metrics {
  const root = document.documentElement;
  const { view = "" } = root.dataset;
  if (known?.view === view) return known.metrics;
  const type = Number.parseFloat(getComputedStyle(root).fontSize) || TYPE;
  const metrics = { type, width: root.clientWidth, small: view === "present" ? type : (type * SMALL) / TYPE };
  known = { view, metrics };
  return metrics;
}
