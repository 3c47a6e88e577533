//! Erases an account: first its keys, then its rows, then the rows' bytes in every file; then signs
//! a receipt. An erasure that has begun is completed, by the request or by the next start of the
//! server.
//!
//! An erasure survives a restore: a list next to the epoch keys, which is in no backup, names the
//! erased accounts by salted digests. An account that returns with an older store is erased again.

use lockstep_documents::{ERASURE, VerificationPolicy, verify};
use lockstep_store::audit::{self, checkpoint};
use lockstep_store::clock::entropy_array;
use lockstep_store::id::{ErasureId, UserId};
use lockstep_store::{Actor, EventKind, StoreError, Timestamp, Tx, portion};
use lockstep_vault::tombstones::Tombstones;
use lockstep_vault::{Attester, Vault, key_queries};
use lockstep_web::{ApiError, AppState, Caller, Capability, Paging, capability};
use serde::Deserialize;
use serde_json::Value as Json;

use super::other_account::ensure_other;
use super::{Accounts, existing, keep_an_admin, write_audit_and_event};
use crate::erasure::{Erasure, ErasureReport, Pseudonym};
use crate::events;
use crate::store::{self, NewValues, erasures};
use crate::user::AccountStatus;

impl Accounts {
    /// Erases an account and all data that any capability holds of it; returns the receipt. If a
    /// reader keeps the bytes of deleted rows in a file for too long, the erasure is returned
    /// unfinished: a background job completes it.
    ///
    /// # Errors
    /// 404 for an account that is already erased: its receipt is among [`Accounts::erasures`]. The caller's own account.
    pub(crate) async fn delete(&self, caller: &Caller, id: UserId) -> Result<Erasure, ApiError> {
        ensure_other(caller, &id, OWN_ACCOUNT)?;
        let actor = caller.actor();
        let eraser = actor.clone();
        let user = id.clone();
        let begun = self
            .state
            .db
            .write::<_, ApiError, _>("accounts.delete.begin", move |tx| {
                begin_or_continue(tx, &eraser, &user)
            });
        let begun = begun.await?;
        finish(&self.state, actor, begun.id, id).await
    }

    /// Returns a page of erasures, the newest first, and their total number; only those of `of` if
    /// given.
    pub(crate) async fn erasures(
        &self,
        of: Option<UserId>,
        paging: Paging,
    ) -> Result<(Vec<Erasure>, u64), ApiError> {
        let attester = Vault::of(&self.state)?.attester().clone();
        let found = self.state.db.read("accounts.erasures", move |tx| {
            let Some(user) = of else {
                return erasures::page(tx, paging, &attester);
            };
            // No index maps erasures to accounts, so all are read.
            let (mut found, _) = erasures::all(tx, &attester)?;
            found.retain(|erasure| erasure.pseudonym.is_of(&user));
            let total = found.len() as u64;
            Ok((found, total))
        });
        let found: Result<_, StoreError> = found.await;
        Ok(found?)
    }

    /// Returns one erasure.
    pub(crate) async fn erasure(&self, id: ErasureId) -> Result<Erasure, ApiError> {
        let attester = Vault::of(&self.state)?.attester().clone();
        let found = self
            .state
            .db
            .read::<_, StoreError, _>("accounts.erasure", move |tx| {
                erasures::by_id(tx, &id, &attester)
            })
            .await?;
        found.ok_or_else(|| ApiError::not_found("erasure"))
    }
}

/// Completes every interrupted erasure. An erasure that fails stays for the next run, and its
/// account stays suspended.
///
/// # Errors
/// The cause of the last failure.
pub async fn finish_erasures(state: &AppState) -> Result<(), ApiError> {
    let begun = state
        .db
        .read::<_, StoreError, _>("accounts.erasures.begun", erasures::all_unfinished)
        .await?;
    let mut failed = None;
    for (id, user) in begun {
        match finish(state, Actor::system(), id, user).await {
            Ok(done) if done.finished.is_some() => {
                tracing::info!(erasure = %done.id, "an erasure was finished");
            }
            Ok(waiting) => tracing::info!(erasure = %waiting.id, "an erasure is not finished yet"),
            Err(fault) => failed = Some(fault),
        }
    }
    failed.map_or(Ok(()), Err)
}

