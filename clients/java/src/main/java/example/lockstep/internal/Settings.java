package example.lockstep.internal;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;

/**
 * Options of a client.
 *
 * @param baseUrl the address of the server, without a slash at its end
 * @param timeout the longest pause of the server
 * @param maxRetries how often a request is sent again
 * @param maxRetryDelay the longest pause that <code>Retry-After</code> may request
 */
public record Settings(String baseUrl, Duration timeout, int maxRetries, Duration maxRetryDelay) {

    /** Checks the address. */
    public Settings {
        URI uri;
        try {
            uri = URI.create(baseUrl);
        } catch (IllegalArgumentException error) {
            throw wrongAddress(error);
        }
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https") || uri.getHost() == null || uri.getRawQuery() != null) {
            throw wrongAddress(null);
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("the time-out must be positive");
        }
        if (maxRetries < 0) {
            throw new IllegalArgumentException("maxRetries must be 0 or more");
        }
        while (baseUrl.endsWith("/")) {
            baseUrl = baseUrl.substring(0, baseUrl.length() - 1);
        }
    }

    /** Whether the connections to the server are encrypted. */
    boolean hasTls() {
        return baseUrl.regionMatches(true, 0, "https", 0, 5);
    }

    private static IllegalArgumentException wrongAddress(Throwable cause) {
        return new IllegalArgumentException("baseUrl must be an address such as https://lockstep.example.org", cause);
    }
}
