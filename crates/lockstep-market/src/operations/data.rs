//! Reads bought data. Each read without a cursor durably consumes one use before the response, unless it repeats a read
//! with the same `Idempotency-Key`.

use std::str::FromStr;

use lockstep_store::id::{PurchaseId, TokenId, UserId};
use lockstep_store::{StoreError, Timestamp, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::{ApiError, AppState, IdempotencyKey, Owner};

use super::uses::{ConsumedUse, consume, repeated, usable};
use crate::purchase::{Purchase, UseName};
use crate::snapshot::open_whole;
use crate::store::{self, SellerCheck};
use crate::token::DataToken;

/// A point of a snapshot. Metadata is not sold: it may be free text.
#[derive(Clone, Debug)]
pub(crate) struct SoldPoint {
    pub(crate) at: Timestamp,
    pub(crate) kind: String,
    pub(crate) device: String,
    pub(crate) value: f64,
    pub(crate) unit: String,
    pub(crate) confidence: Option<f64>,
}

/// A page of a snapshot.
pub(crate) struct SoldPage {
    pub(crate) purchase: PurchaseId,
    /// The uses that are left after this one.
    pub(crate) remaining: u32,
    pub(crate) total: u64,
    pub(crate) points: Vec<SoldPoint>,
    pub(crate) next: Option<UseCursor>,
}

/// The place of the next page within one use of a purchase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UseCursor {
    of: UseName,
    chunk: i64,
    point: usize,
}

impl std::fmt::Display for UseCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { of, chunk, point } = self;
        write!(f, "{of}.{chunk}.{point}")
    }
}

impl FromStr for UseCursor {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let parts: Vec<&str> = text.split('.').collect();
        let [purchase, n, chunk, point] = parts[..] else {
            return Err(());
        };
        let cursor = Self {
            of: UseName {
                purchase: purchase.parse().map_err(drop)?,
                n: n.parse().map_err(drop)?,
            },
            chunk: chunk.parse().map_err(drop)?,
            point: point.parse().map_err(drop)?,
        };
        // A cursor has one spelling: no sign, no leading zero.
        let is_made_here = cursor.chunk >= 0 && cursor.to_string() == text;
        is_made_here.then_some(cursor).ok_or(())
    }
}

/// A read of a snapshot.
pub(crate) struct DataRequest {
    pub(crate) token: TokenId,
    pub(crate) cursor: Option<UseCursor>,
    pub(crate) limit: usize,
    /// Whether the points are wanted as a file.
    pub(crate) is_export: bool,
    /// The key of a read without a cursor.
    pub(crate) idempotency_key: IdempotencyKey,
}

/// Reads a page of points of a purchase.
///
/// # Errors
/// No purchase, or none that can be used; a repeated read whose use is over; a restriction that forbids the read; a key of
/// the seller that is stopped, in which case no use is consumed.
pub(crate) async fn read(
    state: &AppState,
    buyer: Owner,
    request: DataRequest,
) -> Result<SoldPage, ApiError> {
    let (user, id, cursor) = (
        buyer.user.clone(),
        request.token.clone(),
        request.cursor.clone(),
    );
    let (sells, asked) = (state.active_check(), request.idempotency_key.clone());
    let (token, purchase) = state
        .db
        .read("market.data.find", move |tx| {
            let reader = (&user, sells);
            // A read with a cursor consumes no use, so nothing is stored under its key.
            let earlier = match &cursor {
                Some(_) => None,
                None => asked.before::<ConsumedUse>(tx, &user)?,
            };
            match earlier {
                Some(earlier) => find_again(tx, reader, &id, &earlier.name()),
                None => find(tx, reader, &id, cursor.as_ref()),
            }
        })
        .await?;
    let restrictions = &purchase.restrictions;
    if restrictions.is_aggregate_only() || token.rules.restrictions.is_aggregate_only() {
        return Err(ApiError::permission_denied(
            "the token is aggregate-only: ask for sums, means and variances at \
             POST /v1/sfdp/marketplace/tokens/{id}/aggregate",
        ));
    }
    if request.is_export && restrictions.forbids_export() {
        return Err(ApiError::permission_denied(
            "the token has the restriction no-export: read its points with format=json",
        ));
    }
    let keys = Vault::of(state)?.account_keys(&token.owner).await?;
    let start = request
        .cursor
        .as_ref()
        .map_or((0, 0), |cursor| (cursor.chunk, cursor.point));
    let limit = request.limit;
    let total = token.points;
    let (points, next) = state
        .db
        .read("market.data.page", move |tx| {
            page(tx, &keys, &token, start, limit)
        })
        .await?;
    // The bytes are in memory, so a use is consumed only if the request can be answered.
    let (of, remaining) = match request.cursor {
        Some(cursor) => (cursor.of, purchase.remaining()),
        None => {
            let consumed = consume(state, buyer, &purchase, request.idempotency_key).await?;
            // A request with the same key may have used another purchase in the meantime.
            (consumed.name(), consumed.remaining)
        }
    };
    let next = next.map(|(chunk, point)| UseCursor {
        of: of.clone(),
        chunk,
        point,
    });
    Ok(SoldPage {
        purchase: of.purchase,
        remaining,
        total,
        points,
        next,
    })
}

