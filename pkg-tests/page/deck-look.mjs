/** What a slide of the deck shows, read in the page: what is cut off or scrolls, the sizes and contrasts of its text, and its numbers. */

/** Runs in the page. */
export function lookAtSlide() {
  const slide = globalThis.deck.getCurrentSlide();
  const found = { id: slide.dataset.id, cut: [], scrolls: [], small: [], pale: [], alerts: [], numbers: [] };
  const least = 20 * (innerHeight / 720) - 0.1;
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgb = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const light = (color) => {
    const [r, g, b] = [...rgb(color)].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paper = light(getComputedStyle(document.querySelector(".reveal-viewport")).backgroundColor);
  const contrast = (color) => {
    const [more, less] = [light(color), paper].sort((a, b) => b - a);
    return (more + 0.05) / (less + 0.05);
  };

  const readText = (node, parent) => {
    const text = node.data.trim();
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) return;
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      found.cut.push(text);
    if (parent.closest("math")) return;
    const style = getComputedStyle(parent);
    const drawn = parent.closest("text");
    // How a drawing is scaled is seen at its height.
    const scale = drawn
      ? drawn.getBoundingClientRect().height / drawn.getBBox().height
      : parent.currentCSSZoom * globalThis.deck.getScale();
    const size = Number.parseFloat(style.fontSize) * scale;
    if (size < least) found.small.push(`${text}: ${size.toFixed(1)} px`);
    // What is on colors of data has the contrast that these have.
    const onData = parent.closest("[data-value], .node, svg, button, td") !== null;
    if (!onData && contrast(style.color) < 7) found.pale.push(`${text}: ${contrast(style.color).toFixed(1)}`);
  };

  const look = (tree) => {
    for (const element of tree.querySelectorAll("*")) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.closest(".unseen, .notes")) continue;
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      if (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1) {
        const { overflowX, overflowY } = getComputedStyle(element);
        if (/auto|scroll/.test(overflowX + overflowY)) found.scrolls.push(element.className || element.localName);
      }
      if (element.getAttribute("role") === "alert" || element.hasAttribute("data-crowded"))
        found.alerts.push(`${element.localName}: ${element.textContent.trim().slice(0, 80)}`);
      const { step, index, value, cell } = element.dataset ?? {};
      const own = element.getRootNode().host?.dataset?.stepId;
      if (value !== undefined && (step ?? own) !== undefined)
        found.numbers.push({ step: step ?? own, index: index ?? cell ?? "", value: Number(value) });
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE && node.data.trim() !== "") readText(node, element);
      if (element.shadowRoot) look(element.shadowRoot);
    }
  };
  look(slide);
  return found;
}

/** Runs in the page: goes to a slide, without or with all of its fragments, and waits until it is drawn in its size. Returns what its element is. */
export async function goToSlide([position, last]) {
  const { deck } = globalThis;
  deck.slide(position, 0, -1);
  const slide = deck.getCurrentSlide();
  const fragments = slide.querySelectorAll(".fragment").length;
  if (last && fragments > 0) deck.slide(position, 0, fragments - 1);
  const element = [...slide.querySelectorAll("*")].find(({ localName }) => localName.startsWith("attograph-"));
  await deck.getPlugin("attograph").drawn;
  await element?.ready;
  return { fragments, name: element?.localName ?? null, algorithm: element?.algorithm ?? null };
}
