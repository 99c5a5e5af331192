/** Language and theme, stored where the browser allows it. In a sandboxed frame it does not, and access throws. */
import { isLanguage, type Language } from "./language.ts";
import type { Theme } from "./state.ts";

const LANGUAGE = "attograph.language";
const THEME = "attograph.theme";

export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Not stored; the page works without it.
  }
}

export function preferredLanguage(): Language {
  const kept = remembered(LANGUAGE);
  if (isLanguage(kept)) return kept;
  return navigator.languages.map((tag) => tag.split("-")[0]).find(isLanguage) ?? "en";
}

export function preferredTheme(): Theme {
  const kept = remembered(THEME);
  return kept === "light" || kept === "dark" ? kept : "auto";
}

export function rememberLanguage(language: Language): void {
  remember(LANGUAGE, language);
}

export function rememberTheme(theme: Theme): void {
  remember(THEME, theme);
}
