import type { Fact } from "../../errors.js";
import { failureOf } from "../failure.js";
import { Workshop } from "./workshop.js";

/** Something that a worker is asked to do. */
export interface Order {
  readonly id: number;
  readonly deed: keyof Workshop;
  readonly given: readonly unknown[];
}

/** What came of it. */
export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly failure?: {
    readonly code: string;
    readonly message: string;
    readonly facts: Readonly<Record<string, Fact>>;
  };
}

/** Makes what a worker does with each order: every one is answered, in the order in which they come. */
export function serve(post: (answer: Answer, handedOver: readonly ArrayBufferLike[]) => void): (order: Order) => void {
  const workshop = new Workshop();
  return ({ id, deed, given }) => {
    try {
      const value = (workshop[deed] as (...given: readonly unknown[]) => unknown)(...given);
      post({ id, value }, value instanceof Float32Array ? [value.buffer] : []);
    } catch (thrown) {
      const { code, message, facts } = failureOf(thrown);
      post({ id, failure: { code, message, facts } }, []);
    }
  };
}
