//! Keys and their life, and what is done with them: encrypt, decrypt, compute, prove, verify.
//!
//! Nothing here is audited. Only this capability uses floor 0.
//!
//! Reading order: [`root`] (the root key and the check that comes before anything), `keyring` (the
//! hierarchy of keys and `keys.db`), [`attest`] (what the platform signs) and [`document`] (how
//! anyone checks it), [`key`] (slots, states, the one table of transitions), `material` (secrets,
//! opened), [`rest`] (what other capabilities store, sealed), [`vault`] (what is held while the
//! platform runs), `pool` and `jobs` (long work), `operations` (the acts), `store` (the only SQL),
//! `api_e` and `api_c` (the wire).

#![forbid(unsafe_code)]

pub mod answer;
mod api_c;
mod api_e;
pub mod attest;
pub mod claims;
pub mod document;
mod jobs;
pub mod key;
mod keyring;
mod locked;
mod material;
mod number;
mod operations;
mod pool;
pub mod rest;
mod rng;
pub mod root;
pub mod rotation;
mod store;
#[cfg(test)]
mod tests;
pub mod tombstones;
pub mod vault;

use std::time::Duration;

use lockstep_store::Migration;
use lockstep_web::{Capability, House, Routes, house::Job};

pub use attest::{AttestationKey, Attester, Fingerprint, Signed};
pub use key::Mode;
pub use operations::circuits::MAX_CIRCUITS;
pub use operations::client::{Aggregate, BlockScale, ClientAnswer, ClientBlock};
pub use operations::clock::ClockReport;
pub use operations::making::MAX_KEYS;
pub use operations::tend::KeysReport;
pub use rest::Ring;
pub use root::{Place, RootSource, VaultError, unlock};
pub use vault::Vault;

/// What this capability exports.
pub const CAPABILITY: Capability = Capability {
    name: "vault",
    migrations: MIGRATIONS,
    routes,
    before_erase: Some(|house, user| {
        Box::pin(async move { Vault::of(&house)?.destroy_account(&user).await })
    }),
    usage: store::usage::of,
    erase: store::erase,
    counts: store::counts,
    scrub: Some(|house, after| Box::pin(operations::scrub::scrub(house, after))),
    jobs: &[
        Job {
            name: "vault.tend",
            every: Duration::from_secs(60),
            run: |house| Box::pin(operations::tend::run(house)),
        },
        Job {
            name: "vault.checkpoint",
            every: Duration::from_secs(3600),
            run: |house| Box::pin(operations::checkpoints::run(house)),
        },
    ],
};

fn routes(house: &House) -> Routes {
    let vault = Vault::of(house).expect("the server puts the vault into every house");
    api_e::routes()
        .and(api_c::routes())
        .with_state(vault.clone())
        .and(api_e::of_the_house().with_state(house.clone()))
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
        n: 14,
        sql: include_str!("../migrations/0014_content_digests.sql"),
    },
];
