package example.lockstep.crypto;

import java.util.Map;

/**
 * What an envelope says about itself.
 *
 * @param mode the mode
 * @param suite the algorithms
 * @param origin who sealed it
 * @param keyName the name of the key
 * @param messageId the id of the message
 * @param extension bytes that everybody can read
 */
public record Envelope(String mode, String suite, String origin, KeyName keyName, byte[] messageId, byte[] extension) {

    /**
     * Reads the head of an envelope, without a key.
     *
     * @param envelope the envelope
     * @return the head
     */
    public static Envelope parse(byte[] envelope) {
        Frame found = Bridge.call("Envelope.parse", Map.of("envelope", envelope), Bridge.NO_CANCELLATION);
        Frame name = found.at("keyName");
        return new Envelope(
                found.text("mode"),
                found.text("suite"),
                found.text("origin"),
                new KeyName(name.text("id"), name.number("version")),
                found.bytes("messageId"),
                found.bytes("extension"));
    }
}
