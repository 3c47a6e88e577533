//! The SQL of attested roots.

use lockstep_store::id::UserId;
use lockstep_store::{Row, StoreError, Tx, params};

use crate::attest::Signed;

/// A root the platform signed, and what it commits to.
#[derive(Clone)]
pub(crate) struct Attested {
    /// Its place in the account's chain, from 1.
    pub(crate) number: i64,
    /// SHA-256 of the record.
    pub(crate) digest: [u8; 32],
    pub(crate) metric: String,
    pub(crate) curve: String,
    pub(crate) first_day: i64,
    pub(crate) days: i64,
    pub(crate) signed: Signed,
    /// Block key and values, sealed.
    pub(crate) envelope: Vec<u8>,
}

const COLUMNS: &str =
    "number, digest, metric, curve, first_day, days, record, signature, key, envelope";

fn attested(row: &Row<'_>) -> Result<Attested, StoreError> {
    Ok(Attested {
        number: row.at(0)?,
        digest: row.at(1)?,
        metric: row.at(2)?,
        curve: row.at(3)?,
        first_day: row.at(4)?,
        days: row.at(5)?,
        signed: Signed {
            record: row.at(6)?,
            signature: row.at(7)?,
            key: row.at(8)?,
        },
        envelope: row.at(9)?,
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

pub(crate) fn insert(
    tx: &mut Tx<'_>,
    user: &UserId,
    attested: &Attested,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO attested_root(user_id, number, digest, metric, curve, first_day, days, record,
            signature, key, envelope, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        params![
            user,
            attested.number,
            &attested.digest,
            &attested.metric,
            &attested.curve,
            attested.first_day,
            attested.days,
            &attested.signed.record,
            &attested.signed.signature,
            &attested.signed.key,
            &attested.envelope,
            tx.now()
        ],
    )
    .map(drop)
}

pub(crate) fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM attested_root WHERE user_id = ?1",
        params![user],
    )
    .map(drop)
}
