package example.lockstep.internal;

import example.lockstep.models.EncryptionMode;
import example.lockstep.models.FitnessDataPoint;
import example.lockstep.models.PointUpload;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;

/**
 * Writes the JSON of uploads, the largest bodies of the API: several times as fast as {@link Json}, and without it in most
 * programs, as it takes long to load. What is rare is left to {@link Json}.
 */
final class PointUploads {

    /** A point without its texts has at most these bytes. */
    private static final int MOST_BYTES = 160;
    /** And mostly not more than these. */
    private static final int USUAL_BYTES = 48;
    /** More than the texts of a point mostly have. */
    private static final int MOST_EXPECTED_TEXT = 256;

    private static final byte[] TIMESTAMP = ascii("{\"timestamp\":\"");
    private static final byte[] VALUE = ascii("\",\"value\":");
    private static final byte[] CONFIDENCE = ascii(",\"confidence\":");
    private static final byte[] NO_BYTES = {};

    private byte[] bytes;
    private int length;

    /** The end of the last point, with its texts: most points of an upload have the same. */
    private byte[] end = NO_BYTES;

    private String type;
    private String unit;
    private String device;

    private PointUploads(int capacity) {
        bytes = new byte[capacity];
    }

    /** Writes an upload, or throws an {@link IllegalArgumentException} if JSON has no such value. */
    static ByteBuffer write(PointUpload upload) {
        if (!upload.otherFields().isEmpty()) {
            return ByteBuffer.wrap(Json.write(upload));
        }
        return new PointUploads(1024).body(upload);
    }

    private ByteBuffer body(PointUpload upload) {
        put('{');
        if (upload.chunkSize() != null) {
            put(ascii("\"chunkSize\":" + upload.chunkSize() + ","));
        }
        EncryptionMode mode = upload.encryptionMode();
        if (mode != null) {
            put(ascii("\"encryptionMode\":"));
            put(quoted(mode.value()));
            put(',');
        }
        put(ascii("\"data\":["));
        List<FitnessDataPoint> points = upload.data();
        for (int nth = 0; nth < points.size(); nth++) {
            if (nth > 0) {
                put(',');
            }
            point(points.get(nth));
            if (nth == 0) {
                reserve((points.size() - 1L) * (Math.min(end.length, MOST_EXPECTED_TEXT) + USUAL_BYTES));
            }
        }
        put(']');
        put('}');
        return ByteBuffer.wrap(bytes, 0, length);
    }

    private void point(FitnessDataPoint point) {
        if (isRare(point)) {
            put(Json.write(point));
            return;
        }
        if (!point.type().equals(type)
                || !point.unit().equals(unit)
                || !point.device().equals(device)) {
            remember(point);
        }
        reserve(MOST_BYTES + end.length);
        put(TIMESTAMP);
        time(point.timestamp());
        put(VALUE);
        number(point.value());
        Double confidence = point.confidence();
        if (confidence != null) {
            put(CONFIDENCE);
            number(confidence);
        }
        put(end);
    }

    private static boolean isRare(FitnessDataPoint point) {
        return point == null
                || point.metadata() != null
                || point.timestamp() == null
                || point.type() == null
                || point.unit() == null
                || point.device() == null
                || !point.otherFields().isEmpty()
                || !Double.isFinite(point.value())
                || point.confidence() != null && !Double.isFinite(point.confidence());
    }

    private void remember(FitnessDataPoint point) {
        type = point.type();
        unit = point.unit();
        device = point.device();
        PointUploads texts = new PointUploads(128);
        texts.put(ascii(",\"type\":"));
        texts.put(quoted(type));
        texts.put(ascii(",\"unit\":"));
        texts.put(quoted(unit));
        texts.put(ascii(",\"device\":"));
        texts.put(quoted(device));
        texts.put('}');
        end = Arrays.copyOf(texts.bytes, texts.length);
    }

    private static byte[] quoted(String text) {
        for (int nth = 0; nth < text.length(); nth++) {
            char sign = text.charAt(nth);
            if (sign < ' ' || sign > '~' || sign == '"' || sign == '\\') {
                return Json.write(text);
            }
        }
        return ascii("\"" + text + "\"");
    }

    /** Writes a time as {@link Json#text} does. */
    private void time(OffsetDateTime time) {
        int year = time.getYear();
        if (year < 0 || year > 9999) {
            put(ascii(Json.text(time)));
            return;
        }
        digits(year / 100);
        digits(year % 100);
        put('-');
        digits(time.getMonthValue());
        put('-');
        digits(time.getDayOfMonth());
        put('T');
        digits(time.getHour());
        put(':');
        digits(time.getMinute());
        put(':');
        digits(time.getSecond());
        if (time.getNano() > 0) {
            fraction(time.getNano(), 100_000_000);
        }
        if (time.getOffset() == ZoneOffset.UTC) {
            put('Z');
        } else {
            put(ascii(time.getOffset().getId()));
        }
    }

    /** Writes a number as {@link Json} does: without a fraction of zero, and else the shortest that is read as the same. */
    private void number(double value) {
        double most = 1e15;
        if (value == Math.rint(value) && Math.abs(value) < most) {
            whole((long) value);
            return;
        }
        double thousandths = Math.rint(value * 1000);
        // A quotient of whole numbers below 2^53 is what a reader makes of these digits.
        if (Math.abs(thousandths) < most && thousandths / 1000 == value) {
            long digits = (long) Math.abs(thousandths);
            if (value < 0) {
                put('-');
            }
            whole(digits / 1000);
            fraction((int) (digits % 1000), 100);
        } else {
            put(ascii(Double.toString(value)));
        }
    }

    private void whole(long number) {
        long rest = number;
        if (rest < 0) {
            put('-');
            rest = -rest;
        }
        int count = 1;
        for (long power = 10; power <= rest; power *= 10) {
            count++;
        }
        for (int at = length + count - 1; at >= length; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += count;
    }

    /** Writes a point and digits, down from a power of ten, without zeros at the end. */
    private void fraction(int number, int power) {
        put('.');
        int rest = number;
        for (int unitOfDigit = power; rest > 0; unitOfDigit /= 10) {
            put((char) ('0' + rest / unitOfDigit));
            rest %= unitOfDigit;
        }
    }

    private void digits(int number) {
        bytes[length++] = (byte) ('0' + number / 10);
        bytes[length++] = (byte) ('0' + number % 10);
    }

    private void put(char sign) {
        reserve(1);
        bytes[length++] = (byte) sign;
    }

    private void put(byte[] part) {
        reserve(part.length);
        System.arraycopy(part, 0, bytes, length, part.length);
        length += part.length;
    }

    /** Makes room for more bytes. */
    private void reserve(long count) {
        long needed = length + count;
        if (needed > bytes.length) {
            // An array cannot be longer than this.
            bytes = Arrays.copyOf(
                    bytes, (int) Math.min(Math.max(needed, bytes.length * 3L / 2), Integer.MAX_VALUE - 8));
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
