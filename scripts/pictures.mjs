/**
 * Draws the pictures of the page that are files of the project, from the built page: the one that services show beside a link, and the four of the
 * documentation's first page, one of which the README shows.
 *
 *   node scripts/pictures.mjs     writes www/public/preview.png and docs/pictures/<name>.png
 */
import { openPage, openSite } from "../pkg-tests/page/site.mjs";
import { PREVIEW } from "../www/build/preview.mjs";
import { at } from "./build/paths.mjs";

const WINDOW = { width: 1280, height: 800 };

/** What is shown, by the picture's file: the place, what a reader does there, and how large the window is. */
const PICTURES = {
  [`www/public/${PREVIEW}`]: {
    hash: "#/",
    viewport: { width: 1200, height: 630 },
    use: async (page) => {
      await page.locator(`ag-sentence [data-step-id="attention.weights"] [data-cell="2,1"]`).first().click();
      await page.locator("ag-sentence ag-inspector").waitFor();
    },
  },
  "docs/pictures/scene.png": { hash: "#/units/self-attention/lookup" },
  "docs/pictures/number.png": {
    hash: "#/algorithms/gat-layer",
    use: (page) => page.locator(`.stage ag-matrix[data-step-id="gat.weights"] [data-cell]`).nth(2).click(),
  },
  "docs/pictures/exercise.png": {
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
  "docs/pictures/lab.png": { hash: "#/labs/hash" },
};

const site = await openSite();
try {
  for (const [file, { hash, use, viewport = WINDOW }] of Object.entries(PICTURES)) {
    const { page, close } = await openPage(site, { viewport });
    await page.goto(site.address + hash);
    await page.locator("main h1, main h2").first().waitFor();
    await page.waitForLoadState("networkidle");
    await use?.(page);
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: at(file), animations: "disabled" });
    await close();
  }
} finally {
  await site.close();
}
