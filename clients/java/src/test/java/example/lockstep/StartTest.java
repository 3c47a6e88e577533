package example.lockstep;

import static example.lockstep.FakeServer.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.lockstep.models.FitnessDataPoint;
import example.lockstep.models.PointUpload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A program loads only the classes that it needs: most of the time of a first call is that of loading classes. */
class StartTest {

    /** A program that makes a client, and uploads points to the server that its arguments name, if any. */
    public static final class Program {

        private Program() {}

        /** Runs it. */
        public static void main(String[] urls) {
            String url = urls.length == 0 ? "http://127.0.0.1" : urls[0];
            Lockstep lockstep = Lockstep.builder(url).apiKey("lk_api_secret").build();
            if (urls.length == 0) {
                return;
            }
            FitnessDataPoint point = FitnessDataPoint.builder()
                    .timestamp(OffsetDateTime.parse("2026-06-01T07:00:00Z"))
                    .type("heart_rate")
                    .value(61.5)
                    .unit("bpm")
                    .device("strap")
                    .build();
            PointUpload upload = PointUpload.builder().data(List.of(point)).build();
            System.out.println(lockstep.fitness().uploadPoints(upload));
        }
    }

    /** Returns what the program and the log of loaded classes print. */
    private static String run(String... urls) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load:stdout",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Program.class.getName()));
        words.addAll(List.of(urls));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), printed);
        assertTrue(printed.contains(" example.lockstep.Lockstep "), printed);
        return printed;
    }

    private static void hasNotLoaded(String name, String printed) {
        List<String> lines =
                printed.lines().filter(line -> line.contains(" " + name)).toList();
        assertTrue(lines.isEmpty(), () -> String.join("\n", lines));
    }

    @Test
    void aClientThatCallsNothingLoadsNoHttpAndNoJson() throws Exception {
        String printed = run();
        hasNotLoaded("com.fasterxml.jackson.", printed);
        hasNotLoaded("com.sun.jna.", printed);
        hasNotLoaded("jdk.internal.net.http.", printed);
        hasNotLoaded("sun.security.ssl.", printed);
    }

    @Test
    void anUploadWithoutTlsLoadsNoJsonAndNoCertificates() throws Exception {
        String result = "{\"success\":true,\"processedCount\":1,\"encryptedCount\":1}";
        try (FakeServer server = new FakeServer(json(200, result))) {
            String printed = run(server.url());
            assertTrue(printed.contains("processedCount=1"), printed);
            assertFalse(server.received.get(0).text().contains("confidence"));
            hasNotLoaded("com.fasterxml.jackson.databind.", printed);
            hasNotLoaded("com.sun.jna.", printed);
            hasNotLoaded("sun.security.ssl.", printed);
        }
    }
}
