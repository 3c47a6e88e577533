package example.lockstep;

import static example.lockstep.FakeServer.breakOff;
import static example.lockstep.FakeServer.drop;
import static example.lockstep.FakeServer.html;
import static example.lockstep.FakeServer.json;
import static example.lockstep.FakeServer.refusal;
import static example.lockstep.FakeServer.silence;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.lockstep.models.Device;
import example.lockstep.models.ProfileChange;
import example.lockstep.models.RegisterDeviceRequest;
import example.lockstep.operations.ListDatasetsParams;
import example.lockstep.operations.ReadPointsParams;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the client sends, and what it does with answers, against a server in this process. */
@Timeout(60)
class TransportTest {

    private static final FakeServer.Reply USAGE = json(200, "{\"quotas\":{}}");

    private static Lockstep client(FakeServer server, int maxRetries) {
        return Lockstep.builder(server.url()).apiKey("k").maxRetries(maxRetries).build();
    }

    @ParameterizedTest
    @CsvSource({
        "400,INVALID_REQUEST,InvalidRequestException",
        "401,AUTH_ERROR,AuthenticationException",
        "403,PERMISSION_DENIED,PermissionDeniedException",
        "404,NOT_FOUND,NotFoundException",
        "409,CONFLICT,ConflictException",
        "422,ENCRYPTION_ERROR,InvalidRequestException",
        "429,RATE_LIMIT,RateLimitException",
        "500,SERVER_ERROR,ServerException",
        "302,MOVED,ApiException",
    })
    void everyStatusHasAnExceptionOfItsOwn(int status, String code, String type) throws IOException {
        try (FakeServer server = new FakeServer(refusal(status, code))) {
            Lockstep lockstep = client(server, 0);
            ApiException error =
                    assertThrows(ApiException.class, () -> lockstep.fitness().getUsage());
            assertEquals(type, error.getClass().getSimpleName());
            assertEquals(status, error.status());
            assertEquals(code, error.code());
            assertEquals("req_1", error.requestId());
            assertEquals(Map.of("parameter", "type", "reason", "no"), error.details());
            assertEquals("no (" + status + " " + code + ", request req_1)", error.getMessage());
            CompletionException wrapped = assertThrows(
                    CompletionException.class,
                    () -> lockstep.async().fitness().getUsage().join());
            assertEquals(type, wrapped.getCause().getClass().getSimpleName());
        }
    }

    private static void isSentAgain(int status, boolean isRepeated, Consumer<Lockstep> call) throws IOException {
        Map<String, String> now = Map.of("Retry-After", "0");
        try (FakeServer server = new FakeServer(refusal(status, "X", now), json(200, "{}"))) {
            if (isRepeated) {
                call.accept(server.client());
            } else {
                assertThrows(ApiException.class, () -> call.accept(server.client()));
            }
            assertEquals(isRepeated ? 2 : 1, server.received.size());
            FakeServer.Received first = server.received.get(0);
            FakeServer.Received last = server.received.get(server.received.size() - 1);
            assertEquals(first.header("idempotency-key"), last.header("idempotency-key"));
            assertEquals(first.text(), last.text());
        }
    }

    @Test
    void aRequestIsSentAgainOnlyIfThatIsSafe() throws IOException {
        ProfileChange change = ProfileChange.builder().weightKg(70).build();
        RegisterDeviceRequest device = RegisterDeviceRequest.builder()
                .name("w")
                .type("watch")
                .capabilities(List.of())
                .build();
        Consumer<Lockstep> read = one -> one.fitness().getUsage();
        Consumer<Lockstep> update = one -> one.profile().updateProfile(change);
        isSentAgain(503, true, read);
        isSentAgain(502, true, read);
        isSentAgain(500, true, one -> one.devices().registerDevice(device));
        isSentAgain(429, true, update);
        isSentAgain(502, false, update);
        isSentAgain(504, false, one -> one.devices().revokeDevice("dev_1"));
        isSentAgain(500, true, one -> one.datasets().replaceDatasetData("d", Content.of("a"), "text/csv"));
        Consumer<Lockstep> stream = one -> one.datasets()
                .replaceDatasetData("d", Content.of(new ByteArrayInputStream(new byte[] {1})), "text/csv");
        isSentAgain(503, false, stream);
        isSentAgain(400, false, read);
    }

