/** `<ag-paste>`: a dialog for pasted numbers. The parsed numbers are shown before they are used; a problem is shown with its line and column. */
import { css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { formatCell } from "../numbers/format.ts";
import { type ParsedTensor, parseTensor } from "../numbers/parse.ts";
import { AgElement } from "./ag-element.ts";
import { elementStyles } from "./element-styles.ts";
import { send } from "./events.ts";

const FIRST_NUMBERS = 6;

@customElement("ag-paste")
export class AgPaste extends AgElement {
  static override styles = [
    elementStyles,
    css`
      dialog {
        inline-size: min(36rem, calc(100vw - 2rem));
        max-block-size: calc(100dvh - 2rem);
        padding: 1.25rem;
        border: 1px solid var(--line);
        border-radius: 8px;
        color: var(--ink);
        background: var(--paper);
      }
      dialog::backdrop {
        background: rgb(0 0 0 / 0.5);
      }
      h2 {
        margin: 0 0 0.5rem;
        font-size: 1.25rem;
        line-height: 1.3;
      }
      p {
        margin: 0 0 0.75rem;
        color: var(--muted);
        font-size: 0.9375rem;
      }
      label {
        display: block;
        font-weight: 600;
      }
      textarea {
        display: block;
        inline-size: 100%;
        min-block-size: 10rem;
        margin-block-start: 0.25rem;
        font: 1rem/1.4 ui-monospace, monospace;
        white-space: pre;
        overflow: auto;
      }
      .state {
        min-block-size: 3em;
        margin-block: 0.5rem;
      }
      .actions {
        display: flex;
        justify-content: flex-end;
        gap: 0.5rem;
      }
      .actions button {
        min-block-size: 2.75rem;
        padding-inline: 1rem;
      }
      .use:not(:disabled) {
        color: var(--paper);
        background: var(--act);
        border-color: var(--act);
      }
    `,
  ];

  /** Name of the input that the numbers are for. */
  @property({ attribute: false }) input = "";
  /** Title of that input. */
  @property({ attribute: false }) label = "";
  /** Number of its axes; null for any. */
  @property({ attribute: false }) rank: number | null = null;

  @state() private parsed: ParsedTensor | null = null;
  @query("dialog") private dialog!: HTMLDialogElement;
  @query("textarea") private area!: HTMLTextAreaElement;

  /** Opens the dialog, empty. */
  open(): void {
    this.parsed = null;
    this.area.value = "";
    this.dialog.showModal();
    this.area.focus();
  }

  protected override render(): TemplateResult {
    const problem = this.parsed && !this.parsed.ok;
    return html`<dialog aria-labelledby="title" @keydown=${this.onKey}>
      <h2 id="title">${this.text("elements.paste.title", { label: this.label })}</h2>
      <p id="hint">${this.text("elements.paste.hint")}</p>
      <label>${this.text("elements.paste.label")}
        <textarea
          rows="8"
          spellcheck="false"
          autocomplete="off"
          aria-describedby="hint state"
          aria-invalid=${problem ? "true" : "false"}
          @input=${this.onInput}
        ></textarea>
      </label>
      <p id="state" class=${problem ? "state problem" : "state"} aria-live="polite">${this.parsed ? this.report(this.parsed) : nothing}</p>
      <div class="actions">
        <button type="button" @click=${() => this.dialog.close()}>${this.text("elements.paste.cancel")}</button>
        <button type="button" class="use" ?disabled=${!this.parsed?.ok} @click=${this.use}>${this.text("elements.paste.use")}</button>
      </div>
    </dialog>`;
  }

  private report(parsed: ParsedTensor): string {
    if (!parsed.ok) {
      const { code, line, column, token, expected = 0, found = 0 } = parsed.problem;
      return this.text(`elements.paste.problem.${code}`, { line, column, token, expected, found });
    }
    const first = parsed.data.slice(0, FIRST_NUMBERS).map(formatCell).join("  ");
    const more = parsed.data.length > FIRST_NUMBERS ? " …" : "";
    const shape = parsed.shape.join(" × ");
    return this.text(shape === "" ? "elements.paste.readNumber" : "elements.paste.read", {
      shape,
      first: first + more,
    });
  }

  private readonly onInput = () => {
    this.parsed = this.area.value.trim() === "" ? null : parseTensor(this.area.value, this.rank);
  };

  private readonly use = () => {
    if (!this.parsed?.ok) return;
    const { shape, data } = this.parsed;
    this.dialog.close();
    send(this, "ag-paste", { input: this.input, shape, data });
  };

  /** Keys typed here do not reach the page; Control+Enter uses the parsed numbers. */
  private readonly onKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.use();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "ag-paste": AgPaste;
  }
}
