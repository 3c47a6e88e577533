// One series of points as an Arrow IPC stream, written without a library.
//
// The format is that of https://arrow.apache.org/docs/format/Columnar.html. `clients/vectors/README.md` describes its layout here, which is
// the same in all client libraries.

/** Points of one type, unit and device as columns. */
export interface Series {
  /** A name of `/v1/sfdp/types` or a custom name. */
  type: string;
  unit: string;
  /** The id or the name of a registered device, or any other name. */
  device: string;
  /** The time of each value, 1 to 100 000: whole milliseconds since 1970, or dates. Arrays of numbers are fastest. */
  timestamps: ArrayLike<number> | ArrayLike<Date>;
  /** Finite numbers in `unit`, as many as there are timestamps. */
  values: ArrayLike<number>;
}

const MAX_POINTS = 100_000;
/** The end of the year 9999. A later time is probably in microseconds. */
const LAST_MILLISECOND = 253_402_300_799_999;
const PREFIX_BYTES = 8;
const DICTIONARY_BYTES = 176;
const RECORD_BATCH_BYTES = 328;
const OF_DICTIONARY = 2;
const OF_RECORD_BATCH = 3;
const FORMAT_VERSION_5 = 4;

/**
 * Returns a series as an Arrow stream, the body of `uploadPointsContent`. It needs a fraction of the time of points as JSON.
 *
 * Throws a `TypeError` for an argument of a wrong type, and a `RangeError` for an empty text, no point or more than 100 000, columns of
 * different lengths, a value that is not finite, and a time before 1970 or after the year 9999.
 */
export function arrowSeries({ type, unit, device, timestamps, values }: Series): Uint8Array<ArrayBuffer> {
  const texts = [text("type", type), text("unit", unit), text("device", device)];
  const rows = length("timestamps", timestamps);
  const count = length("values", values);
  if (rows !== count) {
    throw new RangeError(`there are ${rows} timestamps and ${count} values: give a time for each value`);
  }
  if (!(rows >= 1 && rows <= MAX_POINTS)) {
    throw new RangeError(
      `there are ${rows} points: give 1 to ${MAX_POINTS}, and further points in another body`,
    );
  }
  const schema = Uint8Array.from(atob(SCHEMA), (character) => character.charCodeAt(0));
  const indexes = padded(4 * rows);
  const dictionaries = texts.map(({ length }) => PREFIX_BYTES + DICTIONARY_BYTES + padded(8 + length));
  const batch = PREFIX_BYTES + RECORD_BATCH_BYTES + 16 * rows + 3 * indexes;
  const size = dictionaries.reduce((sum, bytes) => sum + bytes, schema.length + batch + PREFIX_BYTES);
  const stream = new StreamWriter(size);
  stream.bytes(schema);
  texts.forEach((content, id) => {
    stream.dictionary(id, content);
  });
  stream.recordBatch(rows);
  stream.times(timestamps);
  stream.skip(indexes);
  stream.numbers(values);
  stream.skip(2 * indexes);
  stream.prefix(0);
  return stream.written;
}

function length(name: string, column: ArrayLike<unknown> | null | undefined): number {
  const count: unknown = column?.length;
  if (typeof column !== "object" || typeof count !== "number") {
    throw new TypeError(`${name} must be an array, and is of the type ${typeof column}`);
  }
  return count;
}

function text(name: string, value: unknown): Uint8Array {
  if (typeof value !== "string") {
    throw new TypeError(`${name} must be a string, and is of the type ${typeof value}`);
  }
  if (value === "") {
    throw new RangeError(`${name} is empty: give a text`);
  }
  if (/\p{Surrogate}/u.test(value)) {
    throw new RangeError(`${name} has half of a character: give a whole one`);
  }
  return new TextEncoder().encode(value);
}

/** A buffer in the body of a message: its offset and its length. */
type Span = [offset: number, length: number];

/** Writes a stream from its beginning to its end, little-endian. */
class StreamWriter {
  readonly written: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  #length = 0;

  constructor(size: number) {
    this.written = new Uint8Array(size);
    this.#view = new DataView(this.written.buffer);
  }

