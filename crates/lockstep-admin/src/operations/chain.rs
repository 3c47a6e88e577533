//! Verifies the audit chain: from time to time for the alert, and when an administrator asks.

use std::time::Duration;

use lockstep_store::audit::checkpoint::{self, Checkpoint};
use lockstep_store::{Actor, QueueOwner, Status, StoreError};
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState};

use crate::memory::{AdminMemory, ChainVerdict};

/// A verified chain with its newest checkpoint.
pub(crate) struct VerifiedChain {
    pub(crate) last: ChainVerdict,
    /// The newest signed checkpoint; `None` before the first.
    pub(crate) checkpoint: Option<Checkpoint>,
}

/// Returns the verdict on the audit chain: one that is younger than `fresh`, else a new one.
///
/// # Errors
/// The chain cannot be read. An invalid chain is not an error: the verdict says so.
pub(super) async fn verdict(state: &AppState, fresh: Duration) -> Result<ChainVerdict, ApiError> {
    let memory = AdminMemory::of(state)?;
    let _turn = memory.verifying.lock().await;
    let now = state.clock.monotonic();
    let is_fresh = |last: &ChainVerdict| now.saturating_sub(last.at) < fresh;
    let last = memory.chain().clone().filter(is_fresh);
    if let Some(last) = last {
        return Ok(last);
    }
    let verified = Vault::of(state)?.checkpoints().verify_chain(None).await;
    let new = ChainVerdict {
        at: now,
        verified_at: state.clock.now(),
        verdict: verified.map_err(ApiError::internal)?,
    };
    *memory.chain() = Some(new.clone());
    Ok(new)
}

/// Verifies the chain for `reader`. A verification that takes longer than [`MAX_WAIT`] goes on: a later call has its
/// verdict.
///
/// # Errors
/// 503 if the verification takes too long; the chain cannot be read.
pub(crate) async fn verify(state: &AppState, reader: Actor) -> Result<VerifiedChain, ApiError> {
    let app_state = state.clone();
    let work = async move { verdict(&app_state, FRESH).await };
    let running = tokio::spawn(QueueOwner::current().scope(work));
    let last = match tokio::time::timeout(MAX_WAIT, running).await {
        Ok(Ok(last)) => last?,
        Ok(Err(error)) => return Err(ApiError::internal(format!("verification: {error}"))),
        Err(_) => return Err(still_verifying()),
    };
    let newest = state
        .db
        .read::<_, StoreError, _>("admin.audit.checkpoint", checkpoint::newest);
    let checkpoint = newest.await?;
    state.audit_counter().count(
        reader,
        "audit.verify".to_owned(),
        COMPONENT,
        Status::Success,
    );
    Ok(VerifiedChain { last, checkpoint })
}

fn still_verifying() -> ApiError {
    let message = "the audit log is long and is still being verified: ask again in a minute. `lockstep audit verify` \
                   verifies it without a limit";
    ApiError {
        message: message.into(),
        ..ApiError::busy("the verification of the audit chain takes longer than a request waits")
    }
}

/// The age up to which a verdict answers a question.
const FRESH: Duration = Duration::from_secs(60);
/// The time that a request waits for a verification.
const MAX_WAIT: Duration = Duration::from_secs(20);
/// The component in the audit log.
const COMPONENT: &str = "administration";
