package example.lockstep;

import static example.lockstep.FakeServer.drop;
import static example.lockstep.FakeServer.json;
import static example.lockstep.FakeServer.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No text, no log and no trace of the library contains a secret. */
@Timeout(60)
class SecretsTest {

    private static final String SECRET = "hidden-word";

    private static List<Lockstep.Builder> builders(String url) {
        return List.of(
                Lockstep.builder(url).apiKey(SECRET),
                Lockstep.builder(url).accessToken(SECRET),
                Lockstep.builder(url).password("ada", SECRET),
                Lockstep.builder(url).refreshToken(SECRET, pair -> {}));
    }

    @Test
    void noObjectAndNoLogShowsACredential() throws IOException {
        StringBuilder log = new StringBuilder();
        Handler recorder = new Handler() {
            @Override
            public void publish(LogRecord record) {
                log.append(record.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger root = Logger.getLogger("");
        Level before = root.getLevel();
        root.addHandler(recorder);
        root.setLevel(Level.ALL);
        String pair = "{\"access_token\":\"hidden-word-a\",\"refresh_token\":\"hidden-word-r\",\"expires_in\":60}";
        try (FakeServer server = new FakeServer(json(200, pair))) {
            for (Lockstep.Builder builder : builders(server.url())) {
                Lockstep lockstep = builder.maxRetries(0).build();
                CallOptions options = CallOptions.DEFAULT.withHeader("X-Extra", SECRET);
                lockstep.fitness().getUsage(options);
                String shown = "" + builder + lockstep + lockstep.async() + options + lockstep.stream();
                assertFalse(shown.contains(SECRET), shown);
            }
            assertEquals(SECRET, server.received.get(0).header("x-extra"));
        } finally {
            root.removeHandler(recorder);
            root.setLevel(before);
        }
        assertFalse(log.toString().contains(SECRET));
        Tokens tokens = new Tokens(SECRET, SECRET, Duration.ofHours(1));
        assertFalse(tokens.toString().contains(SECRET));
    }

    @Test
    void noExceptionShowsACredential() throws IOException {
        for (FakeServer.Reply reply : List.of(refusal(400, "INVALID_REQUEST"), drop())) {
            try (FakeServer server = new FakeServer(reply)) {
                for (Lockstep.Builder builder : builders(server.url())) {
                    Lockstep lockstep = builder.maxRetries(0).build();
                    LockstepException error = assertThrows(
                            LockstepException.class, () -> lockstep.fitness().getUsage());
                    StringWriter trace = new StringWriter();
                    error.printStackTrace(new PrintWriter(trace));
                    assertFalse(trace.toString().contains(SECRET), trace.toString());
                }
            }
        }
    }

    @Test
    void aCredentialThatIsNoHeaderIsRefusedWithoutShowingIt() {
        for (String wrong : List.of(SECRET + "\n", SECRET + " x", "ü" + SECRET)) {
            IllegalArgumentException error = assertThrows(
                    IllegalArgumentException.class,
                    () -> Lockstep.builder("http://127.0.0.1").apiKey(wrong));
            assertFalse(error.getMessage().contains(SECRET));
        }
    }
}
