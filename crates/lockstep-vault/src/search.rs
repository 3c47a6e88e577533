//! The search index of an account: the names and descriptions of its records, sealed under the account's own key.
//!
//! A capability calls [`index`] and [`unindex`] in the transaction that changes a record. The index is derived: a damaged
//! index is forgotten, and filled again from the records ([`Vault::fill_search`](crate::Vault::fill_search)). It contains
//! names, titles, descriptions and notes, never measured data.
//!
//! There are no tokens of words in the store, not even keyed ones: their frequencies would reveal the names.

pub(crate) mod page;

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx};

use crate::at_rest::AccountKeys;
use crate::store::search as store;

pub(crate) use self::page::CachedIndex;
pub use self::page::{SearchLine, SearchPage};

/// A record with the texts that a search compares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchRecord {
    /// The kind, such as `dataset`: letters and `-`.
    pub kind: &'static str,
    /// The id; no other record of the kind has it.
    pub id: String,
    /// The time that orders equally good matches.
    pub time: Option<Timestamp>,
    /// The name.
    pub title: String,
    /// The description and what else is said about the record.
    pub notes: String,
}

/// A change of the index.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change<'r> {
    Put(&'r SearchRecord),
    Remove { kind: &'r str, id: &'r str },
}

/// Adds records to the index of an account, or replaces their texts.
///
/// # Errors
/// [`StoreError`]; damage of the index is no error.
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
/// [`StoreError`]; damage of the index is no error.
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

/// Forgets the index of an account, to be filled again: for a change of its records without the account's keys.
///
/// # Errors
/// [`StoreError`].
pub fn rebuild(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    store::reset(tx, user)
}

/// Returns the words of a text as the index compares them: in lower case.
pub fn words(text: &str) -> impl Iterator<Item = String> {
    let split = text.split(|letter: char| !letter.is_alphanumeric());
    split.filter(|word| !word.is_empty()).map(str::to_lowercase)
}
