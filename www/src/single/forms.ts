/** Forms of the page in one file: a frame with `sandbox="allow-scripts"` submits none, and does not even tell them, so that the page tells them itself. */
export function keepForms(): void {
  // Enter in a field presses the form's button as well.
  document.addEventListener("click", (event) => {
    const button = event.composedPath().find((node) => node instanceof HTMLButtonElement);
    const form = button?.form;
    if (event.defaultPrevented || !button || !form || button.type !== "submit" || button.disabled) return;
    event.preventDefault();
    if (!button.formNoValidate && !form.noValidate && !form.reportValidity()) return;
    const submitted = new SubmitEvent("submit", { submitter: button, bubbles: true, cancelable: true });
    if (form.dispatchEvent(submitted) && form.method === "dialog") form.closest("dialog")?.close(button.value);
  });
}
