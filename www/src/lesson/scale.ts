/** One color scale for each kind of quantity in a part: steps with the same axes share it, values with values and gradients with gradients. */
import type { TraceStep } from "../library.ts";
import { type Domain, domainFor } from "../numbers/color.ts";

/** Steps of one kind share a scale unless their largest numbers differ by more than this factor; the smaller ones would all look like 0. */
const MOST_APART = 4;

/** Returns scales by a key of steps: those of one key and kind share one. */
function scalesBy(steps: readonly TraceStep[], keyOf: (step: TraceStep) => string): Map<string, Domain> {
  const scales = new Map<string, Domain>();
  for (const step of steps) {
    const [own, other] = [domainFor(step.data, step), scales.get(keyOf(step))];
    scales.set(keyOf(step), other?.kind === own.kind ? { ...own, max: Math.max(own.max, other.max) } : own);
  }
  return scales;
}

/** Returns the scales of steps by their ids: a step of several runs has one, and so have the rounds of a part that repeats. */
export function quantitiesOf(steps: readonly TraceStep[]): ReadonlyMap<string, Domain> {
  const quantity = ({ id }: TraceStep) => id.replace(/\[\d+\]/g, "[]");
  const scales = scalesBy(steps, quantity);
  return new Map(steps.map((step) => [step.id, scales.get(quantity(step)) as Domain]));
}

/** Returns the scales of steps by their ids; a step of several runs has one, however far apart its numbers are. */
export function domainsOf(steps: readonly TraceStep[]): ReadonlyMap<string, Domain> {
  const domains = scalesBy(steps, ({ id }) => id);
  const kinds = new Map<string, TraceStep[]>();
  for (const step of steps) {
    const { kind = "plain" } = domains.get(step.id) ?? {};
    if (kind !== "signed" && kind !== "counts" && kind !== "gradient") continue;
    const alike = `${kind} ${step.axes.join()}`;
    kinds.set(alike, [...(kinds.get(alike) ?? []), step]);
  }
  const largest = (step: TraceStep) => domains.get(step.id)?.max ?? 0;
  for (const alike of kinds.values()) {
    let shared = 0;
    for (const step of [...alike].sort((one, other) => largest(other) - largest(one))) {
      const own = largest(step);
      if (own * MOST_APART < shared || shared === 0) shared = own;
      domains.set(step.id, { kind: domains.get(step.id)?.kind ?? "signed", max: shared });
    }
  }
  return domains;
}
