/** Elements that show a place of a section, as the page shows it: a scene, an exercise, a poll, a lab. */
import type { TemplateResult } from "lit";
import { EXAMPLE_IDS } from "../../examples/index.ts";
import { bring } from "../content.ts";
import type { Lab } from "../library.ts";
import type { SectionPages } from "../section-pages.ts";
import { adjusted, EMPTY, extended, type Travel, traveled } from "../state/history.ts";
import type { Language } from "../state/language.ts";
import { decodePlace } from "../state/link.ts";
import { type History, HOME, type Inputs, NO_CHANGES, type Practice } from "../state/state.ts";
import { FrameElement, type View } from "./frame.ts";

/** Where a place is, with what the reader has changed. */
export interface Where {
  readonly practice: Practice;
  readonly seed: number;
  readonly changes: Inputs;
}

export abstract class PlaceElement extends FrameElement {
  #where: Where | null = null;
  #history: History = EMPTY;
  #lab: Lab | null = null;
  #pages: SectionPages | null = null;

  /** The place that the attributes name; rejects with an `AttributeProblem`. Loads what the place is made of. */
  protected abstract placeOf(): Promise<Where>;

  /** A place of the same section, for which its pages and texts are loaded. */
  protected abstract readonly section: Practice["section"];

  /** The place that is shown. */
  protected get where(): Where | null {
    return this.#where;
  }

  protected override async prepare(lab: Lab, language: Language): Promise<View> {
    const list: Practice = { section: this.section, id: null, difficulty: "easy", solution: false };
    await bring({ ...HOME, practice: list }, language);
    this.#where = await this.placeOf();
    this.#history = EMPTY;
    this.#lab = lab;
    await this.#load(language);
    const { practice, changes, seed } = this.#where;
    if (changes !== NO_CHANGES && this.#pages?.accepts?.(lab, practice, changes, seed) === false)
      await this.refuse(lab, this.#where);
    return () => this.#view();
  }

  /** The place has no such changes: throws what is wrong with the attribute that names them. */
  protected refuse(_lab: Lab, _where: Where): void | Promise<void> {}

  async #load(language: Language): Promise<void> {
    if (!this.#where) return;
    this.#pages = await bring({ ...HOME, practice: this.#where.practice }, language);
  }

  #view(): TemplateResult {
    const [where, lab, pages] = [this.#where, this.#lab, this.#pages];
    if (!where || !lab || !pages) throw new Error("shown before it is loaded");
    const { language } = this;
    const undo = { change: this.#change, history: this.#history, travel: this.#travel };
    return pages.view({ lab, ...where, language, shown: "explore", ...undo });
  }

  /** Shows another place of the section. */
  protected async show(where: Where): Promise<void> {
    const before = this.#where;
    if (before) this.#history = extended({ history: this.#history, changes: before.changes });
    this.#where = where;
    await this.#load(this.language);
    if (this.#where !== where) return;
    this.requestUpdate();
    if (before !== null) this.tell();
  }

  readonly #change = (changes: Inputs, gesture: number): void => this.#take((now) => adjusted(now, changes, gesture));

  readonly #travel = (type: "undo" | "redo"): void => this.#take((now) => traveled(now, type));

  #take(next: (now: Travel) => Travel | null): void {
    const where = this.#where;
    const to = where && next({ history: this.#history, changes: where.changes });
    if (!to) return;
    this.#history = to.history;
    this.#where = { ...where, changes: to.changes };
    this.requestUpdate();
    this.tell();
  }

  /** Says that something else is shown. */
  protected tell(): void {
    const detail = this.told();
    this.dispatchEvent(new CustomEvent("ag-change", { detail, bubbles: true, composed: true }));
  }

  protected abstract told(): object;

  /** The place that an address names, if the element shows it itself. */
  #ownPlace(address: string): Where | null {
    const { place, problem } = decodePlace(address, EXAMPLE_IDS);
    const { practice, seed, changes } = place;
    const now = this.#where?.practice;
    // The page prints.
    if (problem !== null || !practice || !now || place.view === "print") return null;
    const same = practice.section === now.section && practice.id === now.id && !practice.steps;
    return same && this.admits(practice) ? { practice, seed, changes: changes ?? NO_CHANGES } : null;
  }

  /** Whether a place of the same entry is shown by the element. */
  protected admits(practice: Practice): boolean {
    return !practice.solution;
  }

  protected override owns(address: string): boolean {
    return this.#ownPlace(address) !== null;
  }

  protected override visit(address: string): void {
    const where = this.#ownPlace(address);
    if (where) void this.show(where);
  }
}

/** The place of an entry as its address begins. */
export function entryPlace(section: Practice["section"], id: string, more: Partial<Practice> = {}): Where {
  return {
    practice: { section, id, difficulty: "easy", solution: false, ...more },
    seed: HOME.seed,
    changes: NO_CHANGES,
  };
}
