//! The operations of administration.

pub(crate) mod audit_log;
