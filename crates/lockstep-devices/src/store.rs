//! The tables of this crate. Its only SQL is in the files below `store/`; the rows of the registry, which uploads read
//! too, are in `lockstep-points`.

pub(crate) mod commands;
pub(crate) mod installation;
pub(crate) mod reports;
pub(crate) mod uadm;

use lockstep_points::store::device;
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx};

/// Removes the devices of an account.
pub(crate) fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    uadm::erase(tx, user)?;
    device::erase(tx, user)
}
