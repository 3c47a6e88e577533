package example.lockstep.crypto;

import java.util.Map;

/**
 * The name of a key.
 *
 * @param id <code>key_…</code>, or 32 hexadecimal digits
 * @param version the version, 1 or more
 */
public record KeyName(String id, long version) {

    Map<String, Object> fields() {
        return Map.of("id", id, "version", version);
    }
}
