/** The `simd` file as base64, for places where nothing can be fetched. */
declare const base64: string;
export default base64;
