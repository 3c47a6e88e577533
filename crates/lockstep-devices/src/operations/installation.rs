//! The devices of all accounts, for administrators.

use lockstep_store::StoreError;
use lockstep_store::id::DeviceId;
use lockstep_web::{ApiError, AppState, Page, Paging};

use crate::hub::DeviceHub;
use crate::store::installation::{self, ListedDevice};

/// Returns a page of the devices of all accounts in the order of their owners; each with whether it is connected now.
///
/// # Errors
/// A store that cannot be read.
pub(crate) async fn list(
    state: &AppState,
    paging: Paging,
) -> Result<Page<(ListedDevice, bool)>, ApiError> {
    let read = state
        .db
        .read::<_, StoreError, _>("devices.list_installation", move |tx| {
            installation::page(tx, paging.offset(), paging.limit)
        });
    let (devices, total) = read.await?;
    let hub = DeviceHub::of(state)?;
    let with_presence = devices.into_iter().map(|device| {
        let id = device.id.parse::<DeviceId>();
        let is_connected = id.is_ok_and(|id| hub.is_connected(&id));
        (device, is_connected)
    });
    Ok(Page {
        entries: with_presence.collect(),
        total,
    })
}
