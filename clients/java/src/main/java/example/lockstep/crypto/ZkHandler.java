package example.lockstep.crypto;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.DoubleStream;

/** Makes and verifies proofs. It knows the keys that it made. */
public final class ZkHandler extends NativeObject {

    /** Makes a handler; initialize it before use. */
    public ZkHandler() {
        super(created("ZkHandler.new", Map.of()));
    }

    /**
     * Prepares the handler with its defaults.
     *
     * @return ends when it is ready
     */
    public CompletableFuture<Void> initialize() {
        return initialize(ZkConfig.DEFAULT);
    }

    /**
     * Prepares the handler.
     *
     * @param config the configuration
     * @return ends when it is ready
     */
    public CompletableFuture<Void> initialize(ZkConfig config) {
        return start("ZkHandler.initialize", Map.of("config", config.fields()), done -> null);
    }

    /**
     * Makes the keys of a circuit.
     *
     * @param circuit the circuit
     * @return the keys
     */
    public CompletableFuture<CircuitKeys> generateKeys(Circuit circuit) {
        return start(
                "ZkHandler.generateKeys",
                Map.of("circuit", circuit),
                made -> new CircuitKeys(
                        new ProvingKey(made.number("provingKey")),
                        made.text("verificationKey"),
                        made.text("vkDigest"),
                        made.text("setup"),
                        made.text("assurance")));
    }

    /**
     * Proves that a circuit accepts inputs. The proof shows the public ones only.
     *
     * @param circuit the circuit
     * @param privateInputs the inputs that stay hidden
     * @param publicInputs the inputs that the proof shows
     * @return the proof
     */
    public CompletableFuture<Proof> generateProof(Circuit circuit, Inputs privateInputs, Inputs publicInputs) {
        Map<String, Object> fields = Map.of(
                "circuit", circuit, "privateInputs", privateInputs.fields(), "publicInputs", publicInputs.fields());
        return start("ZkHandler.generateProof", fields, ZkHandler::proof);
    }

    /**
     * Verifies a proof under a key of this handler.
     *
     * @param proof the proof
     * @return whether it holds
     */
    public CompletableFuture<Boolean> verifyProof(Proof proof) {
        return start("ZkHandler.verifyProof", Map.of("proof", proof.fields()), answer -> answer.flag("verified"));
    }

    /**
     * Proves that a hidden value is between two bounds, inclusive.
     *
     * @param value the hidden value
     * @param min the least permitted value
     * @param max the greatest permitted value
     * @return the proof
     */
    public CompletableFuture<Proof> generateRangeProof(double value, double min, double max) {
        Map<String, Object> fields = Map.of("value", value, "range", Map.of("min", min, "max", max));
        return start("ZkHandler.generateRangeProof", fields, ZkHandler::proof);
    }

    /**
     * Proves that two hidden values are equal.
     *
     * @param value1 a hidden value
     * @param value2 the other hidden value
     * @return the proof
     */
    public CompletableFuture<Proof> generateEqualityProof(double value1, double value2) {
        Map<String, Object> fields = Map.of("value1", value1, "value2", value2);
        return start("ZkHandler.generateEqualityProof", fields, ZkHandler::proof);
    }

    /**
     * Proves that a hidden value is one of a set.
     *
     * @param value the hidden value
     * @param set the permitted values
     * @return the proof
     */
    public CompletableFuture<Proof> generateMembershipProof(double value, double... set) {
        List<Double> values = DoubleStream.of(set).boxed().toList();
        return start("ZkHandler.generateMembershipProof", Map.of("value", value, "set", values), ZkHandler::proof);
    }

    /**
     * Returns the secret that opens the commitments of a proof.
     *
     * @param proof a proof
     * @return the secret; empty if this handler did not make the proof
     */
    public Optional<Opening> opening(Proof proof) {
        Frame answer = call("ZkHandler.opening", Map.of("proof", proof.fields()));
        if (!answer.has("opening")) {
            return Optional.empty();
        }
        Frame opening = answer.at("opening");
        return Optional.of(new Opening(opening.texts("blindings"), Math.toIntExact(opening.number("scale"))));
    }

    /**
     * Returns the key of this handler that verifies a proof.
     *
     * @param vkDigest the digest that the proof names
     * @return JSON as snarkjs writes it
     */
    public String verificationKey(String vkDigest) {
        return call("ZkHandler.verificationKey", Map.of("vkDigest", vkDigest)).text("verificationKey");
    }

    /** Forgets the keys and values. */
    public void cleanup() {
        call("ZkHandler.cleanup", Map.of());
    }

    private static Proof proof(Frame made) {
        return Proof.of(made.at("proof").json());
    }
}
