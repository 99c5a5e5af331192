/**
 * `attograph/reveal`: a plugin for reveal.js 6 that makes the elements of `attograph/elements` a part of a deck. It loads the elements itself, those of a
 * slide when the slide is near.
 */

/** What the plugin uses of a deck. */
export interface RevealDeck {
  getSlidesElement(): HTMLElement | null;
  getSlides(): HTMLElement[];
  getIndices(slide?: HTMLElement): { readonly h: number; readonly v?: number };
  getCurrentSlide(): HTMLElement | undefined;
  getConfig(): object;
  configure(options: object): void;
  isOverview(): boolean;
  isFocused(): boolean;
  next(): void;
  prev(): void;
  layout(): void;
  on(type: string, listener: (event: Event) => void): void;
  off(type: string, listener: (event: Event) => void): void;
}

export interface AttographReveal {
  readonly id: "attograph";
  /** Fulfilled once the elements of all slides that were near are drawn; in a PDF export those of all slides. */
  readonly drawn: Promise<void>;
  init(deck: RevealDeck): Promise<void>;
  destroy(): void;
}

/** Makes the plugin, of which a deck needs its own: `plugins: [AttographReveal]`. */
declare function AttographReveal(): AttographReveal;
export default AttographReveal;
