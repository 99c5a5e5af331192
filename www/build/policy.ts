import type { Plugin } from "vite";
import { metaPolicy } from "../../scripts/policy.mjs";

/** Writes the policy that the server sends into the built page as well, so that it also applies on any static host. */
export function contentSecurityPolicyPlugin(): Plugin {
  return {
    name: "attograph-policy",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: metaPolicy },
        injectTo: "head-prepend",
      },
    ],
  };
}