  bytes(bytes: Uint8Array): void {
    this.written.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Leaves bytes that are zero. */
  skip(count: number): void {
    this.#length += count;
  }

  times(times: ArrayLike<number | Date>): void {
    const [view, start] = [this.#view, this.#length];
    for (let row = 0; row < times.length; row += 1) {
      const given = times[row] as unknown;
      const time = given instanceof Date ? given.getTime() : (given as number);
      if (!Number.isInteger(time) || time < 0 || time > LAST_MILLISECOND) {
        const reason =
          "is not a time from 1970 to the year 9999: give numbers, whole milliseconds since 1970, or dates";
        throw new RangeError(`timestamps[${row}] ${reason}`);
      }
      view.setUint32(start + 8 * row, time % 2 ** 32, true);
      view.setUint32(start + 8 * row + 4, time / 2 ** 32, true);
    }
    this.skip(8 * times.length);
  }

  numbers(numbers: ArrayLike<number>): void {
    const [view, start] = [this.#view, this.#length];
    for (let row = 0; row < numbers.length; row += 1) {
      const number = numbers[row]!;
      if (!Number.isFinite(number)) {
        throw new RangeError(`values[${row}] is not a finite number: leave the point out`);
      }
      view.setFloat64(start + 8 * row, number, true);
    }
    this.skip(8 * numbers.length);
  }

  /** Writes a dictionary that has one text. */
  dictionary(id: number, content: Uint8Array): void {
    const length = padded(8 + content.length);
    this.prefix(DICTIONARY_BYTES);
    this.#message(OF_DICTIONARY, 8, length);
    this.#shorts(8, 16, 4, 12);
    this.#ints(8);
    this.#longs(id);
    this.#ints(20);
    this.#batch(1, 1, [
      [0, 0],
      [0, 8],
      [8, content.length],
    ]);
    this.#ints(0, content.length);
    this.bytes(content);
    this.skip(length - 8 - content.length);
  }

  /** Writes the metadata of the rows. The columns follow: time, type, value, unit, device. */
  recordBatch(rows: number): void {
    let offset = 0;
    const buffers: Span[] = [];
    for (const width of [8, 4, 8, 4, 4]) {
      // No column has nulls, so the buffer of the presence of its values is empty.
      buffers.push([offset, 0], [offset, width * rows]);
      offset += padded(width * rows);
    }
    this.prefix(RECORD_BATCH_BYTES);
    this.#message(OF_RECORD_BATCH, 16, offset);
    this.#batch(rows, 5, buffers);
  }

  /** Writes the bytes before metadata; without metadata, the stream ends. */
  prefix(length: number): void {
    this.#ints(-1, length);
  }

  /** Writes the first table of metadata. The table of its kind is at the position after it. */
  #message(kind: number, position: number, bodyBytes: number): void {
    this.#ints(16);
    this.#shorts(12, 20, 16, 18, 4, 8);
    this.#ints(12, position + 16);
    this.#longs(bodyBytes);
    this.#shorts(FORMAT_VERSION_5, kind);
  }

  /** Writes the table of rows, with the lengths of the columns and the places of their buffers. */
  #batch(rows: number, columns: number, buffers: Span[]): void {
    this.#shorts(10, 20, 4, 12, 16, 0, 0, 0);
    this.#ints(16);
    this.#longs(rows);
    this.#ints(12, 16 + 16 * columns, 0, columns);
    for (let column = 0; column < columns; column += 1) {
      this.#longs(rows, 0);
    }
    this.#ints(0, buffers.length);
    this.#longs(...buffers.flat());
  }

  #shorts(...numbers: number[]): void {
    for (const number of numbers) {
      this.#view.setUint16(this.#length, number, true);
      this.#length += 2;
    }
  }

  #ints(...numbers: number[]): void {
    for (const number of numbers) {
      this.#view.setInt32(this.#length, number, true);
      this.#length += 4;
    }
  }

  #longs(...numbers: number[]): void {
    for (const number of numbers) {
      this.#ints(number, 0);
    }
  }
}

/** Returns a length as a multiple of eight bytes. */
function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}

/** The first message: timestamp[ms, UTC], dictionary<int32, utf8>, float64, and two more dictionaries. */
const SCHEMA =
  "/////xgCAAAQAAAADAAUABAAEgAEAAgADAAAABgAAAAAAAAAAAAAAAQAAQAIAAgAAAAEAAgAAAAEAAAABQAAACQAAABwAAAA1AAA" +
  "ABABAAB0AQAADgAUAAQAAAAQAAgAAAAAABAAAAAsAAAAFAAAAAAAAAAKAAAACAAMAAgABAAIAAAACAAAAAEAAAADAAAAVVRDAAkA" +
  "AAB0aW1lc3RhbXAAAAAOABQABAAAABAACAAMAAAAEAAAABgAAAAQAAAAJAAAAAUAAAAEAAQABAAAAAQAAAB0eXBlAAAAAAgAEAAE" +
  "AAwACAAAAAAAAAAAAAAADAAAAAgADAAEAAgACAAAACAAAAABAAAAAAAAAA4AFAAEAAAAEAAIAAAAAAAQAAAAIAAAABQAAAAAAAAA" +
  "AwAAAAYACAAEAAAACAAAAAIAAAAFAAAAdmFsdWUAAAAOABQABAAAABAACAAMAAAAEAAAABgAAAAQAAAAJAAAAAUAAAAEAAQABAAA" +
  "AAQAAAB1bml0AAAAAAgAEAAEAAwACAAAAAEAAAAAAAAADAAAAAgADAAEAAgACAAAACAAAAABAAAAAAAAAA4AFAAEAAAAEAAIAAwA" +
  "AAAQAAAAGAAAABAAAAAkAAAABQAAAAQABAAEAAAABgAAAGRldmljZQAACAAQAAQADAAIAAAAAgAAAAAAAAAMAAAACAAMAAQACAAI" +
  "AAAAIAAAAAEAAAAAAAAAAAAAAA==";
