//! The acts: encrypt, decrypt, compute, prove, verify.

pub(crate) mod basic;
pub(crate) mod bulletproofs;
pub(crate) mod ceremonies;
pub(crate) mod circuits;
pub(crate) mod claims;
pub(crate) mod client;
pub(crate) mod client_envelope;
pub(crate) mod committed;
pub(crate) mod compute;
pub(crate) mod crypt;
pub(crate) mod envelope;
pub(crate) mod homomorphic;
pub(crate) mod inputs;
pub(crate) mod named;
pub(crate) mod proof;
pub(crate) mod proofs;
pub(crate) mod provers;
pub(crate) mod scrub;
pub(crate) mod statement;
pub(crate) mod verify;

use lockstep_web::ApiError;
use zeroize::Zeroizing;

use crate::number::{self, MAX_NUMBERS, NotNumbers};

/// Bytes of numbers that a ciphertext or two are made of soon.
pub(crate) const BRIEF_DATA: usize = 64 << 10;
/// Bytes of ciphertexts that are opened and added up soon.
pub(crate) const BRIEF_ENVELOPE: usize = 2 << 20;

/// The numbers that `data` is a JSON array of; `None` where it is bytes.
pub(crate) fn numbers_in(data: &[u8]) -> Result<Option<Zeroizing<Vec<f64>>>, ApiError> {
    number::array(data).map_err(|error| match error {
        NotNumbers::OutOfRange(place) => ApiError::encryption_parameter(
            &format!("data[{place}]"),
            "is larger than any number of 64 bits: bytes are taken as they are, numbers are not",
        ),
        NotNumbers::TooMany => ApiError::encryption_parameter(
            "data",
            format!("holds more than {MAX_NUMBERS} numbers: encrypt them in parts"),
        ),
    })
}

/// The one answer to whatever cannot be opened: malformed, tampered, of another account, under a key
/// that is gone or stopped. Nobody is told which.
pub(crate) fn cannot_be_opened(parameter: &str) -> ApiError {
    ApiError::encryption_parameter(
        parameter,
        "cannot be opened: it is damaged, not yours, or its key does not decrypt any more",
    )
}

/// What the mathematics refuses, in its words: they hold no value.
#[expect(clippy::needless_pass_by_value, reason = "as `map_err` gives it")]
pub(crate) fn told(error: lockstep_zk::Error) -> ApiError {
    use lockstep_zk::Error::{FalseStatement, Input, Length, Malformed, TooLarge, Unsatisfied};
    let parameter = match &error {
        TooLarge { .. } => "circuit",
        FalseStatement(_) | Unsatisfied { .. } | Input { .. } | Length { .. } => "data",
        Malformed { .. } => "data",
        _ => "circuit",
    };
    refused(parameter, error.to_string())
}

pub(crate) fn refused(parameter: &str, reason: impl Into<String>) -> ApiError {
    ApiError::encryption_parameter(parameter, reason)
}
