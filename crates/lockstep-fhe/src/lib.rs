#![doc = include_str!("../README.md")]
//!
//! # Reading order
//!
//! [`sets`](SetId) lists the parameter sets and their rules, `security` the published tables, and
//! `params` the data derived from a set. `keys`, `plaintext`, `ciphertext` and `evaluator` are the
//! scheme in textbook terms. `product` and `switch` are its two hard parts. `noise` has the bounds
//! with which operations refuse wrong results. `scale` and `series` convert measured values to
//! slots. All of these use `modulus`, `convert`, `poly` and the three back ends of `kernels`.
//! `wire` encodes every type as bytes.
//!
//! # Sources
//!
//! - Fan, Vercauteren: Somewhat practical fully homomorphic encryption (eprint 2012/144): the scheme.
//! - Bajard, Eynard, Hasan, Zucca: A full RNS variant of FV (2016), and Halevi, Polyakov, Shoup: An
//!   improved RNS variant of BFV (eprint 2018/117): residues instead of large integers.
//! - Kim, Polyakov, Zucca: Revisiting homomorphic encryption schemes for finite fields (eprint
//!   2021/204): the scaling of plaintexts and the product used here.
//! - Gentry, Halevi, Smart: Homomorphic evaluation of the AES circuit (2012), Han, Ki: Better
//!   bootstrapping for approximate homomorphic encryption (2020): key switching with a special prime.
//! - Albrecht et al.: Homomorphic Encryption Standard (2018), Bossuat et al.: Security guidelines for
//!   implementing homomorphic encryption (eprint 2024/463): the tables.
//! - Li, Micciancio: On the security of homomorphic encryption on approximate numbers (2021), and
//!   Cheon, Choe, Passelegue, Stehle, Suvanto: Attacks against the IND-CPA-D security of exact FHE
//!   schemes (2024). They show why a wrong decryption must never happen, and why the party that chose
//!   the ciphertexts must not get the decrypted result.
#![deny(unsafe_code)]

mod ciphertext;
mod convert;
mod error;
mod evaluator;
mod fresh;
#[cfg(any(test, feature = "toy"))]
pub mod fuzz;
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
mod slots;
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
pub use series::{Aggregator, Reduction, ReductionKind, Series, Values};
pub use sets::SetId;
pub use wire::owner;
