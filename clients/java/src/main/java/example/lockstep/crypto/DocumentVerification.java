package example.lockstep.crypto;

import example.lockstep.internal.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The result of the verification of a document. If the document does not hold, all but the first two fields are null.
 *
 * @param verified whether the signatures, and the proof of a claim, are valid, and the signer is the expected one
 * @param reason why the document does not hold; null if it does
 * @param format the format of the document, such as <code>lockstep-erasure/1</code>
 * @param id the identifier of the document
 * @param attester the fingerprint of the signing key
 * @param signedAt the time of the signature
 * @param says the verified content
 * @param knownSigner whether the expectations name the signer; if they do not, anyone could have signed: compare the attester
 */
public record DocumentVerification(
        boolean verified,
        String reason,
        String format,
        String id,
        String attester,
        Instant signedAt,
        Map<String, Object> says,
        Boolean knownSigner) {

    static DocumentVerification of(Frame found) {
        String signedAt = found.textOrNull("signedAt");
        return new DocumentVerification(
                found.flag("verified"),
                found.textOrNull("reason"),
                found.textOrNull("format"),
                found.textOrNull("id"),
                found.textOrNull("attester"),
                signedAt == null ? null : Instant.parse(signedAt),
                found.has("says") ? object(found.at("says")) : null,
                found.has("knownSigner") ? found.flag("knownSigner") : null);
    }

    private static Map<String, Object> object(Frame found) {
        Map<String, Object> fields = new LinkedHashMap<>();
        found.json().properties().forEach(one -> fields.put(one.getKey(), Json.plain(one.getValue())));
        return fields;
    }
}
