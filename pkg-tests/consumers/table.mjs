/** Every consumer of the package. */
import { bundlers } from "./table/bundlers.mjs";
import { documents } from "./table/documents.mjs";
import { elements } from "./table/elements.mjs";
import { extension } from "./table/extension.mjs";
import { frameworks } from "./table/frameworks.mjs";
import { plain } from "./table/plain.mjs";
import { programs } from "./table/programs.mjs";
import { templateTypes } from "./table/templates.mjs";

/**
 * The consumers: `name`; `files`, the texts of a project by their paths; `install`, what it installs beside the package, by exact versions; `find`, which
 * builds and runs the project; `expects`, what has to come out; `note`, a remark for the table; `quick` for those
 * that `npm test` runs: they install nothing but the package, and no other test runs it where they do.
 */
export const consumers = [
  ...programs,
  ...plain,
  ...bundlers,
  ...frameworks,
  ...elements,
  ...extension,
  ...templateTypes,
  ...documents,
];
