package example.lockstep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import example.lockstep.internal.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Series as Arrow streams: the bytes of all languages, and what has none. */
class ArrowSeriesTest {

    private static JsonNode vectors() throws IOException {
        return Json.tree(Files.readAllBytes(Path.of("../vectors/arrow_series.json")));
    }

    private static byte[] encode(JsonNode vector) {
        return ArrowSeries.encode(
                vector.path("type").textValue(),
                vector.path("unit").textValue(),
                vector.path("device").textValue(),
                elements(vector.path("timestamps"))
                        .mapToLong(JsonNode::longValue)
                        .toArray(),
                elements(vector.path("values"))
                        .mapToDouble(JsonNode::doubleValue)
                        .toArray());
    }

    private static java.util.stream.Stream<JsonNode> elements(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    @Test
    void aSeriesIsTheStreamOfTheVectors() throws IOException {
        JsonNode series = vectors().path("series");
        assertTrue(series.size() > 0);
        for (JsonNode vector : series) {
            assertArrayEquals(
                    vector.path("body").binaryValue(),
                    encode(vector),
                    vector.path("name").textValue());
        }
        JsonNode refusals = vectors().path("refusals");
        assertTrue(refusals.size() > 0);
        for (JsonNode vector : refusals) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> encode(vector),
                    vector.path("name").textValue());
        }
    }

    private static void isRefused(String reason, String unit, long[] timestamps, double[] values) {
        var error = assertThrows(
                IllegalArgumentException.class,
                () -> ArrowSeries.encode("heart_rate", unit, "strap", timestamps, values));
        assertTrue(error.getMessage().contains(reason), error.getMessage());
    }

    @Test
    void aRefusalSaysWhatIsWrong() {
        long[] times = {0, 1};
        double[] values = {61, 62};
        isRefused("the unit of the series is empty", "", times, values);
        isRefused("the unit of the series is empty", null, times, values);
        isRefused("the unit of the series has half a character", "\ud83d", times, values);
        isRefused("2 timestamps and 1 values", "bpm", times, new double[1]);
        isRefused("0 points", "bpm", new long[0], new double[0]);
        isRefused("100001 points: give 1 to 100000", "bpm", new long[100_001], new double[100_001]);
        isRefused("timestamps[1]", "bpm", new long[] {0, -1}, values);
        isRefused("milliseconds since 1970", "bpm", new long[] {1_767_225_600_000_000L, 0}, values);
        for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            isRefused("values[1] is not finite", "bpm", times, new double[] {61, value});
        }
    }
}
