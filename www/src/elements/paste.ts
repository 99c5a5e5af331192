/**
 * `<ag-paste>`: a dialog for data of other programs, pasted, dropped or chosen as a file. What they become is shown before it is used; a problem is shown with its line
 * and column. The module that reads them is loaded with this one, when a dialog is first opened.
 */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { formatCell } from "../numbers/format.ts";
import { AgElement } from "./ag-element.ts";
import { elementStyles } from "./element-styles.ts";
import { send } from "./events.ts";
import { arraysIn, type Received, receive } from "./paste-data.ts";
import { becameText, takenText } from "./paste-mark.ts";
import { pasteStyles } from "./paste-styles.ts";
import type { Answers, Question, Wanted } from "./paste-types.ts";

/** The most rows and columns of the preview. */
const PREVIEW = [4, 6] as const;

@customElement("ag-paste")
export class AgPaste extends AgElement {
  static override styles = [elementStyles, pasteStyles];

  /** Name of the input that the data are for. */
  @property({ attribute: false }) input = "";
  /** Title of that input. */
  @property({ attribute: false }) label = "";
  @property({ attribute: false }) wanted: Wanted = { kind: "tensor", rank: null };

  @state() private received: Received | null = null;
  /** The name of the file that was read; null for text. */
  @state() private file: string | null = null;
  /** The array of an archive that is taken. */
  @state() private array: string | null = null;
  /** What was asked about the data, and is answered by these. */
  @state() private questions: readonly Question[] = [];
  @state() private answers: Answers = {};
  @state() private dropping = false;
  @query("dialog") private dialog!: HTMLDialogElement;
  @query("textarea") private area!: HTMLTextAreaElement;
  #data: string | Uint8Array = "";
  /** Counts what is read: a slow answer to what was typed before is not shown. */
  #reading = 0;

  /** Opens the dialog, empty or with a file. */
  open(file?: File): void {
    this.#forget();
    this.area.value = "";
    this.dialog.showModal();
    this.area.focus();
    if (file) void this.#readFile(file);
  }

  protected override render(): TemplateResult {
    const { received } = this;
    const problem = received && !received.ok && !received.question;
    return html`<dialog
      aria-labelledby="title"
      class=${this.dropping ? "dropping" : ""}
      @keydown=${this.onKey}
      @dragover=${this.onDrag}
      @dragleave=${this.onLeave}
      @drop=${this.onDrop}
    >
      <h2 id="title">${this.text(this.wanted.kind === "graph" ? "import.graphTitle" : "import.title", { label: this.label })}</h2>
      <p id="hint">${this.text(`import.${this.wanted.kind === "graph" ? "graphHint" : "hint"}`)}</p>
      <label>${this.text("import.label")}
        <textarea
          rows="7"
          spellcheck="false"
          autocomplete="off"
          aria-describedby="hint state"
          aria-invalid=${problem ? "true" : "false"}
          @input=${this.onInput}
        ></textarea>
      </label>
      <div class="file">
        <label class="button">${this.text("import.choose")}
          <input type="file" @change=${this.onChoose} />
        </label>
        <span>${this.file ?? this.text("import.drop")}</span>
        ${this.renderArrays()}
      </div>
      ${this.questions.map((question) => this.renderQuestion(question))}
      <div id="state" class=${problem ? "state problem" : "state"} aria-live="polite">${received ? this.report(received) : nothing}</div>
      <div class="actions">
        <button type="button" data-action="cancel" @click=${() => this.dialog.close()}>${this.text("import.cancel")}</button>
        <button type="button" class="use" ?disabled=${!received?.ok} @click=${this.use}>${this.text("import.use")}</button>
      </div>
    </dialog>`;
  }

  /** The arrays of an archive, one of which is taken. */
  private renderArrays(): TemplateResult | typeof nothing {
    const names = this.received ? arraysIn(this.received) : [];
    if (names.length < 2) return nothing;
    return html`<label>${this.text("import.array")}
      <select @change=${(event: Event) => {
        this.array = (event.currentTarget as HTMLSelectElement).value;
        void this.#read();
      }}>${names.map((name) => html`<option value=${name} ?selected=${this.received?.ok && this.received.array === name}>${name}</option>`)}</select>
    </label>`;
  }

  /** What the data may mean, of which one is chosen; it can be changed as long as the data are the same. */
  private renderQuestion({ option, values, reason, facts }: Question): TemplateResult {
    const key = (value: string) => (value === "," ? "comma" : value === "." ? "point" : value);
    return html`<fieldset data-option=${option}>
      <legend>${this.text(`import.question.${reason}`, facts)}</legend>
      ${values.map(
        (value) =>
          html`<label><input type="radio" name=${option} value=${value} .checked=${this.answers[option] === value} @change=${() => {
            this.answers = { ...this.answers, [option]: value };
            void this.#read();
          }} />${this.text(`import.answer.${option}.${key(value)}`)}</label>`,
      )}
    </fieldset>`;
  }

