#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! - [`user`]: the fields of an account.
//! - `secret`: tokens and their text form.
//! - `credential`: sign-ins and API keys as lists show them.
//! - `erasure`: an erasure and its receipt.
//! - `totp`: one-time passwords and recovery codes.
//! - `oidc`: asks OpenID providers who a person is.
//! - `return_path`: the page of the console to which a sign-in leads.
//! - `names`: how names are sealed and found.
//! - [`password`]: the rules, and Argon2id in two slots.
//! - [`operations`]: the operations; [`operations::erasure`] deletes an account, and `operations/own_erasure.rs` checks
//!   the owner's proof before.
//! - `api_platform.rs`: signing in, and erasing the own account.
//! - `api_admin.rs`: users, API keys, tickets, erasures.
//! - `cli.rs`: `lockstep user` and `lockstep key`.
//! - `events.rs`, `tools.rs`: the kinds of events, and what agents can call.
//! - `store.rs`: the only SQL.

#![forbid(unsafe_code)]

mod account_status;
mod api_admin;
mod api_platform;
mod cli;
mod credential;
mod erasure;
mod events;
mod names;
mod oidc;
pub mod operations;
pub mod password;
mod return_path;
mod secret;
mod store;
mod tools;
mod totp;
pub mod user;

use std::sync::Arc;
use std::time::Duration;

use lockstep_store::id::UserId;
use lockstep_store::{Migration, StoreError};
use lockstep_vault::Vault;
use lockstep_web::{
    ApiError, AppState, Capability, Count, Extension, Identity, Job, Routes, capability,
};

pub use account_status::AccountStatus;
use credential::LastUse;
use names::Names;
pub use operations::credentials::write_last_uses;
pub use operations::erasure::{finish_erasures, reapply_erasures};
use operations::sealing::forget_lost_names;
pub use operations::sealing::seal_names;
pub use operations::{Accounts, account_named, user_names};
pub use password::check_first_password;
pub use user::User;

/// The interface of this capability.
pub const CAPABILITY: Capability = Capability {
    tags: &[
        (
            "Sign-in",
            "The caller's own account: registration, tokens, sign-ins, password, TOTP, OpenID providers, the session of \
             the web console, and the erasure of the account.",
        ),
        (
            "API keys",
            "Credentials of the caller's account for programs; scopes and an expiry can limit them.",
        ),
    ],
    migrations: MIGRATIONS,
    extensions: |known| {
        let names = capability::extension::<Vault>(known)
            .map(|vault| -> Extension { Arc::new(Names::new(vault)) });
        let last_use: Extension = Arc::new(LastUse::default());
        names.into_iter().chain([last_use]).collect()
    },
    forget: Some(forget_account),
    counts: &[
        Count {
            name: "apiKeys",
            count: store::credentials::count_api_keys,
        },
        Count {
            name: "signIns",
            count: store::credentials::count_sessions,
        },
        Count {
            name: "totp",
            count: store::totp::count,
        },
    ],
    lost_key: Some(|state, user| {
        Box::pin(async move { Ok(("namesLost", forget_lost_names(&state, &user).await?)) })
    }),
    events: events::EVENTS,
    tools: tools::TOOLS,
    cli: cli::SUBCOMMANDS,
    scrub: Some(|state, after| Box::pin(operations::scrub::scrub(state, after))),
    jobs: &[
        Job {
            name: "accounts.forget",
            every: Duration::from_secs(3600),
            waits_for_clock: true,
            run: |state| Box::pin(forget(state)),
        },
        Job {
            name: "accounts.last_use",
            every: Duration::from_secs(60),
            waits_for_clock: false,
            run: |state| {
                Box::pin(async move { operations::credentials::write_last_uses(&state).await })
            },
        },
        Job {
            name: "accounts.search",
            every: Duration::from_secs(60),
            waits_for_clock: false,
            run: |state| Box::pin(operations::search::maintain(state)),
        },
        Job {
            name: "accounts.erase",
            every: Duration::from_secs(60),
            waits_for_clock: false,
            run: |state| Box::pin(operations::erasure::run(state)),
        },
    ],
    ..Capability::new("accounts", routes, store::erase)
};

fn forget_account(state: &AppState, user: &UserId) {
    if let Some(names) = state.extension::<Names>() {
        names.forget(user);
    }
    if let Some(uses) = state.extension::<LastUse>() {
        uses.forget(user);
    }
}

async fn forget(state: AppState) -> Result<(), ApiError> {
    let count: usize = state
        .db
        .write::<_, StoreError, _>("accounts.forget", store::forget_tokens)
        .await?;
    tracing::debug!(count, "expired tokens deleted");
    Ok(())
}

/// The functions that resolve credentials to accounts.
pub const IDENTITY: Identity = Identity {
    caller_later: operations::caller_later,
    has_rights: operations::has_rights,
    authenticate: |state, credential| {
        Box::pin(async move { operations::authenticate(&state, &credential).await })
    },
    redeem: |state, ticket| {
        Box::pin(async move { operations::tickets::redeem(&state, &ticket).await })
    },
    current_caller: |state, credential| {
        Box::pin(async move { operations::tickets::current_caller(&state, credential).await })
    },
    tier_of: store::tier,
    is_active: store::is_active,
    account_named: |state, name| Box::pin(async move { Ok(account_named(&state, name).await?.id) }),
    is_known: store::is_known,
    active_role: operations::active_role,
    user_names: |state, users| Box::pin(async move { user_names(&state, &users).await }),
};

fn routes(state: &AppState) -> Routes {
    let accounts = Accounts::new(state.clone());
    api_platform::routes()
        .and(api_admin::routes())
        .with_state(accounts)
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
    Migration {
        capability: "accounts",
        n: 7,
        sql: include_str!("../migrations/0007_totp.sql"),
    },
    Migration {
        capability: "accounts",
        n: 8,
        sql: include_str!("../migrations/0008_identities.sql"),
    },
    Migration {
        capability: "accounts",
        n: 9,
        sql: include_str!("../migrations/0009_counted_erasures.sql"),
    },
    Migration {
        capability: "accounts",
        n: 10,
        sql: include_str!("../migrations/0010_admins_and_unfinished_erasures.sql"),
    },
    Migration {
        capability: "accounts",
        n: 11,
        sql: include_str!("../migrations/0011_counted_accounts.sql"),
    },
    Migration {
        capability: "accounts",
        n: 12,
        sql: include_str!("../migrations/0012_second_factor.sql"),
    },
    Migration {
        capability: "accounts",
        n: 13,
        sql: include_str!("../migrations/0013_password_until.sql"),
    },
];
