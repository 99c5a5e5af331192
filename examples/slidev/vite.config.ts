export default {
  slidev: {
    vue: { template: { compilerOptions: { isCustomElement: (tag: string) => tag.startsWith("attograph-") } } },
  },
  // The elements load their WebAssembly file from beside themselves.
  optimizeDeps: { exclude: ["attograph"] },
};
