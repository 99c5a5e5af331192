/** One color scale for one kind of quantity throughout a part: steps with the same axes share it. */
import type { TraceStep } from "../library.ts";
import { type Domain, domainFor } from "../numbers/color.ts";

export function domainsOf(steps: readonly TraceStep[]): ReadonlyMap<string, Domain> {
  const own = new Map(steps.map((step) => [step.id, domainFor(step.data)]));
  const largest = new Map<string, number>();
  for (const step of steps) {
    const domain = own.get(step.id);
    if (domain?.kind !== "signed") continue;
    const kind = step.axes.join();
    largest.set(kind, Math.max(largest.get(kind) ?? 0, domain.max));
  }
  return new Map(
    steps.map((step) => {
      const domain = own.get(step.id);
      const shared: Domain = { kind: "signed", max: largest.get(step.axes.join()) ?? 1 };
      return [step.id, domain?.kind === "weights" ? domain : shared];
    }),
  );
}