/// Finds the token and the purchase that a read uses.
pub(super) fn find(
    tx: &Tx<'_>,
    (buyer, sells): (&UserId, SellerCheck),
    id: &TokenId,
    cursor: Option<&UseCursor>,
) -> Result<(DataToken, Purchase), ApiError> {
    let token = super::visible::visible(tx, buyer, id, sells)?;
    if token.owner == *buyer {
        return Err(ApiError::conflict(
            "the token is your own: its points are at GET /v1/sfdp/data",
        ));
    }
    let continued = cursor.map(|cursor| cursor.of.clone());
    let purchase = usable(
        tx,
        buyer,
        id.as_str(),
        continued.as_ref(),
        (
            "cursor",
            "buy the token at POST /v1/sfdp/marketplace/tokens/{id}/purchase",
        ),
    )?;
    check_snapshot_complete(tx, &token)?;
    Ok((token, purchase))
}

/// Finds the token and the purchase of an answer that is given again.
///
/// # Errors
/// The use that the answer belongs to has ended.
pub(super) fn find_again(
    tx: &Tx<'_>,
    (buyer, sells): (&UserId, SellerCheck),
    id: &TokenId,
    of: &UseName,
) -> Result<(DataToken, Purchase), ApiError> {
    let token = super::visible::visible(tx, buyer, id, sells)?;
    let purchase = repeated(tx, buyer, id.as_str(), of)?;
    check_snapshot_complete(tx, &token)?;
    Ok((token, purchase))
}

/// Refuses a token whose snapshot lacks chunks: an answer would leave out points that were sold.
pub(super) fn check_snapshot_complete(tx: &Tx<'_>, token: &DataToken) -> Result<(), ApiError> {
    match store::tokens::is_whole(tx, token)? {
        true => Ok(()),
        false => {
            let log = format!("token {}: {}", token.id, store::tokens::NOT_WHOLE);
            Err(super::contradiction_error(log))
        }
    }
}

/// A place in a snapshot: the number of a chunk, and the index of a point in it.
type SnapshotPosition = (i64, usize);

/// Reads at most `limit` points from a place on, and the place of the next.
fn page(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    token: &DataToken,
    start: SnapshotPosition,
    limit: usize,
) -> Result<(Vec<SoldPoint>, Option<SnapshotPosition>), ApiError> {
    let (mut sold, mut next) = (Vec::new(), None);
    store::tokens::chunks(tx, &token.id, start.0, |nth, chunk| {
        if sold.len() == limit {
            next = Some((nth, 0));
            return Ok(false);
        }
        let facts = token.facts.get(chunk.series as usize);
        let facts = facts.ok_or_else(|| {
            StoreError::Damaged(format!("chunk {nth} of {}: unknown series", token.id))
        })?;
        let points = open_whole(tx, keys, (&token.id, nth), &chunk)?;
        let first = if nth == start.0 { start.1 } else { 0 };
        for place in first..points.len() {
            if sold.len() == limit {
                next = Some((nth, place));
                return Ok(false);
            }
            let entry = points.entry(place);
            sold.push(SoldPoint {
                at: Timestamp(entry.timestamp),
                kind: facts.r#type.clone(),
                device: facts.device.clone(),
                value: entry.value,
                unit: entry.unit.to_owned(),
                confidence: entry.confidence,
            });
        }
        Ok::<_, ApiError>(true)
    })?;
    Ok((sold, next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_has_one_spelling() {
        let purchase = "pur_01h455vb4pex5vsknk084sn02q";
        for (rest, is_read) in [
            ("1.0.0", true),
            ("12.3.4095", true),
            ("01.0.0", false),
            ("+1.0.0", false),
            ("1.-1.0", false),
            ("1.0", false),
            ("1.0.0.0", false),
            ("1.0.18446744073709551616", false),
        ] {
            let text = format!("{purchase}.{rest}");
            let read = text.parse::<UseCursor>();
            assert_eq!(read.is_ok(), is_read, "{text}");
            assert_eq!(
                read.map(|read| read.to_string()),
                is_read.then_some(text).ok_or(())
            );
        }
    }
}
