package example.lockstep.internal;

import example.lockstep.Tokens;
import java.util.function.Consumer;

/** The credential of a client. Its text form omits the secrets. */
public final class Credential {

    /** No credential. */
    public static final Credential NONE = new Credential(null, null, null, null, null);

    final String fixed;
    final String username;
    final String password;
    final String refreshToken;
    final Consumer<Tokens> onTokens;

    private Credential(String fixed, String username, String password, String refreshToken, Consumer<Tokens> onTokens) {
        this.fixed = fixed;
        this.username = username;
        this.password = password;
        this.refreshToken = refreshToken;
        this.onTokens = onTokens;
    }

    /** Returns a credential of an API key, or of an access token that is not renewed. */
    public static Credential fixed(String token) {
        return new Credential(checked(token), null, null, null, null);
    }

    /** Returns the credential of an account. */
    public static Credential password(String username, String password) {
        if (username == null || password == null) {
            throw new IllegalArgumentException("an account needs a username and a password");
        }
        return new Credential(null, username, password, null, null);
    }

    /** Returns a credential that is replaced with each use. */
    public static Credential refreshToken(String refreshToken, Consumer<Tokens> onTokens) {
        if (onTokens == null) {
            throw new IllegalArgumentException(
                    "a refresh token needs a function that stores each new pair: a refresh token works once");
        }
        return new Credential(null, null, null, checked(refreshToken), onTokens);
    }

    /** Whether a refused token can be replaced. */
    boolean isRenewable() {
        return username != null || refreshToken != null;
    }

    /** Returns the token. The HTTP client would show a token that is not a valid header value in its exception. */
    static String checked(String token) {
        if (token == null || token.isEmpty() || !token.chars().allMatch(sign -> sign > ' ' && sign < 127)) {
            throw new IllegalArgumentException("a credential consists of visible ASCII characters");
        }
        return token;
    }

    @Override
    public String toString() {
        return "Credential[…]";
    }
}
