import { decode } from "../source.js";

/** Reads the `simd` file from the copy within the JavaScript, which is imported only here, and only when it is needed. */
export const copy = async (): Promise<ArrayBuffer> => decode((await import("../base64-fast.js")).default);
