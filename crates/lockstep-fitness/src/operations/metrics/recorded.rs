//! The spans of recorded activities, which count as training as a whole.

use lockstep_metrics::Span;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;

use crate::store::activity;

/// Reads the spans of recorded activities that overlap a range.
pub(super) type Recorded =
    dyn Fn(&Tx<'_>, &AccountKeys, (i64, i64)) -> Result<Vec<Span>, StoreError> + Send + Sync;

/// Returns the spans of the account's stored activities that overlap a range of milliseconds, both ends
/// inclusive.
pub(in crate::operations) fn recorded_spans(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    range: (i64, i64),
) -> Result<Vec<Span>, StoreError> {
    let spans = activity::spans(tx, account_keys, range)?.into_iter();
    Ok(spans.map(|(from, to)| Span { from, to }).collect())
}
