package example.lockstep;

import static example.lockstep.SocketScript.send;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.lockstep.models.StreamMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sockets against a server in this process. */
@Timeout(60)
class EventsTest {

    private static final int LOST = 1011;
    private static final int CREDENTIAL_ENDED = 4401;
    private static final int TOO_FAR_BEHIND = 4408;

    private static List<String> listen(Lockstep lockstep, int count, StreamOptions options) {
        List<String> ids = new ArrayList<>();
        try (EventStream<StreamMessage> messages = lockstep.stream(options)) {
            for (StreamMessage message : messages) {
                ids.add(message.id());
                if (ids.size() == count) {
                    break;
                }
            }
        }
        return ids;
    }

    private static List<String> sockets(FakeServer server) {
        return server.paths().stream()
                .filter(path -> path.startsWith("/v1/sfdp/stream"))
                .toList();
    }

    @Test
    void aSocketResumesAfterItsLastMessage() throws IOException {
        FakeServer.Reply scripts =
                SocketScript.with(send(LOST, "e1", "e2"), send(LOST), send(LOST, "e3"), send(LOST, "e4"));
        try (FakeServer server = new FakeServer(scripts)) {
            assertEquals(List.of("e1", "e2", "e3", "e4"), listen(server.client(), 4, StreamOptions.DEFAULT));
            assertEquals(
                    List.of(
                            "/v1/sfdp/stream",
                            "/v1/sfdp/stream?lastEventId=e2",
                            "/v1/sfdp/stream?lastEventId=e2",
                            "/v1/sfdp/stream?lastEventId=e3"),
                    sockets(server));
            String offered = server.received.get(1).header("sec-websocket-protocol");
            assertEquals("lockstep.v1, ticket.hidden-ticket", offered);
        }
    }

    @Test
    void aSocketBeginsAfterAGivenMessage() throws IOException {
        try (FakeServer server = new FakeServer(SocketScript.with(send(LOST, "e8")))) {
            StreamOptions options = StreamOptions.DEFAULT.withLastEventId("e 7&");
            assertEquals(List.of("e8"), listen(server.client(), 1, options));
            assertEquals(List.of("/v1/sfdp/stream?lastEventId=e%207%26"), sockets(server));
        }
    }

    @Test
    void aSocketThatIsTooFarBehindIsAnException() throws IOException {
        try (FakeServer server = new FakeServer(SocketScript.with(send(TOO_FAR_BEHIND)))) {
            StreamOptions options = StreamOptions.DEFAULT.withLastEventId("e1");
            assertThrows(MissedEventsException.class, () -> listen(server.client(), 1, options));
        }
    }

    @Test
    void anEndedCredentialIsRenewedOnce() throws IOException {
        try (FakeServer server = new FakeServer(SocketScript.with(send(CREDENTIAL_ENDED)))) {
            Lockstep withKey = server.client();
            assertThrows(AuthenticationException.class, () -> listen(withKey, 1, StreamOptions.DEFAULT));
        }
        FakeServer.Reply scripts = SocketScript.with(send(CREDENTIAL_ENDED), send(LOST, "e1"));
        try (FakeServer server = new FakeServer(scripts)) {
            Lockstep ada = Lockstep.builder(server.url()).password("ada", "p").build();
            assertEquals(List.of("e1"), listen(ada, 1, StreamOptions.DEFAULT));
            assertEquals(
                    List.of(
                            "/api/auth/token",
                            "/v1/ws/tickets",
                            "/v1/sfdp/stream",
                            "/api/auth/refresh",
                            "/v1/ws/tickets",
                            "/v1/sfdp/stream"),
                    server.paths());
        }
        try (FakeServer server = new FakeServer(SocketScript.with(send(CREDENTIAL_ENDED)))) {
            Lockstep ada = Lockstep.builder(server.url()).password("ada", "p").build();
            assertThrows(AuthenticationException.class, () -> listen(ada, 1, StreamOptions.DEFAULT));
        }
    }

