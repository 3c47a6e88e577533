package example.lockstep.internal;

import example.lockstep.models.PointUploadResult;
import java.util.Map;

/**
 * Reads the usual answer to an upload, an object of numbers and truth values, without {@link Json}, which takes long to load.
 */
final class PointResults {

    private static final int MOST_DIGITS = 15;

    private final byte[] json;
    private int at;
    private long encryptedCount;
    private long processedCount;
    private boolean isSuccess;

    private PointResults(byte[] json) {
        this.json = json;
    }

    /** Returns the result; null if {@link Json} must read it. */
    static PointUploadResult read(byte[] json) {
        PointResults reader = new PointResults(json);
        return reader.isUsual()
                ? new PointUploadResult(reader.encryptedCount, null, reader.processedCount, reader.isSuccess, Map.of())
                : null;
    }

    private boolean isUsual() {
        if (!skips("{")) {
            return false;
        }
        do {
            if (!hasField()) {
                return false;
            }
        } while (skips(","));
        return skips("}") && skips("") && at == json.length;
    }

    private boolean hasField() {
        if (skips("\"processedCount\"")) {
            processedCount = number();
            return processedCount >= 0;
        }
        if (skips("\"encryptedCount\"")) {
            encryptedCount = number();
            return encryptedCount >= 0;
        }
        if (skips("\"success\"") && skips(":")) {
            isSuccess = skips("true");
            return isSuccess || skips("false");
        }
        return false;
    }

    /** Reads a colon and a whole number; returns -1 if there is something else. */
    private long number() {
        if (!skips(":") || !skips("")) {
            return -1;
        }
        int start = at;
        long number = 0;
        while (at < json.length && json[at] >= '0' && json[at] <= '9') {
            number = number * 10 + json[at++] - '0';
            if (at - start > MOST_DIGITS) {
                return -1;
            }
        }
        boolean isWhole = at > start && (json[start] != '0' || at == start + 1);
        return isWhole ? number : -1;
    }

    /** Skips spaces and a text; whether it is there. */
    private boolean skips(String text) {
        while (at < json.length && (json[at] == ' ' || json[at] == '\n' || json[at] == '\r' || json[at] == '\t')) {
            at++;
        }
        for (int nth = 0; nth < text.length(); nth++) {
            if (at + nth >= json.length || json[at + nth] != text.charAt(nth)) {
                return false;
            }
        }
        at += text.length();
        return true;
    }
}
