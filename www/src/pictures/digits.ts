/** How large digits of pictures are, as they are drawn. */

/** Texts that are not seen. */
const UNSEEN = ".unseen, title, desc, style";

/** Returns the size of the smallest digits in pixels; infinite where there are none. */
export function smallestDigits(pictures: ParentNode): number {
  return Math.min(
    ...[...pictures.querySelectorAll("*")].flatMap((element) => [
      ...(element.shadowRoot ? [smallestDigits(element.shadowRoot)] : []),
      ...(hasDigit(element) ? [sizeOf(element)] : []),
    ]),
  );
}

function hasDigit(element: Element): boolean {
  const isWritten = [...element.childNodes].some((node) => node instanceof Text && /\d/.test(node.data));
  return isWritten && !element.closest(UNSEEN) && element.checkVisibility();
}

/** The size of an element's type in pixels, as it is seen. */
function sizeOf(element: Element): number {
  const matrix = element instanceof SVGGraphicsElement && element.ownerSVGElement ? element.getScreenCTM() : null;
  const zoom = matrix ? Math.hypot(matrix.a, matrix.b) : (element.currentCSSZoom ?? 1);
  return Number.parseFloat(getComputedStyle(element).fontSize) * zoom;
}
