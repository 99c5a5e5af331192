/** The interface of a section's pages. */
import type { TemplateResult } from "lit";
import type { Lesson } from "./lesson/lesson.ts";
import type { Lab } from "./library.ts";
import type { History, Inputs, Practice, View } from "./state/state.ts";

export interface RoomView {
  readonly lab: Lab;
  readonly practice: Practice;
  readonly seed: number;
  readonly language: string;
  readonly shown: View;
  /** What the reader has changed, as it stands in the address. */
  readonly changes: Inputs;
  /** The changes of one gesture are undone together. */
  readonly change: (changes: Inputs, gesture: number) => void;
  readonly history: History;
  readonly travel: (type: "undo" | "redo") => void;
}

/** What is said to a place that is presented. */
export interface Notes {
  readonly say: readonly { readonly title: string; readonly text: string }[];
  /** What comes after it; null at the end. */
  readonly next: string | null;
}

/** The pages of one section. */
export interface SectionPages {
  /** Loads what is needed before anything can be said of a place. */
  prepare?(practice: Practice): Promise<unknown>;
  /** Returns the algorithms whose steps are shown. */
  algorithmsOf(practice: Practice, view: View): readonly string[];
  /** Returns the files with the texts of a place. */
  textsOf(practice: Practice): readonly string[];
  /** Loads what a place needs beyond the section, so that nothing moves once it is shown. */
  ready?(practice: Practice, view: View): Promise<unknown>;
  exists(id: string): boolean;
  /** Returns the lesson to show step by step; null where the place is a list or a form. */
  lessonOf(lab: Lab, practice: Practice, seed: number): Lesson | null;
  title(practice: Practice): string;
  /** Whether a place has these changes; absent where the numbers of a section are fixed. */
  accepts?(lab: Lab, practice: Practice, changes: Inputs, seed: number): boolean;
  /** Whether the lessons of its places have the changes of the place. */
  readonly changesLessons?: boolean;
  /** Returns the nearest place that exists; null where this one does. */
  settle?(practice: Practice): Practice | null;
  /** Returns the place after a command of the keyboard or a clicker; null where it does not apply. */
  after?(practice: Practice, command: "next" | "back" | "answer", presenting: boolean): Practice | null;
  /** Whether it can be presented in large type. */
  presentable?(practice: Practice): boolean;
  /** What the speaker sees beside a place that is presented. */
  notes?(lab: Lab, practice: Practice): Notes;
  /** Whether there is a sheet of it to print. */
  printable?(practice: Practice): boolean;
  view(view: RoomView): TemplateResult;
  /** The link back, above the lesson. */
  links(practice: Practice, seed: number, changes: Inputs): TemplateResult;
}
