package example.lockstep.crypto;

import java.math.BigInteger;
import java.util.List;

/** The content of a decrypted ciphertext. */
public sealed interface Decrypted permits Decrypted.Series, Decrypted.Reduction {

    /**
     * The values of a series.
     *
     * @param values the values
     * @param integers the values as they were encrypted
     * @param decimals the number of decimals
     * @param keyId the id of the key; may be null
     */
    record Series(List<Double> values, List<BigInteger> integers, long decimals, String keyId) implements Decrypted {}

    /**
     * The value of a sum, a mean or another reduction.
     *
     * @param value the value
     * @param numerator the numerator of the exact value
     * @param denominator the denominator of the exact value
     * @param decimals the number of decimals
     * @param keyId the id of the key; may be null
     */
    record Reduction(double value, BigInteger numerator, BigInteger denominator, long decimals, String keyId)
            implements Decrypted {}
}
