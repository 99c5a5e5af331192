import { AttographError, crossed, type Fact, reasonOf } from "../../errors.js";
import { Jobs } from "./jobs.js";

/** A job that a worker is sent. */
export interface JobRequest {
  readonly id: number;
  readonly job: keyof Jobs;
  readonly given: readonly unknown[];
}

/** The result of a job. */
export interface JobResult {
  readonly id: number;
  readonly value?: unknown;
  readonly failure?: {
    readonly code: string;
    readonly message: string;
    readonly facts: Readonly<Record<string, Fact>>;
  };
}

/** What a job threw, as an error with a code. After `trapped` the instance's memory is in an unknown state. */
function failureOf(thrown: unknown): AttographError {
  const error = thrown instanceof AttographError ? thrown : crossed(thrown);
  if (error) return error;
  const reason = reasonOf(thrown);
  return new AttographError("trapped", `the computation was stopped by a trap: ${reason}`, { reason });
}

/** Makes the function by which a worker does each job: every request has a result, in the order in which they come. */
export function serve(
  post: (result: JobResult, handedOver: readonly ArrayBufferLike[]) => void,
): (request: JobRequest) => void {
  const jobs = new Jobs();
  return ({ id, job, given }) => {
    try {
      const value = (jobs[job] as (...given: readonly unknown[]) => unknown)(...given);
      post({ id, value }, value instanceof Float32Array ? [value.buffer] : []);
    } catch (thrown) {
      const { code, message, facts } = failureOf(thrown);
      post({ id, failure: { code, message, facts } }, []);
    }
  };
}
