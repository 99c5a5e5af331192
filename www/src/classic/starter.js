/**
 * Begins the classic script: decodes what is in `packed`, defines the elements, and is the plugin for reveal.js until the real one is there.
 * In a deck the plugin defines the elements, once it has told those of far slides to wait.
 */
let inDeck = false;

const decode = async () => {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const script = document.createElement("script");
  script.textContent = await new Response(stream).text();
  document.head.append(script);
  script.remove();
  if (document.readyState === "loading")
    await new Promise((done) => {
      addEventListener("DOMContentLoaded", done, { once: true });
    });
  if (!inDeck) await globalThis.attographClassic.define();
};

const ready = decode();

globalThis.AttographReveal = () => {
  inDeck = true;
  let plugin = null;
  return {
    id: "attograph",
    get drawn() {
      return plugin === null ? ready : plugin.drawn;
    },
    async init(deck) {
      await ready;
      plugin = globalThis.attographClassic.AttographReveal();
      await plugin.init(deck);
    },
    destroy: () => plugin?.destroy(),
  };
};
