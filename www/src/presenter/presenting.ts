/** What a window does that is presented, or is the speaker's: loaded when the first one is. */
import { html, nothing, type TemplateResult } from "lit";
import type { LessonModel } from "../lesson/model.ts";
import type { Lab } from "../library.ts";
import type { Notes, SectionPages } from "../section-pages.ts";
import type { PageState, View } from "../state/state.ts";
import { language, stepText, t, useWords } from "../text.ts";
import { Following } from "./following.ts";
import { watchLaser } from "./laser.ts";

let following: Following | null = null;
/** The language of the loaded texts. */
let worded: string | null = null;

watchLaser();

/** Tells the other windows where this one is, and goes with them; a window that is neither presented nor the speaker's is left alone. */
export function follow(view: View, address: string): void {
  if (view === "explore") {
    following?.close();
    following = null;
  } else if (following) following.tell(view, address);
  else following = new Following(view, address);
}

export interface PanelView {
  readonly state: PageState;
  readonly address: string;
  readonly lab: Lab;
  readonly model: LessonModel | null;
  readonly section: SectionPages | null;
  readonly go: (command: "next" | "back" | "answer") => void;
  /** Called when what was missing is there. */
  readonly ready: () => void;
}

/** What only the speaker sees. */
export function panel(view: PanelView): TemplateResult | typeof nothing {
  if (view.state.view !== "presenter") return nothing;
  if (worded !== language()) {
    void load().then(view.ready);
    return nothing;
  }
  return html`<ag-presenter
    .address=${view.address}
    .notes=${notesOf(view)}
    .language=${language()}
    .answers=${view.model === null}
    .go=${view.go}
    .black=${(black: boolean) => following?.black(black)}
  ></ag-presenter>`;
}

async function load(): Promise<void> {
  const own = language();
  await Promise.all([import("./ag-presenter.ts"), useWords(own, [], ["presenter"])]);
  worded = own;
}

function notesOf({ state, lab, model, section }: PanelView): Notes {
  if (model) {
    const { player, trace, step } = model;
    const next = trace.steps[player.position + 1];
    const { text } = stepText(step);
    return {
      say: text === "" ? [] : [{ title: t("presenter.says"), text }],
      next: next ? stepText(next).title : null,
    };
  }
  return (state.practice && section?.notes?.(lab, state.practice)) || { say: [], next: null };
}
