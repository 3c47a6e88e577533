package example.lockstep.crypto;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Computes witnesses, with limits on memory and instructions. */
public final class ZkVirtualMachine extends NativeObject {

    /** Makes a machine; initialize it before use. */
    public ZkVirtualMachine() {
        super(created("ZkVirtualMachine.new", Map.of()));
    }

    /**
     * Prepares the machine.
     *
     * @param config the limits
     * @return ends when it is ready
     */
    public CompletableFuture<Void> initialize(Config config) {
        return start("ZkVirtualMachine.initialize", Map.of("config", config.fields()), done -> null);
    }

    /**
     * Computes the witness of a circuit.
     *
     * @param circuit the circuit
     * @param inputs all inputs
     * @return the result of the circuit
     */
    public CompletableFuture<Execution> executeCircuit(Circuit circuit, Inputs inputs) {
        Map<String, Object> fields = Map.of("circuit", circuit, "inputs", inputs.fields());
        return start(
                "ZkVirtualMachine.executeCircuit",
                fields,
                done -> new Execution(done.texts("witness"), done.texts("publicSignals"), memory(done)));
    }

    /**
     * Returns the memory after the last execution.
     *
     * @return the memory
     */
    public MemoryState getMemoryState() {
        return memory(call("ZkVirtualMachine.getMemoryState", Map.of()));
    }

    private static MemoryState memory(Frame answer) {
        Frame memory = answer.at("memory");
        return new MemoryState(
                memory.number("pages"),
                memory.number("bytes"),
                memory.number("peak"),
                memory.number("instructions"),
                memory.text("digest"));
    }

    /**
     * The limits of a machine. A field that is null has its default.
     *
     * @param memoryLimit bytes
     * @param maxInstructions the number of instructions
     * @param optimizationLevel <code>basic</code> or <code>aggressive</code>
     */
    public record Config(Long memoryLimit, Long maxInstructions, String optimizationLevel) {

        /** All defaults. */
        public static final Config DEFAULT = new Config(null, null, null);

        /**
         * Replaces the limit on memory.
         *
         * @param bytes the limit
         * @return new limits
         */
        public Config withMemoryLimit(long bytes) {
            return new Config(bytes, maxInstructions, optimizationLevel);
        }

        /**
         * Replaces the limit on instructions.
         *
         * @param count the limit
         * @return new limits
         */
        public Config withMaxInstructions(long count) {
            return new Config(memoryLimit, count, optimizationLevel);
        }

        private Map<String, Object> fields() {
            Map<String, Object> fields = new HashMap<>();
            fields.put("memoryLimit", memoryLimit);
            fields.put("maxInstructions", maxInstructions);
            fields.put("optimizationLevel", optimizationLevel);
            return fields;
        }
    }

    /**
     * The memory of a machine.
     *
     * @param pages the number of pages
     * @param bytes the number of bytes
     * @param peak the greatest number of bytes
     * @param instructions the number of instructions
     * @param digest the digest of the content
     */
    public record MemoryState(long pages, long bytes, long peak, long instructions, String digest) {}

    /**
     * The result of a circuit. The witness contains the private inputs, so it is omitted from the text form.
     *
     * @param witness decimal numbers
     * @param publicSignals decimal numbers
     * @param memory the memory afterwards
     */
    public record Execution(List<String> witness, List<String> publicSignals, MemoryState memory) {

        /** Omits the private inputs. */
        @Override
        public String toString() {
            return "Execution[publicSignals=" + publicSignals + ", memory=" + memory + "]";
        }
    }
}
