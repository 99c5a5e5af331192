/** The font of formulas: a style sheet within a shadow tree cannot declare one. */
import font from "../../generated/math.woff2?url";

const FAMILY = "Attograph Math";
let declared = false;

/** Declares the font in the document, once. Formulas are shown in another until it is there. */
export function declareMathFont(): void {
  // Stand-ins for a browser draw nothing, and have no fonts.
  if (declared || typeof FontFace === "undefined") return;
  declared = true;
  document.fonts.add(new FontFace(FAMILY, `url("${font}") format("woff2")`, { display: "swap" }));
}
