//! Bit flips in `keys.db`, for tests.

use std::path::Path;

use super::*;

async fn opened(folder: &Path) -> Db {
    let entropy: Arc<dyn Entropy> = Arc::new(lockstep_store::SystemEntropy);
    let clock = lockstep_store::SystemClock::shared();
    let options = crate::tests::usual(folder).options(1, &clock, &entropy);
    Db::open(options, MIGRATIONS).unwrap()
}

/// Returns every column of a closed `keys.db`, as `table.column`.
pub(crate) async fn columns(folder: &Path) -> Vec<String> {
    let db = opened(folder).await;
    let all = db.read("test.columns", rows::columns_for_a_test).await;
    db.close().await;
    all.unwrap()
}

/// Flips a bit of a column in the first row of a table of a closed `keys.db`. Returns `false` if there is
/// no row.
pub(crate) async fn flip(folder: &Path, table: &str, column: &str, bit: u32) -> bool {
    let db = opened(folder).await;
    let (table, column) = (table.to_owned(), column.to_owned());
    let flip = db.write("test.flip", move |tx| {
        rows::flip_for_a_test(tx, &table, &column, bit)
    });
    let flipped: Result<bool, StoreError> = flip.await;
    db.close().await;
    // A flip that an index refuses cannot be made this way.
    flipped.unwrap_or(false)
}

/// Flips a bit of the wrapped key of an account, in a closed `keys.db`.
pub(crate) async fn damage_account(folder: &Path, account: &str) {
    let db = opened(folder).await;
    let account = account.to_owned();
    let damage = db.write::<_, StoreError, _>("test.damage", move |tx| {
        let stored = rows::account(tx, &account)?.ok_or(StoreError::NoRow)?;
        let mut wrapped = stored.wrapped.ok_or(StoreError::NoRow)?;
        wrapped[20] ^= 1;
        rows::update_account(tx, &account, stored.epoch.unwrap_or_default(), &wrapped)
    });
    damage.await.unwrap();
    db.close().await;
}

/// Sets a column of a closed `keys.db` to an SQL expression.
pub(crate) async fn set(folder: &Path, set: rows::ColumnValue<'static>, account: Option<&str>) {
    let db = opened(folder).await;
    let account = account.map(str::to_owned);
    let written = db.write::<_, StoreError, _>("test.set", move |tx| {
        rows::set_for_a_test(tx, set, account.as_deref())
    });
    written.await.unwrap();
    db.close().await;
}

/// Removes the row of an account's key from a closed `keys.db`, and returns its content.
pub(crate) async fn remove_account(folder: &Path, account: &str) -> rows::StoredAccountKey {
    let db = opened(folder).await;
    let account = account.to_owned();
    let removed = db.write::<_, StoreError, _>("test.remove", move |tx| {
        let stored = rows::account(tx, &account)?.ok_or(StoreError::NoRow)?;
        rows::delete_account_row_for_a_test(tx, &account)?;
        Ok(stored)
    });
    let removed = removed.await.unwrap();
    db.close().await;
    removed
}

/// Puts back the row of an account's key that [`remove_account`] removed.
pub(crate) async fn put_account_back(folder: &Path, account: &str, stored: rows::StoredAccountKey) {
    let db = opened(folder).await;
    let account = account.to_owned();
    let put = db.write::<_, StoreError, _>("test.put", move |tx| {
        let wrapped = stored.wrapped.as_deref().unwrap_or_default();
        rows::insert_account(tx, &account, stored.epoch.unwrap_or_default(), wrapped)
    });
    put.await.unwrap();
    db.close().await;
}

/// Writes another version of the KEK into the rows of the platform's keys whose names begin so, in a closed
/// `keys.db`.
pub(crate) async fn misname_kek(folder: &Path, names: &str, version: u32) {
    let db = opened(folder).await;
    let names = format!("{names}%");
    let misname = db.write::<_, StoreError, _>("test.misname", move |tx| {
        assert!(rows::set_version_for_a_test(tx, &names, version)? > 0);
        Ok(())
    });
    misname.await.unwrap();
    db.close().await;
}