    @Test
    void aRenewalIsSentOnceAndAgainAfterItFailed() throws IOException {
        FakeServer.Reply expired =
                FakeServer.json(200, "{\"access_token\":\"a\",\"refresh_token\":\"r\",\"expires_in\":0}");
        FakeServer.Reply scripts = SocketScript.with(send(CREDENTIAL_ENDED), send(CREDENTIAL_ENDED), send(LOST, "e1"));
        int[] renewals = {0};
        FakeServer.Reply replies = exchange -> {
            String path = exchange.request().path();
            boolean isRenewal = path.equals("/api/auth/refresh");
            if (isRenewal && renewals[0]++ == 0) {
                FakeServer.drop().answer(exchange);
            } else if (path.equals("/api/auth/token")) {
                FakeServer.json(200, "{\"access_token\":\"b\",\"refresh_token\":\"r\",\"expires_in\":3600}")
                        .answer(exchange);
            } else {
                scripts.answer(exchange);
            }
        };
        String renewal = "/api/auth/refresh";
        String ticket = "/v1/ws/tickets";
        String socket = "/v1/sfdp/stream";
        try (FakeServer server = new FakeServer(replies)) {
            Lockstep ada = Lockstep.builder(server.url()).password("ada", "p").build();
            assertEquals(List.of("e1"), listen(ada, 1, StreamOptions.DEFAULT));
            assertEquals(
                    List.of("/api/auth/token", ticket, socket, renewal, ticket, socket, renewal, ticket, socket),
                    server.paths());
        }
        FakeServer.Reply once = SocketScript.with(send(CREDENTIAL_ENDED), send(LOST, "e1"));
        FakeServer.Reply first = exchange -> {
            boolean isSignIn = exchange.request().path().equals("/api/auth/token");
            (isSignIn ? expired : once).answer(exchange);
        };
        try (FakeServer server = new FakeServer(first)) {
            Lockstep ada = Lockstep.builder(server.url()).password("ada", "p").build();
            assertEquals(List.of("e1"), listen(ada, 1, StreamOptions.DEFAULT));
            assertEquals(List.of("/api/auth/token", ticket, socket, renewal, ticket, socket), server.paths());
        }
    }

    @Test
    void aRefusedSocketIsTheExceptionOfItsStatus() throws IOException {
        for (int status : List.of(400, 403, 404)) {
            FakeServer.Reply refused = SocketScript.withReplies(FakeServer.refusal(status, "CODE"));
            try (FakeServer server = new FakeServer(refused)) {
                ApiException error =
                        assertThrows(ApiException.class, () -> listen(server.client(), 1, StreamOptions.DEFAULT));
                assertEquals(status, error.status());
                assertTrue(error.getMessage().contains("the server did not open the socket"), error.getMessage());
                assertEquals(1, sockets(server).size());
            }
        }
    }

    @Test
    void aServerThatAlwaysRefusesWith429EndsTheStream() throws IOException {
        FakeServer.Reply refused = SocketScript.withReplies(FakeServer.refusal(429, "RATE_LIMIT"));
        try (FakeServer server = new FakeServer(refused)) {
            Lockstep limited =
                    Lockstep.builder(server.url()).apiKey("k").maxRetries(1).build();
            assertThrows(RateLimitException.class, () -> listen(limited, 1, StreamOptions.DEFAULT));
            assertEquals(2, sockets(server).size());
        }
    }

    @Test
    void ticketsAndSocketsShareTheRetriesOfARefusalWith429() throws IOException {
        FakeServer.Reply limited = FakeServer.refusal(429, "RATE_LIMIT");
        FakeServer.Reply ticket = FakeServer.json(200, "{\"ticket\":\"hidden-ticket\",\"expiresIn\":30}");
        endsAfterOneRetry(limited, limited);
        endsAfterOneRetry(limited, ticket, limited);
    }

    /** Checks that these are all answers of a stream that tries again once. */
    private static void endsAfterOneRetry(FakeServer.Reply... replies) throws IOException {
        try (FakeServer server = new FakeServer(replies)) {
            Lockstep once =
                    Lockstep.builder(server.url()).apiKey("k").maxRetries(1).build();
            assertThrows(RateLimitException.class, () -> listen(once, 1, StreamOptions.DEFAULT));
            assertEquals(replies.length, server.received.size());
        }
    }

    @Test
    void aLongRetryAfterOfASocketIsAnExceptionAtOnce() throws IOException {
        FakeServer.Reply refused = FakeServer.refusal(429, "RATE_LIMIT", Map.of("Retry-After", "3600"));
        try (FakeServer server = new FakeServer(SocketScript.withReplies(refused))) {
            assertThrows(RateLimitException.class, () -> listen(server.client(), 1, StreamOptions.DEFAULT));
            assertEquals(1, sockets(server).size());
        }
    }

    @Test
    void aSecondRefusedTicketIsAnAuthenticationException() throws IOException {
        FakeServer.Reply refused = FakeServer.refusal(401, "AUTH_ERROR");
        FakeServer.Reply opened = exchange -> send(LOST, "e1").play(new SocketScript(exchange));
        endsWithARefusedTicket(refused, refused);
        endsWithARefusedTicket(refused, FakeServer.refusal(503, "SERVER_ERROR"), refused);
        // A socket that opened had a good ticket.
        endsWithARefusedTicket(refused, opened, refused, refused);
    }

    /** Checks that these are all answers to the requests for sockets of a stream. */
    private static void endsWithARefusedTicket(FakeServer.Reply... replies) throws IOException {
        try (FakeServer server = new FakeServer(SocketScript.withReplies(replies))) {
            // The limit ends the loop of a client that asks on.
            StreamOptions limit = StreamOptions.DEFAULT.withMaxReconnects(6);
            assertThrows(AuthenticationException.class, () -> listen(server.client(), 9, limit));
            assertEquals(replies.length, sockets(server).size());
        }
    }

