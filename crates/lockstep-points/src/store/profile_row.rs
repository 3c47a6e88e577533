//! Seals, opens and stores the row of an account's profile.

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;

/// Returns whether the stored profile opens and is JSON; true if the account has no profile.
pub(super) fn is_readable(tx: &Tx<'_>, account_keys: &AccountKeys) -> bool {
    match stored(tx, account_keys) {
        Ok(None) => true,
        Ok(Some((_, text))) => serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok(),
        Err(_) => false,
    }
}

/// Seals the stored profile again under a version; returns whether a profile exists that opens.
pub(super) fn seal_again(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    version: i64,
) -> Result<bool, StoreError> {
    let Ok(Some((_, text))) = stored(tx, account_keys) else {
        return Ok(false);
    };
    put(tx, account_keys, &text, version)?;
    Ok(true)
}

/// Returns the stored profile and its version.
pub(super) fn stored(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
) -> Result<Option<(i64, String)>, StoreError> {
    tx.query_opt(
        "SELECT version, body FROM profile WHERE user_id = ?1",
        params![account_keys.user()],
        |row| {
            let version = row.at::<i64>(0)?;
            let text = opened_text(tx, account_keys, context(&place(version)), row.at(1)?)?;
            Ok((version, text))
        },
    )
}

/// Returns the version of the stored profile; `None` if the account has no profile, or its version cannot be read.
pub(super) fn version(tx: &Tx<'_>, user: &UserId) -> Result<Option<i64>, StoreError> {
    let version = tx.query_opt(
        "SELECT version FROM profile WHERE user_id = ?1",
        params![user],
        |row| Ok(row.at::<i64>(0).ok()),
    )?;
    Ok(version.flatten())
}

/// Seals the profile under a version and stores it.
pub(super) fn put(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    text: &str,
    version: i64,
) -> Result<(), StoreError> {
    let body = account_keys.seal(tx, None, context(&place(version)), b"", text.as_bytes())?;
    tx.execute(
        "INSERT INTO profile(user_id, body, version) VALUES (?1, ?2, ?3)
         ON CONFLICT (user_id) DO UPDATE SET body = excluded.body, version = excluded.version",
        params![account_keys.user(), &body, version],
    )
    .map(drop)
}

/// Opens a text that is sealed under the account's own key.
fn opened_text(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    context: AadContext<'_>,
    sealed: &[u8],
) -> Result<String, StoreError> {
    let damaged = |reason: &dyn std::fmt::Display| {
        StoreError::Damaged(format!(
            "{} of {}: {reason}",
            context.what,
            account_keys.user()
        ))
    };
    let (plain, _) = account_keys
        .open(tx, None, context, sealed)
        .map_err(|error| damaged(&error))?;
    String::from_utf8(plain.into_bytes()).map_err(|error| damaged(&error.utf8_error()))
}

/// Returns the version as bytes; empty for a profile older than row versions.
fn place(version: i64) -> Vec<u8> {
    match version {
        0 => Vec::new(),
        version => version.to_be_bytes().to_vec(),
    }
}

fn context(place: &[u8]) -> AadContext<'_> {
    AadContext {
        what: "profile",
        row: place,
    }
}
