package example.lockstep.crypto;

import java.util.List;

/**
 * The secret that opens the commitments of a proof. No text of it shows the secret.
 *
 * @param blindings decimal numbers
 * @param scale the number of decimals of the values
 */
public record Opening(List<String> blindings, int scale) {

    /** Omits the secrets. */
    @Override
    public String toString() {
        return "Opening[blindings=…, scale=" + scale + "]";
    }
}
