import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";
import { pollAddress, type Revealed } from "../lecture/own.ts";
import { StoredElsewhere } from "../state/stored-elsewhere.ts";
import { t } from "../text.ts";
import type { CodedPoll } from "./code.ts";
import { Collected, type Collection } from "./collected.ts";
import { canScan, Scanner } from "./scanner.ts";
import { tally } from "./tally.ts";

/** More bad codes than these are only counted. */
const MOST_BAD = 20;
/** A code with more characters is too fine for a camera at some distance. */
const LONGEST_QR = 1000;

/** For the lecturer: collects the codes of votes by typing, pasting and scanning, and counts them. */
@customElement("ag-collect")
export class CollectElement extends LightElement {
  @property({ attribute: false }) poll!: CodedPoll;
  @property({ attribute: false }) polls!: readonly CodedPoll[];
  /** The answers, once they are shown. */
  @property({ attribute: false }) answer: Revealed | null = null;
  @property({ attribute: false }) language!: string;
  @state() private found: Collection | null = null;
  @state() private scanning = false;
  @state() private addressShown = false;
  @state() private copied = false;
  @state() private clearing = false;
  @state() private problem = "";

  #collected!: Collected;
  #scanner: Scanner | null = null;

  constructor() {
    super();
    new StoredElsewhere(
      this,
      () => this.#collected?.key ?? null,
      () => this.#collected?.read(),
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopScanning();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("poll")) return;
    this.#collected = new Collected(this.poll, this.polls);
    this.found = null;
    this.clearing = false;
  }

  protected override render(): TemplateResult {
    const { addressShown } = this;
    const address = new URL(pollAddress(this.poll.id), location.href).href;
    return html`<p>${t("room.collectLead")}</p>
      <p class=${address.length > LONGEST_QR ? "room-address long" : "room-address"}><a href=${address}>${address}</a></p>
      <div class="actions">
        <button type="button" data-action="copy-address" @click=${() => void this.#copy(address)}>${t("room.copyAddress")}</button>
        ${
          address.length > LONGEST_QR
            ? nothing
            : html`<button type="button" data-action="address-qr" aria-expanded=${addressShown ? "true" : "false"} @click=${() => {
                this.addressShown = !addressShown;
              }}>${t(addressShown ? "room.hideQr" : "room.showAddress")}</button>`
        }
      </div>
      ${address.length > LONGEST_QR ? html`<p class="fine">${t("room.longAddress")}</p>` : nothing}
      <p class="fine" role="status">${this.copied ? t("room.copied") : nothing}</p>
      ${addressShown && address.length <= LONGEST_QR ? html`<ag-qr class="large" .text=${address} .label=${t("room.qrOf", { text: address })}></ag-qr>` : nothing}
      <form class="collect-form" @submit=${this.#submit}>
        <label for="codes">${t("room.codes")}</label>
        <textarea id="codes" rows="4" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="codes-how" @keydown=${this.#enter}></textarea>
        <p class="fine" id="codes-how">${t("room.codesHow")}</p>
        <div class="actions">
          <button type="submit" data-action="collect">${t("room.count")}</button>
          ${this.#scanButton()}
        </div>
      </form>
      ${this.scanning ? html`<video class="scan" muted playsinline aria-label=${t("room.camera")}></video>` : nothing}
      ${this.problem === "" ? nothing : html`<p class="problem" role="alert">${this.problem}</p>`}
      <div role="status">${this.found ? this.#report(this.found) : nothing}</div>
      ${this.#counts()}`;
  }

  #scanButton(): TemplateResult | typeof nothing {
    if (!canScan()) return nothing;
    return html`<button type="button" data-action="scan" aria-pressed=${this.scanning ? "true" : "false"} @click=${this.#scan}>
      ${t(this.scanning ? "room.stopScan" : "room.scan")}
    </button>`;
  }

  #report({ added, changed, doubled, others, bad }: Collection): TemplateResult {
    const some = added + changed + doubled + others + bad.length > 0;
    return html`<p class="collected" data-added=${added} data-changed=${changed} data-doubled=${doubled} data-others=${others} data-bad=${bad.length}>
        ${some ? t("room.collected", { added, changed, doubled }) : t("room.nothing")}
        ${others > 0 ? t("room.others", { others }) : nothing}
      </p>
      ${
        bad.length === 0
          ? nothing
          : html`<p>${t("room.bad", { count: bad.length })}</p>
            <ul class="bad-codes">${bad.slice(0, MOST_BAD).map(
              ({ text, line, column, problem }) => html`<li data-problem=${problem}>
                ${t("room.place", { line, column })} <code>${text.slice(0, 40)}</code>: ${t(`room.problems.${problem}`)}
              </li>`,
            )}</ul>`
      }`;
  }

  #counts(): TemplateResult | typeof nothing {
    const { count } = this.#collected;
    if (count === 0) return nothing;
    return html`<section class="counts" aria-labelledby="counts-title" data-votes=${count}>
      <h2 id="counts-title">${t("room.votes", { count })}</h2>
      ${tally(this.poll, this.#collected.tally(), this.answer)}
      <div class="actions">
        <button type="button" data-action="clear" @click=${this.#clear}>${t(this.clearing ? "room.clearSure" : "room.clear", { count })}</button>
      </div>
    </section>`;
  }

  async #copy(address: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      this.copied = true;
    } catch {
      // Without the clipboard the address is selected, to be copied by hand.
      const link = this.querySelector(".room-address a");
      if (link) getSelection()?.selectAllChildren(link);
    }
  }

  #take(text: string): void {
    this.found = this.#collected.take(text);
    this.clearing = false;
  }

  readonly #submit = (event: Event) => {
    event.preventDefault();
    const field = this.querySelector("textarea");
    if (!field) return;
    this.#take(field.value);
    // What is bad stays, to be corrected.
    field.value = this.found?.bad.map(({ text }) => text).join("\n") ?? "";
  };

  /** Enter collects one typed code; in a text of several lines it is a new line, and Ctrl Enter collects. */
  readonly #enter = (event: KeyboardEvent) => {
    const field = event.currentTarget as HTMLTextAreaElement;
    if (event.key !== "Enter" || event.isComposing || event.shiftKey) return;
    if (!event.ctrlKey && !event.metaKey && field.value.includes("\n")) return;
    event.preventDefault();
    field.form?.requestSubmit();
  };

  readonly #clear = () => {
    if (this.clearing) {
      this.#collected.clear();
      this.found = null;
    }
    this.clearing = !this.clearing;
  };

  readonly #scan = async () => {
    if (this.scanning) {
      this.#stopScanning();
      return;
    }
    this.scanning = true;
    this.problem = "";
    await this.updateComplete;
    const video = this.querySelector("video");
    if (!video) return;
    video.muted = true;
    const scanner = new Scanner();
    this.#scanner = scanner;
    try {
      await scanner.start(video, (text) => this.#take(text));
    } catch {
      this.#stopScanning();
      this.problem = t("room.noCamera");
    }
  };

  #stopScanning(): void {
    this.#scanner?.stop();
    this.#scanner = null;
    this.scanning = false;
  }
}
