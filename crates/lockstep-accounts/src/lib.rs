//! Who may come in: users, roles, passwords, tokens, API keys.
//!
//! Reading order: [`user`] (what an account is), [`secret`] (tokens and how they look),
//! [`credential`] (sign-ins and API keys as they are listed), `names` (how names are sealed and found),
//! [`password`] (the rules, and Argon2id in two slots), [`operations`] (the acts;
//! [`operations::erasure`] ends an account), `api_b.rs` (signing in), `api_c.rs` (users, API keys,
//! tickets, erasures), `store.rs` (the only SQL).

#![forbid(unsafe_code)]

mod api_b;
mod api_c;
pub mod credential;
mod names;
pub mod operations;
pub mod password;
pub mod secret;
mod store;
pub mod user;

use std::time::Duration;

use lockstep_store::{Migration, StoreError, Usage};
use lockstep_vault::Vault;
use lockstep_web::house::{Capability, Counts, House, Identity, Job};
use lockstep_web::{Fault, Routes};

pub use credential::LastUse;
pub use names::Names;
pub use operations::Accounts;
pub use operations::credentials::write_last_uses;
pub use operations::erasure::{finish_erasures, reapply_erasures};
pub use operations::sealing::{forget_lost_names, seal_names};
pub use user::{NewUser, User};

/// What this capability exports.
pub const CAPABILITY: Capability = Capability {
    name: "accounts",
    migrations: MIGRATIONS,
    routes,
    examples: include_str!("examples.json"),
    before_erase: None,
    erase: store::erase,
    usage: |_, _| Ok(Usage::default()),
    counts: |_, _| Ok(Counts::default()),
    scrub: Some(|house, after| Box::pin(operations::scrub::scrub(house, after))),
    jobs: &[
        Job {
            name: "accounts.forget",
            every: Duration::from_secs(3600),
            run: |house| Box::pin(forget(house)),
        },
        Job {
            name: "accounts.last_use",
            every: Duration::from_secs(60),
            run: |house| {
                Box::pin(async move { operations::credentials::write_last_uses(&house).await })
            },
        },
        Job {
            name: "accounts.erase",
            every: Duration::from_secs(60),
            run: |house| Box::pin(operations::erasure::run(house)),
        },
    ],
};

async fn forget(house: House) -> Result<(), Fault> {
    // A clock that is ahead would end every sign-in for good. Expired tokens open nothing meanwhile.
    if !Vault::of(&house)?.may_act() {
        return Ok(());
    }
    let count: usize = house
        .db
        .write::<_, StoreError, _>("accounts.forget", store::forget_tokens)
        .await?;
    tracing::debug!(count, "expired tokens forgotten");
    Ok(())
}

/// Who a credential stands for: what the house asks.
pub const IDENTITY: Identity = Identity {
    authenticate: |house, credential| {
        Box::pin(async move { operations::authenticate(&house, &credential).await })
    },
    redeem: |house, ticket| {
        Box::pin(async move { operations::tickets::redeem(&house, &ticket).await })
    },
    recall: |house, credential| {
        Box::pin(async move { operations::tickets::recall(&house, credential).await })
    },
    tier_of: store::tier,
};

fn routes(house: &House) -> Routes {
    let accounts = Accounts::new(house.clone());
    api_b::routes().and(api_c::routes()).with_state(accounts)
}

const MIGRATIONS: &[Migration] = &[
    Migration {
        capability: "accounts",
        n: 1,
        sql: include_str!("../migrations/0001_accounts.sql"),
    },
    Migration {
        capability: "accounts",
        n: 2,
        sql: include_str!("../migrations/0002_tickets.sql"),
    },
    Migration {
        capability: "accounts",
        n: 3,
        sql: include_str!("../migrations/0003_erasures.sql"),
    },
    Migration {
        capability: "accounts",
        n: 4,
        sql: include_str!("../migrations/0004_erasure_report.sql"),
    },
    Migration {
        capability: "accounts",
        n: 5,
        sql: include_str!("../migrations/0005_credentials.sql"),
    },
    Migration {
        capability: "accounts",
        n: 6,
        sql: include_str!("../migrations/0006_sealed_names.sql"),
    },
];
