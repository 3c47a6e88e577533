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
mod tools;

use lockstep_web::{AppState, Capability, Routes};

pub use device::{Device, NewDevice, Status};
pub use operations::MAX_DEVICES;
pub use store::{count_devices, devices, insert_device, note_sync};

/// The interface of this capability. A later migration of its table must run after those of
/// `lockstep-fitness`, which creates the table: the server lists this capability after that one.
pub const CAPABILITY: Capability = Capability {
    tags: &[("Devices", "The devices that points come from.")],
    scrub: Some(|state, after| Box::pin(operations::scrub(state, after))),
    tools: tools::TOOLS,
    // Without `usage`: no trigger counts rows of `device`.
    ..Capability::new("devices", routes, store::erase)
};

fn routes(state: &AppState) -> Routes {
    api_fitness::routes().with_state(state.clone())
}
