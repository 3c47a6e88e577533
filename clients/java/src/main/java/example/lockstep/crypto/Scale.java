package example.lockstep.crypto;

import java.util.Map;

/**
 * How values become integers: times 10 to the power of the decimals, less the offset.
 *
 * @param decimals the number of decimals
 * @param offset is subtracted
 * @param bound the maximum absolute value of an integer
 * @param wide whether integers need two plaintext primes
 */
public record Scale(int decimals, long offset, long bound, boolean wide) {

    /** Integers of 16 bits. */
    public static final Scale DEFAULT = new Scale(0, 0, 32768, false);

    Map<String, Object> fields() {
        return Map.of("decimals", decimals, "offset", offset, "bound", bound, "wide", wide);
    }
}
