/** Whether a notebook is dark: every program says so in a way of its own, and all of them paint the ground behind a cell. */

/** The sum of a color's channels below which it is dark: half of the largest. */
const HALF = (3 * 255) / 2;

/** Returns red, green, blue and opacity of a color in any notation, each from 0 to 255: what a pixel of it has. */
function channelsOf(color: string): Uint8ClampedArray {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  if (!context) return new Uint8ClampedArray(4);
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data;
}

/** Returns the theme of what is behind an element. */
export function themeAround(element: Element): "light" | "dark" {
  for (let at: Element | null = element; at; at = at.parentElement ?? hostOf(at)) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = channelsOf(getComputedStyle(at).backgroundColor);
    if (alpha > 127) return red + green + blue < HALF ? "dark" : "light";
  }
  return getComputedStyle(document.documentElement).colorScheme === "dark" ? "dark" : "light";
}

function hostOf(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** Calls a function when the theme may have changed, until the signal aborts. */
export function watchTheme(changed: () => void, signal: AbortSignal): void {
  const observer = new MutationObserver(changed);
  for (const watched of [document.documentElement, document.body]) observer.observe(watched, { attributes: true });
  // A style sheet with other colors arrives after the attribute that asks for it.
  const styles = new MutationObserver(() => setTimeout(changed));
  styles.observe(document.head, { childList: true, subtree: true });
  document.head.addEventListener("load", changed, { capture: true, signal });
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed, { signal });
  signal.addEventListener("abort", () => {
    observer.disconnect();
    styles.disconnect();
  });
}
