/** `attograph/elements/vue`: the elements in templates of Vue. The module itself is `attograph/elements`. */
import type { DefineComponent, HTMLAttributes } from "vue";
import type { ElementAttributes, ElementEvents, Elements } from "./attributes.js";

/** `ag-change` is listened to as `onAgChange`. */
type Handlers = {
  [Name in keyof ElementEvents as Name extends `ag-${infer Word}` ? `onAg${Capitalize<Word>}` : never]?:
    | ((event: CustomEvent<ElementEvents[Name]>) => void)
    | undefined;
};

type Tags = {
  [Tag in keyof Elements]: DefineComponent<
    Omit<HTMLAttributes, keyof ElementAttributes[Tag]> & ElementAttributes[Tag] & Handlers
  >;
};

declare module "vue" {
  interface GlobalComponents extends Tags {}
}
