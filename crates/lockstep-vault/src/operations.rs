//! The operations: creating keys and changing their state, and signing for the platform.

pub(crate) mod backup;
pub(crate) mod checkpoints;
pub(crate) mod clock;
pub(crate) mod creation;
pub(crate) mod destruction;
pub(crate) mod epochs;
pub(crate) mod examination;
pub(crate) mod key_rows;
pub(crate) mod keys;
pub(crate) mod lost;
pub(crate) mod maintenance;
pub(crate) mod mode_keys;
pub(crate) mod pairing;
pub(crate) mod platform_keys;
pub(crate) mod registered;
pub(crate) mod scrub;
pub(crate) mod transition;
