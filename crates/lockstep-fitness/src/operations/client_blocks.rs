//! Stores and returns blocks whose values the client seals and only the client can read.

use lockstep_encryption::{BlockScale, Encryption};
use lockstep_formats::catalogue;
use lockstep_formats::point::{EARLIEST, MAX_DEVICE_CHARS, is_device, latest};
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{StoreError, Timestamp, Tx};
use lockstep_web::{ApiError, AppState, IdempotencyKey};
use serde_json::json;

use super::query::Query;
use super::{account_keys, write_audit_and_event};
use lockstep_points::store;
use lockstep_points::store::client::{self, BlockHeader, ClientBlock};
use lockstep_points::store::device::devices;
use lockstep_points::{MAX_SERIES, all_revoked, is_revoked};
use lockstep_web::Owner;

/// A block to be stored.
#[derive(Clone, Debug)]
pub(crate) struct NewBlock {
    /// The type of the points, as the API names it.
    pub(crate) kind: String,
    /// A device's id or name.
    pub(crate) device: String,
    /// The key that seals the values.
    pub(crate) key: KeyId,
    /// The measurement times in milliseconds since 1970.
    pub(crate) moments: Vec<i64>,
    /// The sealed envelope.
    pub(crate) envelope: Vec<u8>,
}

/// Stores a block; returns its number.
///
/// # Errors
/// Moments that do not ascend, are not as many as the values, lie before 1970 or more than 24 hours
/// ahead; a revoked device; one series too many; an envelope that the vault refuses; a block
/// that overlaps another without covering it.
pub(crate) async fn put(
    state: &AppState,
    owner: Owner,
    new: NewBlock,
    idempotency_key: IdempotencyKey,
) -> Result<i64, ApiError> {
    let (asked, user) = (idempotency_key.clone(), owner.user.clone());
    let earlier = state
        .db
        .read::<_, ApiError, _>("blocks.earlier", move |tx| asked.before(tx, &user))
        .await?;
    if let Some(id) = earlier {
        return Ok(id);
    }
    let range = range_of(&new)?;
    timely(&new.moments, state.clock.now())?;
    refuse_revoked(state, &owner.user, &new.device).await?;
    let form = catalogue::fixed_point(&new.kind);
    let scale = BlockScale {
        decimals: form.decimals,
        offset: form.offset,
        bound: form.bound,
    };
    let encryption = Encryption::of(state)?;
    let block = encryption
        .client_block(&owner.user, &new.key, scale, new.envelope)
        .await?;
    if block.count != new.moments.len() {
        return Err(ApiError::invalid(
            "timestamps",
            format!("are {}, the block holds {}", new.moments.len(), block.count),
        ));
    }
    let account_keys = account_keys(state, &owner.user).await?;
    let block = ClientBlock {
        head: BlockHeader {
            id: 0,
            kind: new.kind,
            device: new.device,
            key: block.key,
            first: range.first,
            last: range.last,
            count: new.moments.len() as u64,
        },
        moments: new.moments,
        envelope: block.envelope,
    };
    let quotas = state.quotas();
    state
        .db
        .write("blocks.put", move |tx| {
            idempotency_key.run(tx, &owner.user, |tx| {
                check_series_limit(tx, &owner.user, &block.head)?;
                let meter = quotas.before(tx, &owner.user)?;
                let id = client::put(tx, &account_keys, &block)?;
                meter.check(tx)?;
                let count = block.head.count;
                write_audit_and_event(
                    tx,
                    &owner,
                    "blocks.put",
                    format!(
                        "a block of {}",
                        lockstep_web::counted(count, "point", "points")
                    ),
                    json!({ "count": count, "keyId": block.head.key }),
                )?;
                Ok(id)
            })
        })
        .await
}

/// The first and the last moment of a block.
struct MomentRange {
    first: Timestamp,
    last: Timestamp,
}

/// The moments that a block covers. Refuses a name, a device or an order of moments that a point could
/// not have.
fn range_of(new: &NewBlock) -> Result<MomentRange, ApiError> {
    if !catalogue::is_name(&new.kind) {
        return Err(ApiError::invalid(
            "type",
            "must be a name such as heart_rate",
        ));
    }
    if !is_device(&new.device) {
        return Err(ApiError::invalid(
            "device",
            format!("must be 1 to {MAX_DEVICE_CHARS} characters without control characters"),
        ));
    }
    let (Some(first), Some(last)) = (new.moments.first(), new.moments.last()) else {
        return Err(ApiError::invalid("timestamps", "must not be empty"));
    };
    let range = MomentRange {
        first: Timestamp(*first),
        last: Timestamp(*last),
    };
    if let Some(index) = new.moments.windows(2).position(|pair| pair[0] >= pair[1]) {
        return Err(ApiError::invalid(
            &format!("timestamps[{}]", index + 1),
            "must be after the previous value",
        ));
    }
    Ok(range)
}

/// Refuses a device that the account has revoked.
async fn refuse_revoked(state: &AppState, user: &UserId, device: &str) -> Result<(), ApiError> {
    let (user, named) = (user.clone(), device.to_owned());
    let revoked = state
        .db
        .read::<_, StoreError, _>("blocks.device", move |tx| {
            Ok(is_revoked(&devices(tx, &user)?, &named))
        })
        .await?;
    if revoked {
        return Err(all_revoked());
    }
    Ok(())
}

/// Refuses a time before 1970 or more than 24 hours ahead; the times ascend.
fn timely(moments: &[i64], now: Timestamp) -> Result<(), ApiError> {
    let refused = |place: usize, reason: &str| {
        Err(ApiError::invalid(&format!("timestamps[{place}]"), reason))
    };
    if moments.first().is_some_and(|at| *at < EARLIEST) {
        return refused(0, "is before 1970");
    }
    match moments.partition_point(|at| *at <= latest(now.0)) {
        place if place < moments.len() => refused(place, "is more than 24 hours ahead"),
        _ => Ok(()),
    }
}

/// Refuses a block that would give an account more than [`MAX_SERIES`] series.
fn check_series_limit(tx: &Tx<'_>, user: &UserId, head: &BlockHeader) -> Result<(), ApiError> {
    let stored = store::count_series(tx, user)?;
    if stored < MAX_SERIES || store::is_there(tx, user, (&head.kind, &head.device))? {
        return Ok(());
    }
    Err(ApiError::conflict(format!(
        "an account has {MAX_SERIES} series (pairs of type and device) at most"
    )))
}

/// Returns some of the blocks that a query selects, after a number, and whether there are more.
///
/// # Errors
/// An invalid query.
pub(crate) async fn page(
    state: &AppState,
    user: UserId,
    query: Query,
    after: i64,
    limit: usize,
) -> Result<(Vec<ClientBlock>, bool), ApiError> {
    let account_keys = account_keys(state, &user).await?;
    state
        .db
        .read("blocks.page", move |tx| {
            let filter = query.filter(tx, &account_keys)?;
            let mut heads =
                client::readable_heads(tx, account_keys.user(), &filter, after, limit + 1)?;
            let more = heads.len() > limit;
            heads.truncate(limit);
            let mut blocks = Vec::with_capacity(heads.len());
            for head in heads {
                blocks.push(client::open(tx, &account_keys, head)?);
            }
            Ok::<_, ApiError>((blocks, more))
        })
        .await
}
