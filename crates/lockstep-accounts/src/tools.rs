//! The operations of accounts that agents can call.

use lockstep_web::tools::{Tool, ToolClass};

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "accounts.me",
        operation: "getCurrentUser",
        class: ToolClass::Read,
    },
    Tool {
        name: "accounts.sessions",
        operation: "listSessions",
        class: ToolClass::Read,
    },
    Tool {
        name: "accounts.api_keys",
        operation: "listApiKeys",
        class: ToolClass::Read,
    },
    Tool {
        name: "accounts.revoke_api_key",
        operation: "deleteApiKey",
        class: ToolClass::Write,
    },
];
