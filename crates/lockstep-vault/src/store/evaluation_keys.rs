//! The public halves and evaluation keys of homomorphic keys.

use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{StoreError, Tx, params};

pub(crate) fn drop_evaluation_key(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &KeyId,
) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM evaluation_key WHERE user_id = ?1 AND key_id = ?2",
        params![user, id],
    )
    .map(drop)
}

/// The public half of a homomorphic key.
pub(crate) fn public_half(
    tx: &Tx<'_>,
    user: &UserId,
    id: &KeyId,
) -> Result<Option<Vec<u8>>, StoreError> {
    tx.query_opt(
        "SELECT CAST(public AS BLOB) FROM evaluation_key WHERE user_id = ?1 AND key_id = ?2",
        params![user, id],
        |row| row.at(0),
    )
}

/// The evaluation keys of a homomorphic key, where they are there.
pub(crate) fn evaluation_key(
    tx: &Tx<'_>,
    user: &UserId,
    id: &KeyId,
) -> Result<Option<Vec<u8>>, StoreError> {
    tx.query_opt(
        "SELECT CAST(body AS BLOB) FROM evaluation_key
         WHERE user_id = ?1 AND key_id = ?2 AND length(body) > 0",
        params![user, id],
        |row| row.at(0),
    )
}

/// Stores a public half and its evaluation keys, which are empty if they are uploaded later.
pub(crate) fn keep_evaluation_key(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &KeyId,
    public: &[u8],
    body: &[u8],
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO evaluation_key(user_id, key_id, public, body) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (user_id, key_id) DO NOTHING",
        params![user, id, public, body],
    )
    .map(drop)
}

pub(crate) fn replace_evaluation_key(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &KeyId,
    body: &[u8],
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE evaluation_key SET body = ?3, content_digest = NULL WHERE user_id = ?1 AND key_id = ?2",
        params![user, id, body],
    )
    .map(drop)
}
