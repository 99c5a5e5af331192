/** The bar at the top: the current place, and the settings of the page. */
import { html, nothing, type TemplateResult } from "lit";
import { algorithmAddress, sectionAddress } from "../state/addresses.ts";
import { isLanguage, LANGUAGES } from "../state/language.ts";
import type { Action } from "../state/reducer.ts";
import {
  ALGORITHMS,
  EVERY_ALGORITHM,
  type PageState,
  type Section,
  type Theme,
  VIEWS,
  type View,
} from "../state/state.ts";
import { t } from "../text.ts";

/** The sheet for paper is no view to stay in. */
const SCREENS = VIEWS.filter((view) => view !== "print");
const THEMES: readonly Theme[] = ["auto", "light", "dark"];

/** The sign of the page, as its icon has it: a table with one number chosen, and what it was computed from. */
const SIGN = html`<svg viewBox="0 0 22 22" aria-hidden="true">
  <path class="sign-rest" d="M16 0h6v6h-6zM0 16h6v6H0z" />
  <path class="sign-half" d="M8 0h6v6H8zm0 16h6v6H8zM0 8h6v6H0zm16 0h6v6h-6z" />
  <path class="sign-from" d="M0 0h6v6H0zm16 16h6v6h-6z" />
  <path class="sign-here" d="M8 8h6v6H8z" />
</svg>`;

export interface HeaderView {
  readonly state: PageState;
  /** The title; empty for the home, which has its own. */
  readonly title: string;
  /** Whether steps are shown. */
  readonly stepped: boolean;
  readonly presentable: boolean;
  readonly dispatch: (action: Action) => void;
  readonly showKeys: () => void;
  /** Goes to the sheet for paper; null where there is none. */
  readonly print: (() => void) | null;
}

export function header({ state, title, stepped, presentable, dispatch, showKeys, print }: HeaderView): TemplateResult {
  return html`<header class="top">
    <a class="brand" href="#/" aria-label=${`${t("ui.name")}: ${t("ui.home")}`}>${SIGN}${t("ui.name")}</a>
    ${title === "" ? nothing : html`<h1 class="lesson-title" title=${title}>${title}</h1>`}
    <button type="button" class="quiet menu-button" popovertarget="menu" aria-label=${t("ui.menu")}><span aria-hidden="true"></span></button>
    <div class="menu" id="menu" popover @click=${leaveMenu}>
    ${sections(state)}
    <div class="top-controls">
      ${presentable ? views(state.view, dispatch) : nothing}
      ${stepped ? html`<button type="button" class="quiet keys-button" @click=${showKeys}>${t("ui.keys")}</button>` : nothing}
      ${print ? html`<button type="button" class="quiet print-button" @click=${print}>${t("ui.print")}</button>` : nothing}
      <label class="quiet-select">
        <span class="unseen">${t("ui.language")}</span>
        <span class="setting" aria-hidden="true">${state.language.toUpperCase()}</span>
        <select data-setting="language" title=${t("ui.language")} @change=${(event: Event) => {
          const { value } = event.currentTarget as HTMLSelectElement;
          if (isLanguage(value)) dispatch({ type: "language", language: value });
        }}>
          ${LANGUAGES.map((code) => html`<option value=${code} lang=${code} .selected=${code === state.language}>${t(`ui.languages.${code}`)}</option>`)}
        </select>
      </label>
      <label class="quiet-select">
        <span class="unseen">${t("ui.theme")}</span>
        <span class="setting theme-sign" data-theme-sign=${state.theme} aria-hidden="true"></span>
        <select data-setting="theme" title=${t("ui.theme")} @change=${(event: Event) => {
          const theme = THEMES.find((name) => name === (event.currentTarget as HTMLSelectElement).value);
          if (theme) dispatch({ type: "theme", theme });
        }}>
          ${THEMES.map((name) => html`<option value=${name} .selected=${name === state.theme}>${t(`ui.themes.${name}`)}</option>`)}
        </select>
      </label>
    </div>
    </div>
  </header>`;
}

/** In a narrow window the sections and settings are a menu over the page, which whoever goes elsewhere leaves. */
function leaveMenu(event: Event): void {
  const menu = event.currentTarget as HTMLElement;
  if (event.target instanceof Element && event.target.closest("a, button") && menu.matches(":popover-open"))
    menu.hidePopover();
}

/** The order of the links: the course first, then what it is made of. */
const BAR = ["units", "labs", ALGORITHMS, "exercises", "polls", "errata", "engines"] as const satisfies readonly (
  | Section
  | typeof ALGORITHMS
)[];

/** Links to the sections and to the algorithms. */
function sections({ practice, algorithm }: PageState): TemplateResult {
  return html`<nav class="sections" aria-label=${t("ui.sections")}>
    ${BAR.map((section) => {
      if (section === ALGORITHMS) {
        const current = algorithm === null ? "false" : algorithm === EVERY_ALGORITHM ? "page" : "true";
        return html`<a href=${algorithmAddress()} aria-current=${current}>${t("ui.algorithms")}</a>`;
      }
      const current = practice?.section === section ? (practice.id === null ? "page" : "true") : "false";
      return html`<a href=${sectionAddress(section)} aria-current=${current}>${t(`ui.${section}`)}</a>`;
    })}
  </nav>`;
}

function views(current: View, dispatch: (action: Action) => void): TemplateResult {
  return html`<div class="views segments" role="group" aria-label=${t("ui.view")}>
    ${SCREENS.map(
      (view) => html`<button
        type="button"
        data-view=${view}
        aria-pressed=${view === current ? "true" : "false"}
        @click=${() => dispatch({ type: "view", view })}
      >${t(`ui.${view}`)}</button>`,
    )}
  </div>`;
}
