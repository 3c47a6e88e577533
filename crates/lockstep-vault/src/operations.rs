//! The acts: keys and their life, then what is done with them.

pub(crate) mod basic;
pub(crate) mod ceremonies;
pub(crate) mod checkpoints;
pub(crate) mod circuits;
pub(crate) mod claims;
pub(crate) mod client;
pub(crate) mod committed;
pub(crate) mod compute;
pub(crate) mod crypt;
pub(crate) mod homomorphic;
pub(crate) mod inputs;
pub(crate) mod keys;
pub(crate) mod making;
pub(crate) mod named;
pub(crate) mod proofs;
pub(crate) mod registered;
pub(crate) mod roots;
pub(crate) mod statement;
pub(crate) mod tend;
pub(crate) mod transparent;
pub(crate) mod verify;

use lockstep_web::Fault;

/// The one answer to whatever cannot be opened: malformed, tampered, of another account, under a key
/// that is gone or stopped. Nobody is told which.
pub(crate) fn cannot_be_opened(parameter: &str) -> Fault {
    Fault::encryption_parameter(
        parameter,
        "cannot be opened: it is damaged, not yours, or its key does not decrypt any more",
    )
}
