/** `attograph/elements/solid`: the elements in JSX of Solid. The module itself is `attograph/elements`. */
import type { JSX as Solid } from "solid-js";
import type { ElementAttributes, Elements, Listeners } from "./attributes.js";

type Tags = {
  [Tag in keyof Elements]: Omit<Solid.HTMLAttributes<Elements[Tag]>, keyof ElementAttributes[Tag]> &
    ElementAttributes[Tag] &
    Listeners<"on:">;
};

declare module "solid-js" {
  namespace JSX {
    interface IntrinsicElements extends Tags {}
  }
}
