//! Stored insights: sealed copies of generated insights for the account's open streams.

use lockstep_store::id::InsightId;
use lockstep_store::{StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;

/// Stores an insight as answered, for streams that read the event later.
pub(crate) fn keep_insight(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    id: &InsightId,
    body: &str,
) -> Result<(), StoreError> {
    let sealed = account_keys.seal(tx, None, context(id), b"", body.as_bytes())?;
    tx.execute(
        "INSERT INTO told_insight(user_id, id, at, body) VALUES (?1, ?2, ?3, ?4)",
        params![account_keys.user(), id.as_str(), tx.now(), &sealed],
    )?;
    Ok(())
}

/// Opens every stored insight of an account and returns their number. Calls `bad` with the ids of those
/// that do not open.
pub(crate) fn check(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    mut bad: impl FnMut(&str),
) -> Result<u64, StoreError> {
    let mut count = 0;
    tx.visit(
        "SELECT id, body FROM told_insight WHERE user_id = ?1",
        params![account_keys.user()],
        |row| {
            let id = row.shown(0);
            let place = AadContext {
                what: "insight",
                row: id.as_bytes(),
            };
            let sealed = row.at(1).unwrap_or_default();
            if opened(tx, account_keys, place, sealed).is_none() {
                bad(&id);
            }
            count += 1;
            Ok::<_, StoreError>(true)
        },
    )?;
    Ok(count)
}

/// Returns an insight as answered, while it is stored. A damaged insight is skipped, so that the others
/// are still delivered.
pub(crate) fn insight(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    id: &InsightId,
) -> Result<Option<String>, StoreError> {
    let sealed = tx.query_opt(
        "SELECT body FROM told_insight WHERE user_id = ?1 AND id = ?2",
        params![account_keys.user(), id.as_str()],
        |row| row.at::<Vec<u8>>(0),
    )?;
    Ok(sealed.and_then(|sealed| opened(tx, account_keys, context(id), &sealed)))
}

/// Opens the text of an insight; `None` if it is damaged.
fn opened(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    context: AadContext<'_>,
    sealed: &[u8],
) -> Option<String> {
    let (plain, _) = account_keys.open(tx, None, context, sealed).ok()?;
    String::from_utf8(plain.into_bytes()).ok()
}

fn context(id: &InsightId) -> AadContext<'_> {
    AadContext {
        what: "insight",
        row: id.as_str().as_bytes(),
    }
}

/// Removes insights answered before `before`.
pub(crate) fn forget_insights(tx: &mut Tx<'_>, before: Timestamp) -> Result<usize, StoreError> {
    tx.execute("DELETE FROM told_insight WHERE at < ?1", params![before])
}
