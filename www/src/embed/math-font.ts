/** The font of formulas: a style sheet within a shadow tree cannot declare one. */
import font from "../../generated/math.woff2?url";

const FAMILY = "Attograph Math";
let declared = false;

/** A font that is within the script is given as bytes: for an address, the policy of a page would have to allow `data:`. */
function sourceOf(address: string): string | Uint8Array<ArrayBuffer> {
  const [, text] = /^data:[^,]*;base64,(.*)$/.exec(address) ?? [];
  if (text === undefined) return `url("${address}") format("woff2")`;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Declares the font in the document, once. Formulas are shown in another until it is there. */
export function declareMathFont(): void {
  // Stand-ins for a browser draw nothing, and have no fonts.
  if (declared || typeof FontFace === "undefined") return;
  declared = true;
  document.fonts.add(new FontFace(FAMILY, sourceOf(font), { display: "swap" }));
}
