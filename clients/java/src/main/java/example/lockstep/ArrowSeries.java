package example.lockstep;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

/**
 * Points of one type, unit and device as an Arrow stream, a body of <code>fitness().uploadPointsContent</code>. It needs a
 * fraction of the time and memory of points as objects.
 *
 * <p>The format is that of <a href="https://arrow.apache.org/docs/format/Columnar.html">Arrow</a>, in the layout that
 * <code>clients/vectors/README.md</code> describes.
 */
public final class ArrowSeries {

    /** The media type of the stream. */
    public static final String MEDIA_TYPE = "application/vnd.apache.arrow.stream";

    private static final int MAX_POINTS = 100_000;
    /** The end of the year 9999. A later time is probably in microseconds. */
    private static final long LAST_MILLISECOND = 253_402_300_799_999L;

    /** The first message: timestamp[ms, UTC], dictionary&lt;int32, utf8&gt;, float64, and two more dictionaries. */
    private static final String SCHEMA =
            "/////xgCAAAQAAAADAAUABAAEgAEAAgADAAAABgAAAAAAAAAAAAAAAQAAQAIAAgAAAAEAAgAAAAEAAAA"
                    + "BQAAACQAAABwAAAA1AAAABABAAB0AQAADgAUAAQAAAAQAAgAAAAAABAAAAAsAAAAFAAAAAAAAAAKAAAACAAMAAgABAAIAAAA"
                    + "CAAAAAEAAAADAAAAVVRDAAkAAAB0aW1lc3RhbXAAAAAOABQABAAAABAACAAMAAAAEAAAABgAAAAQAAAAJAAAAAUAAAAEAAQA"
                    + "BAAAAAQAAAB0eXBlAAAAAAgAEAAEAAwACAAAAAAAAAAAAAAADAAAAAgADAAEAAgACAAAACAAAAABAAAAAAAAAA4AFAAEAAAA"
                    + "EAAIAAAAAAAQAAAAIAAAABQAAAAAAAAAAwAAAAYACAAEAAAACAAAAAIAAAAFAAAAdmFsdWUAAAAOABQABAAAABAACAAMAAAA"
                    + "EAAAABgAAAAQAAAAJAAAAAUAAAAEAAQABAAAAAQAAAB1bml0AAAAAAgAEAAEAAwACAAAAAEAAAAAAAAADAAAAAgADAAEAAgA"
                    + "CAAAACAAAAABAAAAAAAAAA4AFAAEAAAAEAAIAAwAAAAQAAAAGAAAABAAAAAkAAAABQAAAAQABAAEAAAABgAAAGRldmljZQAA"
                    + "CAAQAAQADAAIAAAAAgAAAAAAAAAMAAAACAAMAAQACAAIAAAAIAAAAAEAAAAAAAAAAAAAAA==";

    private static final int PREFIX_BYTES = 8;
    private static final int DICTIONARY_BYTES = 176;
    private static final int RECORD_BATCH_BYTES = 328;
    private static final int OF_DICTIONARY = 2;
    private static final int OF_RECORD_BATCH = 3;
    private static final int FORMAT_VERSION_5 = 4;
    /** The bytes of a value: time, type, value, unit, device. */
    private static final int[] WIDTHS = {8, 4, 8, 4, 4};

    private final ByteBuffer stream;

