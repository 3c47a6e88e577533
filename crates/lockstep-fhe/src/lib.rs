//! BFV.
#![deny(unsafe_code)]
mod convert;
mod kernels;
mod modulus;
pub use kernels::Backend;
