package example.lockstep.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import example.lockstep.models.EncryptionMode;
import example.lockstep.models.FitnessDataPoint;
import example.lockstep.models.PointMetadata;
import example.lockstep.models.PointUpload;
import example.lockstep.models.PointUploadResult;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The faster reader and writer of uploads: they read and write what {@link Json} reads and writes. */
class PointsTest {

    private static final FitnessDataPoint POINT = FitnessDataPoint.builder()
            .timestamp(OffsetDateTime.parse("2026-06-01T07:00:00Z"))
            .type("heart_rate")
            .value(61)
            .unit("bpm")
            .device("strap")
            .build();

    private static void isWrittenAsByJson(PointUpload upload) throws IOException {
        ByteBuffer written = PointUploads.write(upload);
        byte[] bytes = new byte[written.remaining()];
        written.get(bytes);
        assertEquals(Json.tree(Json.write(upload)), Json.tree(bytes), () -> new String(bytes, StandardCharsets.UTF_8));
    }

    private static void isWrittenAsByJson(FitnessDataPoint... points) throws IOException {
        isWrittenAsByJson(new PointUpload(null, Arrays.asList(points), null, null));
    }

    @Test
    void timesAreWritten() throws IOException {
        for (String time : List.of(
                "2026-06-01T07:00Z",
                "2026-12-31T23:59:59.999999999Z",
                "2026-06-01T07:08:09.25Z",
                "2026-06-01T07:08:09.000000001Z",
                "2026-06-01T07:08:09.1+05:30",
                "2026-06-01T07:08:09-11:00",
                "2026-06-01T07:08:09+01:02:03",
                "0000-01-01T00:00Z",
                "0987-01-01T00:00Z",
                "-0001-01-01T00:00Z",
                "+12345-01-01T00:00Z")) {
            isWrittenAsByJson(
                    POINT.toBuilder().timestamp(OffsetDateTime.parse(time)).build());
        }
    }

    @Test
    void numbersAreWritten() throws IOException {
        List<Double> numbers = new ArrayList<>(List.of(
                0.0,
                -0.0,
                0.1,
                0.001,
                -0.001,
                0.0005,
                61.25,
                -61.5,
                99.999,
                1e15,
                -1e15,
                999999999999999.0,
                1e12 + 0.001,
                1e300,
                5e-324,
                Double.MAX_VALUE,
                0.1 + 0.2));
        Random random = new Random(1);
        for (int nth = 0; nth < 2000; nth++) {
            numbers.add(random.nextInt() / 1000.0);
            numbers.add(random.nextLong() / 100.0);
            numbers.add(Double.longBitsToDouble(random.nextLong()));
        }
        numbers.removeIf(number -> !Double.isFinite(number));
        for (double number : numbers) {
            isWrittenAsByJson(POINT.toBuilder().value(number).confidence(number).build());
        }
    }

    @Test
    void textsAreWritten() throws IOException {
        List<FitnessDataPoint> points = new ArrayList<>();
        for (String text : List.of(
                "", "a b", "\"", "\\", "\n", "\u0001", "\u007f", "°C", "♥", "😀", "a\ud83d", "\ude00a", "strap")) {
            points.add(POINT.toBuilder().type(text).build());
            points.add(POINT.toBuilder().unit(text).build());
            points.add(POINT.toBuilder().device(text).build());
        }
        isWrittenAsByJson(points.toArray(new FitnessDataPoint[0]));
    }

