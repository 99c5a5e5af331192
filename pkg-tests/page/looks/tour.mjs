/** A tour visits each place once; its looks, each under a name of its own, are tests whose failures say at which places. */

/** Words of the places that are visited, from `npm test -- --only <suite>/<file>/<place>`; none are all. */
const words = (process.env.ATTOGRAPH_PLACES ?? "").split(",").filter(Boolean);

/** Whether this run visits a place. */
export const isChosen = (place) => words.length === 0 || words.some((word) => place.includes(word));

/**
 * Begins a tour within a test: `look(name, place, what)` has a look, which throws where something is wrong, and the tour goes on; `report()` then declares a test for
 * each of the names.
 */
export function beginTour(t) {
  const failures = new Map();
  return {
    look: async (name, place, what) => {
      const errors = failures.get(name) ?? [];
      failures.set(name, errors);
      try {
        await what();
      } catch (error) {
        errors.push(new Error(`${place}: ${error.message}`, { cause: error }));
      }
    },
    report: async () => {
      for (const [name, errors] of failures)
        await t.test(name, () => {
          if (errors.length > 0) throw new AggregateError(errors, errors.map(({ message }) => message).join("\n"));
        });
    },
  };
}
