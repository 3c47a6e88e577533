// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.models;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Map;

/**
 * A node of a graph. <code>id</code> is unique in the graph: 1 to 64 letters, digits, <code>_</code> or
 * <code>-</code>. Wherever a node takes a value, <code>&#123;"$from": "ID", "pointer": "/data/0"&#125;</code>
 * represents a part of the output of an earlier node, by a JSON Pointer.
 *
 * <p>The text of <code>type</code> tells the variants apart.
 */
public sealed interface WorkflowNode permits WorkflowTriggerNode, WorkflowAgentNode, WorkflowToolNode, WorkflowConditionNode, WorkflowTransformNode, WorkflowApprovalNode, WorkflowOutputNode, WorkflowNode.Other {

    /**
     * A variant that this version of the client does not know.
     *
     * @param json its fields
     */
    record Other(@JsonValue Map<String, Object> json) implements WorkflowNode {

        @Override
        public String toString() {
            return "Other[" + json.keySet() + "]";
        }
    }
}
