//! The only SQL: circuits, the keys of proofs, ceremonies, and the scrub of large values. The tables are in the migrations of `lockstep-vault`.

pub(crate) mod blobs;
pub(crate) mod ceremonies;
pub(crate) mod circuits;

pub(crate) use circuits::erase;
