// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Map;

/**
 * The trigger of a run.
 *
 * <p>The text of <code>type</code> tells the variants apart.
 */
public sealed interface WorkflowTrigger permits WorkflowManualTrigger, WorkflowScheduleTrigger, WorkflowEventTrigger, WorkflowTrigger.Other {

    /**
     * A variant that this version of the client does not know.
     *
     * @param json its fields
     */
    record Other(@JsonValue Map<String, Object> json) implements WorkflowTrigger {

        @Override
        public String toString() {
            return "Other[" + json.keySet() + "]";
        }
    }
}
