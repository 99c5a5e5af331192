/** What a link to the page looks like where it is shared: a title, a sentence, and a picture once the page has an address. */
import { places } from "../../scripts/build/places.mjs";

/** The file of the picture, which `node scripts/pictures.mjs` draws from the built page: 1200 × 630 pixels, as services that show links ask. */
export const PREVIEW = "preview.png";

const TITLE = "Attograph: attention you can take apart";
const SENTENCE =
  "Attention on sequences and on graphs: guess, watch it move, and open any number down to the arithmetic that made it.";

/** The tags of a page at an address that ends with a slash; services need whole addresses, so that without one there is no picture. */
export function previewTags(homepage) {
  const own = { "og:type": "website", "og:title": TITLE, "og:description": SENTENCE, "twitter:card": "summary" };
  const placed = homepage && {
    "og:url": homepage,
    "og:image": `${homepage}${PREVIEW}`,
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": "Four words, the lines of attention between them, and one weight taken apart into its arithmetic",
    "twitter:card": "summary_large_image",
  };
  return Object.entries({ ...own, ...placed }).map(([property, content]) => ({
    tag: "meta",
    attrs: { [property.startsWith("og:") ? "property" : "name"]: property, content },
    injectTo: "head",
  }));
}

/** Adds the tags to the built page. */
export function previewPlugin() {
  return {
    name: "attograph-preview",
    apply: "build",
    transformIndexHtml: async () => previewTags((await places()).homepage),
  };
}
