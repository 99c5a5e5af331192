/** Imported by Node before each file of tests: when its tests are over, its process ends, whatever they have left open. */
import { after } from "node:test";
import { isMainThread } from "node:worker_threads";
import { endWhereLeftOpen } from "./left-open.mjs";

// Not in the process that runs the files, nor in a worker of a test, which Node gives the same options.
if (isMainThread && process.env.NODE_TEST_CONTEXT) after(endWhereLeftOpen);
