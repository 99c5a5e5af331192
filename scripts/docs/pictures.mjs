/**
 * Draws the four pictures of the site's first page from the built page.
 *
 *   node scripts/docs/pictures.mjs     writes docs/pictures/<name>.png
 */
import { join } from "node:path";
import { openPage, openSite } from "../../pkg-tests/page/site.mjs";
import { at } from "../build/paths.mjs";

const viewport = { width: 1280, height: 800 };

/** What is shown, by the picture's name: the place, and what a reader does there. */
const PLACES = {
  scene: { hash: "#/units/self-attention/lookup" },
  number: {
    hash: "#/algorithms/gat-layer",
    use: (page) => page.locator(`.stage ag-matrix[data-step-id="gat.weights"] [data-cell]`).nth(2).click(),
  },
  exercise: {
    hash: "#/exercises/attention-steps?seed=7",
    use: async (page) => {
      // The scores, transposed: a mistake that has a name.
      for (const [place, number] of ["8", "10", "2", "6"].entries()) {
        const field = page.locator("main table input").nth(place);
        await field.fill(number);
        await field.press("Enter");
      }
      await page.getByRole("heading", { name: "1 Scores" }).evaluate((title) => title.scrollIntoView());
    },
  },
  lab: { hash: "#/labs/hash" },
};

const site = await openSite();
try {
  for (const [name, { hash, use }] of Object.entries(PLACES)) {
    const { page, close } = await openPage(site, { viewport });
    await page.goto(site.address + hash);
    await page.locator("main h1, main h2").first().waitFor();
    await page.waitForLoadState("networkidle");
    await use?.(page);
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: join(at("docs/pictures"), `${name}.png`), animations: "disabled" });
    await close();
  }
} finally {
  await site.close();
}
