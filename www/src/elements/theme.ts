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

function tell(): void {
  for (const observe of observers) observe();
}

/** Calls a function whenever the theme may have changed. */
export function observeTheme(changed: () => void): void {
  observers.add(changed);
  if (observer) return;
  observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  DARK.addEventListener("change", tell);
}

export function forgetTheme(changed: () => void): void {
  observers.delete(changed);
}
