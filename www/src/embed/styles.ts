/** The style sheets of the page for the shadow tree of a frame: what is about the window is about the frame there. */

const sheets = new Map<string, CSSStyleSheet>();

/** Rewrites a style sheet of the page. The font of formulas belongs to the document (`math-font.ts`). */
export function framed(css: string): string {
  return css
    .replace(/@font-face\s*\{[^}]*\}/g, "")
    .replace(/:root:has\(/g, ":host:has(")
    .replace(/:root((?:\[[^\]]*\])+)/g, ":host($1)")
    .replace(/:root\b/g, ":host")
    .replace(/(^|[}\s,])(?:html|body)(?=\s*[{,])/g, "$1:host")
    .replace(/@media\s*((?:\((?:min|max)-width:[^)]*\)(?:\s*and\s*)?)+)(?=\s*\{)/g, "@container attograph $1");
}

/** Returns the sheets for some style sheets of the page, each made once. */
export function sheetsOf(texts: readonly string[]): CSSStyleSheet[] {
  return texts.map((text) => {
    const known = sheets.get(text);
    if (known) return known;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(framed(text));
    sheets.set(text, sheet);
    return sheet;
  });
}
