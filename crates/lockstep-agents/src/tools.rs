//! The operations of agents that agents can call: what no other capability answers alone.

use lockstep_web::tools::{Tool, ToolClass};

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "quality.check",
        operation: "getDataQuality",
        class: ToolClass::Read,
    },
    Tool {
        name: "search.find",
        operation: "searchRecords",
        class: ToolClass::Read,
    },
];
