/** What a lesson shows: all of it on the page, some of it in a figure. */
export const PANES = [
  "head",
  "story",
  "stage",
  "picture",
  "graph",
  "arithmetic",
  "map",
  "options",
  "player",
  "inputs",
  "export",
] as const;

export type Pane = (typeof PANES)[number];

export const EVERY_PANE: ReadonlySet<Pane> = new Set(PANES);
