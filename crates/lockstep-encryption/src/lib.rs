#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod api_admin;
mod api_encryption;
pub mod claims;
mod encryption;
mod number;
mod operations;
mod scheme;
mod store;
mod sums;
#[cfg(test)]
mod tests;
mod tools;

use std::sync::Arc;

use lockstep_store::StoreError;
use lockstep_store::Tx;
use lockstep_store::id::UserId;
use lockstep_vault::Vault;
use lockstep_web::{AppState, Capability, Extension, Routes, capability};

pub use encryption::Encryption;
pub use operations::circuits::MAX_CIRCUITS;
pub use operations::client::{Aggregate, BlockScale, ClientAnswer, ClientBlock};
pub use sums::{BlockBatch, BlockKeys, BlockValues};

/// The exports of this capability. Its first tables are in the migrations of `lockstep-vault`, from when
/// both were one crate; new migrations go here.
pub const CAPABILITY: Capability = Capability {
    tags: &[(
        "Encryption",
        "Keys, encryption, computation on ciphertexts, circuits, zero-knowledge proofs and signed documents.",
    )],
    usage: store::circuits::usage,
    extensions: |known| {
        let encryption = capability::extension::<Vault>(known)
            .map(|vault| -> Extension { Arc::new(Encryption::new(vault.clone())) });
        encryption.into_iter().collect()
    },
    forget: Some(forget_account),
    scrub: Some(|state, after| Box::pin(operations::scrub::scrub(state, after))),
    tools: tools::TOOLS,
    ..Capability::new("encryption", routes, store::erase)
};

fn forget_account(state: &AppState, user: &UserId) {
    if let Some(encryption) = state.extension::<Encryption>() {
        encryption.forget_provers(user);
        // Kept keys do not name the account of their circuit. Each is read again when it is needed.
        encryption.verification_keys().clear();
    }
}

fn routes(state: &AppState) -> Routes {
    api_encryption::routes()
        .and(api_admin::routes())
        .with_state(state.clone())
}

/// How many circuits an account keeps.
///
/// # Errors
/// [`StoreError`].
pub fn count_circuits(tx: &Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    store::circuits::other_circuits(tx, user, "")
}
