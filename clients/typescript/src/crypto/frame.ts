import { InternalError, InvalidArgumentError } from "./errors.js";

/** The members of a request or an answer. Byte strings are `Uint8Array`. */
export type Fields = Record<string, unknown>;

/** Bytes that can be given to another thread. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Writes a request: the JSON, then the byte strings that it names by their numbers, each after its length. */
export function toFrame(fields: Fields): Bytes {
  const parts: Uint8Array[] = [];
  function replace(this: Fields, name: string, converted: unknown): unknown {
    const value = this[name]; // `Buffer` has a `toJSON`, so `converted` is not always bytes.
    if (ArrayBuffer.isView(value)) {
      return { $part: parts.push(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) - 1 };
    }
    if (typeof value === "number" && !Number.isFinite(value)) {
      throw new InvalidArgumentError(`${value} is not a number that the library takes`);
    }
    if (typeof value === "object" && value !== null && "$part" in value) {
      throw new InvalidArgumentError("an object with a member `$part` cannot be an argument of the library");
    }
    return converted;
  }
  const text = encode(fields, replace);
  const all = [text, ...parts];
  const bytes = new Uint8Array(all.reduce((length, part) => length + 4 + part.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const part of all) {
    view.setUint32(at, part.length, true);
    bytes.set(part, at + 4);
    at += 4 + part.length;
  }
  return bytes;
}

function encode(
  fields: Fields,
  replace: (this: Fields, name: string, value: unknown) => unknown,
): Uint8Array {
  try {
    return new TextEncoder().encode(JSON.stringify(fields, replace));
  } catch (error) {
    // A `bigint`, or an object that contains itself.
    throw error instanceof InvalidArgumentError ? error : new InvalidArgumentError(String(error));
  }
}

/** Reads an answer. */
export function fromFrame(bytes: Bytes): Fields {
  const [json, ...parts] = readParts(bytes);
  return JSON.parse(new TextDecoder().decode(json), (_, value: unknown) => {
    const part = (value as { $part?: unknown } | null)?.$part;
    return typeof part === "number" ? parts[part] : value;
  }) as Fields;
}

function readParts(bytes: Bytes): Bytes[] {
  const parts: Bytes[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at < bytes.length) {
    const end = at + 4 <= bytes.length ? at + 4 + view.getUint32(at, true) : Number.POSITIVE_INFINITY;
    if (end > bytes.length) {
      throw new InternalError("the answer of the library is cut off");
    }
    // A copy: a secret must not share memory with the rest of the answer.
    parts.push(bytes.slice(at + 4, end));
    at = end;
  }
  return parts;
}
