//! The only SQL: circuits, the keys of proofs, ceremonies. The tables are in the migrations of `lockstep-vault`.

pub(crate) mod ceremonies;
pub(crate) mod circuits;

pub(crate) use circuits::erase;
