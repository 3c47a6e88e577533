//! The kinds of events of agents. An event names the agent and the record, never a text of a message.

lockstep_store::event_kinds! {
    /// A custom agent was created or deleted, or the configuration of an agent changed.
    pub(crate) AGENT_CHANGED = "agent.status", Owner,
        r#"{"agentId": "agt_core_insight", "status": "active"}"#;
    /// An agent answered a message.
    pub(crate) MESSAGE_ANSWERED = "agent.message", Owner,
        r#"{"agentId": "agt_core_insight", "messageId": "msg_01h455vb4pex5vsknk084sn02q", "type": "text"}"#;
    /// An agent was deployed.
    pub(crate) AGENT_DEPLOYED = "agent.deployment", Owner,
        r#"{"agentId": "agt_core_insight", "deploymentId": "dep_01h455vb4pex5vsknk084sn02q"}"#;
    /// A run of a workflow started, needs an approval, or ended. The Coordinator agent runs workflows.
    pub(crate) RUN_CHANGED = "agent.run", Owner,
        r#"{"agentId": "agt_core_coordinator", "runId": "run_01h455vb4pex5vsknk084sn02q", "status": "completed"}"#;
}
