/** The pages that each section provides. */
import type { TemplateResult } from "lit";
import type { Lesson } from "../lessons/index.ts";
import type { Lab } from "./library.ts";
import type { Practice } from "./state/state.ts";

export interface RoomView {
  readonly lab: Lab;
  readonly practice: Practice;
  readonly seed: number;
  readonly language: string;
}

/** What one section shows. */
export interface SectionPages {
  /** Whatever has to be there before anything can be shown. */
  prepare(): Promise<void>;
  /** The algorithms whose steps are shown. */
  algorithmsOf(practice: Practice): readonly string[];
  exists(id: string): boolean;
  /** What is shown step by step, as a lesson is; null where there is something to fill in or to choose from. */
  lessonOf(lab: Lab, practice: Practice, seed: number): Lesson | null;
  title(practice: Practice): string;
  /** Whether it is shown to an audience, in large type where asked. */
  presentable?(practice: Practice): boolean;
  view(view: RoomView): TemplateResult;
  /** Above what is shown step by step: the way back. */
  links(practice: Practice, seed: number): TemplateResult;
}