    @Test
    void creationsHaveAKeyOfTheirOwn() throws IOException {
        try (FakeServer server = new FakeServer(json(200, "{}"))) {
            RegisterDeviceRequest device = RegisterDeviceRequest.builder()
                    .name("w")
                    .type("watch")
                    .capabilities(List.of())
                    .build();
            server.client().devices().registerDevice(device);
            server.client().devices().registerDevice(device, CallOptions.DEFAULT.withIdempotencyKey("mine"));
            server.client().fitness().getUsage();
            assertEquals(36, server.received.get(0).header("idempotency-key").length());
            assertEquals("mine", server.received.get(1).header("idempotency-key"));
            assertNull(server.received.get(2).header("idempotency-key"));
        }
    }

    @Test
    void aServerThatRefusesForEverIsAskedAsOftenAsPermitted() throws IOException {
        try (FakeServer server = new FakeServer(refusal(429, "RATE_LIMIT", Map.of("Retry-After", "0")))) {
            Lockstep lockstep = client(server, 2);
            assertThrows(RateLimitException.class, () -> lockstep.fitness().getUsage());
            assertEquals(3, server.received.size());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"3600", "Fri, 31 Dec 2100 23:59:59 GMT"})
    void aLongRetryAfterIsAnExceptionAtOnce(String text) throws IOException {
        try (FakeServer server = new FakeServer(refusal(429, "RATE_LIMITED", Map.of("Retry-After", text)))) {
            RateLimitException error = assertThrows(
                    RateLimitException.class, () -> server.client().fitness().getUsage());
            assertTrue(error.retryAfter().orElseThrow().compareTo(Duration.ofHours(1)) >= 0);
            assertEquals(1, server.received.size());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-1", "Fri, 31 Dec 1999 23:59:59 GMT", "1.5"})
    void aRetryAfterThatNamesNoLaterTimeIsIgnored(String text) throws IOException {
        try (FakeServer server = new FakeServer(refusal(503, "X", Map.of("Retry-After", text)), USAGE)) {
            server.client().fitness().getUsage();
            assertEquals(2, server.received.size());
        }
    }

    @Test
    void anAnswerThatIsNotOfLockstepIsToldApart() throws IOException {
        try (FakeServer server = new FakeServer(html(502))) {
            Lockstep lockstep = client(server, 0);
            ServerException error =
                    assertThrows(ServerException.class, () -> lockstep.fitness().getUsage());
            assertTrue(error.getMessage().contains("not from Lockstep"));
        }
        List<FakeServer.Reply> wrong =
                List.of(html(200), json(200, ""), json(200, "[".repeat(100_000)), json(200, "{\"quotas\":3}"));
        for (FakeServer.Reply reply : wrong) {
            try (FakeServer server = new FakeServer(reply)) {
                ApiException error = assertThrows(
                        ApiException.class, () -> server.client().fitness().getUsage());
                assertTrue(error.getMessage().contains("not the expected JSON"), error.getMessage());
                assertEquals(200, error.status());
            }
        }
    }

    @Test
    void anAnswerThatBreaksOffIsALostConnection() throws IOException {
        try (FakeServer server = new FakeServer(breakOff())) {
            assertThrows(
                    ApiConnectionException.class,
                    () -> server.client().fitness().getUsage());
        }
    }

    @Test
    void aConnectionThatFailsIsTriedAgainForSafeRequests() throws IOException {
        try (FakeServer server = new FakeServer(drop(), USAGE)) {
            server.client().fitness().getUsage();
            assertEquals(2, server.received.size());
        }
        ProfileChange change = ProfileChange.builder().weightKg(70).build();
        try (FakeServer server = new FakeServer(drop(), USAGE)) {
            assertThrows(
                    ApiConnectionException.class,
                    () -> server.client().profile().updateProfile(change));
            assertEquals(1, server.received.size());
        }
    }

    @Test
    void timeOutsEndACall() throws IOException {
        try (FakeServer server = new FakeServer(silence())) {
            Duration limit = Duration.ofMillis(50);
            Lockstep lockstep =
                    Lockstep.builder(server.url()).timeout(limit).maxRetries(0).build();
            ApiTimeoutException error = assertThrows(
                    ApiTimeoutException.class, () -> lockstep.fitness().getUsage());
            assertEquals(limit, error.timeout());
            CallOptions options = CallOptions.DEFAULT.withTimeout(limit).withMaxRetries(1);
            assertThrows(
                    ApiTimeoutException.class, () -> server.client().fitness().getUsage(options));
            assertEquals(3, server.received.size());
        }
    }

    @Test
    void aBodyThatStopsHalfwayIsATimeOut() throws IOException {
        FakeServer.Reply halfway = exchange -> {
            exchange.head(200, Map.of("Content-Type", "application/json"), 1000);
            silence().answer(exchange);
        };
        CallOptions options = CallOptions.DEFAULT.withTimeout(Duration.ofMillis(100));
        try (FakeServer server = new FakeServer(halfway)) {
            assertThrows(
                    ApiTimeoutException.class, () -> server.client().fitness().getUsage(options));
            Download download = server.client().request("GET", "/x", Map.of(), null, "text/csv", options);
            assertThrows(ApiTimeoutException.class, download::readAllBytes);
        }
    }

    @Test
    void cancellingAFutureCancelsTheRequest() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        FakeServer.Reply untilClosed = exchange -> {
            asked.countDown();
            assertEquals(-1, exchange.input().read());
            ended.countDown();
        };
        try (FakeServer server = new FakeServer(untilClosed)) {
            CompletableFuture<?> call = server.client().async().fitness().getUsage();
            asked.await();
            assertTrue(call.cancel(true));
            ended.await();
            assertTrue(call.isCancelled());
            assertEquals(1, server.received.size());
        }
    }

    @Test
    void interruptingTheThreadCancelsTheRequest() throws Exception {
        try (FakeServer server = new FakeServer(silence())) {
            CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
            Thread thread = new Thread(() -> {
                assertThrows(
                        InterruptedCallException.class,
                        () -> server.client().fitness().getUsage());
                interrupted.complete(Thread.currentThread().isInterrupted());
            });
            thread.start();
            while (server.received.isEmpty()) {
                Thread.onSpinWait();
            }
            thread.interrupt();
            assertTrue(interrupted.get());
        }
    }

    private static FakeServer.Reply numbered(int number, int... ids) {
        List<String> entries = new ArrayList<>();
        for (int id : ids) {
            entries.add("{\"id\":\"" + id + "\"}");
        }
        String data = String.join(",", entries);
        return json(200, "{\"data\":[" + data + "],\"total\":5,\"page\":" + number + ",\"limit\":2}");
    }

    @Test
    void pagesAreRequestedUntilTheLast() throws IOException {
        FakeServer.Reply[] pages = {numbered(1, 2, 3), numbered(2, 4, 5), numbered(3, 6)};
        List<String> paths =
                List.of("/api/datasets?limit=2", "/api/datasets?limit=2&page=2", "/api/datasets?limit=2&page=3");
        ListDatasetsParams two = new ListDatasetsParams().limit(2);
        try (FakeServer server = new FakeServer(pages)) {
            Pages<?> found = server.client().datasets().listDatasetsAll(two);
            assertEquals(5, found.stream().count());
            assertEquals(paths, server.paths());
        }
        try (FakeServer server = new FakeServer(pages)) {
            assertEquals(
                    5,
                    server.client()
                            .async()
                            .datasets()
                            .listDatasetsAll(two)
                            .toList()
                            .join()
                            .size());
            assertEquals(paths, server.paths());
        }
        FakeServer.Reply first =
                json(200, "{\"data\":[{\"value\":1}],\"total\":2,\"hasMore\":true,\"nextCursor\":\"c 1\"}");
        FakeServer.Reply last =
                json(200, "{\"data\":[{\"value\":2}],\"total\":2,\"hasMore\":false,\"nextCursor\":null}");
        try (FakeServer server = new FakeServer(first, last)) {
            ReadPointsParams params = new ReadPointsParams().type("steps").offset(1);
            List<Double> values = new ArrayList<>();
            server.client().fitness().readPointsAll(params).forEach(point -> values.add(point.value()));
            assertEquals(List.of(1.0, 2.0), values);
            assertEquals("/v1/sfdp/data?type=steps&cursor=c%201", server.paths().get(1));
        }
    }

    @Test
    void aPageIsRequestedWhenItsFirstEntryIsRead() throws IOException {
        try (FakeServer server = new FakeServer(numbered(1, 1, 2), numbered(2, 3, 4))) {
            var entries = server.client().datasets().listDatasetsAll().iterator();
            assertEquals(0, server.received.size());
            entries.next();
            entries.next();
            assertEquals(1, server.received.size());
            List<Object> seen = new ArrayList<>();
            server.client()
                    .async()
                    .datasets()
                    .listDatasetsAll()
                    .forEachWhile(entry -> !seen.add(entry))
                    .join();
            assertEquals(1, seen.size());
            assertEquals(2, server.received.size());
        }
    }

    @Test
    void parametersAreCheckedBeforeAnythingIsSent() throws IOException {
        try (FakeServer server = new FakeServer(json(200, "{}"))) {
            for (String id : List.of("", ".", "..")) {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> server.client().devices().revokeDevice(id));
            }
            ProfileChange wrong = ProfileChange.builder().weightKg(Double.NaN).build();
            assertThrows(
                    IllegalArgumentException.class,
                    () -> server.client().profile().updateProfile(wrong));
            assertEquals(0, server.received.size());
            server.client().devices().revokeDevice("../x y");
            assertEquals("/v1/sfdp/devices/..%2Fx%20y", server.paths().get(0));
        }
    }

