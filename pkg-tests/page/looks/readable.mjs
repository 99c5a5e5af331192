/** Whether everything of a presented lab is to be seen, and large enough. */
import assert from "node:assert/strict";

/** Runs in the page: what of a presented lab is not to be seen, or too small. */
function unreadable(least) {
  const found = [];
  const { scrollHeight, scrollWidth } = document.documentElement;
  if (scrollHeight > innerHeight + 1 || scrollWidth > innerWidth + 1) found.push(`${scrollWidth} × ${scrollHeight} px`);
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) walk(element.shadowRoot);
      const text = [...element.childNodes].find((node) => node.nodeType === 3 && node.data.trim() !== "");
      if (!text || element.closest(".unseen, option, style, title, desc") || !element.checkVisibility()) continue;
      const what = `“${text.data.trim().slice(0, 20)}”`;
      const { a, b } = element.getScreenCTM?.() ?? { a: 1, b: 0 };
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * Math.hypot(a, b);
      if (size < least) found.push(`${what} is ${size.toFixed(1)} px high`);
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const over = Math.max(-left, -top, right - innerWidth, bottom - innerHeight);
      if (over > 1) found.push(`${what} is ${Math.round(over)} px outside`);
    }
  };
  walk(document.querySelector("main"));
  for (const figure of document.querySelectorAll(".in-grid figure > *")) {
    const { bottom } = figure.getBoundingClientRect();
    if (bottom > innerHeight + 1) found.push(`a picture is ${Math.round(bottom - innerHeight)} px outside`);
  }
  return found;
}

/** Asserts that nothing of a presented lab is outside of the window, and no text smaller than so many pixels. */
export const assertReadable = async (page, least) => assert.deepEqual(await page.evaluate(unreadable, least), []);
