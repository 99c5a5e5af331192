import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";
import type { Choices } from "../lecture/poll-answers.ts";
import { remember, remembered } from "../state/preferences.ts";
import { t } from "../text.ts";
import { type CodedPoll, drawVoter, isVoter, writeCode } from "./code.ts";

/** The voter's part of codes on this device, for each poll; kept in memory where the browser keeps nothing. */
const voters = new Map<string, string>();

function voterFor(poll: string): string {
  const key = `attograph.voter.${poll}`;
  const kept = remembered(key);
  const voter = voters.get(poll) ?? (isVoter(kept) ? kept : drawVoter());
  voters.set(poll, voter);
  remember(key, voter);
  return voter;
}

/** The vote of this device as a code, to be sent by chat, read aloud or shown to a camera. */
@customElement("ag-vote-code")
export class VoteCodeElement extends LightElement {
  @property({ attribute: false }) poll!: CodedPoll;
  @property({ attribute: false }) choices!: Choices;
  @property({ attribute: false }) language!: string;
  @state() private shown = false;
  /** The code that was copied. */
  @state() private copied: string | null = null;

  protected override render(): TemplateResult {
    const { poll, choices, shown } = this;
    const answered = Object.keys(choices).length;
    if (answered === 0) return html`<p>${t("room.voteFirst")}</p>`;
    const code = writeCode(poll, voterFor(poll.id), choices);
    return html`<p>${t("room.voteLead", { answered, count: poll.options.length })}</p>
      <p><output class="vote-code" data-code=${code}>${code}</output></p>
      <div class="actions">
        <button type="button" data-action="copy" @click=${() => void this.#copy(code)}>${t("room.copy")}</button>
        <button type="button" data-action="vote-qr" aria-expanded=${shown ? "true" : "false"} @click=${() => {
          this.shown = !shown;
        }}>${t(shown ? "room.hideQr" : "room.showQr")}</button>
      </div>
      <p class="fine" role="status">${this.copied === code ? t("room.copied") : t("room.voteAgain")}</p>
      ${shown ? html`<ag-qr .text=${code} .label=${t("room.qrOf", { text: code })}></ag-qr>` : nothing}`;
  }

  async #copy(code: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(code);
      this.copied = code;
    } catch {
      // Without the clipboard the code is selected, to be copied by hand.
      const output = this.querySelector("output");
      if (output) getSelection()?.selectAllChildren(output);
    }
  }
}
