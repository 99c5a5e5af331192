// The whole front end that a notebook keeps: it asks the kernel for the rest, once for each page however many figures there are.
const PAGES = Symbol.for("attograph.notebook");

async function unpacked(buffer) {
  const bytes = buffer instanceof DataView ? new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength) : buffer;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function started([script, library]) {
  const [source, file] = await Promise.all([unpacked(script), unpacked(library)]);
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  try {
    const front = await import(address);
    front.useFile(file);
    return front;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** What this page has of a version of the package. */
function pageOf(version) {
  globalThis[PAGES] ??= new Map();
  const pages = globalThis[PAGES];
  if (!pages.has(version)) {
    const page = { id: Math.random().toString(36).slice(2), isAsked: false };
    page.front = new Promise((resolve, reject) => {
      page.receive = (buffers) => started(buffers).then(resolve, reject);
    });
    // The next figure tries again.
    page.front.catch(() => pages.delete(version));
    pages.set(version, page);
  }
  return pages.get(version);
}

/** Asks for the front end. The kernel answers the first who asks for a page; after it was restarted, it is asked by the next figure. */
function ask(model, page) {
  const receive = (message, buffers) => {
    if (message?.kind !== "front") return;
    model.off("msg:custom", receive);
    page.receive(buffers);
  };
  model.on("msg:custom", receive);
  model.send({ kind: "front", page: page.id });
}

export default {
  async render({ model, el }) {
    const page = pageOf(model.get("_version"));
    if (!page.isReady) {
      const waiting = document.createElement("p");
      waiting.textContent = model.get("_waiting");
      waiting.style.opacity = "0.7";
      el.replaceChildren(waiting);
      ask(model, page);
    }
    const front = await page.front;
    page.isReady = true;
    return front.render({ model, el });
  },
};
