/** Follows the commands of keyboard and clicker: those of the page anywhere, those of a lesson's steps, and those of a section's pages. */

import { focusOf } from "../elements/focus.ts";
import type { LessonModel } from "../lesson/model.ts";
import { type Command, commandFor } from "../player/keys.ts";
import { back, first, last, next } from "../player/player.ts";
import type { SectionPages } from "../section-pages.ts";
import { algorithmAddress } from "../state/addresses.ts";
import { encodePlace } from "../state/link.ts";
import type { Action } from "../state/reducer.ts";
import { HOME, type PageState } from "../state/state.ts";

/** What commands find of the page. */
export interface Commanded extends HTMLElement {
  readonly shown: {
    readonly state: PageState;
    readonly model: LessonModel | null;
    readonly section: SectionPages | null;
    readonly presentable: boolean;
  };
  dispatch(action: Action): void;
  /** Prints the sheet of what is shown. Returns whether there is one that is not shown yet. */
  print(): boolean;
}

export class Commands {
  #searching = false;

  constructor(private readonly page: Commanded) {}

  readonly onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
    const press = { key: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey, alt: event.altKey };
    const command = commandFor(press, focusOf(event.composedPath()));
    if (command && (this.#obeyAnywhere(command) || this.obey(command))) event.preventDefault();
  };

  showKeys(): void {
    this.page.querySelector<HTMLDialogElement>("dialog.keys")?.showModal();
  }

  get #field(): HTMLElement | null {
    return this.page.querySelector<HTMLElement>("[data-search]");
  }

  /** Goes to the search over the algorithms, on this page or on their own. */
  #search(): void {
    if (this.#field) this.#field.focus();
    else {
      this.#searching = true;
      location.hash = algorithmAddress();
    }
  }

  /** Gives the search that was asked for the focus, once it is shown. */
  focusSearch(): void {
    if (!this.#searching || !this.#field) return;
    this.#searching = false;
    this.#field.focus();
  }

  /** Follows a command that does not depend on what is shown. Returns whether it applied. */
  #obeyAnywhere(command: Command): boolean {
    switch (command) {
      case "keys":
        this.showKeys();
        return true;
      case "search":
        this.#search();
        return true;
      case "print":
        return this.page.print();
      case "black":
        if (document.documentElement.dataset.view !== "present") return false;
        void import("./black-screen.ts").then(({ goBlack }) => goBlack());
        return true;
      default:
        return false;
    }
  }

  /** Follows a command within a section, by an address like any link. Returns whether it applied. */
  #goInSection(command: "next" | "back" | "answer", presenting: boolean): boolean {
    const { state, section } = this.page.shown;
    const practice = state.practice && (section?.after?.(state.practice, command, presenting) ?? null);
    if (!practice) return false;
    location.hash = encodePlace({ ...HOME, practice, view: state.view });
    return true;
  }

  /** Returns whether the command applied. */
  #obeyWithoutSteps(command: Command): boolean {
    const { state, section, presentable } = this.page.shown;
    const presenting = state.view !== "explore";
    if (command === "next" || command === "back" || command === "answer") return this.#goInSection(command, presenting);
    if (command === "undo" || command === "redo") {
      if (!section?.accepts || !state.practice) return false;
      this.page.dispatch({ type: command });
      return true;
    }
    if (!presentable || !(command === "present" || (command === "leave" && presenting))) return false;
    this.page.dispatch({ type: "view", view: presenting ? "explore" : "present" });
    return true;
  }

  /** Follows a command that depends on what is shown. Returns whether it applied. */
  obey(command: Command): boolean {
    const { state, model } = this.page.shown;
    if (!model) return this.#obeyWithoutSteps(command);
    const { player } = model;
    const presenting = state.view === "present";
    switch (command) {
      case "next":
      case "back":
      case "first":
      case "last": {
        const { position } = { next, back, first, last }[command](player);
        if (position !== player.position) this.page.dispatch({ type: "step", position });
        return true;
      }
      case "present":
        this.page.dispatch({ type: "view", view: presenting ? "explore" : "present" });
        return true;
      case "leave":
        if (presenting) this.page.dispatch({ type: "view", view: "explore" });
        else if (state.trail.length > 0) this.page.dispatch({ type: "select", cell: null });
        else return false;
        return true;
      case "undo":
      case "redo":
        this.page.dispatch({ type: command });
        return true;
      default:
        return false;
    }
  }
}
