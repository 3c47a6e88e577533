//! Background compaction of points into blocks of their mode: full blocks at once, the rest when no
//! more points arrive.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use lockstep_store::id::UserId;
use lockstep_store::{Actor, StoreError};
use lockstep_vault::{Mode, Vault};
use lockstep_web::api_error::ErrorKind;
use lockstep_web::{ApiError, AppState};

use super::damage::{read_account, read_points};
use crate::store;
use crate::store::compact::{self, CIPHERTEXT_BYTES, CompactablePortion, PendingSeries};

/// Compacts everything that is due. Each series gets one portion before any series gets a second.
pub(crate) async fn close_waiting(state: &AppState) -> Result<(), ApiError> {
    for _ in 0..TURNS {
        if !close_portions(state).await? {
            break;
        }
    }
    Ok(())
}

/// Compacts one portion of every due series, at most [`SHARE`] per account; returns whether any series
/// was due.
async fn close_portions(state: &AppState) -> Result<bool, ApiError> {
    let idle = state.clock.now().minus(IDLE);
    let mut stopped: HashSet<(UserId, Mode)> = HashSet::new();
    let mut made: HashMap<UserId, usize> = HashMap::new();
    let mut last: Option<PendingSeries> = None;
    loop {
        let after = last.take();
        let page = state
            .db
            .read::<_, StoreError, _>("blocks.due", move |tx| {
                compact::due(tx, idle, after.as_ref(), PAGE)
            })
            .await?;
        last = page.last().cloned();
        if last.is_none() {
            return Ok(!made.is_empty());
        }
        for one in page {
            let Some(mode) = one.mode else {
                continue;
            };
            let whose = (one.user.clone(), mode);
            let has_share = made.get(&one.user).is_none_or(|made| *made < SHARE);
            if !has_share || stopped.contains(&whose) {
                continue;
            }
            match close_one(state, &one, one.is_idle()).await {
                Ok(CompactionStep::Completed) => *made.entry(one.user).or_default() += 1,
                Ok(CompactionStep::Stopped) => drop(stopped.insert(whose)),
                Ok(CompactionStep::Nothing | CompactionStep::Changed) => {}
                // A failure in one series must not delay the others.
                Err(fault) => {
                    tracing::warn!(series = one.series, reason = fault.log, "blocks wait still");
                }
            }
        }
    }
}

/// Compacts all of an account's compactable points of a type now, before a proof over them.
///
/// # Errors
/// A conflict if other points keep arriving.
pub async fn close_now(state: &AppState, user: &UserId, kind: &str) -> Result<(), ApiError> {
    let (owner, filter) = (
        user.clone(),
        store::Filter {
            kind: Some(kind.to_owned()),
            ..store::Filter::default()
        },
    );
    let all: Result<_, ApiError> = read_account(state, user, "blocks.of", move |tx| {
        Ok(store::series(tx, &owner, &filter)?)
    })
    .await;
    let all = all?;
    for series in all {
        let one = PendingSeries::now(user.clone(), &series);
        let mut tries = 0;
        loop {
            match close_one(state, &one, true).await? {
                CompactionStep::Completed => {}
                CompactionStep::Nothing | CompactionStep::Stopped => break,
                CompactionStep::Changed if tries < TRIES => tries += 1,
                CompactionStep::Changed => {
                    return Err(ApiError::conflict(format!(
                        "new points of {kind} keep arriving while blocks are being made: send the request again"
                    )));
                }
            }
        }
    }
    Ok(())
}

/// The result of compacting a portion.
enum CompactionStep {
    /// The blocks are stored, or no points wait.
    Completed,
    /// No points can become a block.
    Nothing,
    /// The owner has stopped the mode's current key, or the quota has no room for ciphertexts. The
    /// points wait until that changes.
    Stopped,
    /// The series has changed since it was read.
    Changed,
}

/// Compacts a portion of a series.
async fn close_one(
    state: &AppState,
    one: &PendingSeries,
    is_idle: bool,
) -> Result<CompactionStep, ApiError> {
    let Some(mode @ (Mode::Fhe | Mode::Zk)) = one.mode else {
        return Ok(CompactionStep::Nothing);
    };
    if mode == Mode::Fhe && !has_room(state, &one.user, CIPHERTEXT_BYTES).await? {
        return Ok(CompactionStep::Stopped);
    }
    let vault = Vault::of(state)?;
    let account_keys = vault
        .writing_keys(&one.user, &Actor::system(), &[mode], &[])
        .await;
    let account_keys = match account_keys {
        Ok(account_keys) => account_keys,
        Err(fault) if fault.kind == ErrorKind::Encryption => return Ok(CompactionStep::Stopped),
        Err(fault) => return Err(fault),
    };
    let (reading, series) = (account_keys.clone(), one.series);
    let open: Result<_, StoreError> = read_points(state, &account_keys, "blocks.open", move |tx| {
        compact::open_runs(tx, &reading, series, is_idle)
    })
    .await;
    let Some(open) = open?.filter(CompactablePortion::is_due) else {
        return Ok(CompactionStep::Nothing);
    };
    if mode == Mode::Fhe && !has_room(state, &one.user, open.ciphertext_bytes()).await? {
        return Ok(CompactionStep::Stopped);
    }
    let making = account_keys.clone();
    let making = move || open.compact(&making);
    let closing = state.work().process("blocks.make", making).await??;
    let stood = state
        .db
        .write("blocks.close", move |tx| {
            account_keys.check(tx)?;
            Ok::<_, ApiError>(compact::compact(tx, &account_keys, &closing)?)
        })
        .await?;
    Ok(if stood {
        CompactionStep::Completed
    } else {
        CompactionStep::Changed
    })
}

/// Returns whether an account's quota has room for ciphertexts. They take 25 times the space of
/// columns. Without room the points stay columns, and every answer is the same.
async fn has_room(state: &AppState, user: &UserId, bytes: u64) -> Result<bool, ApiError> {
    let (quotas, user) = (state.quotas(), user.clone());
    let room = state
        .db
        .read("blocks.room", move |tx| {
            quotas.ensure_room(tx, &user, bytes)
        })
        .await;
    match room {
        Ok(()) => Ok(true),
        Err(fault) if fault.kind == ErrorKind::PermissionDenied => Ok(false),
        Err(fault) => Err(fault),
    }
}

/// The time without new points after which an incomplete block is made.
const IDLE: Duration = Duration::from_secs(300);
/// The number of series read at a time.
const PAGE: usize = 256;
/// The maximum number of portions of one account per turn, so that other accounts get their turn.
const SHARE: usize = 16;
/// The maximum number of turns per round.
const TURNS: usize = 16;
/// The maximum number of attempts if new points arrive during compaction.
const TRIES: usize = 8;
