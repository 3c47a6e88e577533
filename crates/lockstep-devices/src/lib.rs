#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! [`Device`] and [`NewDevice`] (what a device is, and what a registration must say), `operations.rs`
//! (register, list, revoke), `store.rs` (the only SQL), `api_fitness.rs` (the wire).
#![forbid(unsafe_code)]

mod api_fitness;
mod device;
mod operations;
mod store;

use lockstep_store::Usage;
use lockstep_web::app_state::Counts;
use lockstep_web::{AppState, Capability, Routes};

pub use device::{Device, NewDevice, Status};
pub use operations::MAX_DEVICES;
pub use store::{count_devices, devices, insert_device, note_sync};

/// The interface of this capability. A later migration of its table must run after those of
/// `lockstep-points`, which creates the table: the server lists this capability after that one.
pub const CAPABILITY: Capability = Capability {
    name: "devices",
    migrations: &[],
    routes,
    examples: include_str!("examples.json"),
    before_erase: None,
    erase: store::erase,
    // No trigger counts rows of `device`.
    usage: |_, _| Ok(Usage::default()),
    counts: |_, _| Ok(Counts::default()),
    scrub: Some(|state, after| Box::pin(operations::scrub(state, after))),
    jobs: &[],
};

fn routes(state: &AppState) -> Routes {
    api_fitness::routes().with_state(state.clone())
}
