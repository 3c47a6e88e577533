//! BFV.
#![deny(unsafe_code)]

mod ciphertext;
mod convert;
mod error;
mod evaluator;
mod galois;
mod kernels;
mod keys;
mod modulus;
mod noise;
mod params;
mod plaintext;
mod poly;
mod product;
mod sampling;
mod scale;
mod security;
mod series;
mod sets;
mod switch;
#[cfg(test)]
mod tests;
mod wire;

pub use ciphertext::Ciphertext;
pub use error::Error;
pub use evaluator::Evaluator;
pub use kernels::Backend;
pub use keys::{Capabilities, EvaluationKeys, KeyId, PublicKey, SecretKey};
pub use params::ParameterSet;
pub use plaintext::{Content, Plaintext, Width};
pub use scale::{Fraction, Scale};
pub use security::{SecurityLevel, largest_modulus};
pub use series::{Reduction, ReductionKind, Series, Values};
pub use sets::SetId;
