/** `attograph/elements/svelte`: the elements in the markup of Svelte 5. The module itself is `attograph/elements`. */
import type { HTMLAttributes } from "svelte/elements";
import type { ElementAttributes, Elements, Listeners } from "./attributes.js";

type Tags = {
  [Tag in keyof Elements]: Omit<HTMLAttributes<Elements[Tag]>, keyof ElementAttributes[Tag]> &
    ElementAttributes[Tag] &
    Listeners<"on"> &
    Listeners<"on:">;
};

declare module "svelte/elements" {
  interface SvelteHTMLElements extends Tags {}
}
