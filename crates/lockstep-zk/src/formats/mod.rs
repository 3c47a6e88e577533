//! The files of the circom ecosystem, read strictly and written byte for byte as it expects them; and
//! [`compact`] proofs of our own.
//!
//! Every reader is total: hostile counts are compared with the bytes that are there before anything
//! is allocated, sections may not repeat, numbers must be canonical, points on the curve and in the
//! subgroup, and nothing may be left over.

pub mod compact;
pub mod json;
pub mod ptau;
pub mod r1cs;
mod sections;
pub mod wtns;
pub mod zkey;

pub(crate) use sections::Cursor;
