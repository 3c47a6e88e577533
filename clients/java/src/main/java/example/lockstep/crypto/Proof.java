package example.lockstep.crypto;

import com.fasterxml.jackson.databind.JsonNode;
import example.lockstep.internal.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A proof. {@link ZkHandler#verifyProof} needs all its fields.
 *
 * @param scheme the proof system
 * @param curve the curve
 * @param circuit the name of the circuit
 * @param proof JSON as snarkjs writes it
 * @param publicSignals decimal numbers
 * @param vkDigest the digest of the key that verifies the proof
 * @param setup how the keys were made
 * @param device what computed the proof
 */
public record Proof(
        String scheme,
        String curve,
        String circuit,
        String proof,
        List<String> publicSignals,
        String vkDigest,
        String setup,
        String device) {

    /** Makes a proof of all its fields. */
    public Proof {
        publicSignals = List.copyOf(publicSignals);
    }

    /**
     * Reads a proof that {@link #toJson} wrote, also in another language.
     *
     * @param json the text
     * @return the proof
     */
    public static Proof fromJson(String json) {
        try {
            return of(Json.tree(json.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException error) {
            throw new InvalidArgumentException("a proof is a JSON object");
        }
    }

    static Proof of(JsonNode json) {
        List<String> signals = new ArrayList<>();
        json.path("publicSignals").forEach(one -> signals.add(one.asText()));
        return new Proof(
                json.path("scheme").asText(),
                json.path("curve").asText(),
                json.path("circuit").asText(),
                json.path("proof").asText(),
                signals,
                json.path("vkDigest").asText(),
                json.path("setup").asText(),
                json.path("device").asText());
    }

    /**
     * Returns the proof as JSON.
     *
     * @return the text
     */
    public String toJson() {
        return new String(Json.write(fields()), StandardCharsets.UTF_8);
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("scheme", scheme);
        fields.put("curve", curve);
        fields.put("circuit", circuit);
        fields.put("proof", proof);
        fields.put("publicSignals", publicSignals);
        fields.put("vkDigest", vkDigest);
        fields.put("setup", setup);
        fields.put("device", device);
        return fields;
    }

    /**
     * Verifies the proof with a key that the caller trusts. Its digest must be {@link #vkDigest}.
     *
     * @param verificationKey JSON as snarkjs writes it
     * @return whether the proof holds
     */
    public CompletableFuture<Boolean> verify(String verificationKey) {
        Map<String, Object> request = Map.of("proof", fields(), "verificationKey", verificationKey);
        return Work.start(token -> Bridge.call("Proof.verify", request, token).flag("verified"));
    }
}
