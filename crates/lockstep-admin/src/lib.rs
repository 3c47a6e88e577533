#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! `audit_log.rs` (which entries a request asks for), `settings.rs` (changes of settings), `operations` (one function for each act),
//! `api_admin` (the HTTP handlers).
#![forbid(unsafe_code)]

mod api_admin;
mod audit_log;
mod operations;
mod settings;

use std::time::Duration;

use lockstep_web::{AppState, Capability, Job, Routes};

/// The interface of this capability.
pub const CAPABILITY: Capability = Capability {
    // The tag `Administration` is shared: lockstep-web describes it.
    before_erase: Some(|state, user| Box::pin(operations::audit_log::forget(state, user))),
    scrub: Some(|state, after| Box::pin(operations::audit_log::scrub(state, after))),
    jobs: &[Job {
        name: "admin.audit_index",
        every: Duration::from_secs(1),
        run: |state| Box::pin(operations::audit_log::index(state)),
    }],
    // An erasure removes an account's entries from the audit log and its index with the account's row.
    ..Capability::new("admin", routes, |_, _| Ok(()))
};

fn routes(state: &AppState) -> Routes {
    api_admin::routes().with_state(state.clone())
}
