//! Stores, reads and deletes points.

use std::cell::RefCell;

use lockstep_formats::arrow_ipc::Buffer;
use lockstep_formats::catalogue;
use lockstep_store::id::UserId;
use lockstep_store::{QueueOwner, StoreError, Timestamp, Tx, WriteCheck};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, AppState, IdempotencyKey, Owner};
use serde_json::json;

use super::damage::{read_account, read_points, write_points};
use super::event::POINTS_DELETED;
use super::ingest::{self, AdmittedPoints, OnWritten, Stages, StoredOutcome};
use super::{note_points, writing_keys};
use crate::StorageOptions;
use crate::admission::{Admission, all_revoked};
use crate::body::{DataBody, EnvelopeFault, NAMED_FAULTS, Rules, Sender};
pub use crate::store::AtRest;
use crate::store::{self, DamagedRows, Filter, PointTimes, RemovalStart};

/// The result of an upload.
#[derive(Clone, Debug, Default)]
pub struct UploadResult {
    /// The number of stored points.
    pub count: u64,
    /// The number of these points that are stored under a mode.
    pub under_mode: u64,
    /// The errors of the other points.
    pub errors: Vec<String>,
    /// The times of the first and the last stored point in milliseconds; `None` if the request stored none, for example
    /// because it repeats another.
    pub times: Option<(i64, i64)>,
}

/// An uploaded body of points.
#[derive(Clone, Debug)]
pub enum PointsBody<B> {
    /// JSON, with the storage options in it.
    Json(B),
    /// An Arrow IPC stream, with the storage options beside it. Its columns are read where they are.
    Arrow(Buffer, StorageOptions),
}

/// Stores the points of a `POST /data` body.
///
/// Points are checked individually: valid points are stored, invalid points are reported. Acknowledged
/// points are on disk. `on_written` is called in the transaction that stores the points.
///
/// # Errors
/// A body that is not valid as a whole, or has no valid point; the errors of [`super::ingest::ingest`] and
/// of `on_written`.
pub async fn upload(
    state: &AppState,
    owner: Owner,
    body: PointsBody<impl AsRef<[u8]> + Send + 'static>,
    idempotency_key: IdempotencyKey,
    on_written: Option<OnWritten>,
) -> Result<UploadResult, ApiError> {
    let bytes = match &body {
        PointsBody::Json(body) => body.as_ref().len(),
        // A stream may be compressed.
        PointsBody::Arrow(..) => usize::MAX,
    };
    let stages = Stages::new(state);
    let parse = move |admission: Admission, now: Timestamp| {
        let parsed = stages.time("parse", || parse(body, now, admission));
        let (body, admission) = parsed?;
        Ok::<_, ApiError>(AdmittedPoints {
            batch: body.points,
            admission,
            report: body.faults.into_errors(DATA),
        })
    };
    let hooks = (ingest::UNRECORDED, on_written);
    let (kept, errors) =
        ingest::admit(state, owner, idempotency_key, (bytes, parse), hooks).await?;
    Ok(kept.stored(errors))
}

impl StoredOutcome {
    fn stored(&self, errors: Vec<String>) -> UploadResult {
        UploadResult {
            count: self.count,
            under_mode: self.under_mode,
            errors,
            times: self.times,
        }
    }
}

/// Parses a body, and refuses the points that the account may not store. Returns the rules with the
/// storage options of the body.
pub(super) fn parse(
    body: PointsBody<impl AsRef<[u8]>>,
    now: Timestamp,
    admission: Admission,
) -> Result<(DataBody, Admission), ApiError> {
    read_admitted(now, admission, NAMED_FAULTS, |rules| match body {
        PointsBody::Json(body) => {
            let body = DataBody::parse(body.as_ref(), rules)?;
            let options = StorageOptions {
                mode: body.encryption_mode,
                chunk_size: body.chunk_size,
            };
            Ok((body, options))
        }
        PointsBody::Arrow(stream, options) => Ok((DataBody::parse_arrow(stream, rules)?, options)),
    })
}

