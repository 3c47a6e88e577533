//! The search index of an account: the names and descriptions of its records, sealed under the account's own key.
//!
//! A capability calls [`index`] and [`unindex`] in the transaction that changes a record. The index is derived: a damaged
//! index is forgotten, and filled again from the records ([`SearchIndexes::fill`](crate::SearchIndexes::fill)). It contains
//! names, titles, descriptions and notes, never measured data.
//!
//! There are no tokens of words in the store, not even keyed ones: their frequencies would reveal the names.

mod indexes;
mod store;

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx};

use crate::at_rest::AccountKeys;
use crate::search_page::Change;
use crate::store::search::{Reset, reset};

pub use self::indexes::SearchIndexes;
pub(crate) use self::indexes::run;
pub use crate::search_page::{SearchLine, SearchPage, SearchRecord, words};

/// Adds records to the index of an account, or replaces their texts.
///
/// # Errors
/// [`StoreError`]; damage of the index is not an error.
pub fn index(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    records: &[SearchRecord],
) -> Result<(), StoreError> {
    let changes: Vec<_> = records.iter().map(Change::Put).collect();
    store::change(tx, keys, &changes)
}

/// Removes records of a kind from the index of an account.
///
/// # Errors
/// [`StoreError`]; damage of the index is not an error.
pub fn unindex<'r>(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    kind: &'r str,
    ids: impl IntoIterator<Item = &'r str>,
) -> Result<(), StoreError> {
    let ids = ids.into_iter();
    let changes: Vec<_> = ids.map(|id| Change::Remove { kind, id }).collect();
    store::change(tx, keys, &changes)
}

/// Empties the index of an account, which is filled again later. Callers that change records without the account's keys need it.
///
/// # Errors
/// [`StoreError`].
pub fn rebuild(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    reset(tx, user, Reset::Named)
}
