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

/** For the documentation, whose generator writes scripts and styles into its pages: own files alone, whatever a page asks for. The course within it has its own as well. */
export const documentationPolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
