//! The file formats of the circom ecosystem, and Lockstep's [`compact`] proofs. Readers are strict;
//! writers produce the exact bytes that snarkjs expects.
//!
//! Readers never panic on hostile input. They compare each count with the remaining bytes before
//! they allocate. They reject repeated sections, non-canonical numbers, points off the curve or
//! outside the subgroup, and extra bytes.

pub mod compact;
pub mod json;
mod points;
pub mod ptau;
pub mod r1cs;
mod sections;
mod source;
pub mod unique_json;
pub mod wtns;
pub mod zkey;

pub(crate) use sections::Cursor;
pub use source::Source;
