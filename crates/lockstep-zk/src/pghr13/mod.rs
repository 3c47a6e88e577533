//! PGHR13 (eprint 2013/279, as corrected in eprint 2013/879). A proof has eight elements, named as
//! in eprint 2013/879, figure 10.
//!
//! Soundness rests on knowledge of exponent (q-PKE, q-PDH, 2q-SDH), if the creator of the key
//! destroyed the toxic waste. The rows `inputᵢ · 0 = 0` keep the input polynomials independent
//! (eprint 2015/437).
//!
//! The set-up never computes α-shifted A elements of public wires. With one, anyone can turn a
//! proof for one public input into a proof for another (CVE-2019-7167, eprint 2019/119). Anyone can
//! re-randomise a proof, so bind its context with a public input.

mod compiled;
mod key;
mod prover;
mod setup;
mod verifier;

pub use compiled::Pghr13Curve;
pub use key::{Proof, ProvingKey, VerifyingKey, Zeta};
pub(crate) use prover::prove_on;
pub use prover::{prove, prove_while};
pub(crate) use setup::setup_on;
pub use setup::{SETUP_STEPS, setup, setup_while};
pub(crate) use verifier::verify_on;
pub use verifier::{verify, verify_unfolded};

#[cfg(test)]
mod tests;