/// Parses the message of a device, like [`parse`]. It has no storage options: its rules are those of the account.
pub(super) fn parse_message(
    (message, sender): (&[u8], Sender<'_>),
    now: Timestamp,
    admission: Admission,
) -> Result<(DataBody, Admission), ApiError> {
    read_admitted(now, admission, NAMED_FAULTS_OF_MESSAGE, |rules| {
        let sender = Some(sender);
        let body = DataBody::parse_message(message, Rules { sender, ..rules })?;
        Ok((body, StorageOptions::default()))
    })
}

/// Reads a body by the rules of the account, and refuses the points that it may not store. At most `named` errors are
/// kept.
fn read_admitted(
    now: Timestamp,
    admission: Admission,
    named: usize,
    read: impl FnOnce(Rules<'_>) -> Result<(DataBody, StorageOptions), EnvelopeFault>,
) -> Result<(DataBody, Admission), ApiError> {
    let check_unit = |kind: &str, unit: &str| {
        catalogue::validate(kind, unit)
            .map(drop)
            .map_err(|fault| fault.to_string())
    };
    // Consecutive points usually have the same device.
    let accepted = RefCell::new(String::new());
    let check_device = |device: &str| {
        let mut accepted = accepted.borrow_mut();
        if !device.is_empty() && accepted.as_str() == device {
            return Ok(());
        }
        if let Some(reason) = admission.device_refusal(device) {
            return Err(reason.to_owned());
        }
        device.clone_into(&mut accepted);
        Ok(())
    };
    let parsed = read(Rules {
        now,
        check_unit: &check_unit,
        check_device: &check_device,
        sender: None,
    });
    let (mut body, options) =
        parsed.map_err(|fault| ApiError::invalid(&fault.parameter, fault.reason))?;
    let admission = admission.with(options);
    // The mode may follow the points in the body.
    body.refuse(
        |series| admission.can_store(series),
        |point| admission.refusal(point),
    );
    body.faults.name_at_most(named);
    if body.points.is_empty() {
        if body.faults.count() > 0 && body.faults.are_of_devices() {
            return Err(all_revoked());
        }
        let fault = ApiError::invalid(DATA, "holds no valid point");
        let details = json!({
            "parameter": DATA, "reason": "holds no valid point",
            "errors": body.faults.into_errors(DATA),
        });
        return Err(fault.with_details(details));
    }
    Ok((body, admission))
}

/// The number of errors that are listed for a message of a device: hundreds of messages are in memory at a time.
const NAMED_FAULTS_OF_MESSAGE: usize = 100;
/// The field of a body that has the points.
pub(super) const DATA: &str = "data";

/// Returns the storage of a device's points, by mode, then codec.
pub async fn at_rest(
    state: &AppState,
    user: UserId,
    device: &str,
) -> Result<Vec<AtRest>, StoreError> {
    let filter = Filter {
        device: Some(device.to_owned().into()),
        ..Filter::default()
    };
    state
        .db
        .read("points.at_rest", move |tx| {
            store::at_rest(tx, &user, &filter)
        })
        .await
}

/// Deletes the points that `select` returns the filter of; returns their number.
///
/// Many chunks are deleted in parts, each in a transaction with its audit entry and event, so that other
/// accounts' writes come between. A deletion that has begun is finished even if its client disconnects.
///
/// # Errors
/// The errors of `select`; points that cannot be deleted, see [`store::remove`].
pub async fn delete(
    state: &AppState,
    owner: Owner,
    select: impl FnOnce(&Tx<'_>, &AccountKeys) -> Result<Filter, ApiError> + Clone + Send + 'static,
) -> Result<u64, ApiError> {
    let deleting = delete_all(state.clone(), owner, select);
    // A spawned task does not inherit the account, so it is passed explicitly.
    let deleting = tokio::spawn(QueueOwner::current().scope(deleting));
    let deleted = deleting.await;
    let count =
        deleted.map_err(|error| ApiError::internal(format!("points.delete: {error}")))??;
    // The points are deleted even if this fails: a background job completes the erasure of traces.
    if let Err(error) = state.db.erase_traces_soon().await {
        tracing::debug!(%error, "the bytes of deleted points are overwritten later");
    }
    Ok(count)
}

async fn delete_all(
    state: AppState,
    owner: Owner,
    select: impl FnOnce(&Tx<'_>, &AccountKeys) -> Result<Filter, ApiError> + Clone + Send + 'static,
) -> Result<u64, ApiError> {
    let user = owner.user.clone();
    let modes: Result<_, ApiError> = read_account(&state, &owner.user, "points.modes", move |tx| {
        Ok(store::modes(tx, &user)?)
    })
    .await;
    let modes = modes?;
    let account_keys = writing_keys(&state, &owner, &[], &modes).await?;
    let reading = account_keys.clone();
    let read: Result<_, ApiError> =
        read_points(&state, &account_keys, "points.select", move |tx| {
            let filter = select(tx, &reading)?;
            store::ensure_removable(tx, &reading, &filter)?;
            Ok((filter, DamagedRows::read(tx, reading.user())?))
        })
        .await;
    let (filter, disorder) = read?;
    let (mut count, mut start) = (0, RemovalStart::default());
    loop {
        let (writing, owner, filter) = (account_keys.clone(), owner.clone(), filter.clone());
        WriteCheck::renew();
        let write = write_points(&state, &account_keys, "points.delete", move |tx| {
            let (removed, next) = store::remove_part(tx, &writing, &filter, (disorder, &start))?;
            note_points(
                tx,
                &owner,
                "points.delete",
                POINTS_DELETED,
                &removed.changes,
                &[],
            )?;
            Ok::<_, ApiError>((removed.count, next))
        });
        let (deleted, next) = write.await?;
        count += deleted;
        let Some(next) = next else {
            return Ok(count);
        };
        start = next;
    }
}

/// Deletes the points at the times that `select` returns; returns the other value of `select`, and the number
/// of deleted points. `select` runs in the transaction that deletes, and may change other rows there.
///
/// # Errors
/// The errors of `select`; a chunk that cannot be opened or sealed again.
pub async fn delete_moments<T: Send + 'static>(
    state: &AppState,
    owner: Owner,
    select: impl FnMut(&mut Tx<'_>, &AccountKeys) -> Result<(T, Vec<PointTimes>), ApiError>
    + Clone
    + Send
    + 'static,
) -> Result<(T, u64), ApiError> {
    let user = owner.user.clone();
    let read: Result<_, ApiError> =
        read_account(state, &owner.user, "points.moments_modes", move |tx| {
            Ok(store::modes(tx, &user)?)
        })
        .await;
    let account_keys = writing_keys(state, &owner, &[], &read?).await?;
    let writing = account_keys.clone();
    let deleted: Result<(T, u64), ApiError> =
        write_points(state, &writing, "points.delete_moments", move |tx| {
            let (selected, moments) = select.clone()(tx, &account_keys)?;
            let removed = store::remove_moments(tx, &account_keys, &moments)?;
            note_points(
                tx,
                &owner,
                "points.delete",
                POINTS_DELETED,
                &removed.changes,
                &[],
            )?;
            Ok((selected, removed.count))
        })
        .await;
    let deleted = deleted?;
    // The points are deleted even if this fails: a background job completes the erasure of traces.
    if let Err(error) = state.db.erase_traces_soon().await {
        tracing::debug!(%error, "the bytes of deleted points are overwritten later");
    }
    Ok(deleted)
}
