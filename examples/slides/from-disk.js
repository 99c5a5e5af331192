globalThis.startDeck(globalThis.Reveal, [globalThis.AttographReveal, globalThis.RevealNotes]);
