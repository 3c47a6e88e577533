#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! `algorithm.rs` lists the algorithms and their lengths. `key.rs` defines [`Key`] and
//! [`PublicKey`], and `bytes.rs` has the same operations on byte arrays. Each family has one file:
//! `ml_kem.rs`, `ml_dsa.rs`, `slh_dsa.rs`, `x_wing.rs`. `aws_lc.rs` is the second back end. In `slh_dsa/`, `scheme.rs`
//! is FIPS 205, `shake.rs` and `sha2.rs` are its hash functions, and `kernels.rs` has the only unsafe code.
#![deny(unsafe_code)]

mod algorithm;
#[cfg(not(target_family = "wasm"))]
mod aws_lc;
mod backend;
mod bytes;
mod error;
mod key;
mod ml_dsa;
mod ml_kem;
mod secret;
mod slh_dsa;
#[cfg(test)]
mod tests;
mod x_wing;

pub use algorithm::{Algorithm, Family, Hash, KeyFormat, Level, Variant};
pub use backend::{Backend, Implementation};
pub use bytes::{
    KeyPair, decapsulate, encapsulate, generate_key_pair, implementation, sign,
    sign_deterministically, verify,
};
pub use error::{Error, InputKind, Operation};
pub use key::{Key, PublicKey};
pub use secret::{SecretBytes, SharedSecret};

/// Maximum length of a signature's context, in bytes (FIPS 204 and 205).
pub const MAX_CONTEXT_LEN: usize = 255;