    private ArrowSeries(int length) {
        stream = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Returns a series as an Arrow stream, the bytes of a {@link Content}.
     *
     * @param type a name of <code>/v1/sfdp/types</code> or a custom name
     * @param unit the unit of the values
     * @param device the id or the name of a registered device, or any other name
     * @param timestamps the time of each value in milliseconds since 1970, as {@link java.time.Instant#toEpochMilli} returns
     *     it: 1 to 100 000
     * @param values finite numbers, as many as there are times
     * @return the stream
     * @throws IllegalArgumentException if a text is empty or not Unicode, a value is not finite, a time is before 1970 or after the year
     *     9999, or there are no points, more than 100 000, or columns of different lengths
     */
    public static byte[] encode(String type, String unit, String device, long[] timestamps, double[] values) {
        byte[][] texts = {utf8("type", type), utf8("unit", unit), utf8("device", device)};
        check(timestamps, values);
        byte[] schema = Base64.getDecoder().decode(SCHEMA);
        int rows = timestamps.length;
        int length = schema.length + 2 * PREFIX_BYTES + RECORD_BATCH_BYTES;
        for (int width : WIDTHS) {
            length += padded(width * rows);
        }
        for (byte[] text : texts) {
            length += PREFIX_BYTES + DICTIONARY_BYTES + padded(8 + text.length);
        }
        ArrowSeries series = new ArrowSeries(length);
        series.stream.put(schema);
        for (int id = 0; id < texts.length; id++) {
            series.dictionary(id, texts[id]);
        }
        series.recordBatch(rows);
        series.columns(timestamps, values);
        series.prefix(0);
        return series.stream.array();
    }

    private static byte[] utf8(String name, String text) {
        if (text == null || text.isEmpty()) {
            throw new IllegalArgumentException("the " + name + " of the series is empty: give a text");
        }
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException error) {
            throw new IllegalArgumentException("the " + name + " of the series has half a character of Unicode", error);
        }
    }

    private static void check(long[] timestamps, double[] values) {
        if (timestamps.length != values.length) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "the series has %d timestamps and %d values: give a time for each value",
                    timestamps.length,
                    values.length));
        }
        if (values.length < 1 || values.length > MAX_POINTS) {
            throw new IllegalArgumentException("the series has " + values.length + " points: give 1 to " + MAX_POINTS
                    + ", and further points in another body");
        }
        for (int nth = 0; nth < values.length; nth++) {
            if (timestamps[nth] < 0 || timestamps[nth] > LAST_MILLISECOND) {
                throw new IllegalArgumentException(
                        "timestamps[" + nth + "] is before 1970 or after the year 9999: give milliseconds since 1970");
            }
            if (!Double.isFinite(values[nth])) {
                throw new IllegalArgumentException("values[" + nth + "] is not finite: leave the point out");
            }
        }
    }

    /** Writes a dictionary that has one text. */
    private void dictionary(int id, byte[] text) {
        int length = padded(8 + text.length);
        prefix(DICTIONARY_BYTES);
        message(OF_DICTIONARY, 8, length);
        shorts(8, 16, 4, 12);
        ints(8);
        longs(id);
        ints(20);
        batch(1, 1, 0, 0, 0, 8, 8, text.length);
        ints(0, text.length);
        stream.put(text);
        skip(length - 8 - text.length);
    }

    /** Writes the metadata of the rows. */
    private void recordBatch(int rows) {
        long[] buffers = new long[4 * WIDTHS.length];
        int offset = 0;
        for (int nth = 0; nth < WIDTHS.length; nth++) {
            // No column has nulls, so the buffer of the presence of its values is empty.
            buffers[4 * nth] = offset;
            buffers[4 * nth + 2] = offset;
            buffers[4 * nth + 3] = (long) WIDTHS[nth] * rows;
            offset += padded(WIDTHS[nth] * rows);
        }
        prefix(RECORD_BATCH_BYTES);
        message(OF_RECORD_BATCH, 16, offset);
        batch(rows, WIDTHS.length, buffers);
    }

    /** Writes the columns. The index of each text is 0, as the bytes of the array are. */
    private void columns(long[] timestamps, double[] values) {
        int rows = timestamps.length;
        stream.asLongBuffer().put(timestamps);
        skip(8 * rows + padded(4 * rows));
        stream.asDoubleBuffer().put(values);
        skip(8 * rows + 2 * padded(4 * rows));
    }

    /** Writes the bytes before metadata; without metadata, the stream ends. */
    private void prefix(int length) {
        ints(-1, length);
    }

    /** Writes the first table of metadata. The table of its kind is at the position after it. */
    private void message(int kind, int position, long bodyBytes) {
        ints(16);
        shorts(12, 20, 16, 18, 4, 8);
        ints(12, position + 16);
        longs(bodyBytes);
        shorts(FORMAT_VERSION_5);
        stream.put((byte) kind).put((byte) 0);
    }

    /** Writes the table of rows, with the lengths of the columns and the offset and length of each of their buffers. */
    private void batch(int rows, int columns, long... buffers) {
        shorts(10, 20, 4, 12, 16, 0, 0, 0);
        ints(16);
        longs(rows);
        ints(12, 16 + 16 * columns, 0, columns);
        for (int nth = 0; nth < columns; nth++) {
            longs(rows, 0);
        }
        ints(0, buffers.length / 2);
        longs(buffers);
    }

    private void shorts(int... numbers) {
        for (int number : numbers) {
            stream.putShort((short) number);
        }
    }

    private void ints(int... numbers) {
        for (int number : numbers) {
            stream.putInt(number);
        }
    }

    private void longs(long... numbers) {
        for (long number : numbers) {
            stream.putLong(number);
        }
    }

    private void skip(int length) {
        stream.position(stream.position() + length);
    }

    /** Returns a length as a multiple of eight bytes. */
    private static int padded(int length) {
        return (length + 7) & ~7;
    }
}
