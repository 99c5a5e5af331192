/** Every number that an element shows, through all shadow trees: `[{ step, index, value }]`. */
export const numbersIn = (locator) =>
  locator.evaluate((element) => {
    const found = [];
    const look = (root) => {
      for (const one of root.querySelectorAll("*")) {
        const { step, index, value, cell } = one.dataset ?? {};
        const own = one.getRootNode().host?.dataset.stepId;
        if (value !== undefined && step !== undefined) found.push({ step, index: index ?? "", value });
        else if (value !== undefined && cell !== undefined && own) found.push({ step: own, index: cell, value });
        if (one.shadowRoot) look(one.shadowRoot);
      }
    };
    look(element.shadowRoot);
    return found;
  });
