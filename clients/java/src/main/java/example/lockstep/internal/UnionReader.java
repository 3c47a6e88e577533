package example.lockstep.internal;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Reads one of several models.
 *
 * @param <T> the interface of the models
 */
final class UnionReader<T> extends JsonDeserializer<T> {

    private final String tag;
    private final Function<Map<String, Object>, T> other;
    private final List<Variant<T>> variants = new ArrayList<>();

    private UnionReader(String tag, Function<Map<String, Object>, T> other) {
        this.tag = tag;
        this.other = other;
    }

    /** Returns a reader whose variants have a field with a text of their own. */
    static <T> UnionReader<T> tagged(String tag, Function<Map<String, Object>, T> other) {
        return new UnionReader<>(tag, other);
    }

    /** Returns a reader that tells variants apart by their required fields. */
    static <T> UnionReader<T> untagged(Function<Map<String, Object>, T> other) {
        return new UnionReader<>(null, other);
    }

    /** Adds a variant with the text of its tag, or with its required fields. */
    UnionReader<T> with(Class<? extends T> type, String... signs) {
        Predicate<JsonNode> matches = tag == null
                ? json -> List.of(signs).stream().allMatch(json::has)
                : json -> signs[0].equals(json.path(tag).textValue());
        variants.add(new Variant<>(type, matches));
        return this;
    }

    /** Adds a variant that has one of these fields at least. */
    UnionReader<T> withAny(Class<? extends T> type, String... fields) {
        variants.add(new Variant<>(type, json -> List.of(fields).stream().anyMatch(json::has)));
        return this;
    }

    @Override
    public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        JsonNode json = context.readTree(parser);
        for (Variant<T> variant : variants) {
            if (json.isObject() && variant.matches.test(json)) {
                return context.readTreeAsValue(json, variant.type);
            }
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : json.properties()) {
            fields.put(field.getKey(), context.readTreeAsValue(field.getValue(), Object.class));
        }
        return other.apply(fields);
    }

    private record Variant<T>(Class<? extends T> type, Predicate<JsonNode> matches) {}
}
