//! The operations of the registry that agents can call.

use lockstep_web::tools::{Tool, ToolClass};

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "devices.list",
        operation: "listDevices",
        class: ToolClass::Read,
    },
    Tool {
        name: "devices.register",
        operation: "registerDevice",
        class: ToolClass::Write,
    },
    Tool {
        name: "devices.revoke",
        operation: "revokeDevice",
        class: ToolClass::Write,
    },
];
