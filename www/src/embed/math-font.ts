/** The font of formulas: a style sheet within a shadow tree cannot declare one. */
import font from "../../generated/math.woff2?url";

const FAMILY = "Attograph Math";
let declared = false;

/** Declares the font in the document, once. Formulas are shown in another until it is there. */
export function declareMathFont(): void {
  if (declared) return;
  declared = true;
  const face = new FontFace(FAMILY, `url("${new URL(font, import.meta.url).href}") format("woff2")`, {
    display: "swap",
  });
  document.fonts.add(face);
}
