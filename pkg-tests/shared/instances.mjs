/** The memory of every WebAssembly instance, the newest last. To be imported before the package, whose instances it observes. */
export const memories = [];

WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(target, [module, imports]) {
    const instance = new target(module, imports);
    memories.push(instance.exports.memory);
    return instance;
  },
});
