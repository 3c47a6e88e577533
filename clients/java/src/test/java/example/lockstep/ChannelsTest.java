package example.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.lockstep.models.ChannelMessage;
import example.lockstep.models.DatasetUpdate;
import example.lockstep.models.EventChannelName;
import example.lockstep.models.StreamMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sockets with subscriptions, against a server in this process. */
@Timeout(60)
class ChannelsTest {

    private static final int LOST = 1011;
    private static final StreamOptions ONCE = StreamOptions.DEFAULT.withMaxReconnects(0);
    private static final List<EventChannelName> MARKETPLACE = List.of(EventChannelName.MARKETPLACE);

    private final List<String> frames = Collections.synchronizedList(new ArrayList<>());

    /** Waits for the subscription, sends these texts, then closes. */
    private SocketScript.Script subscribed(String... texts) {
        return socket -> {
            frames.add(socket.receivedText());
            for (String text : texts) {
                socket.text(text);
            }
            socket.close(LOST);
        };
    }

    private static String offer(String id) {
        return "{\"channel\":\"marketplace\",\"type\":\"created\",\"id\":\"" + id
                + "\",\"timestamp\":\"2026-06-01T06:30:00Z\",\"payload\":{\"offer\":\"token\"}}";
    }

    private static String error(int status, String code) {
        return "{\"type\":\"error\",\"error\":{\"code\":\"" + code + "\",\"message\":\"no\"},\"status\":" + status
                + "}";
    }

    private static <T> T first(EventStream<T> stream) {
        try (stream) {
            return stream.iterator().next();
        }
    }

    @Test
    void eachSocketSubscribesToTheChannelsAgain() throws IOException {
        String reply = "{\"type\":\"subscribed\",\"channels\":[\"marketplace\"]}";
        FakeServer.Reply scripts = SocketScript.with(subscribed(reply, offer("ev_1")), subscribed(offer("ev_2")));
        List<String> ids = new ArrayList<>();
        try (FakeServer server = new FakeServer(scripts);
                EventStream<ChannelMessage> messages =
                        server.client().channels(MARKETPLACE, StreamOptions.DEFAULT.withLastEventId("ev_0"))) {
            for (ChannelMessage message : messages) {
                ids.add(message.id());
                assertEquals("token", message.payload().get("offer"));
                if (ids.size() == 2) {
                    break;
                }
            }
            assertEquals(
                    List.of("/v1/ws?lastEventId=ev_0", "/v1/ws?lastEventId=ev_1"),
                    server.paths().stream()
                            .filter(path -> path.startsWith("/v1/ws?"))
                            .toList());
        }
        assertEquals(List.of("ev_1", "ev_2"), ids);
        for (String frame : frames) {
            assertTrue(frame.contains("\"type\":\"subscribe\""), frame);
            assertTrue(frame.contains("\"channels\":[\"marketplace\"]"), frame);
        }
        assertEquals(2, frames.size());
    }

    @Test
    void theSubscriptionNamesTheDataset() throws IOException {
        String update = "{\"type\":\"update\",\"id\":\"ev_1\",\"data\":{\"dataset_id\":\"ds_1\",\"event\":\"melted\"}}";
        try (FakeServer server = new FakeServer(SocketScript.with(subscribed(update)))) {
            DatasetUpdate one = first(server.client().datasetUpdates("ds_1"));
            assertEquals(
                    "ds_1 melted", one.data().datasetId() + " " + one.data().event());
            assertEquals("ev_1", first(server.client().datasetUpdates()).id());
        }
        String all = "{\"type\":\"subscribe\",\"channel\":\"dataset_updates\"";
        assertEquals(List.of(all + ",\"dataset_id\":\"ds_1\"}", all + "}"), frames);
    }

    @Test
    void theAsynchronousClientSubscribesToo() throws IOException {
        try (FakeServer server = new FakeServer(SocketScript.with(subscribed(offer("ev_1"))))) {
            CompletableFuture<String> heard = new CompletableFuture<>();
            AsyncEventStream<ChannelMessage> messages =
                    server.client().async().channels(MARKETPLACE, StreamOptions.DEFAULT);
            messages.forEach(message -> heard.complete(message.id()));
            assertEquals("ev_1", heard.join());
            messages.close();
        }
        String update =
                "{\"type\":\"update\",\"id\":\"ev_2\",\"data\":{\"dataset_id\":\"ds_1\",\"event\":\"created\"}}";
        try (FakeServer server = new FakeServer(SocketScript.with(subscribed(update)))) {
            CompletableFuture<String> heard = new CompletableFuture<>();
            AsyncEventStream<DatasetUpdate> updates =
                    server.client().async().datasetUpdates(null, StreamOptions.DEFAULT);
            updates.forEach(one -> heard.complete(one.id()));
            assertEquals("ev_2", heard.join());
            updates.close();
        }
    }

