package example.lockstep;

import static example.lockstep.FakeServer.json;
import static example.lockstep.FakeServer.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Access tokens are replaced before they end, and after the server has refused one. */
@Timeout(60)
class TokensTest {

    private static final FakeServer.Reply USAGE = json(200, "{\"quotas\":{}}");

    private static FakeServer.Reply pair(String name) {
        return json(
                200,
                "{\"access_token\":\"" + name + "\",\"refresh_token\":\"r_" + name
                        + "\",\"expires_in\":3600,\"token_type\":\"Bearer\"}");
    }

    /** Answers sign-ins, refreshes and reads as the server does. */
    private static FakeServer.Reply account(Set<String> valid, FakeServer.Reply refresh) {
        return exchange -> {
            String path = exchange.request().path();
            if (path.equals("/api/auth/token")) {
                pair("first").answer(exchange);
            } else if (path.equals("/api/auth/refresh")) {
                refresh.answer(exchange);
            } else {
                String given = String.valueOf(exchange.request().header("authorization"));
                boolean isValid = valid.contains(given.replace("Bearer ", ""));
                (isValid ? USAGE : refusal(401, "AUTH_ERROR")).answer(exchange);
            }
        };
    }

    private static Lockstep ada(FakeServer server) {
        return Lockstep.builder(server.url()).password("ada", "secret of ada").build();
    }

    private static List<String> signIns(FakeServer server) {
        return server.paths().stream()
                .filter(path -> path.startsWith("/api/auth"))
                .toList();
    }

    private static Set<String> valid(String... tokens) {
        Set<String> valid = ConcurrentHashMap.newKeySet();
        valid.addAll(List.of(tokens));
        return valid;
    }

    @Test
    void aRefusedTokenIsReplacedOnceForAllRequests() throws Exception {
        Set<String> valid = valid("first");
        // Both requests are refused before one of them renews.
        CyclicBarrier both = new CyclicBarrier(2);
        FakeServer.Reply account = account(valid, pair("second"));
        FakeServer.Reply reply = exchange -> {
            boolean isOld = "Bearer first".equals(exchange.request().header("authorization"));
            if (isOld && !valid.contains("first")) {
                try {
                    both.await();
                } catch (Exception broken) {
                    throw new IOException(broken);
                }
            }
            account.answer(exchange);
        };
        try (FakeServer server = new FakeServer(reply)) {
            Lockstep lockstep = ada(server);
            lockstep.fitness().getUsage();
            valid.clear();
            valid.add("second");
            CompletableFuture<?>[] calls = IntStream.range(0, 2)
                    .mapToObj(nth -> lockstep.async().fitness().getUsage())
                    .toArray(CompletableFuture<?>[]::new);
            CompletableFuture.allOf(calls).join();
            assertEquals(List.of("/api/auth/token", "/api/auth/refresh"), signIns(server));
        }
    }

    @Test
    void aPasswordSignsInAgainWhenTheRefreshTokenHasEnded() throws IOException {
        try (FakeServer server = new FakeServer(account(valid("none"), refusal(401, "AUTH_ERROR")))) {
            Lockstep lockstep = ada(server);
            assertThrows(AuthenticationException.class, () -> lockstep.fitness().getUsage());
            assertEquals(
                    List.of(
                            "/api/auth/token",
                            "/v1/sfdp/usage",
                            "/api/auth/refresh",
                            "/api/auth/token",
                            "/v1/sfdp/usage"),
                    server.paths());
        }
    }

    @Test
    void eachNewRefreshTokenIsHandedOver() throws IOException {
        List<Tokens> stored = new ArrayList<>();
        try (FakeServer server = new FakeServer(account(valid("second"), pair("second")))) {
            Lockstep lockstep = Lockstep.builder(server.url())
                    .refreshToken("r", stored::add)
                    .build();
            lockstep.fitness().getUsage();
            lockstep.fitness().getUsage();
            assertEquals(
                    List.of("r_second"),
                    stored.stream().map(Tokens::refreshToken).toList());
            assertEquals("{\"refresh_token\":\"r\"}", server.received.get(0).text());
        }
    }

    @Test
    void aCancelledCallDoesNotLoseTheNewRefreshToken() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        FakeServer.Reply late = exchange -> {
            asked.countDown();
            try {
                cancelled.await();
            } catch (InterruptedException interruption) {
                Thread.currentThread().interrupt();
            }
            pair("second").answer(exchange);
        };
        List<Tokens> stored = new ArrayList<>();
        try (FakeServer server = new FakeServer(account(valid("second"), late))) {
            Lockstep lockstep = Lockstep.builder(server.url())
                    .refreshToken("r", stored::add)
                    .build();
            CompletableFuture<?> first = lockstep.async().fitness().getUsage();
            asked.await();
            assertTrue(first.cancel(true));
            cancelled.countDown();
            lockstep.fitness().getUsage();
            assertEquals(1, stored.size());
            assertEquals(List.of("/api/auth/refresh", "/v1/sfdp/usage"), server.paths());
        }
    }
}
