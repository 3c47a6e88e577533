//! The weights of a weighted sum, from the text that the caller sent.

use lockstep_values::fixed_point::Decimal;
use lockstep_web::ApiError;
use serde_json::value::RawValue;

use crate::number;
use crate::operations::exact_numbers::{USUAL_DECIMALS, elements};

/// Public weights as fixed-point integers.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Weights {
    pub(crate) integers: Vec<i128>,
    pub(crate) decimals: u8,
}

/// Converts the weights without loss. A weight that would be rounded is refused: the result would be a
/// different sum from the requested one.
///
/// # Errors
/// Another value than a list of numbers, or a weight with more decimals than `precision`; the error names it.
pub(crate) fn exact_weights(
    weights: &RawValue,
    precision: Option<u8>,
) -> Result<Weights, ApiError> {
    let refused = |reason: String| ApiError::encryption_parameter("parameters.weights", reason);
    let most = number::MAX_NUMBERS;
    let texts = elements(weights, most)
        .ok_or_else(|| refused(format!("must be a list of at most {most} numbers")))?;
    let weight = |(index, text): (usize, &&RawValue)| {
        Decimal::parse(text.get())
            .ok_or_else(|| refused(format!("weights[{index}] must be a number")))
    };
    // Each is read twice, since a million of them take less memory as texts.
    let mut are_whole = true;
    for place in texts.iter().enumerate() {
        are_whole &= weight(place)?.is_whole();
    }
    let decimals = precision.unwrap_or(if are_whole { 0 } else { USUAL_DECIMALS });
    let mut integers = Vec::with_capacity(texts.len());
    for place in texts.iter().enumerate() {
        let integer = weight(place)?.units(decimals).map_err(|error| {
            let name = format!("weights[{}]", place.0);
            refused(number::inexact(&name, error))
        })?;
        integers.push(i128::from(integer));
    }
    Ok(Weights { integers, decimals })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_taken_without_loss_or_refused() {
        for (weights, precision, expected) in [
            ("[1.0, -2.0]", None, Ok((&[1, -2][..], 0))),
            ("[0.25, 1.0]", None, Ok((&[25, 100], 2))),
            ("[0.1, 0.29, 1.15]", None, Ok((&[10, 29, 115], 2))),
            ("[0.125]", Some(3), Ok((&[125], 3))),
            ("[0.123456]", Some(6), Ok((&[123_456], 6))),
            ("[]", None, Ok((&[], 0))),
            (
                "[1.0, 0.125]",
                None,
                Err("weights[1] has more than 2 decimals"),
            ),
            ("[0.5]", Some(0), Err("weights[0] has more than 0 decimals")),
            (
                "[0.001, 1.0]",
                None,
                Err("weights[0] has more than 2 decimals"),
            ),
            (
                "[1.5, 1e-12]",
                None,
                Err("weights[1] has more than 2 decimals"),
            ),
            (
                "[600000000.4]",
                Some(0),
                Err("weights[0] has more than 0 decimals"),
            ),
            (
                "[1.0, 6000000.004]",
                None,
                Err("weights[1] has more than 2 decimals"),
            ),
            // No double has these digits.
            (
                "[0.1000000000000000055]",
                Some(1),
                Err("weights[0] has more than 1 decimals"),
            ),
            (
                "[1, 1e-400]",
                None,
                Err("weights[1] has more than 2 decimals"),
            ),
            ("[1.0, 1e300]", None, Err("weights[1] is too large")),
            ("[1e400]", None, Err("weights[0] is too large")),
            ("[9007199254740992]", None, Err("weights[0] is too large")),
            (
                "[9007199254740992]",
                Some(1),
                Err("weights[0] is too large"),
            ),
            ("[1, \"2\"]", None, Err("weights[1] must be a number")),
            ("[null]", None, Err("weights[0] must be a number")),
            ("[[1]]", None, Err("weights[0] must be a number")),
            ("{\"0\":1}", None, Err("must be a list")),
            ("1", None, Err("must be a list")),
        ] {
            let weights = RawValue::from_string(weights.to_owned()).unwrap();
            match (exact_weights(&weights, precision), expected) {
                (Ok(found), Ok((integers, decimals))) => {
                    assert_eq!(
                        (found.integers.as_slice(), found.decimals),
                        (integers, decimals)
                    );
                }
                (Err(refused), Err(said)) => {
                    assert!(refused.message.contains(said), "{}", refused.message);
                    let parameter = &refused.details.as_ref().unwrap()["parameter"];
                    assert_eq!(parameter, "parameters.weights");
                }
                (found, expected) => panic!("{weights}: {:?}, {expected:?}", found.is_ok()),
            }
        }
    }
}
