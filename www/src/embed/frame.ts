/** The base of the elements for any page: what they load, their language, theme, links and keys, and how they say what is wrong. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import base from "../../styles/base.css?inline";
import controls from "../../styles/controls.css?inline";
import tokens from "../../styles/tokens.css?inline";
import { renderWithin } from "../elements/ag-element.ts";
import { declareFrame, type Frame } from "../elements/around.ts";
import { focusOf } from "../elements/focus.ts";
import { announceTheme } from "../elements/theme.ts";
import { problemText } from "../lesson/problem-text.ts";
import { type Lab, openLibrary, problemOf } from "../library.ts";
import { isLanguage, LANGUAGES, type Language } from "../state/language.ts";
import { inLanguage, t, useLanguage, useMessages } from "../text.ts";
import type { Fitting } from "./fit.ts";
import frameCss from "./frame.css?inline";
import { LinkKeeper } from "./links.ts";
import { declareMathFont } from "./math-font.ts";
import { AttributeProblem, GivenProblem, RefusedRun } from "./problem.ts";
import { sheetsOf } from "./styles.ts";

/** What an element shows once everything is loaded. */
export type View = () => TemplateResult;

/** Why it shows nothing. */
export interface FrameFailure {
  /** The attribute that is wrong; null where it is none of them. */
  readonly attribute: string | null;
  readonly code: string;
  readonly message: string;
}

/** Events in which the reader acts, before they reach what is shown. */
const ACTS = ["pointerdown", "click", "keydown", "input", "change"] as const;

/** Stand-ins for a browser, such as those of test programs, lay nothing out: what stands between the tags stays there. */
const LAYS_OUT = typeof ResizeObserver !== "undefined";

/** The themes that an element may have of its own. */
const THEMES: readonly string[] = ["light", "dark"];

