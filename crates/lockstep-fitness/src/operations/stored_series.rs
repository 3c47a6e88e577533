//! Lists the stored series of an account with their encryption mode and key.

use lockstep_points::operations::damage::read_account;
use lockstep_points::store::{self, Filter, Series};
use lockstep_store::id::UserId;
use lockstep_web::{ApiError, AppState, Page, Paging};

/// A stored series.
pub(crate) struct StoredSeries {
    pub(crate) series: Series,
    /// The key of the newest chunk; `None`: the account's own key.
    pub(crate) key_id: Option<String>,
}

/// Returns a page of an account's series, by type, device and mode.
pub(crate) async fn list(
    state: &AppState,
    user: UserId,
    paging: Paging,
) -> Result<Page<StoredSeries>, ApiError> {
    let owner = user.clone();
    read_account(state, &owner, "stored_series.list", move |tx| {
        let all = store::series(tx, &user, &Filter::default())?;
        let total = all.len() as u64;
        let before = usize::try_from(paging.offset()).unwrap_or(usize::MAX);
        let page = all.into_iter().skip(before).take(paging.limit as usize);
        let mut entries = Vec::new();
        for series in page {
            let key_id = store::newest_key(tx, &user, series.id)?;
            entries.push(StoredSeries { series, key_id });
        }
        Ok(Page { entries, total })
    })
    .await
}
