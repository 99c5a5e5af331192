/** A black screen over the page, so that a room looks at the speaker; any key or a click shows the page again. */
import "../../styles/black-screen.css";
import { t } from "../text.ts";

let shown: HTMLDialogElement | null = null;

/** Shows the page again. */
export function leaveBlack(): void {
  shown?.close();
}

export function goBlack(): void {
  if (shown) return;
  const dialog = document.createElement("dialog");
  dialog.className = "black-screen";
  dialog.ariaLabel = t("ui.black");
  dialog.tabIndex = -1;
  const close = (event: Event) => {
    // The key does nothing else.
    event.preventDefault();
    event.stopPropagation();
    dialog.close();
  };
  dialog.addEventListener("keydown", close);
  dialog.addEventListener("click", close);
  dialog.addEventListener("close", () => {
    dialog.remove();
    shown = null;
  });
  shown = dialog;
  document.body.append(dialog);
  dialog.showModal();
  dialog.focus();
}
