//! Binds the type and the device of a series to its number, under which its chunks are sealed: its row has a
//! keyed digest of them. Rows of earlier versions get theirs at the account's next change.

use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::AccountKeys;

use super::state::{State, StoredState};

/// The type and the device of a series.
pub(crate) type SeriesName<'n> = (&'n str, &'n str);

/// Returns the digest of a series' number, type and device, for the column `name_digest`.
pub(crate) fn name_digest(
    account_keys: &AccountKeys,
    series: i64,
    (kind, device): SeriesName<'_>,
) -> [u8; 32] {
    let parts = [
        &series.to_be_bytes()[..],
        kind.as_bytes(),
        device.as_bytes(),
    ];
    account_keys.row_digests().digest(LABEL, &parts)
}

/// Whether a series has the type and device that `digest` was made of. A missing digest is right until the account's
/// state records that every row has one.
pub(crate) fn is_name_right(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    series: i64,
    name: SeriesName<'_>,
    digest: Option<&[u8]>,
) -> Result<bool, StoreError> {
    match digest {
        Some(digest) => Ok(digest == name_digest(account_keys, series, name)),
        None => Ok(!are_recorded(tx, account_keys)?),
    }
}

/// Returns the numbers of the series whose type or device is not the one of their points. Rows that cannot be read are
/// left out: the repair of series sets their points aside.
pub(crate) fn renamed(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<Vec<i64>, StoreError> {
    let are_recorded = are_recorded(tx, account_keys)?;
    let mut found = Vec::new();
    tx.visit(
        "SELECT id, type, device, name_digest FROM series WHERE user_id = ?1 ORDER BY id",
        params![account_keys.user()],
        |row| {
            let (Ok(series), Ok(kind), Ok(device)) =
                (row.at::<i64>(0), row.at::<&str>(1), row.at::<&str>(2))
            else {
                return Ok::<_, StoreError>(true);
            };
            let is_right = match row.at::<Option<&[u8]>>(3) {
                Ok(Some(digest)) => digest == name_digest(account_keys, series, (kind, device)),
                Ok(None) => !are_recorded,
                // A column of another type.
                Err(_) => false,
            };
            if !is_right {
                found.push(series);
            }
            Ok(true)
        },
    )?;
    Ok(found)
}

/// Makes the digests that are missing, of the rows as they are stored. With `every`, makes all of them again.
pub(super) fn record(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    every: bool,
) -> Result<(), StoreError> {
    let user = account_keys.user();
    let condition = match every {
        true => "",
        false => "AND name_digest IS NULL",
    };
    for (table, number) in [("series", "id"), ("damaged_chunk", "series_id")] {
        let rows = tx.query(
            &format!(
                "SELECT DISTINCT {number}, type, device FROM {table} WHERE user_id = ?1 {condition}"
            ),
            params![user],
            |row| {
                let name = row.at::<String>(1).ok().zip(row.at::<String>(2).ok());
                Ok(row.at::<i64>(0).ok().zip(name))
            },
        )?;
        for (series, (kind, device)) in rows.into_iter().flatten() {
            let digest = name_digest(account_keys, series, (&kind, &device));
            tx.execute(
                &format!(
                    "UPDATE {table} SET name_digest = ?5
                     WHERE user_id = ?1 AND {number} = ?2 AND type = ?3 AND device = ?4 {condition}"
                ),
                params![user, series, &kind, &device, &digest],
            )?;
        }
    }
    Ok(())
}

/// Whether the account's state records that every series has a digest of its name.
fn are_recorded(tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<bool, StoreError> {
    Ok(match State::stored(tx, account_keys)? {
        StoredState::Sealed { state, .. } => state.are_names_recorded,
        StoredState::Absent | StoredState::Unreadable => false,
    })
}

/// The domain-separation label of the digests; it never changes.
const LABEL: &str = "series name";
