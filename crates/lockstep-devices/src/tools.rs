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
    Tool {
        name: "uadm.list",
        operation: "listUadmDevices",
        class: ToolClass::Read,
    },
    Tool {
        name: "uadm.read",
        operation: "getUadmDevice",
        class: ToolClass::Read,
    },
    Tool {
        name: "uadm.control",
        operation: "controlUadmDevice",
        class: ToolClass::External,
    },
    Tool {
        name: "uadm.commands",
        operation: "listUadmCommands",
        class: ToolClass::Read,
    },
    Tool {
        name: "uadm.read_command",
        operation: "getUadmCommand",
        class: ToolClass::Read,
    },
    Tool {
        name: "uadm.read_twin",
        operation: "getUadmTwin",
        class: ToolClass::Read,
    },
    Tool {
        name: "uadm.update_twin",
        operation: "updateUadmTwin",
        class: ToolClass::External,
    },
];
