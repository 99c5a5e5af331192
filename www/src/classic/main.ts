/**
 * The elements, the plugin for reveal.js and the library as one script, which is classic or a module, as it is loaded: `elements.global.js` of the package.
 * Sets `AttographReveal`. Defines the elements once the document is read, unless a deck has the plugin by then, which defines them when no slide that is far away
 * would load its own.
 */
import revealPlugin from "../embed/reveal.ts";

declare global {
  // A global variable has to be declared by `var`.
  var AttographReveal: typeof revealPlugin;
}

let inDeck = false;

globalThis.AttographReveal = () => {
  inDeck = true;
  return revealPlugin();
};

/** Whether the scripts of the document have run, those that wait for it among them. */
function isRead(): boolean {
  if (document.readyState === "complete") return true;
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return document.readyState === "interactive" && (navigation?.domContentLoadedEventStart ?? 0) > 0;
}

function define(): void {
  if (!inDeck) void import("../embed/index.ts");
}

if (typeof document !== "undefined") {
  if (isRead()) queueMicrotask(define);
  else document.addEventListener("DOMContentLoaded", define, { once: true });
}
