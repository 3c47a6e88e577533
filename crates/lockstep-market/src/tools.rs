//! The operations of the marketplace that agents can call.

use lockstep_web::tools::{Tool, ToolClass};

/// Titles, descriptions and claims of offers are untrusted text.
pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "market.list_tokens",
        operation: "listDataTokens",
        class: ToolClass::Untrusted,
    },
    Tool {
        name: "market.read_token",
        operation: "getDataToken",
        class: ToolClass::Untrusted,
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
    Tool {
        name: "market.read_certificate",
        operation: "getTokenCertificate",
        class: ToolClass::Read,
    },
    Tool {
        name: "market.list_listings",
        operation: "listListings",
        class: ToolClass::Untrusted,
    },
    Tool {
        name: "market.read_listing",
        operation: "getListing",
        class: ToolClass::Untrusted,
    },
    Tool {
        name: "market.create_listing",
        operation: "createListing",
        class: ToolClass::Write,
    },
    Tool {
        name: "market.withdraw_listing",
        operation: "withdrawListing",
        class: ToolClass::Write,
    },
    Tool {
        name: "market.list_items",
        operation: "listOfferedItems",
        class: ToolClass::Untrusted,
    },
    Tool {
        name: "market.read_item",
        operation: "getOfferedItem",
        class: ToolClass::Untrusted,
    },
    // The texts are the caller's own; of other accounts it has prices alone.
    Tool {
        name: "market.draft_listing",
        operation: "getListingDraft",
        class: ToolClass::Read,
    },
    Tool {
        name: "market.find_offers",
        operation: "searchOffers",
        class: ToolClass::Untrusted,
    },
    Tool {
        name: "market.compare_prices",
        operation: "comparePrices",
        class: ToolClass::Untrusted,
    },
    Tool {
        name: "market.list_grants",
        operation: "listDataGrants",
        class: ToolClass::Read,
    },
    Tool {
        name: "market.read_purchase",
        operation: "getPurchase",
        class: ToolClass::Read,
    },
];
