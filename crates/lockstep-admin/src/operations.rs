//! The operations of administration.

pub(crate) mod alerts;
pub(crate) mod analytics;
pub(crate) mod audit_log;
pub(crate) mod backups;
pub(crate) mod chain;
pub(crate) mod root_key;
pub(crate) mod settings;
pub(crate) mod sign_ins;
