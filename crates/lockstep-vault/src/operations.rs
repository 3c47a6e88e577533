//! The operations: creating keys and changing their state, and signing for the platform.

pub(crate) mod checkpoints;
pub(crate) mod clock;
pub(crate) mod creation;
pub(crate) mod examination;
pub(crate) mod key_rows;
pub(crate) mod keys;
mod lost;
pub(crate) mod maintenance;
pub(crate) mod registered;
pub(crate) mod scrub;
pub(crate) mod search;
pub(crate) mod transition;
