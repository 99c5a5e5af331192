/** The package on a plain page, for the tests of a file. */
import { after, before } from "node:test";
import { openFolder, openPage, visit, writePlainPage } from "./browser.mjs";
import { copyPackage, installPacked } from "./packed.mjs";

/** Serves the package before the file's tests, and closes everything after them. */
function sitesOf(install, flags) {
  const sites = flags.map(() => ({}));
  let consumer;
  before(async () => {
    consumer = await install();
    await writePlainPage(consumer.folder);
    for (const [place, site] of sites.entries()) Object.assign(site, await openFolder(consumer.folder, flags[place]));
  });
  after(async () => {
    for (const site of sites) await site.close?.();
    await consumer?.close();
  });
  return sites;
}

/**
 * Returns a site of the built package for each list of the browser's flags. Sites are open when the tests begin, though not yet within the file's own
 * `before`, for which Node does not wait.
 */
export const plainSites = (...flags) => sitesOf(copyPackage, flags);

/** The same, of the package as npm packs and installs it. */
export const packedSites = (...flags) => sitesOf(installPacked, flags);

/** Opens a site's page for a test and waits until its module has run; `prepare` gets the page before that. */
export async function openPlain(t, site, prepare) {
  const opened = await openPage(site);
  t.after(opened.close);
  await prepare?.(opened.page);
  await visit(opened.page, site.address);
  return opened;
}
