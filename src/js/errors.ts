/** A fact of an error, such as the input it is about. */
export type Fact = string | number | boolean | readonly number[] | readonly string[];

/** An error with a stable code. Messages may change between versions, codes may not. */
export class AttographError extends Error {
  override readonly name = "AttographError";
  /** Such as `wrong-rank`, `non-finite`, `load-failed`, `trapped`. */
  readonly code: string;
  /** Which input, where, what was expected, what was found. */
  readonly facts: Readonly<Record<string, Fact>>;

  constructor(code: string, message: string, facts: Readonly<Record<string, Fact>> = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.facts = facts;
  }
}

/** The object as which an error crosses from WebAssembly, if `thrown` is one. */
export function crossed(thrown: unknown): AttographError | null {
  if (typeof thrown !== "object" || thrown === null || thrown instanceof Error) return null;
  const { code, message, facts } = thrown as { code?: unknown; message?: unknown; facts?: unknown };
  if (typeof code !== "string" || typeof message !== "string") return null;
  return new AttographError(code, message, facts as Record<string, Fact>);
}

/** What went wrong, in words. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/**
 * Reads what a caller passed. Reading runs the caller's code where there are getters and proxies; what that throws becomes an AttographError, so that
 * nobody has to catch anything else.
 */
export function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof AttographError) throw thrown;
    const reason = reasonOf(thrown);
    throw new AttographError("unreadable", `what was passed cannot be read: ${reason}`, { reason }, { cause: thrown });
  }
}
