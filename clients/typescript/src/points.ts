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
  for (let nth = 0; nth < data.length; ) {
    if (nth > 0) {
      writer.comma();
    }
    const first = nth;
    while (nth < data.length && !isCommon(data[nth])) {
      nth += 1;
    }
    if (nth === first) {
      writer.point(data[nth]!);
      nth += 1;
    } else {
      writer.text(JSON.stringify(data.slice(first, nth)).slice(1, -1));
    }
  }
  const others = JSON.stringify(rest).slice(1);
  writer.text(others === "}" ? "]}" : `],${others}`);
  return writer.written;
}

/** The beginning of a written point, up to its value. */
interface Head {
  readonly type: string;
  readonly unit: string;
  readonly device: string;
  readonly timeLength: number;
  /** The day since 1970 of its time; `NaN` if the time was a text. */
  day: number;
  /** Where it is. */
  start: number;
  readonly size: number;
}

const FIELDS = 5;
/** The bytes of a common point. */
const POINT_BYTES = 112;
/** The series that may take turns. */
const MAX_HEADS = 8;
const TIMESTAMP_AT = '{"timestamp":"'.length;
const LONGEST_TIME = 40;
const LONGEST_NUMBER = 32;
const DAY_MS = 86_400_000;
const [ZERO, COMMA, QUOTE, BACKSLASH, CLOSE] = [0x30, 0x2c, 0x22, 0x5c, 0x7d];
const utf8 = new TextEncoder();
const { toISOString, toJSON } = Date.prototype;

/**
 * Writes points. Points of a series differ in the time and the value only. So a point begins with a copy of the last one of its series up to
 * the value, which is the last field, and the copy gets its time.
 */
class PointWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  readonly #heads: Head[] = [];
  /** How many heads were made. */
  #made = 0;

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
    const bytes = utf8.encode(text);
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Writes a common point. */
  point({ timestamp, type, value, unit, device }: Point): void {
    if (typeof timestamp === "string") {
      this.#start(timestamp, type, unit, device).day = Number.NaN;
    } else {
      this.#date(timestamp, type, unit, device);
    }
    this.#number(value);
    this.#bytes[this.#length++] = CLOSE;
  }

  /** Writes a point with a date up to its value. `toISOString` is slow, so it is used once a day. */
  #date(date: Date, type: string, unit: string, device: string): void {
    const time = date.getTime();
    const day = Math.floor(time / DAY_MS);
    const head = this.#heads.find((head) => head.day === day && isOf(head, type, unit, device));
    if (!head) {
      this.#start(date.toISOString(), type, unit, device).day = day;
      return;
    }
    this.#copy(head);
    const milliseconds = (time - day * DAY_MS) | 0;
    const seconds = (milliseconds / 1000) | 0;
    const minutes = (seconds / 60) | 0;
    const end = head.start + TIMESTAMP_AT + head.timeLength; // Of 00:00:00.000Z.
    this.#digits(end - 11, (minutes / 60) | 0, 2);
    this.#digits(end - 8, minutes % 60, 2);
    this.#digits(end - 5, seconds % 60, 2);
    this.#digits(end - 1, milliseconds % 1000, 3);
  }

  /** Writes a point up to its value. The time needs no escapes. */
  #start(time: string, type: string, unit: string, device: string): Head {
    const { length } = time;
    const head = this.#heads.find((head) => head.timeLength === length && isOf(head, type, unit, device));
    if (!head) {
      return this.#make(time, type, unit, device);
    }
    this.#copy(head);
    for (let nth = 0; nth < length; nth += 1) {
      this.#bytes[head.start + TIMESTAMP_AT + nth] = time.charCodeAt(nth);
    }
    return head;
  }

  #make(time: string, type: string, unit: string, device: string): Head {
    const start = this.#length;
    const [typeText, unitText, deviceText] = [type, unit, device].map((text) => JSON.stringify(text));
    this.text(`{"timestamp":"${time}","type":${typeText},"unit":${unitText},"device":${deviceText},"value":`);
    this.#reserve(LONGEST_NUMBER);
    const size = this.#length - start;
    const head = { type, unit, device, timeLength: time.length, day: Number.NaN, start, size };
    this.#heads[this.#made % MAX_HEADS] = head;
    this.#made += 1;
    return head;
  }

  /** Copies a head to the end, where it then is. */
  #copy(head: Head): void {
    this.#reserve(head.size + LONGEST_NUMBER);
    this.#bytes.copyWithin(this.#length, head.start, head.start + head.size);
    head.start = this.#length;
    this.#length += head.size;
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

function isOf(head: Head, type: string, unit: string, device: string): boolean {
  return head.type === type && head.unit === unit && head.device === device;
}

/** Whether a value is an object without a class that has the five fields of every point, with their usual types. */
function isCommon(point: Point | undefined): boolean {
  if (typeof point !== "object" || point === null || Object.getPrototypeOf(point) !== Object.prototype) {
    return false;
  }
  let fields = 0;
  for (const _ in point) {
    fields += 1;
  }
  if (fields !== FIELDS) {
    return false;
  }
  const { timestamp, type, value, unit, device } = point;
  return (
    typeof type === "string" &&
    typeof unit === "string" &&
    typeof device === "string" &&
    Number.isFinite(value) &&
    (typeof timestamp === "string"
      ? isVerbatim(timestamp)
      : timestamp instanceof Date && isPlain(timestamp) && !Number.isNaN(timestamp.getTime()))
  );
}

/** Whether JSON has a date in UTC, and not as a class of a library for time zones writes it. */
function isPlain(date: Date): boolean {
  return (
    Object.getPrototypeOf(date) === Date.prototype &&
    date.toISOString === toISOString &&
    date.toJSON === toJSON
  );
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
