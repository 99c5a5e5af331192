/** Whether a page is as wide as its window. */
import assert from "node:assert/strict";

/** Asserts that nothing is wider than the window. */
export async function assertFitsWidth(page) {
  const [content, window_] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  assert.ok(content <= window_, `${content} px in ${window_}`);
}
