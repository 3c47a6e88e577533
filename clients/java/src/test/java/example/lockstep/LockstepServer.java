package example.lockstep;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The server's binary as a child process, on a directory of its own. */
final class LockstepServer implements AutoCloseable {

    static final String PASSWORD = "a password of the tests";
    private static final Pattern ADDRESS = Pattern.compile("listens on http://([\\d.:]+)");

    private final Path folder;
    private String address = "127.0.0.1:0";
    private Process process;

    LockstepServer() throws IOException {
        folder = Files.createTempDirectory("lockstep-client-");
        run();
    }

    /** The binary; the tests of a server are skipped without it. */
    static String program() {
        return System.getenv("LOCKSTEP_PROGRAM");
    }

    static boolean isAvailable() {
        return program() != null;
    }

    String url() {
        return "http://" + address;
    }

    Lockstep client() {
        return Lockstep.builder(url()).password("admin", PASSWORD).build();
    }

    /** Starts the process, again at the same address. */
    void run() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                program(), "serve", "--data", folder.resolve("data").toString(), "--listen", address);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("LOCKSTEP_"));
        environment.put("LOCKSTEP_ADMIN_PASSWORD", PASSWORD);
        // A restarted server keeps its address; a broker would need a fixed port, too.
        environment.put("LOCKSTEP_MQTT_BROKER", "off");
        process = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        BufferedReader errors =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
        List<String> said = new ArrayList<>();
        for (String line = errors.readLine(); line != null; line = errors.readLine()) {
            Matcher found = ADDRESS.matcher(line);
            if (found.find()) {
                address = found.group(1);
                drain(errors);
                return;
            }
            said.add(line);
        }
        throw new IOException("the server did not start: " + said);
    }

    /** Reads the later output, so that the pipe does not fill. */
    private static void drain(BufferedReader errors) {
        Thread reader = new Thread(() -> errors.lines().forEach(line -> {}));
        reader.setDaemon(true);
        reader.start();
    }

    /** Ends the process as a crash does. */
    void kill() throws IOException {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new IOException(interruption);
        }
    }

    @Override
    public void close() throws IOException {
        kill();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
