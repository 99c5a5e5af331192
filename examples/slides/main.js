// After `npm install attograph reveal.js`, a bundler takes `import Reveal from "reveal.js"` and `import AttographReveal from "attograph/reveal"`.
import Notes from "../../node_modules/reveal.js/dist/plugin/notes.mjs";
import Reveal from "../../node_modules/reveal.js/dist/reveal.mjs";
import AttographReveal from "../../pkg/elements/reveal.js";

await globalThis.startDeck(Reveal, [AttographReveal, Notes]);
