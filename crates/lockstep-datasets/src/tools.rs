//! The operations of datasets that agents can call.

use lockstep_web::tools::{Tool, ToolClass};

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "datasets.list",
        operation: "listDatasets",
        class: ToolClass::Read,
    },
    Tool {
        name: "datasets.read",
        operation: "getDataset",
        class: ToolClass::Read,
    },
    Tool {
        name: "datasets.create",
        operation: "createDataset",
        class: ToolClass::Write,
    },
    Tool {
        name: "datasets.delete",
        operation: "deleteDataset",
        class: ToolClass::Write,
    },
];
