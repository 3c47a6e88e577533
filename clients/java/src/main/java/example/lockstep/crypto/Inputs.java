package example.lockstep.crypto;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** The values of a circuit's inputs, by their names. No text of it shows a value. */
public final class Inputs {

    private final Map<String, List<String>> values = new LinkedHashMap<>();

    /** Makes inputs without values. */
    public Inputs() {}

    /**
     * Sets an input.
     *
     * @param name the name
     * @param numbers its value, or its values in order
     * @return these inputs
     */
    public Inputs put(String name, long... numbers) {
        values.put(name, LongStream.of(numbers).mapToObj(Long::toString).toList());
        return this;
    }

    /**
     * Sets an input.
     *
     * @param name the name
     * @param numbers its value, or its values in order
     * @return these inputs
     */
    public Inputs put(String name, BigInteger... numbers) {
        values.put(name, Arrays.stream(numbers).map(BigInteger::toString).toList());
        return this;
    }

    List<Map<String, Object>> fields() {
        List<Map<String, Object>> fields = new ArrayList<>();
        values.forEach((name, numbers) -> fields.add(Map.of("name", name, "values", numbers)));
        return fields;
    }

    @Override
    public String toString() {
        return "Inputs" + values.keySet();
    }
}
