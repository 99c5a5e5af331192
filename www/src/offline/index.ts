/** Stores the page on this device, so that it works without a network, and asks before a newer version is used. Loaded once the page has been shown. */
import { Workbox } from "workbox-window";
import { absolute, vouched } from "../background.ts";
import "./ag-offline.ts";
import { UpdateElement } from "./ag-update.ts";

/** Beside the page: a service worker answers for its own folder and what is in it. */
const SCRIPT = "./sw.js";

async function prepareOffline(): Promise<void> {
  const workbox = new Workbox(vouched(absolute(SCRIPT)));
  workbox.addEventListener("waiting", () => document.body.append(asking(workbox)));
  const registration = await workbox.register();
  if (!registration) return;
  await workbox.active;
  document.documentElement.dataset.offline = "ready";
}

/** Returns the question whether to use the version that waits. Only the window that answers is loaded again: others may be in the middle of a lecture. */
function asking(workbox: Workbox): UpdateElement {
  const asked = document.querySelector("ag-update") ?? new UpdateElement();
  asked.use = async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    // Another window may have answered already.
    if (!registration?.waiting) location.reload();
    workbox.addEventListener("controlling", () => location.reload());
    workbox.messageSkipWaiting();
  };
  return asked;
}

// Not possible in every browser and frame; the page works without it.
prepareOffline().catch(() => undefined);
