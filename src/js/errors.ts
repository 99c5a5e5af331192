/** A fact of an error, such as the name of the input. */
export type Fact = string | number | boolean | null | readonly number[] | readonly string[];

/** Marks errors of every copy of this module: `attograph/inline` is one file with a copy of its own. */
const MARK = Symbol.for("attograph.error");

/** An error with a stable code. Messages may change between versions; codes do not. */
export class AttographError extends Error {
  /** Whether a value is such an error, whichever entry of the package made it. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    try {
      return typeof value === "object" && value !== null && MARK in value;
    } catch {
      // A proxy may throw whatever is asked of it.
      return false;
    }
  }

  override readonly name = "AttographError";
  /** @internal */
  readonly [MARK] = true;
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

/** Returns the error that crossed from WebAssembly as an object, or null if `thrown` is something else. */
export function crossed(thrown: unknown): AttographError | null {
  if (typeof thrown !== "object" || thrown === null || thrown instanceof Error) return null;
  const { code, message, facts } = thrown as { code?: unknown; message?: unknown; facts?: unknown };
  if (typeof code !== "string" || typeof message !== "string") return null;
  return new AttographError(code, message, facts as Record<string, Fact>);
}

/** Returns what went wrong, in words. A caller's code may throw anything, such as a revoked proxy, which throws again when it is read. */
export function reasonOf(thrown: unknown): string {
  try {
    const message: unknown = thrown instanceof Error ? thrown.message : thrown;
    return String(message);
  } catch {
    return "something was thrown that cannot be read";
  }
}

/**
 * Reads what a caller passed. Reading runs the caller's code where there are getters and proxies; what that throws becomes an AttographError, so that
 * there is nothing else to catch.
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