/** Returns the language of an element by its own `lang` or that of the next element around it. English for other languages. */
function languageAround(element: Element): Language {
  for (let at: Element | null = element; at; ) {
    const named: Element | null = at.closest("[lang]");
    if (named) {
      const language = named.getAttribute("lang")?.split("-")[0];
      return isLanguage(language) ? language : "en";
    }
    const root: Node = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return "en";
}

export abstract class FrameElement extends LitElement implements Frame {
  /** `light`, `dark`, or the color scheme of the page around it. */
  @property({ reflect: true }) theme: string | null = null;
  /** Where the page of Attograph is, to which links lead; without it there are no such links. */
  @property() page: string | null = null;

  /** Whether the element has a room of its own, such as what a slide has left, in which everything fits. */
  @property({ type: Boolean, reflect: true }) fit: boolean = false;
  /** Whether what a slide says itself is left out: the names of the step; the text of a scene, the title of a poll, most of an exercise. */
  @property({ type: Boolean, reflect: true }) bare: boolean = false;
  /** Whether nothing is loaded until the attribute is taken away: for slides that are far away. */
  @property({ type: Boolean, reflect: true }) idle: boolean = false;
  /** How far a lecturer's keys have gone through what is shown, from 0 to {@link stops}. */
  @property({ type: Number }) stop: number = 0;

  /** The attribute `lang`, which may also be that of an element around it. */
  @property({ attribute: "lang" }) speech: string | null = null;

  @state() private view: View | null = null;
  @state() private failure: FrameFailure | null = null;

  #language: Language = "en";
  #turn = 0;
  #stale = true;
  #links: LinkKeeper | null = null;
  #fitting: Fitting | null = null;
  #loaded: Promise<void> = Promise.resolve();

  constructor() {
    super();
    declareFrame(this);
    for (const type of ACTS) this.addEventListener(type, () => useLanguage(this.language), { capture: true });
    this.addEventListener("keydown", this.#keepKeys);
  }

  /** The names of the properties on which the contents depend. */
  protected abstract readonly asked: readonly string[];

  /** The style sheets of the contents. */
  protected abstract sheets(): Promise<readonly string[]>;

  /** Loads the contents. Throws an {@link AttributeProblem}, or what the library or the network says. */
  protected abstract prepare(lab: Lab, language: Language): Promise<View>;

  /** Returns how many keys of a clicker lead through what is shown. Draws nothing; 0 where the attributes are wrong. */
  async stops(): Promise<number> {
    return 0;
  }

  /** Whether the element shows an address of the page itself. */
  protected owns(_address: string): boolean {
    return false;
  }

  /** Goes to an address that the element shows itself. */
  protected visit(_address: string): void {}

  get language(): Language {
    return this.#language;
  }

  /** The parts that can be done without where there is little room, in the order in which they go: names that `fit.css` knows. */
  get folds(): readonly string[] {
    return [];
  }

  /** Fulfilled when the contents are drawn, or an error is, and have their size where they have to fit. */
  get ready(): Promise<void> {
    return this.updateComplete
      .then(() => this.#loaded)
      .then(async () => {
        await this.updateComplete;
        this.#fitting?.look();
        await this.#fitting?.settled;
      });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    declareMathFont();
    this.#readLanguage();
    this.renderRoot.addEventListener("click", this.#follow);
    this.renderRoot.addEventListener("ag-go", this.#go);
    this.#links = new LinkKeeper(this.renderRoot as ShadowRoot, () => ({
      page: this.page === null ? null : new URL(this.page, document.baseURI).href,
      own: (address) => this.owns(address),
    }));
    this.#links.start();
    this.#fitting?.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#links?.stop();
    this.#fitting?.stop();
    this.renderRoot.removeEventListener("click", this.#follow);
    this.renderRoot.removeEventListener("ag-go", this.#go);
  }

  #readLanguage(): void {
    const language = languageAround(this);
    if (language === this.#language) return;
    this.#language = language;
    this.#stale = true;
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("speech")) this.#readLanguage();
    if (changed.has("theme")) queueMicrotask(announceTheme);
    if (changed.has("page")) this.#links?.dress();
    // A theme or a language that there is not is said, and what is shown is kept where there is one.
    const wrong = this.#misnamed();
    if (wrong || this.failure?.attribute === "theme" || this.failure?.attribute === "lang")
      this.#stale ||= changed.has("theme") || changed.has("speech");
    if (["fit", ...this.asked].some((name) => changed.has(name))) this.#stale = true;
    if (!this.#stale || this.idle || !LAYS_OUT) return;
    this.#stale = false;
    this.#loaded = this.#load();
  }

  /** What is wrong with the element's own language or theme, if something is. The language of a page around it may be any. */
  #misnamed(): AttributeProblem | null {
    const { speech, theme } = this;
    if (speech && !isLanguage(speech.split("-")[0])) return new AttributeProblem("lang", speech, LANGUAGES);
    return theme && !THEMES.includes(theme) ? new AttributeProblem("theme", theme, THEMES) : null;
  }

  async #load(): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const { language } = this;
    try {
      const misnamed = this.#misnamed();
      if (misnamed) throw misnamed;
      // The texts of messages.
      const fits = this.fit ? import("./fit.ts") : null;
      const [lab, own, fit] = await Promise.all([openLibrary(), this.sheets(), fits, useMessages(language)]);
      const view = await this.prepare(lab, language);
      if (turn !== this.#turn) return;
      const sheets = sheetsOf([tokens, base, controls, ...own, frameCss, ...(fit?.sheets ?? [])]);
      (this.renderRoot as ShadowRoot).adoptedStyleSheets = sheets;
      this.#fitting?.stop();
      this.#fitting = fit && new fit.Fitting(this);
      if (this.isConnected) this.#fitting?.start();
      this.view = view;
      this.failure = null;
      renderWithin(this);
    } catch (error) {
      // The library may be refused sooner than the texts of messages are there.
      await useMessages(language).catch(() => undefined);
      if (turn === this.#turn) this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    (this.renderRoot as ShadowRoot).adoptedStyleSheets = sheetsOf([tokens, base, controls, frameCss]);
    this.failure = inLanguage(this.language, () => failureOf(error));
    this.view = null;
    const detail = this.failure;
    this.dispatchEvent(new CustomEvent("ag-error", { detail, bubbles: true, composed: true }));
  }

  protected override performUpdate(): void {
    inLanguage(this.language, () => super.performUpdate());
  }

  protected override render(): TemplateResult {
    const { failure, view } = this;
    if (failure)
      return html`<div class="frame failed" part="frame" role="alert"><p class="problem"><code>&lt;${this.localName}&gt;</code> ${failure.message}</p></div>`;
    // Until there is something to show, what the page put into the element stands in its place.
    if (!view) return html`<slot></slot>`;
    return html`<div class="frame" part="frame">${view() ?? nothing}</div>`;
  }

  readonly #follow = (event: Event): void => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    const address = link?.getAttribute("href") ?? "";
    if (event.defaultPrevented || !address.startsWith("#/")) return;
    // The address of the page around the element is not ours.
    event.preventDefault();
    if (this.owns(address)) this.visit(address);
  };

  readonly #go = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
    const { address } = (event as CustomEvent<{ readonly address: string }>).detail;
    if (this.owns(address)) this.visit(address);
  };

  /** A key that was typed into a field, or has already done something, is not the business of the page around it. */
  readonly #keepKeys = (event: KeyboardEvent): void => {
    const focus = focusOf(event.composedPath());
    const moves = /^(?:Arrow|Page|Home|End|Enter| )/.test(event.key);
    if (event.defaultPrevented || focus === "text" || (focus === "grid" && moves)) event.stopPropagation();
  };
}

function failureOf(error: unknown): FrameFailure {
  if (error instanceof AttributeProblem) {
    const { attribute, value, known } = error;
    const key = value === null ? "missing" : "unknown";
    const message = t(`embed.${key}`, { attribute, value: value ?? "", known: known.join(", ") });
    return { attribute, code: `${key}-attribute`, message };
  }
  if (error instanceof GivenProblem) {
    const { attribute, key, params } = error;
    const code = `wrong-${key.slice(key.lastIndexOf(".") + 1)}`;
    return { attribute, code, message: t(`embed.${key}`, { attribute, ...params }) };
  }
  const problem = error instanceof RefusedRun ? error.problem : problemOf(error);
  return { attribute: null, code: problem.code, message: problemText(problem) };
}
