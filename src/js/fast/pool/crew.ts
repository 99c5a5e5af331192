import { AttographError } from "../../errors.js";
import type { Answer, Order } from "./serve.js";
import type { Workshop } from "./workshop.js";

/** A connection to one worker. */
export interface Line {
  send(order: Order, handedOver: readonly ArrayBufferLike[]): void;
  /** Whether the worker has something to do, and so must keep the program from ending. */
  hold(busy: boolean): void;
  close(): void;
}

/** Starts a worker. `lost` may be called at any time, and more than once. */
export type StartWorker = (receive: (answer: Answer) => void, lost: (reason: string) => void) => Line;

/** What workers can be asked to do, and what each deed takes. */
export type Deeds = { [Name in keyof Workshop]: Parameters<Workshop[Name]> };

type Value<Name extends keyof Workshop> = ReturnType<Workshop[Name]>;

interface Waiting {
  readonly done: (value: never) => void;
  readonly fail: (error: AttographError) => void;
}

/** Workers that do the same things, each with its own part. Every question is answered in the end, if only by why it cannot be. */
export class Crew {
  readonly #lines: Line[] = [];
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #ended: AttographError | null = null;

  /** Starts workers; throws what a worker throws that cannot be made. */
  constructor(start: StartWorker, size: number) {
    const receive = (answer: Answer): void => this.#receive(answer);
    const lost = (reason: string): void =>
      this.end(new AttographError("worker-lost", `a worker of the pool ended: ${reason}`, { reason }));
    try {
      for (let i = 0; i < size; i++) this.#lines.push(start(receive, lost));
    } catch (thrown) {
      this.close();
      throw thrown;
    }
  }

  /** How many workers. */
  get size(): number {
    return this.#lines.length;
  }

  /** Whether the workers have ended, for whatever reason. */
  get ended(): boolean {
    return this.#ended !== null;
  }

  /** Asks one worker. Arrays among what is given are handed over. */
  ask<Name extends keyof Deeds>(worker: number, deed: Name, given: Deeds[Name]): Promise<Value<Name>> {
    return new Promise((done, fail) => {
      const line = this.#lines[worker];
      if (this.#ended || !line) throw this.#ended;
      const id = ++this.#asked;
      line.send({ id, deed, given }, buffersIn(given));
      this.#waiting.set(id, { done, fail });
      if (this.#waiting.size === 1) this.#hold(true);
    });
  }

  /** Asks every worker, and waits for all; an error of any is one of the whole. */
  async all<Name extends keyof Deeds>(deed: Name, given: (worker: number) => Deeds[Name]): Promise<Value<Name>[]> {
    // All is made ready before anything is sent, so that nothing is sent when something cannot be made.
    const orders = this.#lines.map((_, worker) => given(worker));
    const answers = await Promise.allSettled(orders.map((order, worker) => this.ask(worker, deed, order)));
    return answers.map((answer) => {
      if (answer.status === "rejected") throw answer.reason;
      return answer.value;
    });
  }

  /** Has every worker give something back; nobody waits for it. */
  free(handle: number): void {
    if (!this.#ended) for (const line of this.#lines) line.send({ id: 0, deed: "free", given: [handle] }, []);
  }

  /** Ends all workers. Who waits, and who asks later, gets this error. */
  end(error: AttographError): void {
    if (this.#ended) return;
    this.#ended = error;
    for (const line of this.#lines) line.close();
    for (const { fail } of this.#waiting.values()) fail(error);
    this.#waiting.clear();
  }

  /** Ends all workers at the wish of whoever holds them. */
  close(): void {
    this.end(new AttographError("disposed", "this pool was disposed of"));
  }

  #receive({ id, value, failure }: Answer): void {
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
    for (const line of this.#lines) line.hold(busy);
  }
}

/** The memory of all arrays within a value. */
function buffersIn(value: unknown): ArrayBufferLike[] {
  if (ArrayBuffer.isView(value)) return [value.buffer];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(buffersIn) : [];
}
