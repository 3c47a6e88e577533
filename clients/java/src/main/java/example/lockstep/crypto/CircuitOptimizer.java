package example.lockstep.crypto;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Makes circuits smaller that accept exactly the same inputs. */
public final class CircuitOptimizer extends NativeObject {

    /** Makes an optimizer of the level <code>basic</code>. */
    public CircuitOptimizer() {
        this("basic");
    }

    /**
     * Makes an optimizer.
     *
     * @param optimizationLevel <code>basic</code> or <code>aggressive</code>
     */
    public CircuitOptimizer(String optimizationLevel) {
        super(created("CircuitOptimizer.new", Map.of("optimizationLevel", optimizationLevel)));
    }

    /**
     * Makes a smaller circuit.
     *
     * @param circuit the circuit
     * @return the smaller circuit
     */
    public CompletableFuture<Circuit> optimize(Circuit circuit) {
        return start("CircuitOptimizer.optimize", Map.of("circuit", circuit), Circuit::new);
    }

    /**
     * Fails with an {@link OptimizationException}: there is no GPU back end.
     *
     * @return the failure
     */
    public CompletableFuture<Void> initializeGpu() {
        return start("CircuitOptimizer.initializeGPU", Map.of(), done -> null);
    }

    /**
     * Optimizes constraints.
     *
     * @param constraints the constraints
     * @param curve <code>bls12-381</code> or <code>bn254</code>; null for the default
     * @return the optimized constraints
     */
    public CompletableFuture<List<Constraint>> processConstraints(List<Constraint> constraints, String curve) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("constraints", constraints.stream().map(Constraint::fields).toList());
        fields.put("curve", curve);
        return start("CircuitOptimizer.processConstraints", fields, made -> {
            List<Constraint> optimized = new ArrayList<>();
            made.at("constraints").json().forEach(one -> optimized.add(Constraint.of(one)));
            return List.copyOf(optimized);
        });
    }
}