/// Begins the erasure of an account, or returns the erasure that has begun.
///
/// # Errors
/// The account does not exist; it is the last administrator.
pub(super) fn begin_or_continue(
    tx: &mut Tx<'_>,
    actor: &Actor,
    user: &UserId,
) -> Result<Erasure, ApiError> {
    if erasures::is_unfinished(tx, user)? && !is_begun(tx, user)? {
        erasures::release(tx, user)?;
    }
    match erasures::unfinished(tx, user) {
        Ok(None) => {}
        Ok(Some(begun)) => return Ok(begun),
        Err(error) if error.is_damage() => {
            let id = ErasureId::generate(tx.now(), tx.entropy());
            return replace_damaged(tx, id, user);
        }
        Err(error) => return Err(error.into()),
    }
    let user = existing(tx, user)?;
    keep_an_admin(tx, &user)?;
    begin(tx, actor, &user.id, events::USER_DELETE_BEGIN)
}

/// Suspends the account and records that its erasure is in progress.
fn begin(
    tx: &mut Tx<'_>,
    actor: &Actor,
    user: &UserId,
    kind: &'static EventKind,
) -> Result<Erasure, ApiError> {
    // From here on no request acts for the account, and no key of it is created.
    let suspended = NewValues {
        status: Some(AccountStatus::Suspended),
        ..NewValues::default()
    };
    store::update(tx, user, suspended)?;
    store::revoke_all(tx, user)?;
    let id = ErasureId::generate(tx.now(), tx.entropy());
    let erasure = new_erasure(tx, id, user);
    erasures::begin(tx, &erasure, user)?;
    write_audit_and_event(tx, actor, kind, user, Json::Null)?;
    Ok(erasure)
}

fn new_erasure(tx: &Tx<'_>, id: ErasureId, user: &UserId) -> Erasure {
    Erasure {
        id,
        begun: tx.now(),
        finished: None,
        pseudonym: Pseudonym::new(entropy_array(tx.entropy()), user),
    }
}

/// Replaces the damaged row of an unfinished erasure, so that the erasure is completed. The report
/// of an erasure whose rows are deleted stays.
fn replace_damaged(tx: &mut Tx<'_>, id: ErasureId, user: &UserId) -> Result<Erasure, ApiError> {
    let erasure = new_erasure(tx, id, user);
    erasures::replace(tx, &erasure, user)?;
    tracing::warn!(erasure = %erasure.id, "a damaged row of an unfinished erasure was replaced");
    Ok(erasure)
}

/// Repeats the erasure of every account that was erased before: the accounts in the list next to
/// the epoch keys, and those that `receipts` name. The receipts are documents of
/// `lockstep-erasure/1`. Returns their number. For a store that may be older than an erasure: at
/// each start, and after a restore.
///
/// # Errors
/// A receipt that this platform did not sign; a list that cannot be read; the cause of a failed
/// erasure.
pub async fn reapply_erasures(state: &AppState, receipts: &[Vec<u8>]) -> Result<u64, ApiError> {
    let vault = Vault::of(state)?;
    let mut named = Vec::with_capacity(receipts.len());
    for receipt in receipts {
        named.push(pseudonym_of(receipt, &vault.attester())?);
    }
    let tombstones = Tombstones::read(vault.key_paths())
        .map_err(|error| ApiError::internal(error.to_string()))?;
    let back = state
        .db
        .read::<_, StoreError, _>("accounts.erased_before", move |tx| {
            let mut all = erasures::accounts_not_erased(tx)?;
            all.retain(|id| tombstones.holds(id) || named.iter().any(|one| one.is_of(id)));
            Ok(all)
        });
    let (mut count, mut failed) = (0, None);
    for id in back.await? {
        let owner = id.clone();
        let begun = state
            .db
            .write::<_, ApiError, _>("accounts.delete.again", move |tx| {
                // Includes the last administrator: the erasure was promised.
                let user = existing(tx, &owner)?;
                begin(tx, &Actor::system(), &user.id, events::USER_DELETE_AGAIN)
            });
        let done = match begun.await {
            Ok(begun) => finish(state, Actor::system(), begun.id.clone(), id).await,
            Err(fault) => Err(fault),
        };
        match done {
            Ok(done) => {
                tracing::warn!(erasure = %done.id, "an erased account returned with an older store and was erased again");
                count += 1;
            }
            // A damaged row does not block other erasures.
            Err(fault) => failed = Some(fault),
        }
    }
    failed.map_or(Ok(count), Err)
}

