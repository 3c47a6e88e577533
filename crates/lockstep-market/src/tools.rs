//! The operations of the marketplace that agents can call.

use lockstep_web::tools::{Tool, ToolClass};

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "market.list_tokens",
        operation: "listDataTokens",
        class: ToolClass::Read,
    },
    Tool {
        name: "market.read_token",
        operation: "getDataToken",
        class: ToolClass::Read,
    },
    Tool {
        name: "market.read_ledger",
        operation: "readLedger",
        class: ToolClass::Read,
    },
    Tool {
        name: "market.list_purchases",
        operation: "listPurchases",
        class: ToolClass::Read,
    },
    Tool {
        name: "market.withdraw_token",
        operation: "withdrawDataToken",
        class: ToolClass::Write,
    },
];
