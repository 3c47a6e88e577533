// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Map;

/**
 * One of several models.
 *
 * <p>The required fields tell the variants apart.
 */
public sealed interface StreamMessagePayload permits FitnessDataPoint, PredictiveInsight, PerformanceMetrics, StreamMessagePayloadVariant4, StreamMessagePayload.Other {

    /**
     * A variant that this version of the client does not know.
     *
     * @param json its fields
     */
    record Other(@JsonValue Map<String, Object> json) implements StreamMessagePayload {

        @Override
        public String toString() {
            return "Other[" + json.keySet() + "]";
        }
    }
}