    @Test
    void everyFieldIsWritten() throws IOException {
        PointMetadata metadata =
                PointMetadata.builder().notes("windy").otherField("a", 1).build();
        FitnessDataPoint full = new FitnessDataPoint(
                0.5,
                "strap",
                "pt_1",
                metadata,
                POINT.timestamp(),
                "steps",
                "count",
                3,
                Map.of("mood", List.of("good")));
        for (RecordComponent component : FitnessDataPoint.class.getRecordComponents()) {
            assertTrue(isSet(full, component), component + " has no value: this test must know it");
        }
        isWrittenAsByJson(full, POINT, null, full, POINT);
        isWrittenAsByJson(new FitnessDataPoint(null, null, null, null, null, null, null, 1, null), POINT);
        for (PointMetadata one : List.of(
                metadata, PointMetadata.builder().localDate(LocalDate.EPOCH).build())) {
            isWrittenAsByJson(POINT.toBuilder().metadata(one).build(), POINT);
        }
        PointUpload upload = new PointUpload(1024L, List.of(POINT, POINT), EncryptionMode.FHE, Map.of("new", true));
        for (RecordComponent component : PointUpload.class.getRecordComponents()) {
            assertTrue(isSet(upload, component), component + " has no value: this test must know it");
        }
        isWrittenAsByJson(upload);
        isWrittenAsByJson(new PointUpload(1024L, List.of(POINT, POINT), new EncryptionMode("ne\"w"), null));
        isWrittenAsByJson(PointUpload.builder().data(List.of()).build());
    }

    private static boolean isSet(Record value, RecordComponent component) {
        try {
            Object found = component.getAccessor().invoke(value);
            return found != null && !found.equals(0.0) && !found.equals(Map.of());
        } catch (ReflectiveOperationException error) {
            throw new AssertionError(error);
        }
    }

    @Test
    void manyPointsAreWritten() throws IOException {
        List<FitnessDataPoint> points = new ArrayList<>();
        for (int nth = 0; nth < 3000; nth++) {
            points.add(POINT.toBuilder()
                    .timestamp(POINT.timestamp().plusSeconds(nth))
                    .device("d".repeat(nth % 700))
                    .build());
        }
        isWrittenAsByJson(PointUpload.builder().data(points).build());
    }

    @Test
    void aLongFirstPointTakesNoMemoryForTheOthers() {
        List<FitnessDataPoint> points = new ArrayList<>(Collections.nCopies(20_000, POINT));
        points.set(0, POINT.toBuilder().device("d".repeat(10_000)).build());
        ByteBuffer written =
                PointUploads.write(PointUpload.builder().data(points).build());
        assertTrue(written.array().length < 20_000_000, () -> written.array().length + " bytes");
    }

    @Test
    void whatJsonDoesNotHaveIsRefused() {
        for (double value : List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)) {
            for (FitnessDataPoint point : List.of(
                    POINT.toBuilder().value(value).build(),
                    POINT.toBuilder().confidence(value).build())) {
                PointUpload upload =
                        PointUpload.builder().data(List.of(POINT, point)).build();
                var error = assertThrows(IllegalArgumentException.class, () -> PointUploads.write(upload));
                assertEquals("JSON has no number " + value, error.getMessage());
            }
        }
    }

    private static PointUploadResult read(String json) {
        return PointResults.read(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theUsualResultIsRead() throws IOException {
        for (String json : List.of(
                "{\"success\":true,\"processedCount\":10000,\"encryptedCount\":0}",
                " {\t\"encryptedCount\" : 7 ,\r\n \"success\": false, \"processedCount\": 999999999999999 } ",
                "{\"success\":true}")) {
            JsonNode tree = Json.tree(json.getBytes(StandardCharsets.UTF_8));
            assertEquals(Json.convert(tree, PointUploadResult.class), read(json), json);
        }
    }

    @Test
    void otherResultsAreLeftToJson() {
        String usual = "{\"success\":true,\"processedCount\":10}";
        for (String json : List.of(
                "",
                "{}",
                "[]",
                "null",
                "{\"success\":true,}",
                "{\"success\":truer}",
                "{\"success\":1}",
                "{\"success\" true}",
                "{\"success\":null}",
                "{\"processedCount\":01}",
                "{\"processedCount\":-1}",
                "{\"processedCount\":1.5}",
                "{\"processedCount\":1e3}",
                "{\"processedCount\":\"1\"}",
                "{\"processedCount\":}",
                "{\"processedCount\":9223372036854775808}",
                "{\"success\":true,\"errors\":[\"data[0]\"]}",
                "{\"success\":true,\"newField\":1}",
                usual + ",",
                usual + "}",
                usual.substring(0, usual.length() - 1))) {
            assertNull(read(json), json);
        }
    }
}
