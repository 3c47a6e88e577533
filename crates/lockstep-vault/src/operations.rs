//! The acts: keys and their life, and what the platform signs.

pub(crate) mod checkpoints;
pub(crate) mod clock;
pub(crate) mod keys;
mod lost;
pub(crate) mod maintenance;
pub(crate) mod making;
pub(crate) mod registered;
pub(crate) mod scrub;
pub(crate) mod transition;
