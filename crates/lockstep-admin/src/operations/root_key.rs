//! Tests the root key where it is kept.

use std::sync::Arc;

use lockstep_store::{Entry, Status, StoreError};
use lockstep_vault::{RootSource, Vault, test_root};
use lockstep_web::{ApiError, AppState, Owner};
use serde_json::json;

use crate::memory::AdminMemory;
use crate::root_key::RootKeyProblem;

/// Where the root key is kept, and what is wrong with it there.
pub(crate) struct TestedRootKey {
    pub(crate) source: RootSource,
    /// `None` if the key there opens the keys of this installation.
    pub(crate) problem: Option<RootKeyProblem>,
}

/// Reads the root key again from where it is kept, and compares it with the record that checks it. The running server
/// goes on with the key in its memory: a key that was lost or replaced shows only at the next start, or here.
///
/// # Errors
/// [`StoreError`], as an API error. A key that does not open the installation is no error.
pub(crate) async fn test(state: &AppState, owner: Owner) -> Result<TestedRootKey, ApiError> {
    let paths = Vault::of(state)?.key_paths().clone();
    let source = paths.root.clone();
    // Held until the read ends, also if the caller leaves: a command that does not end keeps one thread, not one for
    // each request.
    let turn = Arc::clone(&AdminMemory::of(state)?.testing_root);
    let turn = turn.lock_owned().await;
    let read = tokio::task::spawn_blocking(move || {
        let tested = test_root(&paths);
        drop(turn);
        tested
    });
    let read = read.await;
    let read = read.map_err(|error| ApiError::internal(format!("root key: {error}")))?;
    let problem = read.err().map(|error| {
        tracing::warn!(%error, "the root key failed its test");
        RootKeyProblem::of(&error)
    });
    let written = state
        .db
        .write::<_, StoreError, _>("admin.root_key.test", move |tx| {
            tx.audit(&Entry {
                actor: &owner.actor,
                action: "root_key.test",
                component: COMPONENT,
                status: match problem {
                    None => Status::Success,
                    Some(_) => Status::Warning,
                },
                details: problem.map_or(OPENS, RootKeyProblem::details).to_owned(),
                metadata: json!({ "problem": problem }),
            })
            .map(drop)
        });
    written.await?;
    Ok(TestedRootKey { source, problem })
}

/// The details of the audit entry of a test that the root key passed.
const OPENS: &str = "the root key opens the keys of this installation";
/// The component in the audit log.
const COMPONENT: &str = "administration";
