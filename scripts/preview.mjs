/**
 * Draws the picture that services show beside a link to the page: its home with a number taken apart, 1200 × 630 pixels.
 *
 *   node scripts/preview.mjs     writes www/public/preview.png from the built page
 */
import { openPage, openSite } from "../pkg-tests/page/site.mjs";
import { PREVIEW } from "../www/build/preview.mjs";
import { at } from "./build/paths.mjs";

const site = await openSite();
try {
  const { page, close } = await openPage(site, { viewport: { width: 1200, height: 630 } });
  await page.goto(`${site.address}#/`);
  await page.locator("main h1").waitFor();
  await page.waitForLoadState("networkidle");
  await page.locator(`ag-sentence [data-step-id="attention.weights"] [data-cell="2,1"]`).first().click();
  await page.waitForTimeout(1000);
  await page.screenshot({ path: at("www/public", PREVIEW) });
  await close();
} finally {
  await site.close();
}
