//! Stores new points: the only way for points into the store.
//!
//! Every source of points ends in one path: the rules of the account ([`Admission`]) decide which points
//! are stored and how, the points are sorted and packed outside a transaction, and one transaction
//! appends them with the audit entry and the event. A body of `POST /data` ([`super::points::upload`])
//! differs only in its parser, which reports each refused point by its index.

mod stages;

use std::cell::LazyCell;
use std::collections::HashSet;
use std::sync::Arc;

use lockstep_store::figure::{self, Figure};
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::figures::{FigureScope, Figures, counts};
use lockstep_web::quota::QuotaGate;
use lockstep_web::{ApiError, AppState, IdempotencyKey, Owner};
use serde::{Deserialize, Serialize};

use super::damage::{read_account, write_points};
use super::event::POINTS_STORED;
use super::{UPLOAD, note_points, writing_keys};
use crate::StorageOptions;
use crate::admission::{Admission, MAX_SERIES, RefusedPoints};
use crate::columns::Batch;
use crate::provenance::{BatchTimes, WrittenTimes};
use crate::store::portion::{Budget, SINGLE_POINTS};
use crate::store::upload::Upload;
use crate::store::{self, AppendCounts, Filter, GrowingChunks, compact};
pub(super) use stages::Stages;

/// The result of an ingest.
#[derive(Clone, Debug, Default)]
pub struct IngestResult {
    /// The number of stored points.
    pub count: u64,
    /// The number of these points that are new at their series and millisecond.
    pub new: u64,
    /// The number of these points that are stored under a mode.
    pub under_mode: u64,
    /// The points that are not stored.
    pub refused: RefusedPoints,
}

/// Stores a batch of points of one account.
///
/// This is the entrance for every source that has parsed its points: file imports call it for each batch,
/// and a telemetry protocol calls it for each message or group of messages. `options` states the
/// encryption mode and the block size; without a mode, each device's registration decides, and then, for a
/// block size, the setting `encryption.defaultType`. The caller
/// has checked the fields of each point ([`lockstep_formats::point`]); this function checks what depends
/// on the account: revoked devices, values that a mode cannot store, quotas, the number of series.
///
/// When the function returns, the points are on disk. It may be called again with the same points: a
/// point replaces the stored point of the same type, device and millisecond. The devices and their modes
/// are read once, so a revocation applies from the next batch on. A batch is held in memory until it is
/// stored: the caller hands over at most [`MAX_BATCH_POINTS`](crate::MAX_BATCH_POINTS) at once.
///
/// # Errors
/// Points that may not be stored are not an error: see [`IngestResult::refused`]. Errors are: a mode
/// whose key does not encrypt, a quota that the points exceed, too many series, points to replace under
/// a stopped key, [`lockstep_store::StoreError`]. After an error none of the batch is stored, except
/// that a batch that is too much work for one transaction is stored in parts: earlier parts stay.
pub async fn ingest(
    state: &AppState,
    owner: Owner,
    batch: Batch,
    options: StorageOptions,
) -> Result<IngestResult, ApiError> {
    ingest_with(state, owner, (batch, options), UNRECORDED).await
}

/// A function that is called in the transaction of a write, with the times that the write stores.
pub type OnWritten = fn(&mut Tx<'_>, &AccountKeys, &[WrittenTimes<'_>]) -> Result<(), ApiError>;

