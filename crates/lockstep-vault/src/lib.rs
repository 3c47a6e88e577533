#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! - [`root`]: the root key, and the check that precedes every use of it.
//! - `keyring`: the hierarchy of keys and `keys.db`, or its schema on PostgreSQL; `keyring::relocation` moves one to the other.
//! - [`attest`]: the platform's signatures; `lockstep-documents` verifies them without the platform.
//! - [`key`]: slots, states, the table of transitions.
//! - [`key_queries`]: reads of keys in transactions of other capabilities.
//! - `periods`: the periods of the life of keys.
//! - `material`: secrets in memory.
//! - [`at_rest`]: sealed data of other capabilities.
//! - [`search`]: the sealed search index of an account.
//! - [`vault`]: the state while the platform runs.
//! - `operations`: the operations on keys.
//! - [`roots`]: the chain of signed roots.
//! - `store` and `search/store.rs`: the only SQL.
//! - `events` (kinds of events) and `cli` (`lockstep audit`, `attestation`, `clock`).
//!
//! # The types of a vault
//!
//! [`Vault`] gives the keys that seal an account's stored data ([`AccountKeys`]). Each other subject has a type of its
//! own, which the vault returns: [`ModeKeys`], [`PlatformKeys`], [`Epochs`], [`VaultClock`], [`KeyBackup`],
//! [`KeyExamination`], [`LostKeys`], [`vault::KeyCache`], [`vault::VaultQuotas`], [`roots::SignedRoots`],
//! [`AuditCheckpoints`] and [`SearchIndexes`].

#![forbid(unsafe_code)]

pub mod at_rest;
pub mod attest;
mod cli;
mod evaluation_uploads;
mod events;
pub mod key;
pub mod key_queries;
mod keyring;
mod locked;
pub mod material;
mod operations;
mod periods;
pub mod rng;
pub mod root;
pub mod roots;
pub mod row_sum;
pub mod search;
mod search_page;
mod spool;
mod store;
mod sync;
#[cfg(test)]
mod tests;
pub mod tombstones;
pub mod vault;

use std::sync::Arc;
use std::time::Duration;

use lockstep_store::id::UserId;
use lockstep_store::{BulkTable, Migration};
use lockstep_web::capability::{self, AlertRule};
use lockstep_web::{AppState, Capability, Count, Extension, Job, Routes};

pub use at_rest::AccountKeys;
pub use attest::Attester;
pub use key::Mode;
pub use keyring::relocation;
pub use operations::backup::KeyBackup;
pub use operations::checkpoints::AuditCheckpoints;
pub use operations::clock::{ClockReport, VaultClock};
pub use operations::creation::{MAX_KEYS, NewKey, RotationReason};
pub use operations::epochs::Epochs;
pub use operations::examination::{KeyExamination, KeysReport};
pub use operations::lost::LostKeys;
pub use operations::mode_keys::ModeKeys;
pub use operations::platform_keys::PlatformKeys;
pub use root::{
    KeyPaths, RootSource, VaultError, expect_shared_secrets, relay_key, test_root, unlock,
};
pub use search::SearchIndexes;
pub use store::ListedKey;
pub use vault::Vault;

