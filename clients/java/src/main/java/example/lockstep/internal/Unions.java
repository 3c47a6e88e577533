// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.internal;

import com.fasterxml.jackson.databind.module.SimpleModule;
import example.lockstep.models.ActivityChange;
import example.lockstep.models.FitnessDataPoint;
import example.lockstep.models.PerformanceMetrics;
import example.lockstep.models.PredictiveInsight;
import example.lockstep.models.StreamPayload;
import example.lockstep.models.WorkflowAgentNode;
import example.lockstep.models.WorkflowApprovalNode;
import example.lockstep.models.WorkflowConditionNode;
import example.lockstep.models.WorkflowEventTrigger;
import example.lockstep.models.WorkflowManualTrigger;
import example.lockstep.models.WorkflowNode;
import example.lockstep.models.WorkflowOutputNode;
import example.lockstep.models.WorkflowScheduleTrigger;
import example.lockstep.models.WorkflowToolNode;
import example.lockstep.models.WorkflowTransformNode;
import example.lockstep.models.WorkflowTrigger;
import example.lockstep.models.WorkflowTriggerNode;

/** How the variants of unions are told apart. */
final class Unions {

    private Unions() {}

    static SimpleModule module() {
        SimpleModule module = new SimpleModule();
        module.addDeserializer(
                StreamPayload.class,
                UnionReader.<StreamPayload>untagged(StreamPayload.Other::new)
                        .with(FitnessDataPoint.class, "device", "timestamp", "type", "unit", "value")
                        .with(PredictiveInsight.class, "confidence", "description", "id", "metadata", "type")
                        .withAny(PerformanceMetrics.class, "acuteLoad", "chronicLoad", "dayStrain", "efficiencyFactor", "fatigueLevel", "heartRateZones", "hrvRmssd", "monotony", "normalizedPower", "recoveryScore", "restingHeartRate", "sleepDuration", "sleepRegularityIndex", "steps", "strain", "trainingLoad", "trainingStressBalance", "vo2maxEstimate")
                        .with(ActivityChange.class, "activityId", "change"));
        module.addDeserializer(
                WorkflowNode.class,
                UnionReader.<WorkflowNode>tagged("type", WorkflowNode.Other::new)
                        .with(WorkflowTriggerNode.class, "trigger")
                        .with(WorkflowAgentNode.class, "agent")
                        .with(WorkflowToolNode.class, "tool")
                        .with(WorkflowConditionNode.class, "condition")
                        .with(WorkflowTransformNode.class, "transform")
                        .with(WorkflowApprovalNode.class, "approval")
                        .with(WorkflowOutputNode.class, "output"));
        module.addDeserializer(
                WorkflowTrigger.class,
                UnionReader.<WorkflowTrigger>tagged("type", WorkflowTrigger.Other::new)
                        .with(WorkflowManualTrigger.class, "manual")
                        .with(WorkflowScheduleTrigger.class, "schedule")
                        .with(WorkflowEventTrigger.class, "event"));
        return module;
    }
}
