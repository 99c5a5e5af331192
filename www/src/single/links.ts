/**
 * Links within the page in one file. In a document that is an attribute of another one (`srcdoc`), `#/units` would lead to the other one's address: links are
 * followed by setting the document's own.
 */
export function keepLinks(): void {
  document.addEventListener("click", (event) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    const address = link?.getAttribute("href");
    const inNewWindow = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || inNewWindow || !address?.startsWith("#/")) return;
    event.preventDefault();
    location.hash = address;
  });
}
