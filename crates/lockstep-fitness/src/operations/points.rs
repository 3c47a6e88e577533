//! Stores, reads and deletes points.

use std::collections::HashSet;
use std::sync::Arc;

use lockstep_devices::Device;
use lockstep_formats::{Point, catalogue};
use lockstep_store::id::UserId;
use lockstep_store::{Clock, StoreError, Timestamp, Tx, fair};
use lockstep_vault::{AccountKeys, Mode};
use lockstep_web::quota::Gate;
use lockstep_web::{ApiError, AppState, IdempotencyKey};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::runtime::Handle;

use super::damage::{read_account, write_points};
use super::stream::{POINTS_DELETED, POINTS_STORED};
use super::{Owner, moment, note_points, writing_keys};
use crate::body::{DataBody, Rules};
use crate::chunk;
use crate::columns::Batch;
pub use crate::store::AtRest;
use crate::store::{self, Appended, Filter, compact, registry};
use crate::upload::{StorageOptions, Upload};

/// The result of an upload.
#[derive(Clone, Debug, Default)]
pub struct Stored {
    /// The number of stored points.
    pub count: u64,
    /// The number of these points that are stored under a mode.
    pub under_mode: u64,
    /// The errors of the other points.
    pub errors: Vec<String>,
}

/// Stores the points of a `POST /data` body.
///
/// Points are checked individually: valid points are stored, invalid points are reported. Acknowledged
/// points are on disk.
pub async fn upload(
    state: &AppState,
    owner: Owner,
    body: impl AsRef<[u8]> + Send + 'static,
    once: IdempotencyKey,
) -> Result<Stored, ApiError> {
    let user = owner.user.clone();
    let asked = once.clone();
    let read: Result<_, ApiError> = read_account(state, &owner.user, "points.devices", move |tx| {
        let earlier = asked.before::<Kept>(tx, &user)?;
        let devices = lockstep_devices::devices(tx, &user)?;
        Ok((earlier, devices, store::modes(tx, &user)?))
    })
    .await;
    let (earlier, mut devices, modes) = read?;
    // A repeated request finds the same errors, even if devices or keys have changed since.
    let now = match &earlier {
        None => state.clock.now(),
        Some(kept) => kept.at,
    };
    if earlier.is_some() {
        devices.retain(|device| device.created_at <= now);
        for device in &mut devices {
            device.revoked_at = device.revoked_at.filter(|at| *at <= now);
        }
    }
    // Parsing, packing and encrypting need processor time but no transaction.
    let stages = Stages::new(state);
    let (door, of, handle) = (state.clone(), owner.clone(), Handle::current());
    let making = state.work().process("points.prepare", move || {
        let parsed = parse(body.as_ref(), now, &devices, &stages)?;
        if let Some(kept) = earlier {
            return Ok(Made::Before(kept.stored(parsed.errors)));
        }
        let required = parsed.modes(&devices);
        let account_keys =
            fair::wait(|| handle.block_on(writing_keys(&door, &of, &required, &modes)))?;
        let options = |device: &str| wished(parsed.options, &devices, device);
        let upload = stages.time("pack", || {
            made_ready(&door, &handle, &account_keys, parsed.points, options)
        })?;
        Ok::<_, ApiError>(Made::Now(account_keys, upload, parsed.errors))
    });
    let (account_keys, upload, errors) = match making.await?? {
        Made::Now(account_keys, upload, errors) => (account_keys, upload, errors),
        Made::Before(stored) => return Ok(stored),
    };
    let (appending, writing) = (Stages::new(state), account_keys.clone());
    let (upload, quotas) = (Arc::new(upload), state.quotas());
    let kept: Result<Kept, ApiError> = write_points(state, &writing, "points.upload", move |tx| {
        once.run(tx, &owner.user, |tx| {
            appending.time("append", || {
                append(tx, quotas, &account_keys, &owner, &upload, now)
            })
        })
    })
    .await;
    Ok(kept?.stored(errors))
}