    @Test
    void onlySetFieldsAreSentAndNullIsAValueOfAChange() throws IOException {
        try (FakeServer server = new FakeServer(json(200, "{}"))) {
            ProfileChange change = ProfileChange.builder()
                    .weightKg(null)
                    .otherField("new", true)
                    .build();
            server.client().profile().updateProfile(change);
            assertEquals(
                    "{\"weightKg\":null,\"new\":true}", server.received.get(0).text());
            assertEquals("application/json", server.received.get(0).header("content-type"));
        }
    }

    @Test
    void aJobIsAwaitedAndItsFailureIsAnException() throws IOException {
        var request = ServerTest.encryption("WzYxXQ==");
        FakeServer.Reply accepted = json(200, "{\"jobId\":\"job_1\"}");
        FakeServer.Reply running = json(200, "{\"jobId\":\"job_1\",\"status\":\"running\"}");
        FakeServer.Reply done =
                json(200, "{\"status\":\"succeeded\",\"result\":{\"encryptedData\":\"abc\",\"metadata\":{}}}");
        try (FakeServer server = new FakeServer(accepted, running, done)) {
            var job = server.client().encryption().encryptDataAsJob(request);
            assertEquals("job_1", job.id());
            assertEquals("abc", job.result().encryptedData());
            assertEquals(
                    List.of("respond-async", "wait=20", "wait=20"),
                    server.received.stream().map(one -> one.header("prefer")).toList());
        }
        FakeServer.Reply failed =
                json(200, "{\"status\":\"failed\",\"error\":{\"code\":\"NOT_FOUND\",\"message\":\"no key\"}}");
        try (FakeServer server = new FakeServer(accepted, failed)) {
            var job = server.client()
                    .async()
                    .encryption()
                    .encryptDataAsJob(request)
                    .join();
            CompletionException error =
                    assertThrows(CompletionException.class, () -> job.result().join());
            assertEquals(
                    "NOT_FOUND",
                    assertInstanceOf(JobFailedException.class, error.getCause()).code());
        }
    }

