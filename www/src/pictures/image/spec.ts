import { literal } from "lit/static-html.js";
import { besides, type Kind, keyOf, RANKS } from "../kind.ts";

/** `<ag-image>`: an image in patches, a mask over them, or windows. Which steps the run has decides what is drawn. */
export interface ImageSpec {
  readonly kind: "image";
  /** Pixels: the axes are channel, row and column. */
  readonly image?: string;
  /** The rows of an image cut into patches; with `image`, their borders are drawn. */
  readonly patches?: string;
  /** 1 for each patch that is hidden. */
  readonly mask?: string;
  /** With `mask`: the rows of square patches of one channel, whose pixels are drawn where the patch is visible. */
  readonly tokens?: string;
  /** The token at each place of each window. */
  readonly windows?: string;
  /** 1 where a place of a window may attend to another; with `windows`. */
  readonly windowMask?: string;
  /** The number of patches or tokens beside each other; by default as many as below each other. */
  readonly columns?: number;
}

declare module "../spec.ts" {
  interface Pictures {
    readonly image: ImageSpec;
  }
}

export const kind: Kind<ImageSpec> = {
  tag: literal`ag-image`,
  rank: RANKS.named,
  isByHeight: true,
  /** Images with their patches, patches with their mask, and windows over tokens. */
  suits: (step, steps) => {
    const id = (name: string) => besides(step, name, steps)?.id;
    switch (keyOf(step)) {
      case "vision.image":
      case "vision.patches": {
        const [image, patches] = [id("vision.image"), id("vision.patches")];
        return image === undefined ? [] : [{ kind: "image", image, ...(patches === undefined ? {} : { patches }) }];
      }
      case "autoencoder.mask": {
        const tokens = besides(step, "autoencoder.tokens", steps);
        const pixels = tokens?.shape.at(-1) ?? 0;
        const painted = tokens && pixels > 1 && Number.isInteger(Math.sqrt(pixels)) ? { tokens: tokens.id } : {};
        return [{ kind: "image", mask: step.id, ...painted }];
      }
      case "swin.partition":
      case "swin.window-mask": {
        const [windows, windowMask] = [id("swin.partition"), id("swin.window-mask")];
        if (windows === undefined) return [];
        // The run is told the height of the image; its width follows from the number of tokens.
        const height = steps.get(id("swin.height") ?? "")?.data[0] ?? 0;
        const tokens = steps.get(windows)?.data.length ?? 0;
        const columns = height > 0 ? { columns: tokens / height } : {};
        return [{ kind: "image", windows, ...(windowMask === undefined ? {} : { windowMask }), ...columns }];
      }
      default:
        return [];
    }
  },
};
