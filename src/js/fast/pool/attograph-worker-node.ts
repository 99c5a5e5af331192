/** A worker of the pool in Node. */
import { parentPort, type TransferListItem } from "node:worker_threads";
import { serve } from "./serve.js";

const receive = serve((result, handedOver) =>
  parentPort?.postMessage(result, handedOver as readonly TransferListItem[]),
);
parentPort?.on("message", receive);