    @Test
    void theWaitForAJobIsShorterThanTheTimeOut() throws IOException {
        FakeServer.Reply accepted = json(200, "{\"jobId\":\"job_1\"}");
        FakeServer.Reply done =
                json(200, "{\"status\":\"succeeded\",\"result\":{\"encryptedData\":\"abc\",\"metadata\":{}}}");
        Map<Duration, String> waits = Map.of(
                Duration.ofSeconds(5), "wait=2", Duration.ofMillis(500), "wait=1", Duration.ofHours(1), "wait=20");
        for (Map.Entry<Duration, String> one : waits.entrySet()) {
            try (FakeServer server = new FakeServer(accepted, done)) {
                var job = server.client().encryption().encryptDataAsJob(ServerTest.encryption("WzYxXQ=="));
                job.result(CallOptions.DEFAULT.withTimeout(one.getKey()));
                assertEquals(one.getValue(), server.received.get(1).header("prefer"));
            }
        }
    }

    @Test
    void wrongCredentialsAndAddressesAreRefusedAtOnce() {
        Lockstep.Builder builder = Lockstep.builder("http://127.0.0.1").apiKey("a");
        assertThrows(IllegalStateException.class, () -> builder.accessToken("b"));
        assertThrows(
                IllegalArgumentException.class,
                () -> Lockstep.builder("http://127.0.0.1").password("ada", null));
        assertThrows(
                IllegalArgumentException.class,
                () -> Lockstep.builder("http://127.0.0.1").refreshToken("r", null));
        for (String url : List.of("127.0.0.1:8080", "ftp://127.0.0.1", "", "http://a b")) {
            Lockstep.Builder wrong = Lockstep.builder(url);
            assertThrows(IllegalArgumentException.class, wrong::build, url);
        }
    }

    @Test
    void unknownFieldsAndTextsAreKept() throws IOException {
        String json = "{\"id\":\"dev_1\",\"status\":\"asleep\",\"newColour\":\"red\"}";
        try (FakeServer server = new FakeServer(json(200, "{\"devices\":[" + json + "],\"total\":1}"))) {
            Device device = server.client().devices().listDevices().devices().get(0);
            assertEquals("asleep", device.status().value());
            assertEquals(Map.of("newColour", "red"), device.otherFields());
        }
    }
}
