package example.lockstep.crypto;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A constraint of a circuit: the product of <code>a</code> and <code>b</code> is <code>c</code>.
 *
 * @param a a sum of wires
 * @param b a sum of wires
 * @param c a sum of wires
 */
public record Constraint(List<Term> a, List<Term> b, List<Term> c) {

    /**
     * A wire with its factor.
     *
     * @param wire the number of the wire
     * @param factor a decimal number
     */
    public record Term(long wire, String factor) {}

    Map<String, Object> fields() {
        return Map.of("a", pairs(a), "b", pairs(b), "c", pairs(c));
    }

    private static List<List<Object>> pairs(List<Term> terms) {
        List<List<Object>> pairs = new ArrayList<>();
        terms.forEach(term -> pairs.add(List.of(term.wire, term.factor)));
        return pairs;
    }

    static Constraint of(JsonNode json) {
        return new Constraint(terms(json.path("a")), terms(json.path("b")), terms(json.path("c")));
    }

    private static List<Term> terms(JsonNode pairs) {
        List<Term> terms = new ArrayList<>();
        pairs.forEach(
                pair -> terms.add(new Term(pair.path(0).asLong(), pair.path(1).asText())));
        return List.copyOf(terms);
    }
}
