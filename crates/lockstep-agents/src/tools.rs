//! The operations of agents that agents can call: questions that no single other capability can answer.

use lockstep_web::tools::{Tool, ToolClass};

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "quality.check",
        operation: "getDataQuality",
        class: ToolClass::Read,
    },
    Tool {
        name: "accounts.export_plan",
        operation: "getExportPlan",
        class: ToolClass::Read,
    },
    // Plans only; the owner or an administrator erases.
    Tool {
        name: "accounts.erasure_plan",
        operation: "getErasurePlan",
        class: ToolClass::Read,
    },
    Tool {
        name: "search.find",
        operation: "searchRecords",
        class: ToolClass::Read,
    },
];