    @Test
    void aSocketIsRequestedAgainWhileTheServerCannotOpenIt() throws IOException {
        // 401 is about the ticket: the credential was accepted just before.
        FakeServer.Reply replies = SocketScript.withReplies(
                FakeServer.refusal(401, "AUTH_ERROR"),
                FakeServer.refusal(503, "SERVER_ERROR"),
                exchange -> send(LOST, "e1").play(new SocketScript(exchange)));
        try (FakeServer server = new FakeServer(replies)) {
            assertEquals(List.of("e1"), listen(server.client(), 1, StreamOptions.DEFAULT));
            assertEquals(3, sockets(server).size());
        }
    }

    @Test
    void aLostSocketIsOpenedAgainAsOftenAsPermitted() throws IOException {
        StreamOptions twice = StreamOptions.DEFAULT.withMaxReconnects(2);
        try (FakeServer server = new FakeServer(SocketScript.with(send(LOST, "e1"), send(LOST)))) {
            assertThrows(ApiConnectionException.class, () -> listen(server.client(), 2, twice));
            assertEquals(3, sockets(server).size());
        }
        try (FakeServer server = new FakeServer(FakeServer.refusal(403, "PERMISSION_DENIED"))) {
            assertThrows(PermissionDeniedException.class, () -> listen(server.client(), 1, twice));
            assertEquals(1, server.received.size());
        }
    }

    @Test
    void messagesOfNewTypesAndPingsAreNoError() throws IOException {
        SocketScript.Script script = socket -> {
            socket.ping();
            assertEquals(0x0a, socket.received());
            socket.text("{\"id\":\"e1\",\"type\":\"tide\",\"payload\":{\"height\":3},\"more\":1}");
            socket.received();
        };
        try (FakeServer server = new FakeServer(SocketScript.with(script));
                EventStream<StreamMessage> messages = server.client().stream()) {
            StreamMessage message = messages.iterator().next();
            assertEquals("tide", message.type().value());
            assertEquals("Other[[height]]", message.payload().toString());
            assertEquals("e1", messages.lastEventId());
        }
    }

    @Test
    void aStreamCanBeClosedByAnotherThread() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        SocketScript.Script hold = socket -> {
            socket.text("{\"id\":\"e1\",\"type\":\"insight\",\"payload\":{}}");
            assertEquals(0x08, socket.received());
            ended.countDown();
        };
        try (FakeServer server = new FakeServer(SocketScript.with(hold))) {
            EventStream<StreamMessage> messages = server.client().stream();
            Thread closer = null;
            int count = 0;
            for (StreamMessage message : messages) {
                count++;
                assertEquals("e1", message.id());
                closer = new Thread(messages::close);
                closer.start();
            }
            closer.join();
            ended.await();
            assertEquals(1, count);
            assertFalse(messages.iterator().hasNext());
        }
    }

    @Test
    void cancellingTheFutureEndsTheSocket() throws Exception {
        CountDownLatch heard = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        SocketScript.Script hold = socket -> {
            socket.text("{\"id\":\"e1\",\"type\":\"insight\",\"payload\":{}}");
            assertEquals(0x08, socket.received());
            ended.countDown();
        };
        try (FakeServer server = new FakeServer(SocketScript.with(hold))) {
            AsyncEventStream<StreamMessage> messages = server.client().async().stream(StreamOptions.DEFAULT);
            CompletableFuture<Void> end = messages.forEach(message -> heard.countDown());
            heard.await();
            assertTrue(end.cancel(true));
            ended.await();
        }
    }

    @Test
    void anExceptionOfTheActionEndsTheStream() throws IOException {
        try (FakeServer server = new FakeServer(SocketScript.with(send(LOST, "e1")))) {
            CompletableFuture<Void> end = server.client().async().stream(StreamOptions.DEFAULT)
                    .forEach(message -> {
                        throw new IllegalStateException(message.id());
                    });
            CompletionException error = assertThrows(CompletionException.class, end::join);
            assertEquals(
                    "e1",
                    assertInstanceOf(IllegalStateException.class, error.getCause())
                            .getMessage());
        }
    }

    @Test
    void noTextContainsTheTicket() throws IOException {
        SocketScript.Script refuse = socket -> {
            throw new IOException("refused");
        };
        try (FakeServer server = new FakeServer(SocketScript.with(refuse))) {
            EventStream<StreamMessage> messages = server.client().stream(StreamOptions.DEFAULT.withMaxReconnects(0));
            ApiConnectionException error = assertThrows(
                    ApiConnectionException.class, () -> messages.iterator().hasNext());
            java.io.StringWriter trace = new java.io.StringWriter();
            error.printStackTrace(new java.io.PrintWriter(trace));
            assertFalse((trace + messages.toString()).contains("hidden-ticket"), trace.toString());
        }
    }
}