    @Test
    void aSubscriptionThatIsRefusedIsAnExceptionOfItsStatus() throws IOException {
        try (FakeServer server = new FakeServer(SocketScript.with(subscribed(error(403, "PERMISSION_DENIED"))))) {
            var refused = assertThrows(
                    PermissionDeniedException.class, () -> first(server.client().channels(EventChannelName.ALERTS)));
            assertEquals("PERMISSION_DENIED", refused.code());
        }
    }

    @Test
    void aSubscriptionThatFailsForNowIsTriedAgain() throws IOException {
        SocketScript.Script busy = subscribed(error(503, "SERVER_ERROR"));
        try (FakeServer server = new FakeServer(SocketScript.with(busy, subscribed(offer("ev_1"))))) {
            assertEquals(
                    "ev_1",
                    first(server.client().channels(EventChannelName.MARKETPLACE))
                            .id());
        }
        try (FakeServer server = new FakeServer(SocketScript.with(busy))) {
            assertThrows(ServerException.class, () -> first(server.client().channels(MARKETPLACE, ONCE)));
        }
    }

    @Test
    void noChannelIsRefusedBeforeAnythingIsSent() throws IOException {
        try (FakeServer server = new FakeServer(SocketScript.with())) {
            IllegalArgumentException error = assertThrows(
                    IllegalArgumentException.class, () -> server.client().channels());
            assertTrue(error.getMessage().startsWith("channels must name"), error.getMessage());
            assertEquals(0, server.received.size());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>", "null", "7", "\"text\"", "[]", "{\"id\":", "{\"type\":{}}"})
    void aMessageThatIsNoJsonOfLockstepIsAnExceptionOfItsOwn(String text) throws IOException {
        SocketScript.Script script = socket -> {
            socket.text(text);
            socket.received();
        };
        try (FakeServer server = new FakeServer(SocketScript.with(script))) {
            for (EventStream<?> stream : List.of(server.client().stream(ONCE), subscribedTo(server))) {
                var error = assertThrows(MalformedMessageException.class, () -> first(stream));
                assertTrue(error.getMessage().contains("check the address"), error.getMessage());
            }
        }
    }

    private static EventStream<ChannelMessage> subscribedTo(FakeServer server) {
        return server.client().channels(MARKETPLACE, ONCE);
    }

    @Test
    void anAnswerOfNullIsAnExceptionThatSaysSo() throws IOException {
        try (FakeServer server = new FakeServer(FakeServer.json(200, " null "))) {
            Lockstep lockstep = server.client();
            var calls = List.<org.junit.jupiter.api.function.Executable>of(
                    () -> lockstep.fitness().getUsage(),
                    () -> lockstep.marketplace().getPurchaseReceipt("pur_1"),
                    () -> lockstep.fitness().exportPoints(),
                    () -> lockstep.fitness().readPointsAll().iterator().hasNext(),
                    () -> lockstep.encryption().encryptDataAsJob(ServerTest.encryption("AA==")),
                    () -> first(lockstep.stream(ONCE)));
            for (var call : calls) {
                ApiException error = assertThrows(ApiException.class, call);
                assertTrue(error.getMessage().contains("the answer is null where"), error.getMessage());
            }
            ApiException error = assertThrows(ApiException.class, calls.get(0));
            assertTrue(error.getMessage().contains("AccountUsage"), error.getMessage());
        }
        FakeServer.Reply accepted = FakeServer.json(200, "{\"jobId\":\"job_1\"}");
        FakeServer.Reply done = FakeServer.json(200, "{\"status\":\"succeeded\",\"result\":null}");
        try (FakeServer server = new FakeServer(accepted, done)) {
            var job = server.client().encryption().encryptDataAsJob(ServerTest.encryption("AA=="));
            ApiException error = assertThrows(ApiException.class, job::result);
            assertTrue(error.getMessage().contains("null where EncryptionResult"), error.getMessage());
        }
    }

    @Test
    void aStreamOfMessagesWithoutASubscriptionIgnoresNoMessage() throws IOException {
        SocketScript.Script script = socket -> {
            socket.text("{\"id\":\"e1\",\"type\":\"subscribed\",\"payload\":{}}");
            socket.received();
        };
        try (FakeServer server = new FakeServer(SocketScript.with(script))) {
            StreamMessage message = first(server.client().stream(ONCE));
            assertEquals("e1", message.id());
        }
    }
}
