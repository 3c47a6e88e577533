//! The spans of recorded activities, which count as training as a whole.

use lockstep_metrics::Span;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;

/// Reads the spans of recorded activities that overlap a range.
pub(super) type Recorded =
    dyn Fn(&Tx<'_>, &AccountKeys, (i64, i64)) -> Result<Vec<Span>, StoreError> + Send + Sync;

/// Returns the spans of the account's stored activities that overlap a range of milliseconds, both ends
/// inclusive. No activity is stored yet: efforts found in the readings count alone.
#[expect(
    clippy::unnecessary_wraps,
    reason = "the signature of a function that reads the store"
)]
pub(in crate::operations) fn recorded_spans(
    _tx: &Tx<'_>,
    _account_keys: &AccountKeys,
    _range: (i64, i64),
) -> Result<Vec<Span>, StoreError> {
    Ok(Vec::new())
}