/// Returns the pseudonym of the account in a receipt.
fn pseudonym_of(receipt: &[u8], attester: &Attester) -> Result<Pseudonym, ApiError> {
    #[derive(Deserialize)]
    struct NamedAccount {
        salt: String,
        digest: String,
    }
    let invalid = |reason: String| ApiError::invalid("receipt", reason);
    // A receipt that was signed before a key rotation is valid too.
    let trust = VerificationPolicy {
        key: Some(attester.key().clone()),
        chain: Some(attester.chain()),
        ..VerificationPolicy::default()
    };
    let verified =
        verify(receipt, &trust).map_err(|error| invalid(format!("does not hold: {error}")))?;
    if verified.format != ERASURE || verified.installation != attester.installation() {
        return Err(invalid(
            "must be a receipt of an erasure by this installation".to_owned(),
        ));
    }
    let bytes = |text: &str| data_encoding::HEXLOWER.decode(text.as_bytes()).ok();
    let named = verified.says.fields().remove("account");
    let named: Option<NamedAccount> = named.and_then(|named| serde_json::from_value(named).ok());
    named
        .and_then(|named| {
            Some(Pseudonym {
                salt: bytes(&named.salt)?.try_into().ok()?,
                digest: bytes(&named.digest)?.try_into().ok()?,
            })
        })
        .ok_or_else(|| invalid("names no account".to_owned()))
}

/// Destroys the keys, deletes the rows, overwrites their bytes and signs the receipt. It can be
/// interrupted anywhere and repeated, also by two callers at once.
pub(super) async fn finish(
    state: &AppState,
    actor: Actor,
    id: ErasureId,
    user: UserId,
) -> Result<Erasure, ApiError> {
    let capabilities = state.capabilities();
    let vault = Vault::of(state)?;
    let owner = user.clone();
    let is_begun = state
        .db
        .read::<_, StoreError, _>("accounts.delete.proof", move |tx| {
            Ok((is_begun(tx, &owner)?, erasures::is_proven(tx, &owner)?))
        });
    let (is_begun, is_proven) = is_begun.await?;
    if !is_begun {
        return Err(ApiError::internal(format!(
            "the row {id} of erasure names {user}, and nothing proves that this erasure of it was begun: nothing is \
             destroyed. Restore the row from a backup; `lockstep scrub` names it"
        )));
    }
    // Without this proof the rows are deleted already, and so are the keys.
    let destroyed = match is_proven {
        true => destroy(state, vault, &user).await,
        false => Ok(()),
    };
    // Also after a failure, so that no work of the account goes on.
    capability::forget(state, &user);
    destroyed?;
    let (attester, horizon) = (vault.attester().clone(), vault.epochs().horizon());
    let (erasure_id, erased, signer) = (id.clone(), user.clone(), attester.clone());
    let erasure = state
        .db
        .write::<_, ApiError, _>("accounts.delete", move |tx| {
            delete_rows(
                tx,
                capabilities,
                (&erasure_id, &erased),
                &actor,
                (&signer, horizon),
            )
        })
        .await?;
    // Requests that began before have no rows to read any more.
    capability::forget(state, &user);
    if erasure.finished.is_some() {
        return Ok(erasure);
    }
    // The rows are deleted: a failure from here on only delays the receipt, and a job retries.
    match state.db.erase_traces().await {
        Ok(()) => {}
        // A reader still uses the earlier state: the receipt waits until no reader does.
        Err(StoreError::Unfolded) => return Ok(erasure),
        Err(error) => {
            tracing::warn!(erasure = %erasure.id, %error, "bytes of an erased account are not overwritten yet");
            return Ok(erasure);
        }
    }
    let written = state
        .db
        .write::<_, ApiError, _>("accounts.delete.receipt", move |tx| {
            let mut erasure = by_id(tx, &id, &attester)?;
            if erasure.finished.is_none() {
                let report = erasures::report(tx, &id)?.ok_or(StoreError::NoRow)?;
                let receipt = report.receipt(tx, &erasure, &attester);
                erasures::finish(tx, &id, &receipt)?;
                erasure.finished = Some((tx.now(), receipt));
            }
            Ok(erasure)
        })
        .await;
    Ok(written.unwrap_or_else(|fault| {
        let reason = fault.log.as_deref();
        tracing::warn!(erasure = %erasure.id, reason, "the receipt of an erasure is not stored yet");
        erasure
    }))
}

