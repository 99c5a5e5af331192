import { defineAppSetup } from "@slidev/types";

export default defineAppSetup(() => {
  // Once the slides are in a window; there are none while they are built.
  if (typeof window !== "undefined") void import("attograph/elements");
});