/// Stores a batch of points like [`ingest`], and calls `record` in the same transaction with the times of
/// the points by series; in each transaction, if the batch is stored in parts. `record` may run again where a
/// transaction is repeated.
///
/// # Errors
/// The errors of [`ingest`] and of `record`.
pub async fn ingest_recorded<R>(
    state: &AppState,
    owner: Owner,
    (batch, options): (Batch, StorageOptions),
    record: R,
) -> Result<IngestResult, ApiError>
where
    R: FnMut(&mut Tx<'_>, &AccountKeys, &[BatchTimes]) -> Result<(), ApiError>
        + Clone
        + Send
        + 'static,
{
    ingest_with(state, owner, (batch, options), Some(record)).await
}

/// The function that records the times of a batch; [`UNRECORDED`] where nothing records them.
type RecordTimes = fn(&mut Tx<'_>, &AccountKeys, &[BatchTimes]) -> Result<(), ApiError>;

pub(super) const UNRECORDED: Option<RecordTimes> = None;

async fn ingest_with<R>(
    state: &AppState,
    owner: Owner,
    (batch, options): (Batch, StorageOptions),
    record: Option<R>,
) -> Result<IngestResult, ApiError>
where
    R: FnMut(&mut Tx<'_>, &AccountKeys, &[BatchTimes]) -> Result<(), ApiError>
        + Clone
        + Send
        + 'static,
{
    let parse = move |admission: Admission, _: Timestamp| {
        let (mut batch, admission) = (batch, admission.with(options));
        let refused = admission.remove_refused(&mut batch);
        Ok::<_, ApiError>(AdmittedPoints {
            batch,
            admission,
            report: refused,
        })
    };
    let idempotency_key = IdempotencyKey::default();
    // The size of the source is not known here, so a worker thread parses it.
    let parsing = (usize::MAX, parse);
    let (kept, refused) = admit(state, owner, idempotency_key, parsing, (record, None)).await?;
    Ok(IngestResult {
        count: kept.count,
        new: kept.new,
        under_mode: kept.under_mode,
        refused,
    })
}

/// Parsed points that the account may store.
pub(super) struct AdmittedPoints<P> {
    pub(super) batch: Batch,
    /// The rules, with the storage options of the points.
    pub(super) admission: Admission,
    /// The parser's report about the other points.
    pub(super) report: P,
}

/// Reads the rules of an account, parses points by them and stores the points. Every source of points calls this
/// function. `parse` runs outside a transaction; it gets the rules and the time as of which points are checked. `bytes` is
/// the size of what it parses: little is parsed at once, more on a worker thread.
///
/// A repeated request is parsed as of the time of the first, stores nothing and returns the first outcome.
pub(super) async fn admit<P, F, R>(
    state: &AppState,
    owner: Owner,
    idempotency_key: IdempotencyKey,
    (bytes, parse): (usize, F),
    hooks: (Option<R>, Option<OnWritten>),
) -> Result<(StoredOutcome, P), ApiError>
where
    P: Send + 'static,
    F: FnOnce(Admission, Timestamp) -> Result<AdmittedPoints<P>, ApiError> + Send + 'static,
    R: FnMut(&mut Tx<'_>, &AccountKeys, &[BatchTimes]) -> Result<(), ApiError>
        + Clone
        + Send
        + 'static,
{
    let (user, asked) = (owner.user.clone(), idempotency_key.clone());
    let read: Result<_, ApiError> = read_account(state, &owner.user, "points.admit", move |tx| {
        Ok((
            asked.before::<StoredOutcome>(tx, &user)?,
            Admission::read(tx, &user)?,
        ))
    })
    .await;
    let (earlier, admission) = read?;
    let admission = admission.defaulting(state.settings().encryption.default_type);
    // A repeated request finds the same errors, even if devices or keys have changed since.
    let (now, admission) = match &earlier {
        None => (state.clock.now(), admission),
        Some(kept) => (kept.at, admission.rules_at(kept.at)),
    };
    // Parsing and packing need processor time but no transaction.
    let (stages, is_repeated) = (Stages::new(state), earlier.is_some());
    let prepare = move || {
        let AdmittedPoints {
            batch,
            admission,
            report,
        } = parse(admission, now)?;
        let upload = match is_repeated {
            true => Upload::default(),
            false => stages.time("pack", || {
                Upload::new(batch, |device| admission.options(device))
            })?,
        };
        Ok::<_, ApiError>((upload, admission, report))
    };
    let prepared = match bytes <= SMALL_BYTES {
        true => prepare(),
        false => state.work().process("points.prepare", prepare).await?,
    };
    let (upload, admission, report) = prepared?;
    if let Some(kept) = earlier {
        return Ok((kept, report));
    }
    let kept = match upload.received() {
        0 => StoredOutcome {
            count: 0,
            under_mode: 0,
            new: 0,
            at: now,
            times: None,
        },
        _ => {
            let upload = (upload, &admission);
            store(state, owner, upload, (idempotency_key, now), hooks).await?
        }
    };
    Ok((kept, report))
}

/// The outcome of a stored upload, as it is kept for a repetition of the request.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct StoredOutcome {
    pub(super) count: u64,
    pub(super) under_mode: u64,
    /// The number of new points. Outcomes of earlier versions do not have it.
    #[serde(default)]
    pub(super) new: u64,
    /// The time of the first request: points are validated as of this time.
    pub(super) at: Timestamp,
    /// The times of the first and the last stored point; a repetition stores none.
    #[serde(skip)]
    pub(super) times: Option<(i64, i64)>,
}

/// Stores a sorted upload: makes the blocks that need keys, then appends the points. `record` and
/// `on_written` are called in the same transaction. An upload that reaches many chunks is stored in parts; the last
/// keeps the outcome under the key of the request.
async fn store<R>(
    state: &AppState,
    owner: Owner,
    (upload, admission): (Upload, &Admission),
    (idempotency_key, at): (IdempotencyKey, Timestamp),
    (record, on_written): (Option<R>, Option<OnWritten>),
) -> Result<StoredOutcome, ApiError>
where
    R: FnMut(&mut Tx<'_>, &AccountKeys, &[BatchTimes]) -> Result<(), ApiError>
        + Clone
        + Send
        + 'static,
{
    let modes = upload.modes();
    let account_keys = writing_keys(state, &owner, &modes, admission.stored_modes()).await?;
    let (received, under_mode) = (upload.received() as u64, upload.under_mode() as u64);
    let mut kept = StoredOutcome {
        count: received,
        under_mode,
        new: 0,
        at,
        times: upload.times(),
    };
    let (mut rest, mut is_first) = (upload, true);
    loop {
        let (part, more) = divided(state, &owner.user, rest, is_first).await?;
        let part = with_blocks(state, &account_keys, part).await?;
        let writing = UploadPart {
            account_keys: account_keys.clone(),
            owner: owner.clone(),
            upload: part,
        };
        let Some(more) = more else {
            return write(
                state,
                writing,
                (Some(idempotency_key), kept),
                (record, on_written),
            )
            .await;
        };
        let hooks = (record.clone(), on_written);
        kept = write(state, writing, (None, kept), hooks).await?;
        (rest, is_first) = (more, false);
    }
}

/// Divides an upload that is too much work for one transaction: returns the part to store next, and the rest.
async fn divided(
    state: &AppState,
    user: &UserId,
    upload: Upload,
    is_first: bool,
) -> Result<(Upload, Option<Upload>), ApiError> {
    let is_small = upload.series.len() <= SINGLE_POINTS
        && upload.series.iter().all(|series| series.points.len() <= 1);
    if is_small {
        return Ok((upload, None));
    }
    let user = user.clone();
    let read = state.db.read("points.divide", move |tx| {
        let mut budget = Budget::default();
        let mut named = Vec::new().into_iter();
        for nth in 0..upload.series.len() {
            if nth % SERIES_READ == 0 {
                let names = upload.names().skip(nth).take(SERIES_READ);
                named = store::series_named_each(tx, &user, names)?.into_iter();
            }
            let (series, stored) = (&upload.series[nth], named.next().unwrap_or_default());
            let points = (&series.layout, &series.points);
            let count = budget.store(tx, (&user, &stored), points)?;
            if count == series.points.len() {
                continue;
            }
            if is_first {
                // Nothing is stored of an upload that exceeds this limit.
                check_series_limit(tx, &user, &upload)?;
            }
            let (part, rest) = upload.divided((nth, count));
            return Ok((part, Some(rest)));
        }
        Ok::<_, ApiError>((upload, None))
    });
    read.await
}

/// The series of an upload that are looked up together. A transaction may store fewer of them.
const SERIES_READ: usize = 32;

/// The part of an upload that one transaction stores.
struct UploadPart {
    account_keys: AccountKeys,
    owner: Owner,
    upload: Upload,
}

/// Stores a part of an upload in one transaction. The last part stores the idempotency key of the
/// request. `kept` is the outcome of the earlier parts; returns the outcome with this part.
async fn write<R>(
    state: &AppState,
    part: UploadPart,
    (idempotency_key, kept): (Option<IdempotencyKey>, StoredOutcome),
    (record, on_written): (Option<R>, Option<OnWritten>),
) -> Result<StoredOutcome, ApiError>
where
    R: FnMut(&mut Tx<'_>, &AccountKeys, &[BatchTimes]) -> Result<(), ApiError>
        + Clone
        + Send
        + 'static,
{
    let UploadPart {
        account_keys,
        owner,
        upload,
    } = part;
    let (upload, quotas) = (Arc::new(upload), state.quotas());
    let (stages, writing) = (Stages::new(state), account_keys.clone());
    // A device sends the next points of its series soon.
    let is_growing = owner.actor.is_device();
    let growing = state.extension::<GrowingChunks>().filter(|_| is_growing);
    let growing = growing.cloned();
    write_points(state, &writing, STORING, move |tx| {
        let mut record = record.clone();
        let kept = kept.clone();
        let mut store = |tx: &mut Tx<'_>| {
            stages.time("append", || {
                let record = record.as_mut();
                let parties = (&account_keys, &owner);
                let upload = (&*upload, growing.as_ref());
                let appended = append(tx, quotas, parties, upload, record)?;
                if let Some(on_written) = on_written {
                    on_written(tx, &account_keys, &upload.0.written())?;
                }
                Ok::<_, ApiError>(StoredOutcome {
                    new: kept.new + appended.added,
                    ..kept
                })
            })
        };
        match &idempotency_key {
            Some(idempotency_key) => idempotency_key.run(tx, &owner.user, store),
            None => store(tx),
        }
    })
    .await
}

/// The maximum number of bytes that are parsed and packed without a hand-over to a worker thread.
const SMALL_BYTES: usize = 32 << 10;

/// Makes the blocks of modes FHE and ZK. The points that a block continues are read first.
pub(crate) async fn with_blocks(
    state: &AppState,
    account_keys: &AccountKeys,
    upload: Upload,
) -> Result<Upload, ApiError> {
    if !upload.awaits_blocks() {
        return Ok(upload);
    }
    let reading = account_keys.clone();
    let read = state.db.read("points.tails", move |tx| {
        let mut upload = upload;
        upload.join(|layout, points| compact::tail(tx, &reading, layout, points))?;
        Ok::<_, lockstep_store::StoreError>(upload)
    });
    let (mut upload, making) = (read.await?, account_keys.clone());
    let stages = Stages::new(state);
    let made = state.work().process("points.blocks", move || {
        stages.time("blocks", || upload.pack_blocks(&making))?;
        Ok::<_, ApiError>(upload)
    });
    made.await?
}

/// Stores an upload with its audit entry and event, and records when each device was last seen.
fn append(
    tx: &mut Tx<'_>,
    quotas: QuotaGate,
    (account_keys, owner): (&AccountKeys, &Owner),
    (upload, growing): (&Upload, Option<&GrowingChunks>),
    record: Option<impl FnOnce(&mut Tx<'_>, &AccountKeys, &[BatchTimes]) -> Result<(), ApiError>>,
) -> Result<AppendCounts, ApiError> {
    check_series_limit(tx, &owner.user, upload)?;
    let meter = quotas.before(tx, &owner.user)?;
    let points = (upload, record.is_some());
    let appended = store::append(tx, account_keys, points, growing)?;
    if let Some(record) = record {
        record(tx, account_keys, &appended.batch_times)?;
    }
    meter.check(tx)?;
    let now = tx.now();
    let figure = Figure {
        name: STORED,
        user: Some(&owner.user),
        subject: "",
        n: i64::try_from(appended.received).unwrap_or(i64::MAX),
    };
    figure::add(tx, now, &figure)?;
    let moments: Vec<&[i64]> = upload.moments().collect();
    note_points(
        tx,
        owner,
        UPLOAD,
        POINTS_STORED,
        &appended.changes,
        &moments,
    )?;
    {
        // Few portions come from a device whose last record is old enough.
        let sent = || -> HashSet<&str> { appended.changes.iter().map(|it| &*it.device).collect() };
        let names = LazyCell::new(sent);
        store::device::note_sync(tx, &owner.user, |device| {
            names.contains(device.id.as_str()) || names.contains(&*device.name)
        })?;
    }
    Ok(appended)
}

/// Returns the points that were stored, by period.
pub(crate) fn figures(tx: &Tx<'_>, scope: &FigureScope) -> Result<Figures, StoreError> {
    let stored = counts(figure::series(tx, STORED, scope.user.as_ref(), scope.span)?);
    Ok(Figures {
        data_processed: stored.iter().sum(),
        stored,
        ..Figures::default()
    })
}

/// Refuses an upload that would give an account more than [`MAX_SERIES`] series.
fn check_series_limit(tx: &Tx<'_>, user: &UserId, upload: &Upload) -> Result<(), ApiError> {
    let more = upload.names().count() as u64;
    // Counting takes time in proportion to the series: most accounts are far below the limit.
    if store::most_series(tx, user)?.is_some_and(|stored| stored + more <= MAX_SERIES) {
        return Ok(());
    }
    let stored = store::count_series(tx, user)?;
    if stored + more <= MAX_SERIES {
        return Ok(());
    }
    let known = store::series(tx, user, &Filter::default())?;
    let known: HashSet<(&str, &str)> = known
        .iter()
        .map(|series| (&*series.kind, &*series.device))
        .collect();
    let new = upload.names().filter(|name| !known.contains(name)).count() as u64;
    if stored + new > MAX_SERIES {
        return Err(ApiError::conflict(format!(
            "an account has at most {MAX_SERIES} series (pairs of type and device): this upload adds {new} to {stored}"
        )));
    }
    Ok(())
}

/// The transaction that stores points.
pub(super) const STORING: &str = "points.upload";
/// The figure that counts stored points.
const STORED: &str = "points.stored";

#[cfg(test)]
mod tests;
