package example.lockstep.crypto;

import java.util.HashMap;
import java.util.Map;

/**
 * The configuration of a {@link ZkHandler}. A field that is null has its default.
 *
 * @param scheme <code>groth16</code> or <code>pghr13</code>
 * @param curve <code>bls12-381</code> or <code>bn254</code>
 * @param optimizationLevel <code>basic</code> or <code>aggressive</code>
 * @param precision the number of decimals of values, 0 to 6
 * @param securityLevel 1
 * @param useGpu true is refused: there is no GPU back end
 */
public record ZkConfig(
        String scheme,
        String curve,
        String optimizationLevel,
        Integer precision,
        Integer securityLevel,
        Boolean useGpu) {

    /** All defaults. */
    public static final ZkConfig DEFAULT = new ZkConfig(null, null, null, null, null, null);

    /**
     * Replaces the proof system.
     *
     * @param name the scheme
     * @return a new configuration
     */
    public ZkConfig withScheme(String name) {
        return new ZkConfig(name, curve, optimizationLevel, precision, securityLevel, useGpu);
    }

    /**
     * Replaces the curve.
     *
     * @param name the curve
     * @return a new configuration
     */
    public ZkConfig withCurve(String name) {
        return new ZkConfig(scheme, name, optimizationLevel, precision, securityLevel, useGpu);
    }

    /**
     * Replaces the level of optimization.
     *
     * @param level the level
     * @return a new configuration
     */
    public ZkConfig withOptimizationLevel(String level) {
        return new ZkConfig(scheme, curve, level, precision, securityLevel, useGpu);
    }

    /**
     * Replaces the number of decimals.
     *
     * @param decimals the number
     * @return a new configuration
     */
    public ZkConfig withPrecision(int decimals) {
        return new ZkConfig(scheme, curve, optimizationLevel, decimals, securityLevel, useGpu);
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new HashMap<>();
        fields.put("scheme", scheme);
        fields.put("curve", curve);
        fields.put("optimizationLevel", optimizationLevel);
        fields.put("precision", precision);
        fields.put("securityLevel", securityLevel);
        fields.put("useGPU", useGpu);
        return fields;
    }
}
