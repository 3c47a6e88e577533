// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Map;

/**
 * The payload of a stream message; its schema depends on the type of the message.
 *
 * <p>The required fields tell the variants apart.
 */
public sealed interface StreamPayload permits FitnessDataPoint, PredictiveInsight, PerformanceMetrics, ActivityChange, StreamPayload.Other {

    /**
     * A variant that this version of the client does not know.
     *
     * @param json its fields
     */
    record Other(@JsonValue Map<String, Object> json) implements StreamPayload {

        @Override
        public String toString() {
            return "Other[" + json.keySet() + "]";
        }
    }
}
