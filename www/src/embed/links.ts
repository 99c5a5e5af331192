/** Links of what a frame shows: they are addresses of the page, and lead there only where the frame says where the page is. */

const LINK = 'a[href^="#/"]';

export interface LinkRules {
  /** Where the page is; null where no page is known. */
  readonly page: string | null;
  /** Whether an address is shown by the frame itself. */
  readonly own: (address: string) => boolean;
}

function dress(link: HTMLAnchorElement, { page, own }: LinkRules): void {
  const address = link.getAttribute("href") ?? "";
  if (own(address)) return;
  if (page === null) {
    link.hidden = true;
    return;
  }
  link.href = new URL(address, page).href;
  link.target = "_blank";
  link.rel = "noopener";
}

/** Keeps the links in a tree in order while it changes: those that lead nowhere are hidden, others lead to the page. */
export class LinkKeeper {
  readonly #observer: MutationObserver;

  constructor(
    private readonly tree: ShadowRoot,
    private readonly rules: () => LinkRules,
  ) {
    this.#observer = new MutationObserver(() => this.dress());
  }

  start(): void {
    this.#observer.observe(this.tree, { childList: true, subtree: true, attributes: true, attributeFilter: ["href"] });
    this.dress();
  }

  stop(): void {
    this.#observer.disconnect();
  }

  dress(): void {
    const rules = this.rules();
    for (const link of this.tree.querySelectorAll<HTMLAnchorElement>(LINK)) dress(link, rules);
  }
}
