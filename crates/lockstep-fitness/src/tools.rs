//! The fitness operations that agents can call.

use lockstep_web::tools::{Tool, ToolClass};

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "points.read",
        operation: "readPoints",
        class: ToolClass::Read,
    },
    Tool {
        name: "points.aggregate",
        operation: "aggregatePoints",
        class: ToolClass::Read,
    },
    Tool {
        name: "points.series",
        operation: "getSeries",
        class: ToolClass::Read,
    },
    Tool {
        name: "points.types",
        operation: "listPointTypes",
        class: ToolClass::Read,
    },
    Tool {
        name: "points.usage",
        operation: "getUsage",
        class: ToolClass::Read,
    },
    Tool {
        name: "metrics.read",
        operation: "getMetrics",
        class: ToolClass::Read,
    },
    Tool {
        name: "metrics.curve",
        operation: "getMeanMaximalCurve",
        class: ToolClass::Read,
    },
    Tool {
        name: "metrics.variability",
        operation: "getHeartRateVariability",
        class: ToolClass::Read,
    },
    Tool {
        name: "metrics.forecast",
        operation: "getLoadForecast",
        class: ToolClass::Read,
    },
    Tool {
        name: "metrics.profile",
        operation: "getProfile",
        class: ToolClass::Read,
    },
    Tool {
        name: "activities.list",
        operation: "listActivities",
        class: ToolClass::Read,
    },
    Tool {
        name: "activities.read",
        operation: "getActivity",
        class: ToolClass::Read,
    },
    Tool {
        name: "imports.list",
        operation: "listImports",
        class: ToolClass::Read,
    },
    Tool {
        name: "insights.list",
        operation: "listInsights",
        class: ToolClass::Read,
    },
    // The document says a fact about the caller's days to anyone who gets it.
    Tool {
        name: "proofs.prove",
        operation: "proveDays",
        class: ToolClass::Write,
    },
    // Stores the insights, which streams report.
    Tool {
        name: "insights.generate",
        operation: "generateInsights",
        class: ToolClass::Write,
    },
];
