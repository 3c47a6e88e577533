package example.lockstep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import example.lockstep.crypto.Crypto;
import example.lockstep.models.CreateApiKeyRequest;
import example.lockstep.models.FitnessDataPoint;
import example.lockstep.models.PointUpload;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the documents run as they are printed, and the licences are those of the repository. */
@Timeout(300)
class ReadmeTest {

    private static final String SERVER = "example.lockstep.LockstepServer#isAvailable";
    private static final String NO_SERVER = "LOCKSTEP_PROGRAM names no server";

    @TempDir
    private Path folder;

    private static List<String> blocks(String document, String kind) throws IOException {
        Pattern pattern = Pattern.compile("```" + kind + "\n(.*?)```", Pattern.DOTALL);
        Matcher found = pattern.matcher(Files.readString(Path.of(document)));
        List<String> blocks = new ArrayList<>();
        while (found.find()) {
            blocks.add(found.group(1));
        }
        assertTrue(!blocks.isEmpty(), kind);
        return blocks;
    }

    /** Compiles a program with all warnings as errors, and returns what it prints. */
    private String run(String name, String source, Map<String, String> variables) throws Exception {
        Path file = Files.writeString(folder.resolve(name + ".java"), source);
        String classes = System.getProperty("java.class.path");
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-Xlint:all,-processing", "-Werror", "-cp", classes, file.toString());
        assertEquals(0, status);
        String program = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(program, "-cp", folder + File.pathSeparator + classes, name);
        builder.environment().putAll(variables);
        Process process = builder.redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), printed);
        return printed;
    }

    @Test
    @EnabledIf(value = SERVER, disabledReason = NO_SERVER)
    void theExampleRunsAsItIsPrinted() throws Exception {
        try (LockstepServer server = new LockstepServer()) {
            var request = CreateApiKeyRequest.builder().name("example").build();
            String key = server.client().apiKeys().createApiKey(request).key();
            Map<String, String> variables = Map.of("LOCKSTEP_URL", server.url(), "LOCKSTEP_API_KEY", key);
            String printed = run("Example", blocks("README.md", "java").get(0), variables);
            assertEquals(blocks("README.md", "text").get(0), printed);
        }
    }

    @Test
    @EnabledIf(value = SERVER, disabledReason = NO_SERVER)
    void theTaskOfTheDocumentsRunsAsItIsPrinted() throws Exception {
        assumeTrue(Crypto.isAvailable(), "there is no native library");
        String document = "../../docs/clients.md";
        try (LockstepServer server = new LockstepServer()) {
            CountDownLatch ended = new CountDownLatch(1);
            Lockstep client = server.client();
            Thread uploading = new Thread(() -> uploadUntil(client, ended));
            uploading.start();
            try {
                Map<String, String> variables = Map.of(
                        "LOCKSTEP_URL",
                        server.url(),
                        "LOCKSTEP_USERNAME",
                        "admin",
                        "LOCKSTEP_PASSWORD",
                        LockstepServer.PASSWORD);
                String printed = run("Task", String.join("\n", blocks(document, "java")), variables);
                assertEquals(blocks(document, "text").get(0), printed);
            } finally {
                ended.countDown();
                uploading.join();
            }
        }
    }

    /** What surrounds the blocks of the read-me after the first. Each BLOCK stands for the next one. */
    private static final String SNIPPETS = """
            import example.lockstep.ArrowSeries;
            import example.lockstep.Content;
            import example.lockstep.EventStream;
            import example.lockstep.Lockstep;
            import example.lockstep.crypto.Crypto;
            import example.lockstep.crypto.ZkHandler;
            import example.lockstep.models.CreateDatasetRequest;
            import example.lockstep.models.DatasetEncryptionMode;
            import example.lockstep.models.DatasetUpdate;
            import java.io.PrintStream;
            import java.util.concurrent.CompletableFuture;
            import java.util.concurrent.CountDownLatch;
            import java.util.concurrent.TimeUnit;

            public class Snippets {
                static final CountDownLatch PRINTED = new CountDownLatch(1);

                public static void main(String[] arguments) throws InterruptedException {
                    if (Crypto.isAvailable()) {
                        prove();
                    }
                    Lockstep lockstep = Lockstep.builder(System.getenv("LOCKSTEP_URL"))
                            .apiKey(System.getenv("LOCKSTEP_API_KEY"))
                            .build();
                    store(lockstep);
                    System.setOut(new PrintStream(System.out, true) {
                        @Override
                        public void println(String line) {
                            super.println(line);
                            PRINTED.countDown();
                        }
                    });
                    Thread listening = new Thread(() -> listen(lockstep));
                    listening.setDaemon(true);
                    listening.start();
                    // Until an update is printed, at most for a minute: the socket may open later.
                    for (int round = 0; round < 300 && PRINTED.getCount() > 0; round++) {
                        lockstep.datasets().createDataset(CreateDatasetRequest.builder()
                                .name("rides")
                                .encryptionMode(DatasetEncryptionMode.NONE)
                                .build());
                        PRINTED.await(200, TimeUnit.MILLISECONDS);
                    }
                }

                static void store(Lockstep lockstep) {
                    BLOCK
                }

                static void listen(Lockstep lockstep) {
                    BLOCK
                }

                static void prove() {
                    BLOCK
                }
            }
            """;

    @Test
    @EnabledIf(value = SERVER, disabledReason = NO_SERVER)
    void theOtherBlocksOfTheReadmeRun() throws Exception {
        List<String> snippets = blocks("README.md", "java");
        String source = SNIPPETS;
        for (String snippet : snippets.subList(1, snippets.size())) {
            assertTrue(source.contains("BLOCK"), "this test has no place for " + snippet);
            source = source.replaceFirst("BLOCK", Matcher.quoteReplacement(snippet));
        }
        assertFalse(source.contains("BLOCK"), "the read-me has fewer blocks");
        try (LockstepServer server = new LockstepServer()) {
            var request = CreateApiKeyRequest.builder().name("snippets").build();
            String key = server.client().apiKeys().createApiKey(request).key();
            String printed = run("Snippets", source, Map.of("LOCKSTEP_URL", server.url(), "LOCKSTEP_API_KEY", key));
            assertTrue(printed.contains("3 points of a series\n"), printed);
            assertTrue(Pattern.compile("(?m)^ds_\\w+ created$").matcher(printed).find(), printed);
            assertEquals(Crypto.isAvailable(), printed.startsWith("the proof holds: true\n"), printed);
        }
    }

    @Test
    void theDependencyOfTheReadmeIsThisProject() throws IOException {
        String pom = Files.readString(Path.of("pom.xml"));
        String dependency = blocks("README.md", "xml").get(0);
        for (String line :
                dependency.lines().filter(line -> line.startsWith("  ")).toList()) {
            assertTrue(pom.contains("\n" + line + "\n"), line);
        }
    }

    /** Uploads a point again and again: the program may open its socket later. */
    private static void uploadUntil(Lockstep client, CountDownLatch ended) {
        FitnessDataPoint point = FitnessDataPoint.builder()
                .timestamp(OffsetDateTime.parse("2026-06-02T07:00:00Z"))
                .type("steps")
                .value(1)
                .unit("count")
                .device("strap")
                .build();
        PointUpload upload = PointUpload.builder().data(List.of(point)).build();
        try {
            do {
                client.fitness().uploadPoints(upload);
            } while (!ended.await(200, TimeUnit.MILLISECONDS));
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void theLicencesOfTheJarAreThoseOfTheRepository() throws IOException {
        for (String name : List.of("LICENSE-APACHE", "LICENSE-MIT")) {
            Path classes = Path.of("target/classes/META-INF", name);
            try (InputStream packed = Files.newInputStream(classes)) {
                assertArrayEquals(Files.readAllBytes(Path.of("../..", name)), packed.readAllBytes(), name);
            }
        }
    }
}
