//! Checks whether the data of an offer can be read: the seller may stop a key that seals the data, and
//! such an offer is not sold.

use std::collections::BTreeSet;

use lockstep_datasets::market::sealing_keys;
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{StoreError, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::{ApiError, AppState};

use crate::offer::OfferId;
use crate::store;

/// The keys of the seller that seal the data of an offer.
pub(crate) struct SealingKeys {
    /// `None` if the keys of the account cannot be opened: they were destroyed or are damaged.
    seller: Option<AccountKeys>,
    named: BTreeSet<KeyId>,
}

impl SealingKeys {
    /// Returns the keys of an offer; `None` for one that has no data of an account, or does not exist.
    ///
    /// # Errors
    /// [`StoreError`], as an API error.
    pub(crate) async fn of(state: &AppState, offer: &OfferId) -> Result<Option<Self>, ApiError> {
        let offer = offer.clone();
        let found = state
            .db
            .read::<_, StoreError, _>("market.offer.keys", move |tx| named(tx, &offer))
            .await?;
        let Some((seller, named)) = found else {
            return Ok(None);
        };
        let keys = Vault::of(state)?.account_keys(&seller).await;
        if let Err(error) = &keys {
            tracing::warn!(kind = ?error.kind, "the keys of a seller cannot be opened: the offer is not sold");
        }
        Ok(Some(Self {
            seller: keys.ok(),
            named,
        }))
    }

    /// Whether a key is stopped, so that nothing of the offer, or not all of it, can be read.
    ///
    /// # Errors
    /// [`StoreError`], also for a damaged key.
    pub(crate) fn are_stopped(&self, tx: &Tx<'_>) -> Result<bool, StoreError> {
        let Some(seller) = &self.seller else {
            return Ok(true);
        };
        for key in &self.named {
            if seller.stopped(tx, key)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether no key that the data of an offer need is stopped.
///
/// # Errors
/// [`StoreError`], as an API error.
pub(crate) async fn are_data_readable(state: &AppState, offer: &OfferId) -> Result<bool, ApiError> {
    let Some(keys) = SealingKeys::of(state, offer).await? else {
        return Ok(true);
    };
    let read = state
        .db
        .read("market.offer.readable", move |tx| keys.are_stopped(tx));
    match read.await {
        Ok(are_stopped) => Ok(!are_stopped),
        Err(error) if error.is_damage() => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Refuses the sale of an offer while a key that its data need is stopped. In the transaction of the purchase this
/// check orders the purchase and the stop.
pub(super) fn ensure_readable(tx: &Tx<'_>, keys: Option<&SealingKeys>) -> Result<(), ApiError> {
    let Some(keys) = keys else {
        return Ok(());
    };
    match keys.are_stopped(tx)? {
        false => Ok(()),
        true => Err(ApiError::conflict(
            "a key of the seller that the data need is stopped, so nothing was bought and nothing was paid: try again \
             after the seller has resumed the key",
        )),
    }
}

/// Returns the seller of an offer and the keys that seal its data. Data without a mode are sealed under the key of the
/// account.
fn named(tx: &Tx<'_>, offer: &OfferId) -> Result<Option<(UserId, BTreeSet<KeyId>)>, StoreError> {
    let found = match offer {
        OfferId::Token(id) => store::tokens::by_id(tx, id)
            .map(|token| token.map(|token| (token.owner, store::tokens::sealing_keys(tx, id)))),
        OfferId::Listing(id) => store::listings::by_id(tx, id).map(|listing| {
            listing.map(|listing| {
                let version = (&listing.dataset, listing.version);
                let keys = sealing_keys(tx, &listing.owner, version);
                (listing.owner, keys)
            })
        }),
        OfferId::Item(_) => return Ok(None),
    };
    match found {
        Ok(None) => Ok(None),
        Ok(Some((seller, keys))) => Ok(Some((seller, keys?))),
        // A damaged row is refused by name where the terms are read.
        Err(error) if error.is_damage() => Ok(None),
        Err(error) => Err(error),
    }
}
