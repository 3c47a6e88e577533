//! Events about offers, which every account may read. They name the offer, but no account and no
//! purchase.

use lockstep_store::outbox::PLATFORM;
use lockstep_store::{Event, EventKind, Tx};
use lockstep_web::ApiError;
use serde_json::json;

use crate::offer::OfferId;

/// Appends an event of the channel `marketplace`.
pub(super) fn announce(
    tx: &mut Tx<'_>,
    kind: &'static EventKind,
    offer: &OfferId,
) -> Result<(), ApiError> {
    tx.event(&Event {
        user: PLATFORM,
        kind,
        payload: json!({ "offer": offer.noun(), "id": offer.as_str() }),
    })?;
    Ok(())
}
