// Points as JSON in UTF-8. `JSON.stringify` and an encoder of the text need three times as long for a million points with dates.

import type { components } from "./generated/schema.js";

type Schemas = components["schemas"];

/** A point to store. Its time is a `Date`, or a text of RFC 3339. */
export type Point = Omit<Schemas["FitnessDataPoint"], "timestamp"> & { timestamp: Date | string };

/** Points to store. */
export type PointUpload = Omit<Schemas["PointUpload"], "data"> & { data: Point[] };

/** Returns the body of an upload: what `JSON.stringify` writes, with the fields of a point in another order. */
export function pointsJson({ data, ...rest }: PointUpload): Uint8Array<ArrayBuffer> {
  const writer = new PointWriter(data.length);
  writer.text('{"data":[');
  for (let nth = 0; nth < data.length; nth += 1) {
    const point = data[nth]!;
    if (nth > 0) {
      writer.comma();
    }
    if (!writer.point(point)) {
      writer.text(JSON.stringify(point) ?? "null");
    }
  }
  const others = JSON.stringify(rest).slice(1);
  writer.text(others === "}" ? "]}" : `],${others}`);
  return writer.written;
}

const FIELDS = 5;
/** The bytes of a common point. */
const POINT_BYTES = 112;
const TIMESTAMP_AT = '{"timestamp":"'.length;
const LONGEST_TIME = 40;
const LONGEST_NUMBER = 32;
const [ZERO, COMMA, QUOTE, BACKSLASH, CLOSE] = [0x30, 0x2c, 0x22, 0x5c, 0x7d];
const utf8 = new TextEncoder();

/**
 * Writes points. Points of a series differ in the time and the value only. So a point is a copy of the last one up to its value,
 * which is the last field, and the copy gets its time.
 */
class PointWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  /** Where the point begins that is copied. */
  #start = 0;
  /** How many bytes it has before its value. */
  #size = 0;
  #type: string | undefined;
  #unit: string | undefined;
  #device: string | undefined;
  #timeLength = 0;
  /** The minute since 1970 of its time; `NaN` if the time was a text. */
  #minute = Number.NaN;

  constructor(points: number) {
    this.#bytes = new Uint8Array(1024 + points * POINT_BYTES);
  }

  get written(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  comma(): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = COMMA;
  }

  text(text: string): void {
    this.#reserve(text.length * 3); // UTF-8 has at most three bytes for a unit of UTF-16.
    this.#length += utf8.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** Writes a point that has five fields of the usual types; else returns false. */
  point(point: Point): boolean {
    if (!isPlain(point)) {
      return false;
    }
    const { timestamp, type, value, unit, device } = point;
    const isSeries =
      typeof type === "string" &&
      typeof unit === "string" &&
      typeof device === "string" &&
      Number.isFinite(value);
    if (!isSeries) {
      return false;
    }
    if (typeof timestamp === "string") {
      if (!isVerbatim(timestamp)) {
        return false;
      }
      this.#head(timestamp, type, unit, device);
      this.#minute = Number.NaN;
    } else if (!this.#date(timestamp, type, unit, device)) {
      return false;
    }
    this.#number(value);
    this.#bytes[this.#length++] = CLOSE;
    return true;
  }

  /** Writes a point up to its value, if its time is a valid date. */
  #date(date: Date, type: string, unit: string, device: string): boolean {
    const time = date instanceof Date ? date.getTime() : Number.NaN;
    if (Number.isNaN(time)) {
      return false;
    }
    const minute = Math.floor(time / 60_000);
    if (minute !== this.#minute || !this.#isSame(type, unit, device)) {
      this.#head(date.toISOString(), type, unit, device);
      this.#minute = minute;
      return true;
    }
    this.#copy();
    const milliseconds = time - minute * 60_000;
    const end = this.#start + TIMESTAMP_AT + this.#timeLength;
    this.#digits(end - 5, Math.floor(milliseconds / 1000), 2);
    this.#digits(end - 1, milliseconds % 1000, 3);
    return true;
  }

  /** Writes a point up to its value. The time needs no escapes. */
  #head(time: string, type: string, unit: string, device: string): void {
    if (time.length === this.#timeLength && this.#isSame(type, unit, device)) {
      this.#copy();
      for (let nth = 0; nth < time.length; nth += 1) {
        this.#bytes[this.#start + TIMESTAMP_AT + nth] = time.charCodeAt(nth);
      }
      return;
    }
    this.#start = this.#length;
    const [typeText, unitText, deviceText] = [type, unit, device].map((text) => JSON.stringify(text));
    this.text(`{"timestamp":"${time}","type":${typeText},"unit":${unitText},"device":${deviceText},"value":`);
    this.#reserve(LONGEST_NUMBER);
    this.#size = this.#length - this.#start;
    [this.#type, this.#unit, this.#device, this.#timeLength] = [type, unit, device, time.length];
  }

  #isSame(type: string, unit: string, device: string): boolean {
    return type === this.#type && unit === this.#unit && device === this.#device;
  }

  #copy(): void {
    this.#reserve(this.#size + LONGEST_NUMBER);
    this.#bytes.copyWithin(this.#length, this.#start, this.#start + this.#size);
    this.#start = this.#length;
    this.#length += this.#size;
  }

  #number(value: number): void {
    if (value >= 10 && value < 1000 && value === Math.floor(value)) {
      const count = value < 100 ? 2 : 3;
      this.#length += count;
      this.#digits(this.#length, value, count);
      return;
    }
    const text = String(value);
    for (let nth = 0; nth < text.length; nth += 1) {
      this.#bytes[this.#length++] = text.charCodeAt(nth);
    }
  }

  /** Writes the last digits of a whole number before a place. */
  #digits(end: number, number: number, count: number): void {
    const bytes = this.#bytes;
    let rest = number | 0; // Integers are faster.
    for (let place = end - 1; place >= end - count; place -= 1) {
      bytes[place] = ZERO + (rest % 10);
      rest = (rest / 10) | 0;
    }
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed > this.#bytes.length) {
      const bytes = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
      bytes.set(this.#bytes);
      this.#bytes = bytes;
    }
  }
}

/** Whether a value is an object without a class that has as many fields as a common point. */
function isPlain(point: unknown): boolean {
  if (typeof point !== "object" || point === null || Object.getPrototypeOf(point) !== Object.prototype) {
    return false;
  }
  let fields = 0;
  for (const _ in point) {
    fields += 1;
  }
  return fields === FIELDS;
}

/** Whether JSON has a text as it is: short, ASCII, and without escapes. */
function isVerbatim(text: string): boolean {
  if (text.length > LONGEST_TIME) {
    return false;
  }
  for (let nth = 0; nth < text.length; nth += 1) {
    const code = text.charCodeAt(nth);
    if (code < 0x20 || code > 0x7e || code === QUOTE || code === BACKSLASH) {
      return false;
    }
  }
  return true;
}
