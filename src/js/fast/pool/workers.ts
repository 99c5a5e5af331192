import { AttographError } from "../../errors.js";
import type { Jobs } from "./jobs.js";
import type { JobRequest, JobResult } from "./serve.js";

/** A connection to one worker. */
export interface Connection {
  send(request: JobRequest, handedOver: readonly ArrayBufferLike[]): void;
  /** Whether the worker has something to do, and so must keep the program from ending. */
  hold(busy: boolean): void;
  close(): void;
}

/** Starts a worker. `lost` may be called at any time, and more than once. */
export type StartWorker = (receive: (result: JobResult) => void, lost: (reason: string) => void) => Connection;

/** The jobs of a worker, and what each takes. */
export type JobArguments = { [Name in keyof Jobs]: Parameters<Jobs[Name]> };

type Value<Name extends keyof Jobs> = ReturnType<Jobs[Name]>;

interface Waiting {
  readonly done: (value: never) => void;
  readonly fail: (error: AttographError) => void;
}

/** Workers that have the same jobs, each for its own part. Every job ends, with a result or with an error that says why there is none. */
export class Workers {
  readonly #connections: Connection[] = [];
  readonly #waiting = new Map<number, Waiting>();
  #sent = 0;
  #ended: AttographError | null = null;

  /** Starts workers; throws what a worker throws that cannot be made. */
  constructor(start: StartWorker, size: number) {
    const receive = (result: JobResult): void => this.#receive(result);
    const lost = (reason: string): void =>
      this.end(new AttographError("worker-lost", `a worker of the pool ended: ${reason}`, { reason }));
    try {
      for (let i = 0; i < size; i++) this.#connections.push(start(receive, lost));
    } catch (thrown) {
      this.close();
      throw thrown;
    }
  }

  /** How many workers. */
  get size(): number {
    return this.#connections.length;
  }

  /** Whether the workers have ended, for whatever reason. */
  get ended(): boolean {
    return this.#ended !== null;
  }

  /** Sends one worker a job. Arrays among what is given are handed over. */
  send<Name extends keyof Jobs>(worker: number, job: Name, given: JobArguments[Name]): Promise<Value<Name>> {
    return new Promise((done, fail) => {
      const connection = this.#connections[worker];
      if (this.#ended || !connection) throw this.#ended;
      const id = ++this.#sent;
      connection.send({ id, job, given }, buffersIn(given));
      this.#waiting.set(id, { done, fail });
      if (this.#waiting.size === 1) this.#hold(true);
    });
  }

  /** Sends every worker a job, and waits for all; an error of any is one of the whole. */
  async all<Name extends keyof Jobs>(job: Name, given: (worker: number) => JobArguments[Name]): Promise<Value<Name>[]> {
    // All is made ready before anything is sent, so that nothing is sent when something cannot be made.
    const all = this.#connections.map((_, worker) => given(worker));
    const results = await Promise.allSettled(all.map((own, worker) => this.send(worker, job, own)));
    return results.map((result) => {
      if (result.status === "rejected") throw result.reason;
      return result.value;
    });
  }

  /** Has every worker give something back; nobody waits for it. */
  free(handle: number): void {
    if (!this.#ended)
      for (const connection of this.#connections) connection.send({ id: 0, job: "free", given: [handle] }, []);
  }

  /** Ends all workers. Jobs that are under way, and those that are sent later, end in this error. */
  end(error: AttographError): void {
    if (this.#ended) return;
    this.#ended = error;
    for (const connection of this.#connections) connection.close();
    for (const { fail } of this.#waiting.values()) fail(error);
    this.#waiting.clear();
  }

  /** Ends all workers at the wish of whoever holds them. */
  close(): void {
    this.end(new AttographError("disposed", "this pool was disposed of"));
  }

  #receive({ id, value, failure }: JobResult): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#hold(false);
    if (!failure) {
      waiting.done(value as never);
      return;
    }
    const error = new AttographError(failure.code, failure.message, failure.facts);
    waiting.fail(error);
    // The instance is lost, and with it its part of everything.
    if (failure.code === "trapped") this.end(error);
  }

  #hold(busy: boolean): void {
    for (const connection of this.#connections) connection.hold(busy);
  }
}

/** The memory of all arrays within a value. */
function buffersIn(value: unknown): ArrayBufferLike[] {
  if (ArrayBuffer.isView(value)) return [value.buffer];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(buffersIn) : [];
}
