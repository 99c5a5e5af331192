/** `<ag-export>`: what is shown, written for other programs: pictures as SVG and PNG, numbers as CSV and LaTeX, the run as code and JSON. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { AgElement } from "../elements/ag-element.ts";
import { elementStyles } from "../elements/element-styles.ts";
import type { ShownRun } from "../lesson/shown-run.ts";
import type { Trace } from "../library.ts";
import { saveFile } from "../practice/files.ts";
import { algorithmTitle, language, stepText, useWords } from "../text.ts";
import { type Drawn, drawingsIn } from "./drawings.ts";
import { withFonts } from "./fonts.ts";
import { type Format, type Group, groupsOf } from "./formats.ts";
import { pngOf } from "./raster.ts";

@customElement("ag-export")
export class AgExport extends AgElement {
  static override styles = [
    elementStyles,
    css`
      :host {
        display: block;
      }
      .groups {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr));
        gap: 1.25rem 2.5rem;
        padding-block: 0.75rem;
      }
      h3 {
        margin: 0 0 0.375rem;
        font-size: 0.9375rem;
        font-weight: 600;
      }
      ul {
        margin: 0;
        padding: 0;
        list-style: none;
      }
      li {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.375rem;
        padding-block: 0.25rem;
        border-block-start: 1px solid var(--line);
      }
      .name {
        flex: 1 1 6rem;
      }
      .said {
        min-block-size: 1.5em;
        margin: 0;
        color: var(--muted);
      }
    `,
  ];

  /** Returns the runs that are shown. */
  @property({ attribute: false }) runs!: () => readonly ShownRun[];
  /** What has the drawings. */
  @property({ attribute: false }) root!: Element;

  @state() private ready = false;
  @state() private said = "";

  #frame: HTMLDetailsElement | null = null;
  /** The runs that were shown last: what was said of a file of others goes. */
  #traces: readonly Trace[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#frame = this.closest("details");
    this.#frame?.addEventListener("toggle", this.#onToggle);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#frame?.removeEventListener("toggle", this.#onToggle);
  }

  readonly #onToggle = (): void => {
    this.said = "";
    this.requestUpdate();
  };

  /** The texts of the menu are loaded with it. */
  async #load(): Promise<void> {
    const algorithms = this.runs().map(({ trace }) => trace.algorithm);
    await useWords(language(), [...new Set(algorithms)], ["export"]).catch(() => undefined);
    this.ready = true;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    // At first, and where another language was chosen while the menu was open.
    if (!this.hasUpdated || changed.has("text")) void this.#load();
    const traces = this.#frame?.open === false ? [] : this.runs().map(({ trace }) => trace);
    if (traces.some((trace, at) => trace !== this.#traces[at])) this.said = "";
    this.#traces = traces;
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.ready || this.#frame?.open === false) return nothing;
    const runs = this.runs();
    const steps = new Map(runs.flatMap(({ trace }) => trace.steps).map((step) => [step.id, step]));
    const titleOf = (id = runs[0]?.steps[0]?.id ?? "") => stepText(steps.get(id) ?? id).title;
    const drawings = drawingsIn(this.root, titleOf);
    const groups = runs.flatMap((run) => groupsOf(run));
    const headings = groups.map((group) => this.#heading(group, groups));
    // Runs of one algorithm are numbered.
    const numbered = headings.map((heading, at) => {
      const number = headings.slice(0, at + 1).filter((other) => other === heading).length;
      return number === 1 ? heading : `${heading} (${number})`;
    });
    return html`<div class="groups">
        ${groups.map((group, at) => this.#group(group, numbered[at] ?? ""))}
        ${drawings.length === 0 ? nothing : html`<section><h3>${this.text("export.pictures")}</h3><ul>${drawings.map((drawn) => this.#drawing(drawn))}</ul></section>`}
      </div>
      <p class="said" role="status">${this.said}</p>`;
  }

  /** What is one of several is called by its own name. */
  #heading({ name, about }: Group, all: readonly Group[]): string {
    if (all.filter((group) => group.name === name).length === 1) return this.text(`export.${name}`);
    return name === "run" ? algorithmTitle(about) : stepText(about).title;
  }

  #group(group: Group, heading: string): TemplateResult {
    return html`<section><h3>${heading}</h3><ul>${group.formats.map((format) => this.#format(group, format))}</ul></section>`;
  }

  #format(group: Group, format: Format): TemplateResult {
    const name = this.text(`export.formats.${format.name}`);
    const file = [group.file, format.suffix].filter(Boolean).join("-").concat(".", format.extension);
    return html`<li>
      <span class="name">${name}</span>
      <button type="button" data-format="${group.name}-${format.name}" aria-label=${this.text("export.copyOf", { name })} @click=${() => this.#copy(name, format.write())}>${this.text("export.copy")}</button>
      <button type="button" aria-label=${this.text("export.saveOf", { name })} @click=${() => this.#save(file, format.write(), format.type)}>${this.text("export.save")}</button>
    </li>`;
  }

  #drawing({ kind, about, number, svg }: Drawn): TemplateResult {
    const sort = this.text(`export.drawings.${kind}`);
    const name = about === null ? sort : `${sort}: ${about}`;
    const file = `${this.#traces[0]?.algorithm}-${kind}${about === null ? "" : `-${number}`}`;
    const png = (scale: number) =>
      html`<button type="button" data-format="${kind}-png-${scale}" aria-label=${`${name}, PNG ${scale}×`} @click=${() => this.#png(`${file}@${scale}x.png`, svg(), scale)}>PNG ${scale}×</button>`;
    return html`<li>
      <span class="name">${name}</span>
      <button type="button" data-format="${kind}-svg" aria-label=${`${name}, SVG`} @click=${() => this.#svg(`${file}.svg`, svg())}>SVG</button>
      ${png(2)}${png(4)}
    </li>`;
  }

  async #copy(name: string, text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.said = this.text("export.copied", { name });
    } catch {
      this.said = this.text("export.notCopied");
    }
  }

  #save(file: string, content: string | Blob, type: string): void {
    saveFile(file, content, type);
    this.said = this.text("export.saved", { file });
  }

  async #svg(file: string, svg: string): Promise<void> {
    this.#save(file, await withFonts(svg), "image/svg+xml");
  }

  async #png(file: string, svg: string, scale: number): Promise<void> {
    const blob = await pngOf(await withFonts(svg), scale);
    if (blob) this.#save(file, blob, "image/png");
    else this.said = this.text("export.notDrawn");
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-export": AgExport;
  }
}