/// A prepared upload, or the earlier result of the same request.
enum Made {
    Now(AccountKeys, Upload, Vec<String>),
    Before(Stored),
}

/// Packs points on a blocking thread.
pub(crate) fn made_ready(
    state: &AppState,
    handle: &Handle,
    account_keys: &AccountKeys,
    points: Batch,
    options: impl Fn(&str) -> StorageOptions,
) -> Result<Upload, StoreError> {
    Upload::new(points, account_keys, options, |form, points| {
        let (account_keys, form, points) = (account_keys.clone(), form.clone(), points.clone());
        let tail = state.db.read("points.tail", move |tx| {
            compact::tail(tx, &account_keys, &form, &points)
        });
        fair::wait(|| handle.block_on(tail))
    })
}

/// Returns the storage options for a device's points: those of the request, otherwise those of the
/// device's registration.
pub(super) fn wished(asked: StorageOptions, devices: &[Device], named: &str) -> StorageOptions {
    let of_device = || {
        let mut meant = devices.iter().filter(|device| device.is(named));
        meant.find(|device| device.is_active())?.mode
    };
    StorageOptions {
        mode: asked.mode.or_else(of_device),
        ..asked
    }
}

/// Returns the modes that points may need.
fn asked_modes(asked: Option<Mode>, devices: &[Device]) -> Vec<Mode> {
    let mut modes: Vec<Mode> = match asked {
        Some(mode) => vec![mode],
        None => devices.iter().filter_map(|device| device.mode).collect(),
    };
    modes.sort_by_key(|mode| mode.as_str());
    modes.dedup();
    modes
}

/// Measures the stages of an upload for `/metrics`.
#[derive(Clone)]
struct Stages(Arc<dyn Clock>);

impl Stages {
    fn new(state: &AppState) -> Self {
        Self(Arc::clone(&state.clock))
    }

    fn time<T>(&self, stage: &'static str, work: impl FnOnce() -> T) -> T {
        let start = self.0.monotonic();
        let done = work();
        let taken = self.0.monotonic().saturating_sub(start);
        metrics::histogram!("lockstep_upload_seconds", "stage" => stage).record(taken);
        done
    }
}

/// What is kept of an upload for a repetition of it.
#[derive(Serialize, Deserialize)]
struct Kept {
    count: u64,
    under_mode: u64,
    /// The time of the first request: points are validated as of this time.
    at: Timestamp,
}

impl Kept {
    fn stored(&self, errors: Vec<String>) -> Stored {
        Stored {
            count: self.count,
            under_mode: self.under_mode,
            errors,
        }
    }
}

fn append(
    tx: &mut Tx<'_>,
    quotas: Gate,
    account_keys: &AccountKeys,
    owner: &Owner,
    upload: &Upload,
    at: Timestamp,
) -> Result<Kept, ApiError> {
    let appended = store_points(tx, quotas, account_keys, owner, upload)?;
    Ok(Kept {
        count: appended.received,
        under_mode: upload.under_mode() as u64,
        at,
    })
}

/// Stores an upload with its audit entry and event, and records when each device was last seen.
pub(super) fn store_points(
    tx: &mut Tx<'_>,
    quotas: Gate,
    account_keys: &AccountKeys,
    owner: &Owner,
    upload: &Upload,
) -> Result<Appended, ApiError> {
    bounded(tx, &owner.user, upload)?;
    let meter = quotas.before(tx, &owner.user)?;
    let appended = store::append(tx, account_keys, upload)?;
    meter.check(tx)?;
    let moments: Vec<&[i64]> = upload
        .series
        .iter()
        .map(|series| series.points.timestamps())
        .filter(|moments| !moments.is_empty())
        .collect();
    note_points(
        tx,
        owner,
        "points.upload",
        POINTS_STORED,
        &appended.changes,
        &moments,
    )?;
    lockstep_devices::note_sync(tx, &owner.user, |device| {
        let mut changes = appended.changes.iter();
        changes.any(|change| device.is(&change.device))
    })?;
    Ok(appended)
}

