package example.lockstep.internal;

import com.fasterxml.jackson.databind.JsonNode;
import example.lockstep.ApiException;
import example.lockstep.Tokens;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/** The newest tokens of a client. All requests share one renewal, which continues if one of them is cancelled. */
final class TokenStore {

    /** An access token is replaced this long before it ends. */
    private static final Duration EARLY = Duration.ofSeconds(60);

    private final Credential credential;
    private final BiFunction<String, Map<String, Object>, CompletableFuture<JsonNode>> post;
    private Tokens pair;
    private long freshUntil;
    private CompletableFuture<String> renewal;

    TokenStore(Credential credential, BiFunction<String, Map<String, Object>, CompletableFuture<JsonNode>> post) {
        this.credential = credential;
        this.post = post;
    }

    boolean isRenewable() {
        return credential.isRenewable();
    }

    /** Returns the token of the newest requests, which may have expired; null without one. */
    synchronized String newest() {
        return pair == null ? credential.fixed : pair.accessToken();
    }

    /** Returns the token for the next request; null without a credential. */
    CompletableFuture<String> current() {
        if (!isRenewable()) {
            return CompletableFuture.completedFuture(credential.fixed);
        }
        return renew(null);
    }

    /** Gets new tokens, unless another request has replaced the refused one. */
    synchronized CompletableFuture<String> renew(String refused) {
        String usable = usable(refused);
        if (usable != null) {
            return CompletableFuture.completedFuture(usable);
        }
        if (renewal == null || renewal.isDone()) {
            renewal = new CompletableFuture<>();
            next(renewals(), renewal);
        }
        // A copy, because a cancelled request must not lose the answer: a refresh token works once.
        return renewal.copy();
    }

    private String usable(String refused) {
        if (pair == null) {
            return null;
        }
        boolean isUsable = refused == null
                ? System.nanoTime() - freshUntil < 0
                : !pair.accessToken().equals(refused);
        return isUsable ? pair.accessToken() : null;
    }

    /** Returns the requests that get a new pair, in the order in which they are tried. */
    private List<Renewal> renewals() {
        List<Renewal> requests = new ArrayList<>();
        String refreshToken = pair == null ? credential.refreshToken : pair.refreshToken();
        if (refreshToken != null) {
            requests.add(new Renewal("/api/auth/refresh", Map.of("refresh_token", refreshToken)));
        }
        if (credential.username != null) {
            Map<String, Object> body = Map.of("username", credential.username, "password", credential.password);
            requests.add(new Renewal("/api/auth/token", body));
        }
        return requests;
    }

    private void next(List<Renewal> requests, CompletableFuture<String> result) {
        Renewal request = requests.get(0);
        List<Renewal> rest = requests.subList(1, requests.size());
        post.apply(request.path, request.body).whenComplete((json, error) -> {
            if (error == null) {
                keep(json, result);
            } else if (Futures.cause(error) instanceof ApiException && !rest.isEmpty()) {
                next(rest, result); // The refresh token has ended; the password may still hold.
            } else {
                result.completeExceptionally(Futures.cause(error));
            }
        });
    }

    private void keep(JsonNode json, CompletableFuture<String> result) {
        try {
            Tokens received = new Tokens(
                    Credential.checked(json.path("access_token").textValue()),
                    json.path("refresh_token").textValue(),
                    Duration.ofSeconds(json.path("expires_in").asLong()));
            Duration half = received.expiresIn().dividedBy(2);
            Duration early = received.expiresIn().minus(EARLY);
            synchronized (this) {
                pair = received;
                freshUntil = System.nanoTime() + (early.compareTo(half) > 0 ? early : half).toNanos();
            }
            if (credential.refreshToken != null) {
                credential.onTokens.accept(received);
            }
            result.complete(received.accessToken());
        } catch (RuntimeException failure) {
            result.completeExceptionally(failure);
        }
    }

    @Override
    public String toString() {
        return "TokenStore[…]";
    }

    private record Renewal(String path, Map<String, Object> body) {

        @Override
        public String toString() {
            return path;
        }
    }
}
