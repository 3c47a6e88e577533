package example.lockstep;

import java.time.Duration;
import java.util.Objects;

/**
 * A pair of tokens. No text of it shows them.
 *
 * @param accessToken authenticates the caller
 * @param refreshToken gets the next pair, once
 * @param expiresIn the time until the access token ends
 */
public record Tokens(String accessToken, String refreshToken, Duration expiresIn) {

    /** Makes a value of all fields. */
    public Tokens {
        Objects.requireNonNull(accessToken, "accessToken");
        Objects.requireNonNull(expiresIn, "expiresIn");
    }

    /** Omits the tokens. */
    @Override
    public String toString() {
        return "Tokens[expiresIn=" + expiresIn + "]";
    }
}