/// Notes an account in the list of erased accounts, and destroys its keys.
async fn destroy(state: &AppState, vault: &Vault, user: &UserId) -> Result<(), ApiError> {
    // First, so that a backup restored from now on does not bring the account back.
    let (recording, owner) = (vault.clone(), user.clone());
    let record = move || Tombstones::record(recording.key_paths(), recording.ctx(), &owner);
    let recorded = tokio::task::spawn_blocking(record).await;
    recorded
        .map_err(|error| ApiError::internal(error.to_string()))?
        .map_err(|error| ApiError::internal(error.to_string()))?;
    for before in state.capabilities().iter().filter_map(|it| it.before_erase) {
        before(state.clone(), user.clone()).await?;
    }
    // Without keys these rows cannot be read. They go in portions, since one transaction would hold the writer for long.
    for capability in state.capabilities().iter().rev() {
        portion::remove_rows(&state.db, capability.bulk, user).await?;
    }
    loop {
        let owner = user.clone();
        let write = state
            .db
            .write::<_, StoreError, _>("accounts.delete.audit", move |tx| {
                audit::erase_portion(tx, &owner)
            });
        if !write.await? {
            return Ok(());
        }
    }
}

/// Whether the erasure of an account was begun: the audit log proves it, or the account's rows are deleted
/// already, and only the receipt is missing. In that case the row of the erasure must be of this account.
pub(super) fn is_begun(tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    if erasures::is_proven(tx, user)? {
        return Ok(true);
    }
    // The body of the entry is removed with the account, whose row then says so.
    match Vault::ensure_active(tx, user) {
        Err(StoreError::Erased) => {}
        Err(error) => return Err(error),
        Ok(()) => return Ok(false),
    }
    if !store::is_erased(tx, user)? || !erasures::is_reported(tx, user)? {
        return Ok(false);
    }
    match erasures::unfinished(tx, user) {
        Ok(row) => Ok(row.is_none_or(|erasure| erasure.pseudonym.is_of(user))),
        Err(error) if error.is_damage() => Ok(true),
        Err(error) => Err(error),
    }
}

fn by_id(tx: &Tx<'_>, id: &ErasureId, attester: &Attester) -> Result<Erasure, ApiError> {
    erasures::by_id(tx, id, attester)?.ok_or_else(|| ApiError::not_found("erasure"))
}

/// Deletes an account's rows if they still exist, and stores the report for the receipt.
fn delete_rows(
    tx: &mut Tx<'_>,
    capabilities: &[&Capability],
    (id, user): (&ErasureId, &UserId),
    actor: &Actor,
    (attester, horizon): (&Attester, Timestamp),
) -> Result<Erasure, ApiError> {
    let erasure = match erasures::by_id(tx, id, attester) {
        Err(error) if error.is_damage() && erasures::is_unfinished(tx, user)? => {
            replace_damaged(tx, id.clone(), user)?
        }
        Ok(Some(found)) if found.finished.is_none() && !found.pseudonym.is_of(user) => {
            replace_damaged(tx, id.clone(), user)?
        }
        found => found?.ok_or_else(|| ApiError::not_found("erasure"))?,
    };
    // A damaged report says nothing about rows that still exist.
    let is_erased = store::by_id(tx, user)?.is_some_and(|it| it.status == AccountStatus::Deleted);
    if erasure.finished.is_some() || (is_erased && erasures::has_report(tx, id)?) {
        return Ok(erasure);
    }
    let owner = existing(tx, user)?;
    keep_an_admin(tx, &owner)?;
    let removed = capability::counts(capabilities, tx, user)?;
    let (exported, keys) = key_queries::exported(tx, user)?;
    capability::erase(capabilities, tx, user)?;
    write_audit_and_event(tx, actor, events::USER_DELETE, user, Json::Null)?;
    let entry = checkpoint::head(tx)?.ok_or(StoreError::NoRow)?;
    let report = ErasureReport {
        series: removed.value("datastreams"),
        encryption_keys: removed.value("encryptionKeys"),
        agents: removed.value("agents"),
        exported,
        keys: keys.iter().map(ToString::to_string).collect(),
        horizon,
        entry: entry.seq,
        hash: data_encoding::HEXLOWER.encode(&entry.hash),
    };
    erasures::keep_report(tx, id, &report)?;
    Ok(erasure)
}

/// The background job: completes erasures that a failing disk interrupted.
pub(crate) async fn run(state: AppState) -> Result<(), ApiError> {
    finish_erasures(&state).await
}

/// How an administrator erases the own account.
const OWN_ACCOUNT: &str = "an administrator erases other accounts here: erase your own at POST /api/auth/erasure with the password and, \
     if TOTP is enabled, a code";
