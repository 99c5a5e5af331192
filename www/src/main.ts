import "../styles/page.css";
import "../generated/formulas/styles.css";
// Drawings, lessons and the paste dialog are loaded on demand.
import "./elements/inspector.ts";
import "./elements/matrix.ts";
import "./formula/ag-formula.ts";
import "./shell/ag-app.ts";

import { EXAMPLE_IDS } from "../examples/index.ts";
import { bring } from "./content.ts";
import { openLibrary } from "./library.ts";
import type { Language } from "./state/language.ts";
import { decodePlace } from "./state/link.ts";
import { preferredLanguage, preferredTheme } from "./state/preferences.ts";
import { initialState } from "./state/state.ts";
import { Store } from "./state/store.ts";

/** How long the page waits for its fonts, in milliseconds; then it is shown in others. */
const FONT_TIME = 3000;

const FONTS: readonly string[] = ['1em "Attograph Math"', '1em "Attograph Sans"'];
const OF_LANGUAGE: Readonly<Partial<Record<Language, readonly string[]>>> = {
  ko: ['1em "Attograph Korean"', '600 1em "Attograph Korean"'],
};

/** Loads the fonts of formulas and texts, which would otherwise change their sizes later. */
async function fonts(language: Language): Promise<void> {
  const late = new Promise((done) => setTimeout(done, FONT_TIME));
  const needed = [...FONTS, ...(OF_LANGUAGE[language] ?? [])];
  await Promise.race([Promise.all(needed.map((font) => document.fonts.load(font))).catch(() => undefined), late]);
}

/** Prepares the page for use without a network, once it is shown and the browser has nothing else to do. Not every browser tells when. */
function whenShown(): void {
  (window.requestIdleCallback ?? setTimeout)(() => void import("./offline/index.ts"));
}

async function start(): Promise<void> {
  const { place } = decodePlace(location.hash, EXAMPLE_IDS);
  // The page reports a failure and tries again.
  openLibrary().catch(() => undefined);
  const language = preferredLanguage();
  const theme = preferredTheme();
  document.documentElement.dataset.theme = theme;
  await Promise.all([bring(place, language), fonts(language)]);
  document.documentElement.lang = language;
  const app = document.createElement("ag-app");
  app.store = new Store(initialState(language, theme));
  if (import.meta.env.PROD && import.meta.env.MODE !== "single")
    app.addEventListener("ag-shown", whenShown, { once: true });
  document.body.replaceChildren(app);
}

void start();
