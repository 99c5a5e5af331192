/** The theme that is in effect, for what is drawn pixel by pixel; everything else follows `light-dark()`. */
import type { Theme } from "../numbers/categories.ts";
import { media } from "../window.ts";
import { frameOf } from "./around.ts";

const DARK = media("(prefers-color-scheme: dark)");
const observers = new Set<() => void>();
let observer: MutationObserver | null = null;

/** The theme of the page, as long as nothing has changed it; null where it has not been read since. */
let ofPage: Theme | null = null;

/** Returns the theme where an element is: that of its color scheme, or what the reader prefers where it has both. */
export function themeNow(element: Element = document.documentElement): Theme {
  // The page is watched, and to ask for a style computes those of all that has changed. What is around a frame is not.
  if (!observer || frameOf(element)) return read(element);
  ofPage ??= read(document.documentElement);
  return ofPage;
}

function read(element: Element): Theme {
  const scheme = getComputedStyle(element).colorScheme;
  if (!scheme.includes("dark")) return "light";
  return scheme.includes("light") && !DARK.matches ? "light" : "dark";
}

let told: Theme | null = null;

/** The attributes are written with every change of the page's state, mostly with the theme that it has. */
function tell(): void {
  const theme = read(document.documentElement);
  if (theme === told) return;
  told = theme;
  tellAll();
}

function tellAll(): void {
  ofPage = null;
  for (const observe of observers) observe();
}

/** Calls a function whenever the theme may have changed. */
export function observeTheme(changed: () => void): void {
  observers.add(changed);
  if (observer) return;
  told = read(document.documentElement);
  observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributes: true });
  DARK.addEventListener("change", tellAll);
}

export function forgetTheme(changed: () => void): void {
  observers.delete(changed);
}

/** The theme of a part of the page has changed. */
export { tellAll as announceTheme };
