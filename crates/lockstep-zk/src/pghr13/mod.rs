//! PGHR13 (eprint 2013/279, as corrected in eprint 2013/879): eight elements a proof.
//!
//! Soundness: knowledge of exponent (q-PKE, q-PDH, 2q-SDH), if whoever made the key destroyed the
//! waste. Input polynomials are kept independent by the rows `inputᵢ · 0 = 0` (eprint 2015/437).
//! The α-shifted A elements of public wires are never made, anywhere: with them anybody turns a proof
//! for one public input into one for another (CVE-2019-7167, eprint 2019/119). Elements are named as
//! in eprint 2013/879, figure 10. A proof can be re-randomised: bind its context by a public input.

mod key;
mod prover;
mod setup;
mod verifier;

pub use key::{Proof, ProvingKey, VerifyingKey, Zeta};
pub use prover::{prove, prove_while};
pub use setup::{setup, setup_while};
pub use verifier::{verify, verify_unfolded};

#[cfg(test)]
mod tests;
