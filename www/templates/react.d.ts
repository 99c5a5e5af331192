/** `attograph/elements/react`: the elements in JSX of React 19. The module itself is `attograph/elements`. */
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { ElementAttributes, Elements, Listeners } from "./attributes.js";

type Tags = {
  [Tag in keyof Elements]: Omit<
    DetailedHTMLProps<HTMLAttributes<Elements[Tag]>, Elements[Tag]>,
    keyof ElementAttributes[Tag]
  > &
    ElementAttributes[Tag] &
    Listeners<"on">;
};

declare module "react" {
  namespace JSX {
    interface IntrinsicElements extends Tags {}
  }
}
