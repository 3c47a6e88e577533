//! The acts: keys and their life, then what is done with them.

pub(crate) mod basic;
pub(crate) mod ceremonies;
pub(crate) mod checkpoints;
pub(crate) mod circuits;
pub(crate) mod claims;
pub(crate) mod client;
pub(crate) mod clock;
pub(crate) mod committed;
pub(crate) mod compute;
pub(crate) mod crypt;
pub(crate) mod homomorphic;
pub(crate) mod inputs;
pub(crate) mod keys;
mod lost;
pub(crate) mod making;
pub(crate) mod named;
pub(crate) mod proofs;
pub(crate) mod provers;
pub(crate) mod registered;
pub(crate) mod roots;
pub(crate) mod scrub;
mod scrub_blobs;
pub(crate) mod statement;
pub(crate) mod tend;
pub(crate) mod transparent;
pub(crate) mod verify;

use lockstep_web::Fault;
use zeroize::Zeroizing;

use crate::number::{self, MAX_NUMBERS, NotNumbers};

/// Bytes of numbers that a ciphertext or two are made of soon.
pub(crate) const BRIEF_DATA: usize = 64 << 10;
/// Bytes of ciphertexts that are opened and added up soon.
pub(crate) const BRIEF_ENVELOPE: usize = 2 << 20;

/// The numbers that `data` is a JSON array of; `None` where it is bytes.
pub(crate) fn numbers_in(data: &[u8]) -> Result<Option<Zeroizing<Vec<f64>>>, Fault> {
    number::array(data).map_err(|error| match error {
        NotNumbers::OutOfRange(place) => Fault::encryption_parameter(
            &format!("data[{place}]"),
            "is larger than any number of 64 bits: bytes are taken as they are, numbers are not",
        ),
        NotNumbers::TooMany => Fault::encryption_parameter(
            "data",
            format!("holds more than {MAX_NUMBERS} numbers: encrypt them in parts"),
        ),
    })
}

/// The one answer to whatever cannot be opened: malformed, tampered, of another account, under a key
/// that is gone or stopped. Nobody is told which.
pub(crate) fn cannot_be_opened(parameter: &str) -> Fault {
    Fault::encryption_parameter(
        parameter,
        "cannot be opened: it is damaged, not yours, or its key does not decrypt any more",
    )
}
