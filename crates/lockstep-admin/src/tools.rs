//! The operations of administration that agents of administrators can call.

use lockstep_web::tools::{Tool, ToolClass};

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "alerts.list",
        operation: "listAlerts",
        class: ToolClass::Read,
    },
    Tool {
        name: "alerts.acknowledge",
        operation: "acknowledgeAlert",
        class: ToolClass::Write,
    },
    Tool {
        name: "audit.search",
        operation: "readAuditLog",
        class: ToolClass::Read,
    },
    Tool {
        name: "audit.verify",
        operation: "verifyAuditLog",
        class: ToolClass::Read,
    },
];
