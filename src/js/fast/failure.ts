import { AttographError, crossed, reasonOf } from "../errors.js";

/** What was thrown by a call into an instance, as an error with a code. After `trapped` the instance's memory is in an unknown state. */
export function failureOf(thrown: unknown): AttographError {
  if (thrown instanceof AttographError) return thrown;
  const error = crossed(thrown);
  if (error) return error;
  const reason = reasonOf(thrown);
  if (/expected instance of/.test(reason)) {
    return new AttographError("foreign-handle", "this handle belongs to another engine", {}, { cause: thrown });
  }
  return new AttographError(
    "trapped",
    `the computation was stopped by a trap: ${reason}`,
    { reason },
    { cause: thrown },
  );
}
