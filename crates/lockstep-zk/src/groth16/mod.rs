//! Groth16 (eprint 2016/260) with snarkjs's reduction. A proof has three elements, and keys can be
//! exchanged with the circom ecosystem.
//!
//! Knowledge soundness holds in the algebraic group model if at least one participant of the set-up
//! destroyed its toxic waste. Anyone can re-randomise a proof, so bind its context with a public
//! input. No pairing-based proof is post-quantum.

mod circuit_hash;
mod compiled;
mod contribution;
mod derive;
mod key;
mod powers_of_tau;
mod prepared_key;
mod prepared_prover;
mod proof;
mod prover;
mod setup;
mod stored_key;
mod verifier;

pub use compiled::Groth16Curve;
pub use contribution::{contribute, verify_contributions};
pub(crate) use contribution::{contribute_on, verify_contributions_on};
pub(crate) use contribution::{g1_bytes, g2_bytes, point_of, same_ratio};
pub use derive::{DerivationCurve, check_derived, check_derived_while, derive};
pub(crate) use derive::{check_derived_on, derive_on};
pub use key::{Coefficient, Contribution, ProvingKey, RowFactor, SparsePoints, VerifyingKey};
pub use powers_of_tau::{Lagrange, Ptau};
pub use prepared_key::PreparedKey;
pub(crate) use prepared_key::verify_batch_on;
pub use prepared_prover::PreparedProvingKey;
pub(crate) use proof::NOT_CANONICAL;
pub use proof::Proof;
pub(crate) use prover::prove_on;
pub use prover::{prove, prove_while, prove_with_key, prove_with_key_while};
pub use setup::{SETUP_STEPS, setup, setup_while};
pub(crate) use setup::{domain_log, qap_at, setup_on};
pub(crate) use stored_key::{G1List, KeyHeader, StoredKey, prove_stored_on};
pub(crate) use verifier::verify_on;
pub use verifier::{verify, verify_batch};

#[cfg(test)]
mod tests;
