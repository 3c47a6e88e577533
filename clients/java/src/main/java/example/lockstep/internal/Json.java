package example.lockstep.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import example.lockstep.Update;
import java.io.IOException;
import java.lang.reflect.Type;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;

/** Reads and writes JSON. Fields that this version does not know are kept without an error. */
public final class Json {

    /** The type of an object whose fields are not known. */
    public static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            // The server limits the sizes of its answers.
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .addModule(scalars())
            .addModule(Unions.module())
            .build();

    private Json() {}

    /** Returns the type as Jackson knows it. */
    static JavaType type(Type type) {
        return MAPPER.constructType(type);
    }

    /** Reads a value. */
    static <T> T read(byte[] json, JavaType type) throws IOException {
        return MAPPER.readValue(json, type);
    }

    /** Reads any JSON. */
    public static JsonNode tree(byte[] json) throws IOException {
        JsonNode tree = MAPPER.readTree(json);
        if (tree == null || tree.isMissingNode()) {
            throw new IOException("there is no JSON");
        }
        return tree;
    }

    /** Reads a value of a part of a tree. */
    public static <T> T convert(JsonNode tree, JavaType type) throws IOException {
        return MAPPER.readerFor(type).readValue(MAPPER.treeAsTokens(tree));
    }

    /** Returns a tree as texts, numbers, lists and maps. */
    public static Object plain(JsonNode tree) {
        return MAPPER.convertValue(tree, Object.class);
    }

    /** Reads a model. */
    public static <T> T convert(JsonNode tree, Class<T> type) throws IOException {
        return convert(tree, MAPPER.constructType(type));
    }

    /** Writes a value, or throws an {@link IllegalArgumentException} if JSON has no such value. */
    public static byte[] write(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException error) {
            throw new IllegalArgumentException(error.getOriginalMessage(), error);
        }
    }

    private static SimpleModule scalars() {
        SimpleModule module = new SimpleModule();
        JsonSerializer<Double> finite = new FiniteWriter();
        module.addSerializer(Double.class, finite);
        module.addSerializer(Double.TYPE, finite);
        module.addSerializer(OffsetDateTime.class, new TimeWriter());
        module.addSerializer(LocalDate.class, ToStringSerializer.instance);
        module.addDeserializer(OffsetDateTime.class, new TextReader<>(OffsetDateTime.class, OffsetDateTime::parse));
        module.addDeserializer(LocalDate.class, new TextReader<>(LocalDate.class, LocalDate::parse));
        module.addSerializer(Update.class, new UpdateWriter());
        module.addDeserializer(Update.class, new UpdateReader(null));
        return module;
    }

    private static final class FiniteWriter extends JsonSerializer<Double> {

        @Override
        public void serialize(Double value, JsonGenerator json, SerializerProvider provider) throws IOException {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("JSON has no number " + value);
            }
            if (value == Math.rint(value) && Math.abs(value) < 1e15) {
                json.writeNumber(value.longValue()); // Shorter than with a fraction of zero.
            } else {
                json.writeNumber(value);
            }
        }
    }

    private static final class TimeWriter extends JsonSerializer<OffsetDateTime> {

        @Override
        public void serialize(OffsetDateTime value, JsonGenerator json, SerializerProvider provider)
                throws IOException {
            json.writeString(text(value));
        }
    }

    /** Returns the time as RFC 3339 wants it, with seconds. */
    static String text(OffsetDateTime value) {
        return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(value);
    }

    private static final class TextReader<T> extends JsonDeserializer<T> {

        private final Class<T> type;
        private final java.util.function.Function<String, T> parse;

        TextReader(Class<T> type, java.util.function.Function<String, T> parse) {
            this.type = type;
            this.parse = parse;
        }

        @Override
        public T deserialize(JsonParser json, DeserializationContext context) throws IOException {
            String text = json.getText();
            try {
                return parse.apply(text);
            } catch (java.time.DateTimeException error) {
                throw context.weirdStringException(text, type, "no such time");
            }
        }
    }

    @SuppressWarnings("rawtypes") // Jackson names classes without their parameters.
    private static final class UpdateWriter extends JsonSerializer<Update> {

        @Override
        public void serialize(Update update, JsonGenerator json, SerializerProvider provider) throws IOException {
            provider.defaultSerializeValue(update.value(), json);
        }
    }

    @SuppressWarnings("rawtypes") // Jackson names classes without their parameters.
    private static final class UpdateReader extends JsonDeserializer<Update> implements ContextualDeserializer {

        private final JavaType type;

        UpdateReader(JavaType type) {
            this.type = type;
        }

        @Override
        public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property) {
            JavaType update = context.getContextualType() == null ? property.getType() : context.getContextualType();
            return new UpdateReader(update.containedTypeOrUnknown(0));
        }

        @Override
        public Update deserialize(JsonParser json, DeserializationContext context) throws IOException {
            Object value = context.readValue(json, type);
            return Update.of(value);
        }

        @Override
        public Update getNullValue(DeserializationContext context) {
            return Update.removal();
        }

        @Override
        public Object getAbsentValue(DeserializationContext context) {
            return null;
        }
    }
}
