package example.lockstep.crypto;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** A circuit: a statement about its inputs that can be proved. */
public final class Circuit extends NativeObject {

    private final String name;
    private final String curve;
    private final String digest;
    private final Map<String, Long> cost;

    Circuit(Frame description) {
        super(description.number("handle"));
        this.name = description.text("name");
        this.curve = description.text("curve");
        this.digest = description.text("digest");
        Map<String, Long> numbers = new LinkedHashMap<>();
        description
                .at("cost")
                .json()
                .properties()
                .forEach(one -> numbers.put(one.getKey(), one.getValue().asLong()));
        this.cost = Map.copyOf(numbers);
    }

    /**
     * Returns a circuit of the library on the default curve.
     *
     * @param name the name, such as <code>range:64</code>
     * @return the circuit
     */
    public static Circuit named(String name) {
        return named(name, null);
    }

    /**
     * Returns a circuit of the library.
     *
     * @param name the name, such as <code>range:64</code>
     * @param curve <code>bls12-381</code> or <code>bn254</code>; null for the default
     * @return the circuit
     */
    public static Circuit named(String name, String curve) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("name", name);
        fields.put("curve", curve);
        return new Circuit(Bridge.call("Circuit.named", fields, Bridge.NO_CANCELLATION));
    }

    /**
     * Reads a circuit of circom.
     *
     * @param r1cs its constraints
     * @param wasm circom's generator of the witness
     * @return the circuit
     */
    public static Circuit fromFiles(byte[] r1cs, byte[] wasm) {
        return read(Map.of("r1cs", r1cs, "wasm", wasm));
    }

    /**
     * Reads a circuit whose witness a program of the library computes.
     *
     * @param r1cs its constraints
     * @param program the program
     * @return the circuit
     */
    public static Circuit fromProgram(byte[] r1cs, byte[] program) {
        return read(Map.of("r1cs", r1cs, "program", program));
    }

    private static Circuit read(Map<String, ?> files) {
        return new Circuit(Bridge.call("Circuit.fromFiles", files, Bridge.NO_CANCELLATION));
    }

    /**
     * Returns the name.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * Returns the curve.
     *
     * @return the curve
     */
    public String curve() {
        return curve;
    }

    /**
     * Returns the digest of the circuit.
     *
     * @return hexadecimal digits
     */
    public String digest() {
        return digest;
    }

    /**
     * Returns the numbers of <code>rows</code>, <code>wires</code>, <code>terms</code> and others.
     *
     * @return the numbers
     */
    public Map<String, Long> cost() {
        return cost;
    }

    /**
     * Returns the constraints in circom's format.
     *
     * @return the bytes
     */
    public byte[] toR1cs() {
        return call("Circuit.toR1cs", Map.of()).bytes("r1cs");
    }
}