/// The services that this crate provides to the server.
pub const CAPABILITY: Capability = Capability {
    migrations: MIGRATIONS,
    extensions: |known| {
        let digests = capability::extension::<Vault>(known)
            .map(|vault| -> Extension { Arc::new(vault.digests("requests")) });
        digests.into_iter().collect()
    },
    before_erase: Some(|state, user| {
        Box::pin(async move {
            let destruction = Vault::of(&state)?.destruction();
            destruction.destroy_account(&user).await
        })
    }),
    forget: Some(forget_account),
    bulk: &[
        BulkTable::of_account("search_page", "page", Some("body")),
        BulkTable::of_account("search_record", "kind, id", None),
    ],
    usage: store::usage::of,
    counts: &[Count {
        name: "encryptionKeys",
        count: store::count_keys,
    }],
    alerts: &[AlertRule {
        name: "keys.rotation",
        find: |state| Box::pin(operations::maintenance::overdue(state)),
    }],
    events: events::EVENTS,
    cli: cli::SUBCOMMANDS,
    scrub: Some(|state, after| Box::pin(operations::scrub::scrub(state, after))),
    jobs: &[
        Job {
            name: "vault.maintenance",
            every: Duration::from_secs(60),
            waits_for_clock: false,
            run: |state| Box::pin(operations::maintenance::run(state)),
        },
        Job {
            name: "vault.search",
            every: Duration::from_secs(5),
            waits_for_clock: false,
            run: |state| Box::pin(search::run(state)),
        },
        Job {
            name: "vault.checkpoint",
            every: Duration::from_secs(3600),
            waits_for_clock: false,
            run: |state| Box::pin(operations::checkpoints::run(state)),
        },
    ],
    // `lockstep-encryption` provides the routes of the encryption API.
    ..Capability::new("vault", |_| Routes::new(), store::erase)
};

fn forget_account(state: &AppState, user: &UserId) {
    // The results of jobs can be plaintext.
    state.jobs().forget_account(user);
    if let Some(vault) = state.extension::<Vault>() {
        vault.cache().forget_account(user);
    }
}

const MIGRATIONS: &[Migration] = &[
    Migration {
        capability: "vault",
        n: 1,
        sql: include_str!("../migrations/0001_vault.sql"),
    },
    Migration {
        capability: "vault",
        n: 2,
        sql: include_str!("../migrations/0002_ceremony.sql"),
    },
    Migration {
        capability: "vault",
        n: 3,
        sql: include_str!("../migrations/0003_claims.sql"),
    },
    Migration {
        capability: "vault",
        n: 4,
        sql: include_str!("../migrations/0004_generator.sql"),
    },
    Migration {
        capability: "vault",
        n: 5,
        sql: include_str!("../migrations/0005_provers.sql"),
    },
    Migration {
        capability: "vault",
        n: 6,
        sql: include_str!("../migrations/0006_standing.sql"),
    },
    Migration {
        capability: "vault",
        n: 7,
        sql: include_str!("../migrations/0007_blocks_in_place.sql"),
    },
    Migration {
        capability: "vault",
        n: 8,
        sql: include_str!("../migrations/0008_assurance.sql"),
    },
    Migration {
        capability: "vault",
        n: 9,
        sql: include_str!("../migrations/0009_evidence.sql"),
    },
    Migration {
        capability: "vault",
        n: 10,
        sql: include_str!("../migrations/0010_pairing.sql"),
    },
    Migration {
        capability: "vault",
        n: 11,
        sql: include_str!("../migrations/0011_rotation.sql"),
    },
    Migration {
        capability: "vault",
        n: 12,
        sql: include_str!("../migrations/0012_usage.sql"),
    },
    Migration {
        capability: "vault",
        n: 13,
        sql: include_str!("../migrations/0013_content_digests.sql"),
    },
    Migration {
        capability: "vault",
        n: 14,
        sql: include_str!("../migrations/0014_key_state.sql"),
    },
    Migration {
        capability: "vault",
        n: 15,
        sql: include_str!("../migrations/0015_search.sql"),
    },
    Migration {
        capability: "vault",
        n: 16,
        sql: include_str!("../migrations/0016_search_damage.sql"),
    },
    Migration {
        capability: "vault",
        n: 17,
        sql: include_str!("../migrations/0017_keys_by_id.sql"),
    },
    Migration {
        capability: "vault",
        n: 18,
        sql: include_str!("../migrations/0018_key_copies.sql"),
    },
    Migration {
        capability: "vault",
        n: 19,
        sql: include_str!("../migrations/0019_key_age.sql"),
    },
    Migration {
        capability: "vault",
        n: 20,
        sql: include_str!("../migrations/0020_proving_key_seals.sql"),
    },
];
