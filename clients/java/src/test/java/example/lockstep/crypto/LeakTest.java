package example.lockstep.crypto;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Many calls keep no memory. */
@EnabledOnOs(OS.LINUX)
@EnabledIf(value = "example.lockstep.crypto.Crypto#isAvailable", disabledReason = "there is no native library")
class LeakTest {

    private static final int CALLS = 100_000;
    /** What the collector and the allocator may keep between two of its runs. */
    private static final long MAX_GROWTH_KIB = 32 * 1024;

    /** Makes an object, a call that fails, and closes the object: three calls. */
    private static void repeat(int calls) {
        for (int done = 0; done < calls; done += 3) {
            try (PostQuantumScheme one = new PostQuantumScheme()) {
                assertThrows(
                        InitializationException.class, () -> one.call("PostQuantumScheme.generateKeyPair", Map.of()));
            }
        }
    }

    private static long residentKib() throws IOException {
        System.gc();
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        throw new IOException("no VmRSS");
    }

    @Test
    @Timeout(120)
    void aHundredThousandCallsKeepNoMemory() throws IOException {
        repeat(CALLS / 4);
        long before = residentKib();
        repeat(CALLS);
        long grown = residentKib() - before;
        assertTrue(grown < MAX_GROWTH_KIB, grown + " KiB more after " + CALLS + " calls");
    }
}
