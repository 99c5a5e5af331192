/** What the page may load and run: its own files, WebAssembly, and nothing else. */
const directives = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
];

/** For the response header. A page that is to be embedded stays embeddable: there is no frame-ancestors. */
export const headerPolicy = directives.join("; ");

/** For a `<meta>` element; every directive in use is one that it can carry. */
export const metaPolicy = headerPolicy;
