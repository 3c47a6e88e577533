package example.lockstep.crypto;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/**
 * The trusted keys and the expectations of the reader of a document. A field that is null is not expected.
 *
 * @param attester the fingerprint of the signer's key, from another channel than the document: 64 hexadecimal digits
 * @param publicKey the signer's public key in base 64, from another channel than the document
 * @param chain the answer of <code>getAttestationKey</code>, as JSON: documents of the signer's earlier keys hold, too
 * @param audience the audience of the reader; a document that names an audience does not hold without it
 * @param nonce the nonce that the reader gave; a document that contains a nonce does not hold without it
 * @param now the time of the verification, by default the present; a claim whose validity has ended does not hold
 */
public record DocumentExpectations(
        String attester, String publicKey, String chain, String audience, byte[] nonce, Instant now) {

    /** Nothing is expected: any signer is accepted, and named in the result. */
    public static final DocumentExpectations NONE = new DocumentExpectations(null, null, null, null, null, null);

    /**
     * Returns the expectation of a signer.
     *
     * @param attester the fingerprint of the signer's key
     * @return the expectation
     */
    public static DocumentExpectations of(String attester) {
        return NONE.withAttester(attester);
    }

    /**
     * Returns a copy with a signer.
     *
     * @param attester the fingerprint of the signer's key
     * @return the copy
     */
    public DocumentExpectations withAttester(String attester) {
        return new DocumentExpectations(attester, publicKey, chain, audience, nonce, now);
    }

    /**
     * Returns a copy with a public key of the signer.
     *
     * @param publicKey the key in base 64
     * @return the copy
     */
    public DocumentExpectations withPublicKey(String publicKey) {
        return new DocumentExpectations(attester, publicKey, chain, audience, nonce, now);
    }

    /**
     * Returns a copy with a chain of keys.
     *
     * @param chain the JSON of the chain
     * @return the copy
     */
    public DocumentExpectations withChain(String chain) {
        return new DocumentExpectations(attester, publicKey, chain, audience, nonce, now);
    }

    /**
     * Returns a copy with an audience.
     *
     * @param audience the audience of the reader
     * @return the copy
     */
    public DocumentExpectations withAudience(String audience) {
        return new DocumentExpectations(attester, publicKey, chain, audience, nonce, now);
    }

    /**
     * Returns a copy with a nonce.
     *
     * @param nonce the nonce that the reader gave
     * @return the copy
     */
    public DocumentExpectations withNonce(byte[] nonce) {
        return new DocumentExpectations(attester, publicKey, chain, audience, nonce, now);
    }

    /**
     * Returns a copy with a time.
     *
     * @param now the time of the verification
     * @return the copy
     */
    public DocumentExpectations withNow(Instant now) {
        return new DocumentExpectations(attester, publicKey, chain, audience, nonce, now);
    }

    Map<String, Object> fields(byte[] document) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("document", document);
        fields.put("attester", attester);
        fields.put("publicKey", publicKey);
        fields.put("chain", chain == null ? null : chain.getBytes(StandardCharsets.UTF_8));
        fields.put("audience", audience);
        fields.put("nonce", nonce == null ? null : Base64.getEncoder().encodeToString(nonce));
        fields.put("now", (now == null ? Instant.now() : now).toString());
        return fields;
    }
}
