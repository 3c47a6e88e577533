//! Points of a range that cannot be opened, by key.

use lockstep_store::id::KeyId;
use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::key::Custody;

use super::{Filter, Series, client, damage, series};

/// Points of the range that cannot be decrypted.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SkippedPoints)]
pub struct UnreadPoints {
    /// The key of the points; null for damaged bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, example = "key_01h455vb4pex5vsknk084sn02q")]
    pub key_id: Option<KeyId>,
    /// The status of the key, in which it does not decrypt; `client` if only the client holds it;
    /// `damaged` if the stored bytes do not open and only a backup has the points. With a `keyId`, `damaged` means
    /// that the row or the secret of the key is damaged.
    #[schema(example = "suspended")]
    pub status: &'static str,
    /// The number of points, in all blocks that overlap the range.
    pub points: u64,
}

/// The points that match a filter but are skipped, by key.
pub fn unread(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    filter: &Filter,
) -> Result<Vec<UnreadPoints>, StoreError> {
    let mut all = Vec::new();
    let under_mode = |series: &Series| series.mode.is_some();
    for series in series(tx, account_keys.user(), filter)?
        .iter()
        .filter(|one| under_mode(one))
    {
        let (from, to) = filter.range_of(series);
        let keys = tx.query(
            "SELECT key_id, CAST(SUM(n) AS BIGINT) FROM seg
             WHERE user_id = ?1 AND series_id = ?2 AND t1 >= ?3 AND t0 <= ?4
                 AND key_id IS NOT NULL GROUP BY key_id",
            params![account_keys.user(), series.id, from, to],
            |row| Ok((row.parse::<KeyId>(0), row.at::<u64>(1)?)),
        )?;
        for (key_id, points) in keys {
            let key_id = key_id.inspect_err(|_| account_keys.note_damage())?;
            if let Some(stop) = account_keys.stopped(tx, &key_id)? {
                all.push((Some(key_id), stop.as_str(), points));
            }
        }
    }
    for head in client::readable_heads(tx, account_keys.user(), filter, 0, usize::MAX)? {
        all.push((Some(head.key), Custody::Client.as_str(), head.count));
    }
    for one in damage::overlapping_set_aside(tx, account_keys.user(), filter)? {
        all.push((None, DAMAGED, one.points));
    }
    let of_blocks = client::damaged_points(tx, account_keys.user(), filter)?;
    if of_blocks > 0 {
        all.push((None, DAMAGED, of_blocks));
    }
    let mut unread: Vec<UnreadPoints> = Vec::new();
    for (key_id, status, points) in all {
        let is_same = |known: &&mut UnreadPoints| known.key_id == key_id && known.status == status;
        match unread.iter_mut().find(is_same) {
            Some(known) => known.points += points,
            None => unread.push(UnreadPoints {
                key_id,
                status,
                points,
            }),
        }
    }
    Ok(unread)
}

/// The `status` of points whose bytes do not open.
const DAMAGED: &str = "damaged";
