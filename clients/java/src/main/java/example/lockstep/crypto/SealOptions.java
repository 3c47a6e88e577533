package example.lockstep.crypto;

import java.util.HashMap;
import java.util.Map;

/**
 * What an envelope says about its message. A field that is null has its default.
 *
 * @param mode <code>basic</code>, <code>at rest</code>, <code>fhe</code> or <code>zk</code>
 * @param extension bytes that everybody can read
 */
public record SealOptions(String mode, byte[] extension) {

    /** All defaults. */
    public static final SealOptions DEFAULT = new SealOptions(null, null);

    Map<String, Object> message(byte[] plaintext, KeyName keyName, SealContext context) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("plaintext", plaintext);
        fields.put("keyName", keyName.fields());
        fields.put("context", context.fields());
        fields.put("mode", mode);
        fields.put("extension", extension);
        return fields;
    }
}
