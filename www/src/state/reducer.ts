/** The state after each action of the reader. Pure: no clock, no document, no library. */
import { adjusted, EMPTY, extended, type Travel, traveled } from "./history.ts";
import type { Language } from "./language.ts";
import {
  type Backward,
  type CellRef,
  type History,
  type Inputs,
  NO_CHANGES,
  type PageState,
  type Place,
  placeKey,
  type Theme,
  type View,
} from "./state.ts";

export type Action =
  | { readonly type: "visit"; readonly place: Place }
  | { readonly type: "step"; readonly position: number }
  | { readonly type: "select"; readonly cell: CellRef | null }
  | { readonly type: "open"; readonly cell: CellRef; readonly position: number | null }
  | { readonly type: "back"; readonly depth: number; readonly position: number | null }
  | { readonly type: "edit"; readonly changes: Inputs }
  /** The changes of one gesture, such as each frame of a drag, are undone together. */
  | { readonly type: "adjust"; readonly changes: Inputs; readonly gesture: number }
  | { readonly type: "stay"; readonly position: number }
  /** Adds the way back to the run, changes it or leaves it, and goes to a step. */
  | { readonly type: "backward"; readonly backward: Backward | null; readonly position: number }
  | { readonly type: "undo" }
  | { readonly type: "redo" }
  | { readonly type: "reset" }
  | { readonly type: "seed"; readonly seed: number }
  | { readonly type: "words"; readonly words: readonly string[] }
  | { readonly type: "view"; readonly view: View }
  | { readonly type: "language"; readonly language: Language }
  | { readonly type: "theme"; readonly theme: Theme };

export function historyOf(state: PageState): History {
  return state.histories[placeKey(state)] ?? EMPTY;
}

export function reduce(state: PageState, action: Action): PageState {
  switch (action.type) {
    case "visit":
      return visit(state, action.place);
    case "step":
      return { ...state, step: action.position, trail: [] };
    case "select":
      return { ...state, trail: action.cell ? [action.cell] : [] };
    case "open":
      return { ...state, trail: [...state.trail, action.cell], step: action.position ?? state.step };
    case "back":
      return { ...state, trail: state.trail.slice(0, action.depth + 1), step: action.position ?? state.step };
    case "edit":
      return edit(state, action.changes);
    case "adjust":
      return withTravel(state, adjusted(travelOf(state), action.changes, action.gesture));
    case "stay":
      // The same step at another position, since earlier steps were added or removed.
      return { ...state, step: action.position };
    case "backward":
      return { ...state, backward: action.backward, step: action.position, trail: [] };
    case "undo":
    case "redo":
      return withTravel(state, traveled(travelOf(state), action.type));
    case "reset":
      return Object.keys(state.changes).length === 0 ? state : edit(state, NO_CHANGES);
    case "seed":
      return { ...state, seed: action.seed };
    case "words":
      return { ...state, words: action.words };
    case "view":
      return { ...state, view: action.view };
    case "language":
      return { ...state, language: action.language };
    case "theme":
      return { ...state, theme: action.theme };
  }
}

/** Goes to another place; the inputs of the previous one are kept. */
function visit(state: PageState, place: Place): PageState {
  const key = placeKey(place);
  const kept = { ...state.kept, [placeKey(state)]: state.changes };
  const same = sameInputs(kept[key] ?? NO_CHANGES, place.changes);
  const histories = same ? state.histories : { ...state.histories, [key]: arrivedAt(state, place) };
  return { ...state, ...place, kept, histories };
}

/**
 * Returns the history after an address with other inputs. It is new, since undo must not lead to inputs of a different origin; a link from one state of a lab to
 * another is a change like any other.
 */
function arrivedAt(state: PageState, place: Place): History {
  const inLab = place.practice !== null && placeKey(place) === placeKey(state);
  return inLab ? extended(travelOf(state)) : EMPTY;
}

function edit(state: PageState, changes: Inputs): PageState {
  return withTravel(state, { history: extended(travelOf(state)), changes });
}

function travelOf(state: PageState): Travel {
  return { history: historyOf(state), changes: state.changes };
}

function withTravel(state: PageState, travel: Travel | null): PageState {
  if (!travel) return state;
  const { history, changes } = travel;
  return { ...state, changes, histories: { ...state.histories, [placeKey(state)]: history } };
}

const texts = new WeakMap<Inputs, string>();

/** Inputs as text, written once: large ones are compared in every render. */
function textOf(inputs: Inputs): string {
  const known = texts.get(inputs) ?? JSON.stringify(inputs);
  texts.set(inputs, known);
  return known;
}

export function sameInputs(a: Inputs, b: Inputs): boolean {
  return a === b || textOf(a) === textOf(b);
}
