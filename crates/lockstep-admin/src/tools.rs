//! The operations of administration that agents can call. All but `accounts.unusual_access` are for administrators.

use lockstep_web::tools::{Tool, ToolClass};

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "accounts.unusual_access",
        operation: "listUnusualSignIns",
        class: ToolClass::Read,
    },
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
