package example.lockstep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.lockstep.models.CreateDatasetRequest;
import example.lockstep.models.Dataset;
import example.lockstep.models.DatasetEncryptionMode;
import example.lockstep.models.DecryptRequest;
import example.lockstep.models.EncryptRequest;
import example.lockstep.models.EnvelopeMetadata;
import example.lockstep.models.EventChannelName;
import example.lockstep.models.FitnessDataPoint;
import example.lockstep.models.PointUpload;
import example.lockstep.models.StreamMessage;
import example.lockstep.operations.DeletePointsParams;
import example.lockstep.operations.ExportPointsParams;
import example.lockstep.operations.ImportRecordingForm;
import example.lockstep.operations.ReadPointsParams;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Both clients against a real server. */
@Timeout(300)
@EnabledIf(value = "example.lockstep.LockstepServer#isAvailable", disabledReason = "LOCKSTEP_PROGRAM names no server")
class ServerTest {

    private static final OffsetDateTime START = OffsetDateTime.parse("2026-06-01T07:00:00Z");
    private static final String ARROW = "application/vnd.apache.arrow.stream";
    private static LockstepServer server;
    private static Lockstep lockstep;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws IOException {
        server = new LockstepServer();
        lockstep = server.client();
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    static EncryptRequest encryption(String data) {
        return EncryptRequest.builder().data(data).mode("FHE").build();
    }

    private static PointUpload upload(String type, OffsetDateTime first, double... values) {
        List<FitnessDataPoint> points = IntStream.range(0, values.length)
                .mapToObj(nth -> FitnessDataPoint.builder()
                        .timestamp(first.plusSeconds(nth))
                        .type(type)
                        .value(values[nth])
                        .unit(type.equals("steps") ? "count" : "bpm")
                        .device("strap")
                        .build())
                .toList();
        return PointUpload.builder().data(points).build();
    }

    private static Dataset dataset(String name) {
        CreateDatasetRequest request = CreateDatasetRequest.builder()
                .name(name)
                .encryptionMode(DatasetEncryptionMode.NONE)
                .build();
        return lockstep.datasets().createDataset(request);
    }

    @Test
    void pointsAreStoredPagedExportedAndDeleted() {
        double[] values =
                IntStream.range(0, 2500).mapToDouble(nth -> 60 + nth % 90).toArray();
        PointUpload points = upload("heart_rate", START, values);
        CallOptions once = CallOptions.DEFAULT.withIdempotencyKey("one");
        var stored = lockstep.fitness().uploadPoints(points, once);
        assertEquals(2500, stored.processedCount());
        assertEquals(stored, lockstep.fitness().uploadPoints(points, once));
        PointUpload others = upload("heart_rate", START, 1);
        assertThrows(ConflictException.class, () -> lockstep.fitness().uploadPoints(others, once));
        ReadPointsParams params = new ReadPointsParams().type("heart_rate").limit(1000);
        List<FitnessDataPoint> read =
                lockstep.fitness().readPointsAll(params).stream().toList();
        assertArrayEquals(
                values, read.stream().mapToDouble(FitnessDataPoint::value).toArray());
        assertEquals(START.plusSeconds(1).toInstant(), read.get(1).timestamp().toInstant());
        try (Download export =
                lockstep.fitness().exportPointsStream(new ExportPointsParams().type("heart_rate"), "text/csv")) {
            assertEquals(2501, export.text().strip().split("\n").length);
        }
        PointUpload again = PointUpload.builder().data(read.subList(0, 10)).build();
        assertEquals(10, lockstep.fitness().uploadPoints(again).processedCount());
        var deleted = lockstep.fitness().deletePoints(new DeletePointsParams().type("heart_rate"));
        assertEquals(2500, deleted.deletedCount());
    }

    @Test
    void aSeriesIsStored() {
        long[] times = IntStream.range(0, 2501)
                .mapToLong(nth -> START.plusSeconds(nth).toInstant().toEpochMilli())
                .toArray();
        double[] values =
                IntStream.range(0, 2501).mapToDouble(nth -> 60.5 + nth % 90).toArray();
        byte[] series = ArrowSeries.encode("speed", "m/s", "Gürtel ♥", times, values);
        var stored = lockstep.fitness().uploadPointsContent(Content.of(series), ArrowSeries.MEDIA_TYPE);
        assertEquals(2501, stored.processedCount());
        ReadPointsParams params = new ReadPointsParams().type("speed").limit(1000);
        List<FitnessDataPoint> read =
                lockstep.fitness().readPointsAll(params).stream().toList();
        assertArrayEquals(
                values, read.stream().mapToDouble(FitnessDataPoint::value).toArray());
        assertArrayEquals(
                times,
                read.stream()
                        .mapToLong(point -> point.timestamp().toInstant().toEpochMilli())
                        .toArray());
        assertTrue(read.stream()
                .allMatch(point -> point.unit().equals("m/s") && point.device().equals("Gürtel ♥")));
    }

    @Test
    void exceptionsNameTheParameterAndTheRequest() {
        ReadPointsParams wrong = new ReadPointsParams().limit(0);
        InvalidRequestException error = assertThrows(
                InvalidRequestException.class, () -> lockstep.fitness().readPoints(wrong));
        assertEquals("limit", error.details().get("parameter"));
        assertTrue(error.requestId().startsWith("req_"));
        assertThrows(
                NotFoundException.class, () -> lockstep.activities().getActivity("act_01h455vb4pex5vsknk084sn02q"));
    }

    @Test
    void filesAndTablesAreSentAndReadAsStreams() throws IOException {
        StringBuilder rows = new StringBuilder("timestamp,type,value,unit,device\n");
        for (int nth = 0; nth < 600; nth++) {
            rows.append(START.plusDays(1).plusSeconds(nth).toInstant()).append(",cadence,80,rpm,strap\n");
        }
        Path recording = Files.writeString(folder.resolve("a \"run\".csv"), rows);
        var imported = lockstep.fitness().importRecording(new ImportRecordingForm(FilePart.of(recording)));
        assertEquals(600, imported.newCount());
        byte[] table = ("watts\r\n" + "200\r\n".repeat(50_000)).getBytes(StandardCharsets.UTF_8);
        Dataset rides = dataset("rides");
        List<Long> sent = new ArrayList<>();
        CallOptions options = CallOptions.DEFAULT.withUploadProgress(sent::add);
        lockstep.datasets().replaceDatasetData(rides.id(), null, Content.of(table), "text/csv", options);
        assertEquals(table.length, sent.get(sent.size() - 1));
        assertTrue(sent.size() > 1);
        Path target = folder.resolve("table.csv");
        try (Download answer = lockstep.datasets().readDatasetDataStream(rides.id(), "text/csv")) {
            assertTrue(answer.contentType().startsWith("text/csv"));
            List<Long> received = new ArrayList<>();
            assertEquals(table.length, answer.save(target, received::add));
            assertEquals(table.length, received.get(received.size() - 1));
        }
        assertArrayEquals(table, Files.readAllBytes(target));
        for (Content content : List.of(Content.of(target), Content.of(new ByteArrayInputStream(table)))) {
            Dataset replaced = lockstep.datasets().replaceDatasetData(rides.id(), content, "text/csv");
            assertEquals(rides.id(), replaced.id());
        }
    }

    @Test
    void aJobReturnsWhatTheRequestWouldHave() {
        String data = Base64.getEncoder().encodeToString("[61,64,73]".getBytes(StandardCharsets.UTF_8));
        var result = lockstep.encryption().encryptDataAsJob(encryption(data)).result();
        var opened = lockstep.encryption()
                .decryptEnvelope(DecryptRequest.builder()
                        .encryptedData(result.encryptedData())
                        .metadata(EnvelopeMetadata.builder()
                                .keyId(result.metadata().keyId())
                                .build())
                        .build());
        assertEquals("[61,64,73]", new String(Base64.getDecoder().decode(opened.data()), StandardCharsets.UTF_8));
    }

    @Test
    void theAsynchronousClientDoesTheSame() {
        AsyncLockstep async = lockstep.async();
        async.fitness().uploadPoints(upload("grip", START, 1, 2, 3)).join();
        ReadPointsParams params = new ReadPointsParams().type("grip").limit(2);
        List<FitnessDataPoint> read =
                async.fitness().readPointsAll(params).toList().join();
        assertEquals(
                List.of(1.0, 2.0, 3.0),
                read.stream().map(FitnessDataPoint::value).toList());
        Dataset walks = dataset("walks");
        CompletableFuture<?>[] many = IntStream.range(0, 20)
                .mapToObj(nth -> async.datasets()
                        .getDataset(walks.id())
                        .thenAccept(found -> assertEquals(walks.id(), found.id())))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(many).join();
        var encrypted = async.encryption()
                .encryptDataAsJob(encryption("WzYxXQ=="))
                .thenCompose(AsyncJob::result)
                .join();
        assertTrue(encrypted.encryptedData().length() > 0);
    }

    @Test
    void pointsAreReadAndSentAsArrow() {
        lockstep.fitness().uploadPoints(upload("torque", START, 200, 210));
        ReadPointsParams params = new ReadPointsParams().type("torque");
        byte[] table;
        try (Download answer = lockstep.fitness().readPointsStream(params, ARROW)) {
            assertTrue(answer.contentType().startsWith(ARROW));
            table = answer.readAllBytes();
        }
        byte[] end = {-1, -1, -1, -1, 0, 0, 0, 0};
        assertArrayEquals(end, Arrays.copyOfRange(table, table.length - end.length, table.length));
        lockstep.fitness().deletePoints(new DeletePointsParams().type("torque"));
        var stored = lockstep.fitness().uploadPointsContent(Content.of(table), ARROW);
        assertEquals(2, stored.processedCount());
        for (byte[] malformed : List.of(
                new byte[0],
                new byte[] {7, 7, 7},
                Arrays.copyOf(table, table.length - 20),
                Arrays.copyOfRange(table, end.length, table.length))) {
            Content content = Content.of(malformed);
            assertThrows(InvalidRequestException.class, () -> lockstep.fitness().uploadPointsContent(content, ARROW));
        }
    }

    @Test
    void aStreamContinuesAfterTheServerWasKilledAndMissesNothing() throws Exception {
        try (LockstepServer own = new LockstepServer();
                EventStream<StreamMessage> messages = own.client().stream()) {
            Lockstep client = own.client();
            CountDownLatch heard = new CountDownLatch(1);
            Thread knocking = new Thread(() -> knock(client, heard));
            knocking.start();
            List<Double> seen = new ArrayList<>();
            for (StreamMessage message : messages) {
                if (!(message.payload() instanceof FitnessDataPoint point)) {
                    continue;
                }
                seen.add(point.value());
                if (heard.getCount() > 0) {
                    heard.countDown();
                    knocking.join();
                    send(client, 1);
                    send(client, 2);
                } else if (point.value() == 2) {
                    own.kill();
                    own.run();
                    send(client, 3);
                } else if (point.value() == 3) {
                    break;
                }
            }
            List<Double> later = seen.stream().filter(value -> value > 0).toList();
            assertEquals(List.of(1.0, 2.0, 3.0), later);
            assertEquals(4, new LinkedHashSet<>(seen).size());
        }
    }

    private static void send(Lockstep client, int value) {
        client.fitness().uploadPoints(upload("steps", START.plusMinutes(value), value));
    }

    /** Repeats a point until it was heard: the socket may open later. */
    private static void knock(Lockstep client, CountDownLatch heard) {
        try {
            do {
                send(client, 0);
            } while (!heard.await(200, TimeUnit.MILLISECONDS));
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void updatesOfADatasetContinueAfterTheServerWasKilled() throws Exception {
        try (LockstepServer own = new LockstepServer()) {
            Lockstep client = own.client();
            CreateDatasetRequest request = CreateDatasetRequest.builder()
                    .name("rides")
                    .encryptionMode(DatasetEncryptionMode.NONE)
                    .build();
            String id = client.datasets().createDataset(request).id();
            Content table = Content.of("watts\n200\n".getBytes(StandardCharsets.UTF_8));
            AtomicBoolean isRestarted = new AtomicBoolean();
            List<String> events = repeatUntilHeard(
                    () -> client.datasets().replaceDatasetData(id, table, "text/csv"),
                    client.datasetUpdates(id),
                    update -> {
                        // The subscription holds again: that to a deleted dataset would be refused.
                        if (isRestarted.getAndSet(false)) {
                            client.datasets().deleteDataset(id);
                        }
                        return update.data().event().value();
                    },
                    () -> {
                        own.kill();
                        own.run();
                        client.datasets().replaceDatasetData(id, table, "text/csv");
                        isRestarted.set(true);
                    },
                    "deleted");
            assertEquals(new LinkedHashSet<>(List.of("updated", "deleted")), new LinkedHashSet<>(events));
            try (var none = client.datasetUpdates(id)) {
                assertThrows(NotFoundException.class, () -> none.iterator().hasNext());
            }
        }
    }

    @Test
    void channelsContinueAfterTheServerWasKilled() throws Exception {
        try (LockstepServer own = new LockstepServer()) {
            Lockstep client = own.client();
            List<String> actions = repeatUntilHeard(
                    () -> client.datasets()
                            .createDataset(CreateDatasetRequest.builder()
                                    .name("rides")
                                    .encryptionMode(DatasetEncryptionMode.NONE)
                                    .build()),
                    client.channels(EventChannelName.AUDIT_LOGS),
                    message -> message.payload().get("action").toString(),
                    () -> {
                        own.kill();
                        own.run();
                        send(client, 1);
                    },
                    "points.upload");
            assertTrue(actions.contains("dataset.create"), actions.toString());
            assertEquals(1, actions.stream().filter("points.upload"::equals).count());
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    /** Repeats an act until its message was heard, then does the next one once; returns all texts until the last. */
    private static <T> List<String> repeatUntilHeard(
            Runnable act, EventStream<T> messages, Function<T, String> text, Step next, String last) throws Exception {
        CountDownLatch heard = new CountDownLatch(1);
        Thread knocking = new Thread(() -> {
            try {
                do {
                    act.run();
                } while (!heard.await(200, TimeUnit.MILLISECONDS));
            } catch (InterruptedException interruption) {
                Thread.currentThread().interrupt();
            }
        });
        knocking.start();
        List<String> texts = new ArrayList<>();
        try (messages) {
            for (T message : messages) {
                texts.add(text.apply(message));
                boolean isKnocked = texts.get(texts.size() - 1).matches("updated|dataset.create");
                if (isKnocked && heard.getCount() > 0) {
                    heard.countDown();
                    knocking.join();
                    next.run();
                }
                if (texts.get(texts.size() - 1).equals(last)) {
                    return texts;
                }
            }
        }
        return texts;
    }

    @Test
    void aRequestWithoutAMethodOfItsOwnIsAnswered() {
        try (Download answer =
                lockstep.request("GET", "/v1/sfdp/types", Map.of(), null, "application/json", CallOptions.DEFAULT)) {
            assertTrue(answer.text().contains("heart_rate"));
        }
    }
}
