/** The font of formulas within a drawing: a file has none of the page's fonts. */
import font from "../../generated/math.woff2?url";

const FAMILY = "Attograph Math";

let known: Promise<string | null> | undefined;

/** The font as a `data:` address; null where it cannot be loaded. */
function fontAddress(): Promise<string | null> {
  known ??= load();
  return known;
}

async function load(): Promise<string | null> {
  if (font.startsWith("data:")) return font;
  try {
    const response = await fetch(font);
    const bytes = new Uint8Array(await response.arrayBuffer());
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return response.ok ? `data:font/woff2;base64,${btoa(binary)}` : null;
  } catch {
    return null;
  }
}

/** Returns an SVG document with the font of formulas, if it uses it. */
export async function withFonts(svg: string): Promise<string> {
  const address = svg.includes(FAMILY) ? await fontAddress() : null;
  if (address === null) return svg;
  const style = `<style>@font-face{font-family:"${FAMILY}";src:url("${address}") format("woff2")}</style>`;
  return svg.replace(/(<svg[^>]*>)/, (start) => start + style);
}
