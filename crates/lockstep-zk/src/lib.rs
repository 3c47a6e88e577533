#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

pub mod assurance;
pub mod builder;
#[cfg(feature = "bulletproofs")]
pub mod bulletproof;
mod cancellation;
pub mod circuits;
mod compiled;
mod curve;
pub mod curves;
mod error;
pub mod field;
pub mod formats;
pub mod groth16;
mod kernels;
pub mod machine;
pub mod optimizer;
pub mod pghr13;
pub mod poseidon;
pub mod r1cs;
mod scheme;
#[cfg(test)]
mod testing;

pub use ark_bls12_381::Bls12_381;
pub use ark_bn254::Bn254;
pub use curves::{Bls24_509, Bls48_575};

/// The scalar fields, over which circuits are defined.
pub mod scalar {
    pub use ark_bls12_381::Fr as Bls12_381;
    pub use ark_bn254::Fr as Bn254;

    /// The scalar field of [`super::Bls24_509`].
    pub type Bls24_509 = <super::Bls24_509 as ark_ec::pairing::Pairing>::ScalarField;
    /// The scalar field of [`super::Bls48_575`].
    pub type Bls48_575 = <super::Bls48_575 as ark_ec::pairing::Pairing>::ScalarField;
}

pub use ark_ec;
pub use ark_ff;
pub use compiled::Curve;
pub use curve::{CurveName, PairingCurve, Point, UnknownCurve};
pub use error::{Error, FileDefect, Format, Result};
pub use rand_core;
pub use scheme::{PairingScheme, UnknownScheme};
