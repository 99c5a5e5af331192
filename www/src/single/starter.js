/** Runs first in the page in one file: decodes its style sheet and its script, and starts the script. The page's policy allows both by their hashes. */
const decoded = async (name) => {
  const text = document.getElementById(`attograph-${name}`).textContent;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
};

const start = async () => {
  const [styles, script] = await Promise.all(["styles", "script"].map(decoded));
  const policy = globalThis.trustedTypes?.createPolicy("attograph-single", { createScript: (text) => text });
  const style = document.createElement("style");
  style.textContent = styles;
  const element = document.createElement("script");
  element.textContent = policy ? policy.createScript(script) : script;
  document.head.append(style, element);
};

start();
