package example.lockstep.crypto;

import com.fasterxml.jackson.databind.JsonNode;
import example.lockstep.internal.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A request or an answer: JSON, and byte strings that it names by their numbers. */
final class Frame {

    private static final String PART = "$part";

    private final JsonNode json;
    private final List<byte[]> parts;

    private Frame(JsonNode json, List<byte[]> parts) {
        this.json = json;
        this.parts = parts;
    }

    /** Writes fields; those that are null are left out. */
    static byte[] write(Map<String, ?> fields) {
        List<byte[]> parts = new ArrayList<>();
        parts.add(new byte[0]);
        Object plain = replaced(fields, parts);
        try {
            parts.set(0, Json.write(plain));
        } catch (IllegalArgumentException error) {
            throw new InvalidArgumentException(error.getMessage());
        }
        int length =
                parts.stream().mapToInt(part -> Integer.BYTES + part.length).sum();
        ByteBuffer frame = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        for (byte[] part : parts) {
            frame.putInt(part.length).put(part);
        }
        return frame.array();
    }

    private static Object replaced(Object value, List<byte[]> parts) {
        if (value instanceof byte[] bytes) {
            parts.add(bytes);
            return Map.of(PART, parts.size() - 2);
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> replaced = new LinkedHashMap<>();
            map.forEach((name, one) -> {
                if (one != null) {
                    replaced.put(String.valueOf(name), replaced(one, parts));
                }
            });
            return replaced;
        }
        if (value instanceof List<?> list) {
            List<Object> replaced = new ArrayList<>();
            list.forEach(one -> replaced.add(replaced(one, parts)));
            return replaced;
        }
        return value;
    }

    static Frame read(byte[] content) {
        List<byte[]> parts = new ArrayList<>();
        ByteBuffer rest = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
        while (rest.hasRemaining()) {
            byte[] part = new byte[rest.getInt()];
            rest.get(part);
            parts.add(part);
        }
        try {
            return new Frame(Json.tree(parts.get(0)), parts.subList(1, parts.size()));
        } catch (IOException error) {
            throw new InternalException("the answer of the native library is not JSON");
        }
    }

    /** Returns an object of the answer. */
    Frame at(String name) {
        return new Frame(json.path(name), parts);
    }

    /** Whether the field has a value. */
    boolean has(String name) {
        return json.hasNonNull(name);
    }

    JsonNode json() {
        return json;
    }

    String text(String name) {
        return json.path(name).asText();
    }

    /** Returns a text; null if the answer has none. */
    String textOrNull(String name) {
        return json.path(name).textValue();
    }

    long number(String name) {
        return json.path(name).asLong();
    }

    double real(String name) {
        return json.path(name).asDouble();
    }

    boolean flag(String name) {
        return json.path(name).asBoolean();
    }

    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        json.path(name).forEach(one -> texts.add(one.asText()));
        return List.copyOf(texts);
    }

    /** Returns a byte string; null if the answer has none. */
    byte[] bytes(String name) {
        JsonNode part = json.path(name).path(PART);
        return part.isInt() ? parts.get(part.intValue()) : null;
    }
}
