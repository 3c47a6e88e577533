//! The operations of administration.

pub(crate) mod audit_log;
pub(crate) mod settings;
