package example.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import example.lockstep.internal.Json;
import example.lockstep.models.ApiKeyWithSecret;
import example.lockstep.models.FitnessDataPoint;
import example.lockstep.models.ProfileChange;
import example.lockstep.models.StreamMessage;
import example.lockstep.models.TokenPair;
import example.lockstep.models.WorkflowManualTrigger;
import example.lockstep.models.WorkflowTrigger;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Models: what is read, kept, sent and shown. */
class ModelsTest {

    private static final String POINT = "{\"timestamp\":\"2026-06-01T07:00:00.25Z\",\"type\":\"heart_rate\","
            + "\"value\":61,\"unit\":\"bpm\",\"device\":\"strap\"";

    private static <T> T read(String json, Class<T> type) throws IOException {
        return Json.convert(tree(json), type);
    }

    private static JsonNode tree(String json) throws IOException {
        return Json.tree(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String write(Object value) {
        return new String(Json.write(value), StandardCharsets.UTF_8);
    }

    @Test
    void everyModelCanBeReadAndShown() throws Exception {
        int count = 0;
        for (Class<?> type : models()) {
            if (type.isRecord() && type.getRecordComponents().length > 0 && !isText(type)) {
                Object empty = read("{\"newField\":\"hidden word\"}", type);
                assertNotNull(empty, type.getName());
                assertFalse(empty.toString().contains("hidden word"), type.getName());
                count++;
            }
        }
        assertTrue(count > 300, count + " models");
    }

    private static boolean isText(Class<?> type) {
        return type.getRecordComponents()[0].getName().equals("value") && type.getRecordComponents().length == 1;
    }

    private static List<Class<?>> models() throws IOException, URISyntaxException, ClassNotFoundException {
        Path folder =
                Path.of(TokenPair.class.getResource("TokenPair.class").toURI()).getParent();
        List<Class<?>> types = new java.util.ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString().replace(".class", "");
                if (!name.contains("$")) {
                    types.add(Class.forName("example.lockstep.models." + name));
                }
            }
        }
        return types;
    }

    @Test
    void timesAreReadAndWritten() throws IOException {
        FitnessDataPoint point = read(POINT + "}", FitnessDataPoint.class);
        assertEquals(OffsetDateTime.parse("2026-06-01T07:00:00.25Z"), point.timestamp());
        assertNull(point.confidence());
        assertEquals(tree(POINT + "}"), tree(write(point)));
        FitnessDataPoint whole = point.toBuilder()
                .timestamp(OffsetDateTime.parse("2026-06-01T07:00Z"))
                .build();
        assertTrue(write(whole).contains("\"2026-06-01T07:00:00Z\""), write(whole));
    }

    @Test
    void fieldsOfAnswersAreNotSent() throws IOException {
        FitnessDataPoint point = read(POINT + ",\"id\":\"pt_1\"}", FitnessDataPoint.class);
        assertEquals("pt_1", point.id());
        assertFalse(write(point).contains("pt_1"));
        assertEquals(tree(POINT + "}"), tree(write(point.toBuilder().build())));
    }

    @Test
    void unknownFieldsAreSentBack() throws IOException {
        FitnessDataPoint point = read(POINT + ",\"mood\":[\"good\"]}", FitnessDataPoint.class);
        assertEquals(Map.of("mood", List.of("good")), point.otherFields());
        assertEquals(
                tree(POINT + ",\"mood\":[\"good\"]}"),
                tree(write(point.toBuilder().build())));
    }

    @Test
    void aMissingFieldIsNamed() {
        FitnessDataPoint.Builder builder =
                FitnessDataPoint.builder().type("steps").value(1);
        IllegalStateException error = assertThrows(IllegalStateException.class, builder::build);
        assertEquals("FitnessDataPoint: the field device is missing", error.getMessage());
    }

    @Test
    void aChangeTellsNullFromAnAbsentField() throws IOException {
        assertEquals("{}", write(ProfileChange.builder().build()));
        assertEquals(
                "{\"weightKg\":null}",
                write(ProfileChange.builder().weightKg(null).build()));
        assertEquals(
                "{\"weightKg\":70}", write(ProfileChange.builder().weightKg(70).build()));
        ProfileChange change = read("{\"weightKg\":null,\"maxHeartRate\":190}", ProfileChange.class);
        assertEquals(Update.removal(), change.weightKg());
        assertEquals(Update.of(190.0), change.maxHeartRate());
        assertNull(change.sex());
    }

    @Test
    void aUnionIsToldApartByItsText() throws IOException {
        WorkflowTrigger manual = read("{\"type\":\"manual\"}", WorkflowTrigger.class);
        assertInstanceOf(WorkflowManualTrigger.class, manual);
        assertEquals(
                "{\"type\":\"manual\"}", write(WorkflowManualTrigger.builder().build()));
        WorkflowTrigger other = read("{\"type\":\"tides\",\"height\":3}", WorkflowTrigger.class);
        assertInstanceOf(WorkflowTrigger.Other.class, other);
        assertEquals(tree("{\"type\":\"tides\",\"height\":3}"), tree(write(other)));
    }

    @Test
    void aUnionWithoutATextIsToldApartByItsRequiredFields() throws IOException {
        String message = "{\"id\":\"e1\",\"type\":\"data\",\"payload\":" + POINT + "}}";
        assertInstanceOf(
                FitnessDataPoint.class, read(message, StreamMessage.class).payload());
    }

    @Test
    void noTextOfAModelShowsASecret() throws IOException {
        String word = "\"hidden word\"";
        List<Object> secrets = List.of(
                read("{\"id\":\"key_1\",\"key\":" + word + "}", ApiKeyWithSecret.class),
                read("{\"access_token\":" + word + ",\"refresh_token\":" + word + "}", TokenPair.class));
        for (Object secret : secrets) {
            assertFalse(secret.toString().contains("hidden word"), secret.toString());
            assertTrue(write(secret).contains("hidden word"));
        }
    }
}
