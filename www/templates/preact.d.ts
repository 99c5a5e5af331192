/** `attograph/elements/preact`: the elements in JSX of Preact. The module itself is `attograph/elements`. */
import type { HTMLAttributes } from "preact";
import type { ElementAttributes, Elements, Listeners } from "./attributes.js";

type Tags = {
  [Tag in keyof Elements]: Omit<HTMLAttributes<Elements[Tag]>, keyof ElementAttributes[Tag]> &
    ElementAttributes[Tag] &
    Listeners<"on">;
};

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements extends Tags {}
  }
}