/// Refuses an upload that would give an account more than [`MAX_SERIES`] series.
fn bounded(tx: &Tx<'_>, user: &UserId, upload: &Upload) -> Result<(), ApiError> {
    let stored = store::count_series(tx, user)?;
    if stored + upload.names().count() as u64 <= MAX_SERIES {
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
            "an account has {MAX_SERIES} series (pairs of type and device) at most: this upload \
             brings {new} new ones to {stored}"
        )));
    }
    Ok(())
}

/// The maximum number of series per account; a page opens a chunk of each.
pub(super) const MAX_SERIES: u64 = 10_000;

/// Returns whether a point's `device` names only revoked or damaged devices. After a revocation, another device
/// may use the name.
pub(super) fn is_revoked(devices: &[Device], named: &str) -> bool {
    let mut meant = devices.iter().filter(|device| device.is(named)).peekable();
    meant.peek().is_some() && meant.all(|device| !device.is_active())
}

const REVOKED_DEVICE: &str = "is revoked";
const DAMAGED_DEVICE: &str =
    "is a device whose stored row is damaged: delete it and register it again";

/// Returns the error if every point names a revoked device.
pub(super) fn all_revoked() -> ApiError {
    ApiError::device(
        "every point names a device that is revoked or whose stored row is damaged: register it again",
    )
}

/// A parsed body.
struct Parsed {
    points: Batch,
    options: StorageOptions,
    errors: Vec<String>,
}

impl Parsed {
    /// Returns the modes of its points.
    fn modes(&self, devices: &[Device]) -> Vec<Mode> {
        let named: Vec<Device> = match self.options.mode {
            Some(_) => Vec::new(),
            None => {
                let is_meant = |device: &&Device| {
                    device.mode.is_some()
                        && self
                            .points
                            .series()
                            .iter()
                            .any(|one| device.is(&one.device))
                };
                devices.iter().filter(is_meant).cloned().collect()
            }
        };
        asked_modes(self.options.mode, &named)
    }
}

fn parse(
    body: &[u8],
    now: Timestamp,
    devices: &[Device],
    stages: &Stages,
) -> Result<Parsed, ApiError> {
    let check_unit = |kind: &str, unit: &str| {
        catalogue::validate(kind, unit)
            .map(drop)
            .map_err(|fault| fault.to_string())
    };
    let check_device = |device: &str| {
        if !is_revoked(devices, device) {
            return Ok(());
        }
        let is_damaged = devices.iter().any(|one| one.is_damaged && one.is(device));
        Err(if is_damaged {
            DAMAGED_DEVICE
        } else {
            REVOKED_DEVICE
        }
        .to_owned())
    };
    let mut rules = Rules {
        now,
        check_unit: &check_unit,
        check_device: &check_device,
        check_point: None,
    };
    let read = |rules| {
        stages
            .time("parse", || DataBody::parse(body, rules))
            .map_err(|fault| ApiError::invalid(&fault.parameter, fault.reason))
    };
    let mut body = read(rules)?;
    let options = StorageOptions {
        mode: body.encryption_mode,
        chunk_size: body.chunk_size,
    };
    let check_point = |point: &Point<'_>| {
        let mode = wished(options, devices, point.device).mode;
        fits(mode, point).map_or(Ok(()), Err)
    };
    let unfit = body.points.series().iter().any(|series| {
        let mode = wished(options, devices, &series.device).mode;
        mode.is_some_and(|mode| !chunk::takes(mode, &series.kind, &series.columns))
    });
    if unfit {
        // The points are parsed again, so that each error carries its index.
        rules.check_point = Some(&check_point);
        body = read(rules)?;
    }
    let errors = body.faults.into_errors();
    if body.points.is_empty() {
        let is_device = |error: &String| {
            error.ends_with(REVOKED_DEVICE)
                || error.ends_with(DAMAGED_DEVICE)
                || error.starts_with("and ")
        };
        if !errors.is_empty() && errors.iter().all(is_device) {
            return Err(all_revoked());
        }
        let fault = ApiError::invalid("data", "holds not one valid point");
        let details = json!({
            "parameter": "data", "reason": "holds not one valid point", "errors": errors,
        });
        return Err(fault.with_details(details));
    }
    Ok(Parsed {
        points: body.points,
        options,
        errors,
    })
}

