//! The pairing-friendly curves of security levels 192 and 256.
//!
//! Both are BLS curves whose seeds Lockstep's own search found (`bench/curves/search.py`); the
//! decision record 0013 argues their security. Other libraries' BLS24-509 and BLS48-575 have other
//! seeds: points and proofs are not exchangeable.

pub mod bls24;
pub mod bls48;
mod pairing;
mod target;
mod tower;

pub use bls24::{Bls24_509, Config24};
pub use bls48::{Bls48_575, Config48};
pub use pairing::{Bls, BlsConfig, G1Prepared, G2Prepared, Twist};
pub use target::{Target, Tower};

#[cfg(test)]
mod tests;
