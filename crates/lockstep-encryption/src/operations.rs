//! The operations: encrypt, decrypt, compute, prove, verify.

pub(crate) mod basic;
pub(crate) mod bulletproofs;
pub(crate) mod ceremonies;
pub(crate) mod circuits;
mod claim_documents;
pub(crate) mod claims;
pub(crate) mod client;
pub(crate) mod client_envelope;
pub(crate) mod committed;
pub(crate) mod compute;
pub(crate) mod crypt;
pub(crate) mod envelope;
mod exact_numbers;
pub(crate) mod homomorphic;
pub(crate) mod inputs;
pub(crate) mod named;
pub(crate) mod proof;
pub(crate) mod proofs;
pub(crate) mod provers;
pub(crate) mod scrub;
pub(crate) mod statement;
pub(crate) mod verify;
mod weights;

use lockstep_web::ApiError;
use zeroize::Zeroizing;

use crate::number::{self, MAX_NUMBERS, NotNumbers};

/// The maximum bytes of numbers whose encryption counts as brief work in the pool.
pub(crate) const BRIEF_DATA: usize = 64 << 10;
/// The maximum bytes of ciphertexts whose decryption or addition counts as brief work in the pool.
pub(crate) const BRIEF_ENVELOPE: usize = 2 << 20;

/// Parses `data` as a JSON array of numbers; `None` if it is bytes.
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

/// The single error for every envelope that cannot be opened: malformed, tampered, of another account, or
/// under a key that no longer decrypts. The response does not reveal the reason.
pub(crate) fn cannot_be_opened(parameter: &str) -> ApiError {
    ApiError::encryption_parameter(
        parameter,
        "cannot be opened: it is damaged, belongs to another account, or its key no longer decrypts",
    )
}

/// Converts an error of the proof system to an API error. Its text contains no secret values.
#[expect(clippy::needless_pass_by_value, reason = "as `map_err` gives it")]
pub(crate) fn refusal(error: lockstep_zk::Error) -> ApiError {
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
