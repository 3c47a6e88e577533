#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! `abi.rs` is the border: the exported functions. It and `host.rs`, the imports of the WebAssembly
//! module, have the only unsafe code. `abi.rs` calls
//! [`call`], which parses the request (`frame.rs`, `request.rs`), finds the operation in the table of
//! `operations.rs`, and writes the answer. `handles.rs` keeps the objects between calls.
#![deny(unsafe_code)]

mod abi;
mod answer;
#[cfg(feature = "full")]
mod block;
mod cancellation;
#[cfg(feature = "verification")]
mod entropy;
#[cfg(feature = "verification")]
mod executor;
mod failure;
mod frame;
#[cfg(feature = "verification")]
mod handles;
#[cfg(target_family = "wasm")]
mod host;
#[cfg(feature = "full")]
mod key_id;
mod operations;
mod request;
#[cfg(test)]
#[cfg(feature = "full")]
mod tests;

pub use abi::{
    Buffer, lockstep_abi_version, lockstep_alloc, lockstep_call, lockstep_cancellation_cancel,
    lockstep_cancellation_free, lockstep_cancellation_new, lockstep_free,
};
pub use failure::{Failure, Status};
pub use frame::{Frame, FrameError, write_frame};
pub use operations::{call, names};

/// The version of the interface. It changes when a caller of the previous version would break.
pub const ABI_VERSION: u32 = 1;