/// Returns the reason why a point cannot be stored under a mode; `None` if it can.
pub(super) fn fits(mode: Option<Mode>, point: &Point<'_>) -> Option<String> {
    chunk::refusal(mode?, point.kind, point.unit, point.value, point.timestamp)
}

/// The selection of a read or deletion, as sent.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// The parameter `startDate`.
    pub start: Option<String>,
    /// The parameter `endDate`.
    pub end: Option<String>,
    /// The parameter `type`.
    pub kind: Option<String>,
    /// The parameter `device`.
    pub device: Option<String>,
}

impl Query {
    /// Builds the filter with dates in the account's time zone.
    pub(super) fn filter(
        self,
        tx: &Tx<'_>,
        account_keys: &AccountKeys,
    ) -> Result<Filter, ApiError> {
        let dates_alone =
            |text: &Option<String>| text.as_ref().is_some_and(|text| text.len() == 10);
        let zone = if dates_alone(&self.start) || dates_alone(&self.end) {
            registry::profile(tx, account_keys)?.zone()
        } else {
            jiff::tz::TimeZone::UTC
        };
        let read = |name, text: &Option<String>, is_end| {
            text.as_deref()
                .map(|text| moment(name, text, &zone, is_end))
                .transpose()
        };
        let from = read("startDate", &self.start, false)?;
        let to = read("endDate", &self.end, true)?;
        if from.zip(to).is_some_and(|(from, to)| from > to) {
            return Err(ApiError::invalid("startDate", "must not lie after endDate"));
        }
        if let Some(kind) = self
            .kind
            .as_deref()
            .filter(|kind| !catalogue::is_name(kind))
        {
            let _ = kind;
            return Err(ApiError::invalid(
                "type",
                "must be a name such as heart_rate",
            ));
        }
        Ok(Filter {
            kind: self.kind,
            device: self.device,
            from,
            to,
        })
    }
}

/// Returns the storage of a device's points, by mode, then codec.
pub async fn at_rest(
    state: &AppState,
    user: UserId,
    device: &str,
) -> Result<Vec<AtRest>, StoreError> {
    let filter = Filter {
        device: Some(device.to_owned()),
        ..Filter::default()
    };
    state
        .db
        .read("points.at_rest", move |tx| {
            store::at_rest(tx, &user, &filter)
        })
        .await
}

/// Deletes the selected points; returns their number.
pub async fn delete(state: &AppState, owner: Owner, query: Query) -> Result<u64, ApiError> {
    let user = owner.user.clone();
    let modes: Result<_, ApiError> = read_account(state, &owner.user, "points.modes", move |tx| {
        Ok(store::modes(tx, &user)?)
    })
    .await;
    let modes = modes?;
    let account_keys = writing_keys(state, &owner, &[], &modes).await?;
    let writing = account_keys.clone();
    let count: Result<u64, ApiError> = write_points(state, &writing, "points.delete", move |tx| {
        let filter = query.clone().filter(tx, &account_keys)?;
        let removed = store::remove(tx, &account_keys, &filter)?;
        note_points(
            tx,
            &owner,
            "points.delete",
            POINTS_DELETED,
            &removed.changes,
            &[],
        )?;
        Ok(removed.count)
    })
    .await;
    let count = count?;
    // The points are deleted even if this fails: a background job completes the erasure of traces.
    if let Err(error) = state.db.erase_traces_soon().await {
        tracing::debug!(%error, "the bytes of deleted points are overwritten later");
    }
    Ok(count)
}