  private report(received: Received): TemplateResult | typeof nothing {
    if (!received.ok && received.question) return nothing;
    if (!received.ok) return html`<p>${this.text(`import.problem.${received.problem}`, received.facts)}</p>`;
    const { value, mark, imported } = received;
    const became = becameText(this.text, mark);
    const taken = takenText(this.text, imported);
    return html`<p>${became}</p>
      ${taken === "" ? nothing : html`<p class="taken">${taken}</p>`}
      ${"nodes" in value ? nothing : this.renderPreview(value, imported.kind === "tensor" ? imported : {})}`;
  }

  /** The first rows of the first slice, with their names and those of the columns. */
  private renderPreview(
    { shape, data }: { readonly shape: readonly number[]; readonly data: readonly number[] },
    names: { readonly rows?: readonly string[]; readonly columns?: readonly string[] },
  ) {
    const [rows, columns] = [shape.length < 2 ? 1 : (shape.at(-2) ?? 0), shape.at(-1) ?? 1];
    const [shownRows, shownColumns] = [Math.min(rows, PREVIEW[0]), Math.min(columns, PREVIEW[1])];
    const row = (at: number) => html`<tr>
      ${names.rows ? html`<th scope="row">${names.rows[at] ?? ""}</th>` : nothing}
      ${data.slice(at * columns, at * columns + shownColumns).map((number) => html`<td>${formatCell(number)}</td>`)}
      ${shownColumns < columns ? html`<td>…</td>` : nothing}
    </tr>`;
    const cut = shownRows < rows || data.length > rows * columns;
    const corner = names.rows ? html`<td></td>` : nothing;
    const titles = names.columns?.slice(0, shownColumns).map((name) => html`<th scope="col">${name}</th>`);
    return html`<table aria-label=${this.text("import.preview")}>
      ${titles ? html`<tr>${corner}${titles}${shownColumns < columns ? html`<td>…</td>` : nothing}</tr>` : nothing}
      ${Array.from({ length: shownRows }, (_, at) => row(at))}
      ${cut ? html`<tr><td>…</td></tr>` : nothing}
    </table>`;
  }

  #forget(): void {
    this.#reading += 1;
    this.#data = "";
    this.received = null;
    this.file = null;
    this.array = null;
    this.questions = [];
    this.answers = {};
  }

  async #read(): Promise<void> {
    this.#reading += 1;
    const now = this.#reading;
    const received = await receive(this.#data, this.wanted, this.input, this.array, this.answers);
    if (now !== this.#reading) return;
    this.received = received;
    const asked = received.ok ? null : received.question;
    if (asked && !this.questions.some(({ option }) => option === asked.option))
      this.questions = [...this.questions, asked];
  }

  async #readFile(file: File): Promise<void> {
    this.#forget();
    this.area.value = "";
    this.file = file.name;
    const now = this.#reading;
    const data = await file.arrayBuffer().then(
      (buffer) => new Uint8Array(buffer),
      () => null,
    );
    if (now !== this.#reading) return;
    if (data === null) {
      this.received = { ok: false, problem: "file", facts: { file: file.name }, question: null, imported: null };
      return;
    }
    this.#data = data;
    await this.#read();
  }

  private readonly onInput = () => {
    this.#forget();
    this.#data = this.area.value;
    if (this.area.value.trim() !== "") void this.#read();
  };

  private readonly onChoose = (event: Event) => {
    const field = event.currentTarget as HTMLInputElement;
    const file = field.files?.[0];
    // The same file can be chosen again.
    field.value = "";
    if (file) void this.#readFile(file);
  };

  private readonly onDrag = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.dropping = true;
  };

  private readonly onLeave = () => {
    this.dropping = false;
  };

  private readonly onDrop = (event: DragEvent) => {
    this.dropping = false;
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void this.#readFile(file);
  };

  private readonly use = () => {
    const { received, file } = this;
    if (!received?.ok) return;
    this.dialog.close();
    const describe = () => {
      const became = becameText(this.text, received.mark);
      return this.text(file === null ? "import.from" : "import.fromFile", { became, file: file ?? "" });
    };
    send(this, "ag-paste", { input: this.input, value: received.value, describe });
  };

  /** Keys typed here do not reach the page; Control+Enter uses what was read. */
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
