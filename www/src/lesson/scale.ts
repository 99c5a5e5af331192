/** One color scale for one kind of quantity throughout a part: steps with the same axes share it. */
import type { TraceStep } from "../library.ts";
import { type Domain, domainFor } from "../numbers/color.ts";

/** Single numbers have nothing in common but that they are single. */
function kindOf(step: TraceStep): string {
  return step.axes.length === 0 ? step.id : step.axes.join();
}

export function domainsOf(steps: readonly TraceStep[]): ReadonlyMap<string, Domain> {
  const own = new Map(steps.map((step) => [step.id, domainFor(step.data)]));
  const largest = new Map<string, number>();
  for (const step of steps) {
    const domain = own.get(step.id);
    if (domain?.kind !== "signed") continue;
    const kind = kindOf(step);
    largest.set(kind, Math.max(largest.get(kind) ?? 0, domain.max));
  }
  return new Map(
    steps.map((step) => {
      const domain = own.get(step.id);
      const shared: Domain = { kind: "signed", max: largest.get(kindOf(step)) ?? 1 };
      return [step.id, domain?.kind === "weights" ? domain : shared];
    }),
  );
}
