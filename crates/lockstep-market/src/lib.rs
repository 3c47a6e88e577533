#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! `money` (amounts and currencies), `ledger` (transfers), `settlement.rs` (how transfers become
//! final), `offer.rs`, `rules.rs`, `token.rs`, `listing.rs` and `item.rs` (offers), `purchase.rs` (purchases), `terms.rs` (what audit entries state of them), `claim.rs` (claims of sellers), `store/clearing.rs` (which money was paid in), `selection.rs` and `snapshot.rs` (what is sold),
//! `operations` (one function for each act), `store` (the only SQL), `api_fitness`, `api_admin` and
//! `api_page` (the HTTP handlers), `cli.rs` (`lockstep market`).
#![forbid(unsafe_code)]

mod api_admin;
mod api_fields;
mod api_fitness;
mod api_item;
mod api_page;
mod api_platform;
mod claim;
mod cli;
mod events;
mod item;
mod ledger;
mod listing;
mod money;
mod offer;
mod operations;
mod price;
mod purchase;
mod rules;
mod selection;
mod settlement;
mod snapshot;
mod store;
mod terms;
#[cfg(test)]
mod tests;
mod token;
mod tools;

use std::time::Duration;

use lockstep_store::Migration;
use lockstep_store::audit::recorded::RecordedRows;
use lockstep_web::{AppState, Capability, Count, Job, Routes};

/// The interface of this capability.
pub const CAPABILITY: Capability = Capability {
    migrations: MIGRATIONS,
    usage: store::usage,
    bulk: store::BULK,
    counts: &[
        Count {
            name: "dataTokens",
            count: |tx, user| store::counts::rows(tx, user, "market_token"),
        },
        Count {
            name: "listings",
            count: |tx, user| store::counts::rows(tx, user, "market_listing"),
        },
        Count {
            name: "purchases",
            count: |tx, user| store::counts::rows(tx, user, "market_purchase"),
        },
        Count {
            name: "attachedClaims",
            count: |tx, user| store::counts::rows(tx, user, "market_claim"),
        },
    ],
    figures: Some(operations::figures::figures),
    tags: &[(
        "Marketplace",
        "Data tokens (points), listings (datasets) and items of the platform: offers, certificates, claims, prices \
         and approvals; purchases, receipts, refunds, bought data and grants; the ledger and settlements.",
    )],
    events: events::EVENTS,
    cli: cli::SUBCOMMANDS,
    tools: tools::TOOLS,
    lost_key: Some(|state, user| {
        Box::pin(async move {
            let lost = operations::tokens::forget_lost(&state, user).await?;
            Ok(("tokensLost", lost))
        })
    }),
    searchable: Some(|state, user, after| Box::pin(operations::search::index(state, user, after))),
    scrub: Some(|state, after| Box::pin(operations::scrub::scrub(state, after))),
    recorded: &[
        RecordedRows {
            table: "market_token",
            component: terms::COMPONENT,
            field: "tokenId",
            added: "market.token.create",
            // A job removes the row of a withdrawn token that no account bought.
            removed: &["market.token.withdraw"],
        },
        RecordedRows {
            table: "market_listing",
            component: terms::COMPONENT,
            field: "listingId",
            added: "market.listing.create",
            // A withdrawn listing keeps its row.
            removed: &[],
        },
    ],
    jobs: &[Job {
        name: "market.forget",
        every: Duration::from_secs(60),
        waits_for_clock: true,
        run: |state| {
            Box::pin(async move {
                // One step that fails stops no other.
                let notified = operations::tokens::notify_expired(&state).await;
                let released = operations::purchases::release_ended(&state).await;
                let forgotten = operations::tokens::forget(&state).await;
                notified.and(released).and(forgotten)
            })
        },
    }],
    ..Capability::new("market", routes, store::erase)
};

const MIGRATIONS: &[Migration] = &[
    Migration {
        capability: "market",
        n: 1,
        sql: include_str!("../migrations/0001_ledger.sql"),
    },
    Migration {
        capability: "market",
        n: 2,
        sql: include_str!("../migrations/0002_tokens.sql"),
    },
    Migration {
        capability: "market",
        n: 3,
        sql: include_str!("../migrations/0003_items.sql"),
    },
    Migration {
        capability: "market",
        n: 4,
        sql: include_str!("../migrations/0004_listings.sql"),
    },
    Migration {
        capability: "market",
        n: 5,
        sql: include_str!("../migrations/0005_offers.sql"),
    },
    Migration {
        capability: "market",
        n: 6,
        sql: include_str!("../migrations/0006_claims.sql"),
    },
    Migration {
        capability: "market",
        n: 7,
        sql: include_str!("../migrations/0007_expiry.sql"),
    },
    Migration {
        capability: "market",
        n: 8,
        sql: include_str!("../migrations/0008_clearing.sql"),
    },
    Migration {
        capability: "market",
        n: 9,
        sql: include_str!("../migrations/0009_usage.sql"),
    },
    Migration {
        capability: "market",
        n: 10,
        sql: include_str!("../migrations/0010_counted_lists.sql"),
    },
    Migration {
        capability: "market",
        n: 11,
        sql: include_str!("../migrations/0011_one_count.sql"),
    },
    Migration {
        capability: "market",
        n: 12,
        sql: include_str!("../migrations/0012_sales.sql"),
    },
    Migration {
        capability: "market",
        n: 13,
        sql: include_str!("../migrations/0013_roots.sql"),
    },
    Migration {
        capability: "market",
        n: 14,
        sql: include_str!("../migrations/0014_owners.sql"),
    },
    Migration {
        capability: "market",
        n: 15,
        sql: include_str!("../migrations/0015_item_words.sql"),
    },
    Migration {
        capability: "market",
        n: 16,
        sql: include_str!("../migrations/0016_claim_setup.sql"),
    },
    Migration {
        capability: "market",
        n: 17,
        sql: include_str!("../migrations/0017_offered_tokens.sql"),
    },
    Migration {
        capability: "market",
        n: 18,
        sql: include_str!("../migrations/0018_usable_purchases.sql"),
    },
    Migration {
        capability: "market",
        n: 19,
        sql: include_str!("../migrations/0019_cell_tags.sql"),
    },
    Migration {
        capability: "market",
        n: 20,
        sql: include_str!("../migrations/0020_refunds.sql"),
    },
    Migration {
        capability: "market",
        n: 21,
        sql: include_str!("../migrations/0021_held_purchases.sql"),
    },
    Migration {
        capability: "market",
        n: 22,
        sql: include_str!("../migrations/0022_offer_words.sql"),
    },
    Migration {
        capability: "market",
        n: 23,
        sql: include_str!("../migrations/0023_listing_indexes.sql"),
    },
];

fn routes(state: &AppState) -> Routes {
    api_fitness::routes()
        .and(api_admin::routes())
        .and(api_page::routes())
        .and(api_platform::routes())
        .with_state(state.clone())
}
