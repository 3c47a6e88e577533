import example.lockstep.ArrowSeries;
import example.lockstep.Content;
import example.lockstep.Lockstep;
import example.lockstep.crypto.Proof;
import example.lockstep.crypto.ZkHandler;
import example.lockstep.models.EncryptionMode;
import example.lockstep.models.FitnessDataPoint;
import example.lockstep.models.PointUpload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * The figures of Java in <code>cargo xtask bench clients</code>: <code>Measure upload URL TOKEN POINTS</code> of points as
 * objects, <code>Measure series-upload URL TOKEN POINTS</code> of points as columns, <code>Measure proof</code>, <code>Measure start</code>, which does nothing, or <code>Measure import</code>, which makes a client.
 */
public final class Measure {

    private static final int BODY_POINTS = 10_000;
    private static final int SERIES_POINTS = 100_000;
    private static final OffsetDateTime START = OffsetDateTime.parse("2026-01-01T00:00:00Z");
    private static final int ROUNDS = 9;
    /** The first calls run before the compiler of the virtual machine has translated them. */
    private static final int WARM_UP = 3;

    private Measure() {}

    public static void main(String[] words) throws IOException {
        if (words.length == 4 && words[0].equals("upload")) {
            upload(words[1], words[2], Integer.parseInt(words[3]));
        } else if (words.length == 4 && words[0].equals("series-upload")) {
            uploadSeries(words[1], words[2], Integer.parseInt(words[3]));
        } else if (words.length == 1 && words[0].equals("proof")) {
            proof();
        } else if (words.length == 1 && words[0].equals("import")) {
            Lockstep.builder("http://127.0.0.1").build();
        } else if (words.length != 1 || !words[0].equals("start")) {
            throw new IllegalArgumentException("the arguments are: upload URL TOKEN POINTS, series-upload URL TOKEN POINTS, proof,"
                    + " start, or import");
        }
    }

    /** Sends points over one connection, each body after the answer to the last. */
    private static void upload(String url, String token, int count) throws IOException {
        long start = System.nanoTime();
        Lockstep lockstep = Lockstep.builder(url).accessToken(token).build();
        for (int first = 0; first < count; first += BODY_POINTS) {
            List<FitnessDataPoint> points = new ArrayList<>(BODY_POINTS);
            for (int nth = first; nth < first + BODY_POINTS; nth++) {
                points.add(FitnessDataPoint.builder()
                        .timestamp(START.plusSeconds(nth))
                        .type("heart_rate")
                        .value(60 + nth % 90)
                        .unit("bpm")
                        .device("strap")
                        .build());
            }
            lockstep.fitness()
                    .uploadPoints(PointUpload.builder()
                            .data(points)
                            .encryptionMode(EncryptionMode.BASIC)
                            .build());
        }
        printUpload(start);
    }

    /** Sends columns over one connection, each body after the answer to the last. */
    private static void uploadSeries(String url, String token, int count) throws IOException {
        long start = System.nanoTime();
        Lockstep lockstep = Lockstep.builder(url).accessToken(token).build();
        long first = START.toInstant().toEpochMilli();
        for (int sent = 0; sent < count; sent += SERIES_POINTS) {
            int length = Math.min(SERIES_POINTS, count - sent);
            long[] timestamps = new long[length];
            double[] values = new double[length];
            for (int nth = 0; nth < length; nth++) {
                timestamps[nth] = first + 1000L * (sent + nth);
                values[nth] = 60 + (sent + nth) % 90;
            }
            byte[] series = ArrowSeries.encode("heart_rate", "bpm", "strap", timestamps, values);
            lockstep.fitness().uploadPointsContent(Content.of(series), ArrowSeries.MEDIA_TYPE);
        }
        printUpload(start);
    }

    private static void printUpload(long start) throws IOException {
        double seconds = (System.nanoTime() - start) / 1e9;
        double cpu = ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .toMillis() / 1e3;
        print("{\"seconds\":%.3f,\"cpuSeconds\":%.3f,\"peakMiB\":%.1f}", seconds, cpu, peakMib());
    }

    /** Prints median milliseconds, with keys that exist. */
    private static void proof() {
        try (ZkHandler handler = new ZkHandler()) {
            double load = timed(() -> handler.initialize().join());
            Proof made = handler.generateRangeProof(61, 40, 200).join();
            String key = handler.verificationKey(made.vkDigest());
            List<Double> proofs = new ArrayList<>();
            List<Double> verifications = new ArrayList<>();
            for (int round = 0; round < WARM_UP + ROUNDS; round++) {
                double proved = timed(() -> handler.generateRangeProof(61, 40, 200).join());
                double verified = timed(() -> made.verify(key).join());
                if (round >= WARM_UP) {
                    proofs.add(proved);
                    verifications.add(verified);
                }
            }
            print("{\"load\":%.3f,\"proof\":%.3f,\"verify\":%.3f}", load, median(proofs), median(verifications));
        }
    }

    private static double timed(Runnable call) {
        long start = System.nanoTime();
        call.run();
        return (System.nanoTime() - start) / 1e6;
    }

    private static double median(List<Double> times) {
        Collections.sort(times);
        return times.get(times.size() / 2);
    }

    /** The largest memory of the process, where the system tells it. */
    private static double peakMib() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmHWM:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
            }
        }
        throw new IOException("no VmHWM");
    }

    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
