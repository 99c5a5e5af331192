/** What a widget of a notebook is to its front end: names with values that both sides change, as in anywidget. */
export interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, call: () => void): void;
  off(event: string, call: () => void): void;
}

/** A tensor as it crosses: its bytes are little-endian f64. */
interface CrossedTensor {
  readonly shape: readonly number[];
  readonly data: DataView | ArrayBuffer | ArrayBufferView;
}

/** Returns the numbers of a buffer. It is copied, because the buffers of a message need not begin at a multiple of 8 bytes. */
export function numbersOf(buffer: CrossedTensor["data"]): Float64Array<ArrayBuffer> {
  const bytes = ArrayBuffer.isView(buffer)
    ? new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
    : new Uint8Array(buffer);
  return new Float64Array(bytes.slice().buffer);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);

/** Returns a value in which each buffer of bytes has become its numbers; lists of edges become pairs. */
export function received(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { shape, data, ...rest } = value;
  if (Array.isArray(shape) && data !== undefined) return { shape, data: numbersOf(data as CrossedTensor["data"]) };
  return { ...(shape !== undefined && { shape }), ...(data !== undefined && { data }), ...mapped(rest) };
}

const mapped = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, received(value)]));

/** Returns a value in which tensors have become bytes. */
export function sent(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { shape, data } = value as { readonly shape?: number[]; readonly data?: ArrayLike<number> };
  if (shape === undefined || data === undefined)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sent(one)]));
  return { shape: [...shape], data: new DataView(Float64Array.from(data).buffer) };
}
