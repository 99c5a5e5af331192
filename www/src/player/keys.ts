/** Keyboard commands of the player and the page. Pure: the caller passes where the focus is. */
export type Command =
  | "next"
  | "back"
  | "first"
  | "last"
  | "keys"
  | "search"
  | "answer"
  | "present"
  | "leave"
  | "black"
  | "print"
  | "undo"
  | "redo";

export interface KeyPress {
  readonly key: string;
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** `text`: in a field; `list`: in one to choose from, which finds its choices by letters; `grid`: in a matrix or drawing, which uses the arrow keys itself; `page`: anywhere else. */
export type Focus = "text" | "list" | "grid" | "page";

/** A clicker sends the page keys, so these step regardless of the focus. */
const EVERYWHERE: Readonly<Record<string, Command>> = { PageDown: "next", PageUp: "back" };
/** On a Korean keyboard in Hangul mode the keys of `p`, `a` and `b` send `ㅔ`, `ㅁ` and `ㅠ`. */
const OUTSIDE_FIELDS: Readonly<Record<string, Command>> = {
  "?": "keys",
  "/": "search",
  a: "answer",
  A: "answer",
  ㅁ: "answer",
  b: "black",
  B: "black",
  ㅠ: "black",
  p: "present",
  P: "present",
  ㅔ: "present",
  Escape: "leave",
};
const ON_PAGE: Readonly<Record<string, Command>> = {
  ArrowRight: "next",
  ArrowLeft: "back",
  Home: "first",
  End: "last",
};

export function commandFor(press: KeyPress, focus: Focus): Command | null {
  if (press.alt) return null;
  if (press.ctrl)
    return press.key.toLowerCase() === "p" && !press.shift ? "print" : focus === "text" ? null : historyCommand(press);
  const everywhere = EVERYWHERE[press.key];
  if (everywhere || focus === "text" || focus === "list") return everywhere ?? null;
  return OUTSIDE_FIELDS[press.key] ?? (focus === "page" ? ON_PAGE[press.key] : undefined) ?? null;
}

function historyCommand(press: KeyPress): Command | null {
  switch (press.key.toLowerCase()) {
    case "z":
      return press.shift ? "redo" : "undo";
    case "y":
      return "redo";
    default:
      return null;
  }
}

/** Keyboard commands within the steps of a run. */
export type LessonCommand = "play" | "cell-next" | "cell-back" | "chapter-next" | "chapter-back";

const IN_LESSON: Readonly<Record<string, LessonCommand>> = {
  ".": "cell-next",
  ",": "cell-back",
  "]": "chapter-next",
  "[": "chapter-back",
};

/** `space`: whether the space bar plays here; elsewhere it scrolls the page, or presses the button with the focus. */
export function lessonCommandFor(press: KeyPress, focus: Focus, space: boolean): LessonCommand | null {
  if (press.alt || press.ctrl || focus === "text" || focus === "list") return null;
  if (press.key === " ") return space && focus === "page" ? "play" : null;
  return IN_LESSON[press.key] ?? null;
}
