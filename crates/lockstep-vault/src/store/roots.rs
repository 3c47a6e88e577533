//! The SQL of attested roots.

use std::collections::BTreeMap;

use data_encoding::{BASE64, HEXLOWER};
use lockstep_documents::SignedRecord;
use lockstep_store::audit::entry;
use lockstep_store::id::UserId;
use lockstep_store::{Row, StoreError, Tx, params};
use lockstep_zk::CurveName;
use sha2::{Digest, Sha256};

/// A root the platform signed.
#[derive(Clone, Debug)]
pub struct AttestedRoot {
    /// Its place in the account's chain, from 1.
    pub number: i64,
    /// SHA-256 of the record.
    pub digest: [u8; 32],
    /// Canonical, little-endian.
    pub root: [u8; 32],
    /// The curve on whose scalar field the root is.
    pub curve: CurveName,
    /// The record with its signature.
    pub signed: SignedRecord,
    /// The days of a claim; `None` for a block of points.
    pub days: Option<CommittedDays>,
}

/// The days of a claim that a root commits to.
#[derive(Clone, Debug)]
pub struct CommittedDays {
    /// The metric.
    pub metric: String,
    /// The days.
    pub span: DaySpan,
    /// Block key and values, sealed.
    pub envelope: Vec<u8>,
}

/// Consecutive days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DaySpan {
    /// The first day, counted from 1970-01-01.
    pub first: i64,
    /// The number of days.
    pub count: i64,
}

const COLUMNS: &str =
    "number, digest, root, curve, record, signature, key, metric, first_day, days, envelope";

fn attested(row: &Row<'_>) -> Result<AttestedRoot, StoreError> {
    let signature: &[u8] = row.at(5)?;
    let days = match row.at::<Option<&str>>(7)? {
        None => None,
        Some(metric) => Some(CommittedDays {
            metric: metric.to_owned(),
            span: DaySpan {
                first: row.at(8)?,
                count: row.at(9)?,
            },
            envelope: row.at(10)?,
        }),
    };
    Ok(AttestedRoot {
        number: row.at(0)?,
        digest: row.at(1)?,
        root: row.at(2)?,
        curve: row.parse(3)?,
        signed: SignedRecord {
            record: row.at(4)?,
            signature: BASE64.encode(signature),
            key: row.at(6)?,
        },
        days,
    })
}

/// The newest of an account's chain.
pub(crate) fn last(tx: &Tx<'_>, user: &UserId) -> Result<Option<AttestedRoot>, StoreError> {
    tx.query_opt(
        &format!(
            "SELECT {COLUMNS} FROM attested_root WHERE user_id = ?1 ORDER BY number DESC LIMIT 1"
        ),
        params![user],
        attested,
    )
}

/// The roots of a metric over these days on a curve, the newest first.
pub fn over(
    tx: &Tx<'_>,
    user: &UserId,
    metric: &str,
    span: DaySpan,
    curve: CurveName,
) -> Result<Vec<AttestedRoot>, StoreError> {
    // Without the inner SELECT, the planner reads the account's chain instead of the index by days.
    tx.query(
        &format!(
            "SELECT {COLUMNS} FROM attested_root WHERE user_id = ?1 AND number IN
                 (SELECT number FROM attested_root
                  WHERE user_id = ?1 AND metric = ?2 AND first_day = ?3 AND days = ?4)
             AND curve = ?5 ORDER BY number DESC LIMIT 4"
        ),
        params![user, metric, span.first, span.count, curve.name()],
        attested,
    )
}

/// A position in the chains of signed roots: the account as stored, and the number.
pub(crate) type RootPosition = (Vec<u8>, i64);

/// Calls `each` with the first `most` roots after this position, in order.
pub(crate) fn visit_after(
    tx: &Tx<'_>,
    (account, number): &RootPosition,
    most: u32,
    mut each: impl FnMut(RootPosition, Result<AttestedRoot, StoreError>),
) -> Result<(), StoreError> {
    tx.visit(
        &format!(
            "SELECT {COLUMNS}, CAST(user_id AS BLOB) FROM attested_root
             WHERE typeof(user_id) = 'text' AND typeof(number) = 'integer'
                 AND (user_id > CAST(?1 AS TEXT) OR (user_id = CAST(?1 AS TEXT) AND number > ?2))
             ORDER BY user_id, number LIMIT ?3"
        ),
        params![account, *number, most],
        |row| {
            each((row.at(11)?, row.at(0)?), attested(row));
            Ok::<_, StoreError>(true)
        },
    )
}

/// The roots that [`visit_after`] passes over: their account or their number is of another type.
pub(crate) fn mistyped_names(tx: &Tx<'_>) -> Result<Vec<(String, String)>, StoreError> {
    tx.query(
        "SELECT user_id, number FROM attested_root
         WHERE typeof(user_id) <> 'text' OR typeof(number) <> 'integer'",
        &[],
        |row| Ok((row.shown(0), row.shown(1))),
    )
}

/// A chain of signed roots whose newest records are missing.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TruncatedChain {
    /// The account; `None` if no row of the store names it.
    pub(crate) account: Option<String>,
    /// The number of the newest stored record; 0 without any.
    pub(crate) stored: i64,
    /// The number of the newest record that the audit log names.
    pub(crate) signed: i64,
}

