package example.lockstep;

import static example.lockstep.FakeServer.breakOff;
import static example.lockstep.FakeServer.json;
import static example.lockstep.FakeServer.refusal;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.lockstep.operations.ImportRecordingForm;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bodies of requests and answers that are streams. */
@Timeout(60)
class BodiesTest {

    private static final byte[] DATA = data();

    @TempDir
    private Path folder;

    private static byte[] data() {
        byte[] data = new byte[256_000];
        for (int at = 0; at < data.length; at++) {
            data[at] = (byte) at;
        }
        return data;
    }

    private static void isSentWhole(Content content, byte[] expected, boolean hasLength) throws IOException {
        List<Long> sent = new ArrayList<>();
        CallOptions options = CallOptions.DEFAULT.withUploadProgress(sent::add);
        try (FakeServer server = new FakeServer(json(200, "{}"))) {
            server.client().datasets().replaceDatasetData("d", null, content, "text/csv", options);
            FakeServer.Received request = server.received.get(0);
            assertArrayEquals(expected, request.body());
            assertEquals("text/csv", request.header("content-type"));
            assertEquals(sent.stream().sorted().toList(), sent);
            assertEquals(expected.length, sent.get(sent.size() - 1));
            assertEquals(hasLength, request.header("content-length") != null);
        }
    }

    @Test
    void aBodyIsSentAsItIsAndItsBytesAreCounted() throws IOException {
        Path file = Files.write(folder.resolve("data"), DATA);
        isSentWhole(Content.of(DATA), DATA, true);
        isSentWhole(Content.of(file), DATA, true);
        isSentWhole(Content.of(new ByteArrayInputStream(DATA)), DATA, false);
        isSentWhole(Content.of(() -> new ByteArrayInputStream(DATA)), DATA, false);
        isSentWhole(Content.of("grün"), "grün".getBytes(StandardCharsets.UTF_8), true);
    }

    @Test
    void aFileIsReadAgainForEachAttempt() throws IOException {
        Path file = Files.write(folder.resolve("run.csv"), DATA);
        try (FakeServer server = new FakeServer(refusal(503, "X"), json(200, "{}"))) {
            server.client().fitness().importRecording(new ImportRecordingForm(FilePart.of(file)));
            assertEquals(2, server.received.size());
            assertEquals(
                    server.received.get(0).body().length, server.received.get(1).body().length);
            assertTrue(server.received.get(1).body().length > DATA.length);
        }
    }

    @Test
    void aFormHasTheFileAndItsName() throws IOException {
        FilePart part = new FilePart("a \"run\"\r\n.csv", Content.of("x,y"));
        try (FakeServer server = new FakeServer(json(200, "{}"))) {
            server.client().fitness().importRecording(new ImportRecordingForm(part).participant("p"));
            FakeServer.Received request = server.received.get(0);
            String boundary = request.header("content-type").split("boundary=")[1];
            String head = "--" + boundary + "\r\nContent-Disposition: form-data; name=";
            assertEquals(
                    head + "\"file\"; filename=\"a %22run%22%0D%0A.csv\"\r\n"
                            + "Content-Type: application/octet-stream\r\n\r\nx,y\r\n"
                            + head + "\"participant\"\r\n\r\np\r\n--" + boundary + "--\r\n",
                    request.text());
        }
    }

    @Test
    void aFileThatIsGoneIsAnException() throws IOException {
        Path file = Files.write(folder.resolve("gone"), DATA);
        Content content = Content.of(file);
        Files.delete(file);
        try (FakeServer server = new FakeServer(json(200, "{}"))) {
            assertThrows(
                    ApiConnectionException.class,
                    () -> server.client().datasets().replaceDatasetData("d", content, "text/csv"));
            assertEquals(0, server.received.size());
        }
    }

    private static FakeServer.Reply csv() {
        return exchange -> exchange.send(200, Map.of("Content-Type", "text/csv", "Lockstep-Skipped-Points", "2"), DATA);
    }

    private static Download export(FakeServer server) {
        return server.client().fitness().exportPointsStream("text/csv");
    }

    @Test
    void aDownloadIsReadInPartsAndSaved() throws IOException {
        try (FakeServer server = new FakeServer(csv())) {
            try (Download download = export(server)) {
                assertEquals(
                        "2",
                        download.headers().firstValue("Lockstep-Skipped-Points").orElseThrow());
                assertEquals("Download[text/csv]", download.toString());
                assertArrayEquals(DATA, download.inputStream().readAllBytes());
                assertThrows(IllegalStateException.class, download::text);
            }
            List<Long> received = new ArrayList<>();
            Path file = folder.resolve("points.csv");
            try (Download download = export(server)) {
                assertEquals(DATA.length, download.save(file, received::add));
            }
            assertArrayEquals(DATA, Files.readAllBytes(file));
            assertEquals(DATA.length, received.get(received.size() - 1));
            assertEquals("text/csv", server.received.get(0).header("accept"));
        }
    }

    @Test
    void aDownloadThatBreaksOffIsALostConnection() throws IOException {
        try (FakeServer server = new FakeServer(breakOff())) {
            Download download = export(server);
            assertThrows(ApiConnectionException.class, download::readAllBytes);
        }
    }

    @Test
    void aClosedDownloadCannotBeRead() throws IOException {
        try (FakeServer server = new FakeServer(csv())) {
            Download download = export(server);
            download.close();
            assertThrows(IllegalStateException.class, download::text);
        }
    }

    @Test
    void aRequestWithoutAMethodOfItsOwnCanBeSent() throws IOException {
        try (FakeServer server = new FakeServer(json(200, "\"yes\""))) {
            Map<String, Object> query = Map.of("a", true);
            String json = "application/json";
            String text = server.client()
                    .request("POST", "/v2/new", query, Map.of("b", 1), json, CallOptions.DEFAULT)
                    .text();
            assertEquals("\"yes\"", text);
            assertEquals("/v2/new?a=true", server.paths().get(0));
            assertEquals("{\"b\":1}", server.received.get(0).text());
            assertNull(server.received.get(0).header("idempotency-key"));
        }
    }
}
