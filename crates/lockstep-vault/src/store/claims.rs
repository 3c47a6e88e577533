//! The SQL of attested roots.

use data_encoding::BASE64;
use lockstep_store::id::UserId;
use lockstep_store::{Row, StoreError, Tx, params};

use crate::attest::Signed;

/// A root the platform signed.
#[derive(Clone, Debug)]
pub(crate) struct Attested {
    /// Its place in the account's chain, from 1.
    pub(crate) number: i64,
    /// SHA-256 of the record.
    pub(crate) digest: [u8; 32],
    /// Canonical, little-endian.
    pub(crate) root: [u8; 32],
    pub(crate) curve: String,
    pub(crate) signed: Signed,
    /// Of a claim's days: metric, first day, days, and block key and values, sealed.
    pub(crate) days: Option<(String, i64, i64, Vec<u8>)>,
}

const COLUMNS: &str =
    "number, digest, root, curve, record, signature, key, metric, first_day, days, envelope";

fn attested(row: &Row<'_>) -> Result<Attested, StoreError> {
    let signature: &[u8] = row.at(5)?;
    let days = match row.at::<Option<&str>>(7)? {
        None => None,
        Some(metric) => Some((metric.to_owned(), row.at(8)?, row.at(9)?, row.at(10)?)),
    };
    Ok(Attested {
        number: row.at(0)?,
        digest: row.at(1)?,
        root: row.at(2)?,
        curve: row.at(3)?,
        signed: Signed {
            record: row.at(4)?,
            signature: BASE64.encode(signature),
            key: row.at(6)?,
        },
        days,
    })
}

/// The newest of an account's chain.
pub(crate) fn last(tx: &Tx<'_>, user: &UserId) -> Result<Option<Attested>, StoreError> {
    tx.query_opt(
        &format!(
            "SELECT {COLUMNS} FROM attested_root WHERE user_id = ?1 ORDER BY number DESC LIMIT 1"
        ),
        params![user],
        attested,
    )
}

/// Those of a metric over these days, the newest first.
pub(crate) fn over(
    tx: &Tx<'_>,
    user: &UserId,
    (metric, curve): (&str, &str),
    (first_day, days): (i64, i64),
) -> Result<Vec<Attested>, StoreError> {
    tx.query(
        &format!(
            "SELECT {COLUMNS} FROM attested_root
             WHERE user_id = ?1 AND metric = ?2 AND first_day = ?3 AND days = ?4 AND curve = ?5
             ORDER BY number DESC LIMIT 4"
        ),
        params![user, metric, first_day, days, curve],
        attested,
    )
}

/// The digest of the newest record of a root.
pub(crate) fn of_root(
    tx: &Tx<'_>,
    user: &UserId,
    root: &[u8; 32],
) -> Result<Option<[u8; 32]>, StoreError> {
    tx.query_opt(
        "SELECT digest FROM attested_root WHERE user_id = ?1 AND root = ?2
         ORDER BY number DESC LIMIT 1",
        params![user, root],
        |row| row.at(0),
    )
}

pub(crate) fn insert(
    tx: &mut Tx<'_>,
    user: &UserId,
    attested: &Attested,
    signature: &[u8],
) -> Result<(), StoreError> {
    let days = attested.days.as_ref();
    tx.execute(
        "INSERT INTO attested_root(user_id, number, digest, root, curve, record, signature, key,
            metric, first_day, days, envelope, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        params![
            user,
            attested.number,
            &attested.digest,
            &attested.root,
            &attested.curve,
            &attested.signed.record,
            signature,
            &attested.signed.key,
            days.map(|(metric, ..)| metric.as_str()),
            days.map(|(_, first, ..)| *first),
            days.map(|(_, _, days, _)| *days),
            days.map(|(.., envelope)| envelope.as_slice()),
            tx.now()
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

pub(crate) fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    tx.execute("DELETE FROM pseudonym WHERE user_id = ?1", params![user])?;
    tx.execute(
        "DELETE FROM attested_root WHERE user_id = ?1",
        params![user],
    )
    .map(drop)
}
