/** The theme that is in effect, for what is drawn pixel by pixel; everything else follows `light-dark()`. */
import type { Theme } from "../numbers/categories.ts";

const DARK = window.matchMedia("(prefers-color-scheme: dark)");
const observers = new Set<() => void>();
let observer: MutationObserver | null = null;

export function themeNow(): Theme {
  const { theme } = document.documentElement.dataset;
  if (theme === "light" || theme === "dark") return theme;
  return DARK.matches ? "dark" : "light";
}

let told: Theme | null = null;

/** The attribute is written with every change of the page's state, mostly with the theme that it has. */
function tell(): void {
  const theme = themeNow();
  if (theme === told) return;
  told = theme;
  for (const observe of observers) observe();
}

/** Calls a function whenever the theme may have changed. */
export function observeTheme(changed: () => void): void {
  observers.add(changed);
  if (observer) return;
  told = themeNow();
  observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  DARK.addEventListener("change", tell);
}

export function forgetTheme(changed: () => void): void {
  observers.delete(changed);
}