/// The chains that are shorter than the audit log states. Entries of earlier versions name no account and are left
/// out, and so are the entries of erased accounts.
pub(crate) fn cut_off(tx: &Tx<'_>) -> Result<Vec<TruncatedChain>, StoreError> {
    let mut signed = BTreeMap::<String, i64>::new();
    entry::visit_action(tx, "vault", ROOT_ATTEST, |_, metadata| {
        let number = metadata["number"].as_i64();
        if let (Some(account), Some(number)) = (metadata["accountDigest"].as_str(), number) {
            let newest = signed.entry(account.to_owned()).or_default();
            *newest = number.max(*newest);
        }
    })?;
    let stored = tx.query(
        "SELECT CAST(user_id AS BLOB), MAX(number) FROM attested_root
         WHERE typeof(number) = 'integer' GROUP BY user_id",
        &[],
        |row| {
            Ok((
                HEXLOWER.encode(&Sha256::digest(row.at::<&[u8]>(0)?)),
                row.at::<i64>(1)?,
            ))
        },
    )?;
    let stored: BTreeMap<String, i64> = stored.into_iter().collect();
    let mut found = Vec::new();
    for (digest, signed) in signed {
        let stored = stored.get(&digest).copied().unwrap_or_default();
        let bytes = HEXLOWER.decode(digest.as_bytes()).unwrap_or_default();
        if stored >= signed || super::is_erased(tx, &bytes)? {
            continue;
        }
        let mut accounts = super::named_accounts(tx)?.into_iter();
        let account = accounts.find(|id| Sha256::digest(id.as_bytes()).as_slice() == bytes);
        found.push(TruncatedChain {
            account,
            stored,
            signed,
        });
    }
    Ok(found)
}

/// The action of the audit entries of signed roots.
pub(crate) const ROOT_ATTEST: &str = "root.attest";

/// The digest of the newest record of a root.
pub(crate) fn of_root(
    tx: &Tx<'_>,
    user: &UserId,
    root: &[u8; 32],
) -> Result<Option<[u8; 32]>, StoreError> {
    tx.query_opt(
        // With ORDER BY and LIMIT, the planner reads the account's chain instead of the index by root.
        "SELECT digest FROM attested_root WHERE user_id = ?1
             AND number = (SELECT MAX(number) FROM attested_root WHERE user_id = ?1 AND root = ?2)",
        params![user, root],
        |row| row.at(0),
    )
}

/// A root's row, as the check of the chain reads it.
pub(crate) struct ChainRow<'a> {
    pub(crate) number: i64,
    pub(crate) digest: [u8; 32],
    pub(crate) record: &'a str,
    /// Whether a block is in place; `None` where that was not noted.
    pub(crate) in_place: Option<bool>,
}

/// Passes the whole chain to `each` in order, until it returns `false`.
pub(crate) fn chain(
    tx: &Tx<'_>,
    user: &UserId,
    mut each: impl FnMut(ChainRow<'_>) -> bool,
) -> Result<(), StoreError> {
    tx.visit(
        "SELECT number, digest, record, in_place FROM attested_root
         WHERE user_id = ?1 ORDER BY number",
        params![user],
        |row| {
            let in_place: Option<i64> = row.at(3)?;
            let in_place = in_place.map(|in_place| in_place != 0);
            Ok::<_, StoreError>(each(ChainRow {
                number: row.at(0)?,
                digest: row.at(1)?,
                record: row.at(2)?,
                in_place,
            }))
        },
    )
    .map(drop)
}

pub(crate) fn block_is_gone(
    tx: &mut Tx<'_>,
    user: &UserId,
    series: &str,
    begins: i64,
) -> Result<(), StoreError> {
    tx.execute(
        // Without the inner SELECT, the planner reads the account's chain instead of the index by block.
        "UPDATE attested_root SET in_place = 0 WHERE user_id = ?1 AND number IN
             (SELECT number FROM attested_root
              WHERE user_id = ?1 AND series = ?2 AND begins = ?3 AND in_place = 1)",
        params![user, series, begins],
    )
    .map(drop)
}

/// Adds a root; `block` is the series' pseudonym and the first time of a block of points.
pub(crate) fn insert(
    tx: &mut Tx<'_>,
    user: &UserId,
    attested: &AttestedRoot,
    signature: &[u8],
    block: Option<(&str, u64)>,
) -> Result<(), StoreError> {
    let days = attested.days.as_ref();
    tx.execute(
        "INSERT INTO attested_root(user_id, number, digest, root, curve, record, signature, key,
            metric, first_day, days, envelope, created_at, series, begins, in_place)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
        params![
            user,
            attested.number,
            &attested.digest,
            &attested.root,
            attested.curve.name(),
            &attested.signed.record,
            signature,
            &attested.signed.key,
            days.map(|days| days.metric.as_str()),
            days.map(|days| days.span.first),
            days.map(|days| days.span.count),
            days.map(|days| days.envelope.as_slice()),
            tx.now(),
            block.map(|(series, _)| series),
            block.map(|(_, begins)| begins.cast_signed()),
            block.map(|_| 1_i64)
        ],
    )
    .map(drop)
}

/// The pseudonym of an account that no signed root has named yet.
pub(crate) fn pseudonym(tx: &Tx<'_>, user: &UserId) -> Result<Option<String>, StoreError> {
    tx.query_opt(
        "SELECT owner FROM pseudonym WHERE user_id = ?1",
        params![user],
        |row| row.at(0),
    )
}

/// Keeps it for the account's first root.
pub(crate) fn keep_pseudonym(
    tx: &mut Tx<'_>,
    user: &UserId,
    owner: &str,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO pseudonym(user_id, owner) VALUES (?1, ?2) ON CONFLICT (user_id) DO NOTHING",
        params![user, owner],
    )
    .map(drop)
}
