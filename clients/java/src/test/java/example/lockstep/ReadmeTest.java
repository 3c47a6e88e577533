package example.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.lockstep.models.CreateApiKeyRequest;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The example of the read-me runs as it is printed. */
@Timeout(120)
@EnabledIf(value = "example.lockstep.LockstepServer#isAvailable", disabledReason = "LOCKSTEP_PROGRAM names no server")
class ReadmeTest {

    @TempDir
    private Path folder;

    private static String block(String kind) throws IOException {
        Pattern pattern = Pattern.compile("```" + kind + "\n(.*?)```", Pattern.DOTALL);
        Matcher found = pattern.matcher(Files.readString(Path.of("README.md")));
        assertTrue(found.find(), kind);
        return found.group(1);
    }

    @Test
    void theExampleRunsAsItIsPrinted() throws Exception {
        Path source = Files.writeString(folder.resolve("Example.java"), block("java"));
        String classes = System.getProperty("java.class.path");
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-Xlint:all,-processing", "-Werror", "-cp", classes, source.toString());
        assertEquals(0, status);
        try (LockstepServer server = new LockstepServer()) {
            var request = CreateApiKeyRequest.builder().name("example").build();
            String key = server.client().apiKeys().createApiKey(request).key();
            String program =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            ProcessBuilder builder =
                    new ProcessBuilder(program, "-cp", folder + File.pathSeparator + classes, "Example");
            builder.environment().put("LOCKSTEP_URL", server.url());
            builder.environment().put("LOCKSTEP_API_KEY", key);
            Process example = builder.redirectErrorStream(true).start();
            String printed = new String(example.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(block("text"), printed);
            assertEquals(0, example.waitFor());
        }
    }
}
