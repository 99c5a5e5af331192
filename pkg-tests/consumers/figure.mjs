/** A figure in a consumer's page: what its project holds, and how the page is looked at. */
import { pageModule } from "./study.mjs";

/** What stands in the place of the figure until it is drawn. */
export const MEANWHILE = "The weights are on their way";

const ATTRIBUTES = 'algorithm="scaled-dot-product-attention" step="attention.weights"';

/** The figure as it stands in HTML, and in the templates of frameworks. */
export const FIGURE = `<attograph-figure ${ATTRIBUTES}><p>${MEANWHILE}</p></attograph-figure>`;

/** The main module of a page that has the figure. */
export const figureModule = (specifier = "attograph") => `import "attograph/elements";\n${pageModule(specifier)}`;

/** Waits until the figure is drawn and its font has arrived, and says what is there. */
async function look() {
  await customElements.whenDefined("attograph-figure");
  const figure = document.querySelector("attograph-figure");
  await figure.ready;
  await document.fonts.load('16px "Attograph Math"');
  const frame = figure.shadowRoot.querySelector(".frame");
  const fonts = [...document.fonts].filter(({ family }) => family.includes("Attograph Math"));
  return {
    step: figure.shown?.step,
    failed: !frame || frame.classList.contains("failed") ? figure.shadowRoot.textContent.trim() : undefined,
    fonts: fonts.map(({ status }) => status),
  };
}

/** Returns what is wrong with the figure of a page. `rendered` is whether a server has sent what stands in its place. */
export async function figureProblems(page, { rendered = true } = {}) {
  const problems = [];
  if (rendered) {
    const sent = await (await page.request.get(page.url())).text();
    if (!sent.includes(MEANWHILE)) problems.push("the page was sent without what stands in the place of the figure");
  }
  const { step, failed, fonts } = await page.evaluate(look);
  if (failed !== undefined) problems.push(`the figure says: ${failed}`);
  if (step !== "attention.weights") problems.push(`the figure shows the step ${step}`);
  if (fonts.length !== 1 || fonts[0] !== "loaded") problems.push(`fonts of formulas: ${fonts.join(", ") || "none"}`);
  return problems;
}
