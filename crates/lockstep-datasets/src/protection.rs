//! Checks which numbers of a column an encryption mode supports.

use lockstep_vault::at_rest::{Scale, Width};
use lockstep_web::ApiError;

use crate::dataset::EncryptionMode;
use crate::schema::{Column, NumberRange, Protection};

/// Returns the protection of a column under a mode, and why it is only sealed.
pub(crate) fn protection(mode: EncryptionMode, column: &Column) -> (Protection, Option<String>) {
    let sealed = |reason: String| (Protection::Sealed, Some(reason));
    let wanted = match mode {
        EncryptionMode::None | EncryptionMode::Basic => return (Protection::Sealed, None),
        EncryptionMode::Fhe => Protection::Fhe,
        EncryptionMode::Zk => Protection::Zk,
    };
    let Some(range) = column.numbers else {
        return sealed(
            "the column has values that are not decimal numbers of at most 18 digits".to_owned(),
        );
    };
    if range.low.unsigned_abs().max(range.high.unsigned_abs()) > MAX_INTEGER {
        return sealed(format!(
            "the column has numbers beyond ±2^53 units of its last decimal ({} decimals)",
            range.decimals
        ));
    }
    match wanted {
        Protection::Fhe if half_span(range) > MAX_HALF_SPAN => sealed(format!(
            "the numbers of the column span more than 2^38 units of its last decimal ({} decimals)",
            range.decimals
        )),
        Protection::Zk if range.decimals > MAX_COMMITTED_DECIMALS => sealed(format!(
            "the column has numbers with more than {MAX_COMMITTED_DECIMALS} decimals"
        )),
        _ => (wanted, None),
    }
}

/// The scale of the ciphertexts of a column: all of them can be added. The integers are the numbers as units of the
/// last decimal, minus [`offset`].
pub(crate) fn scale(range: NumberRange) -> Result<Scale, ApiError> {
    let half = half_span(range).max(1);
    let (bound, width) = match half <= MAX_NARROW {
        true => (MAX_NARROW, Width::Narrow),
        false => (half.next_power_of_two(), Width::Wide),
    };
    Scale::new(0, offset(range), bound, width)
        .map_err(|error| ApiError::internal(format!("datasets: {error}")))
}

/// The middle of a column's numbers.
pub(crate) fn offset(range: NumberRange) -> i64 {
    // Both are within ±2^53.
    (range.low + range.high) / 2
}

fn half_span(range: NumberRange) -> u64 {
    range.low.abs_diff(range.high).div_ceil(2) + 1
}

/// Integers within this size are exact as doubles.
const MAX_INTEGER: u64 = 1 << 53;
/// The largest distance from the middle with one plaintext prime: squares can be summed over a ciphertext.
const MAX_NARROW: u64 = 1 << 15;
/// The largest distance from the middle with two plaintext primes.
const MAX_HALF_SPAN: u64 = 1 << 37;
const MAX_COMMITTED_DECIMALS: u8 = 6;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::ColumnType;

    #[test]
    fn columns_that_a_mode_cannot_hold_are_sealed() {
        let range = |low, high, decimals| {
            Some(NumberRange {
                decimals,
                low,
                high,
            })
        };
        for (mode, numbers, expected) in [
            (EncryptionMode::Fhe, range(-5, 9, 0), Protection::Fhe),
            (
                EncryptionMode::Fhe,
                range(1 << 40, (1 << 40) + 9, 6),
                Protection::Fhe,
            ),
            (
                EncryptionMode::Fhe,
                range(0, (1 << 38) - 4, 0),
                Protection::Fhe,
            ),
            (
                EncryptionMode::Fhe,
                range(0, 1 << 39, 0),
                Protection::Sealed,
            ),
            (
                EncryptionMode::Fhe,
                range(0, 1 << 54, 0),
                Protection::Sealed,
            ),
            (EncryptionMode::Fhe, None, Protection::Sealed),
            (EncryptionMode::Zk, range(0, 1 << 53, 6), Protection::Zk),
            (EncryptionMode::Zk, range(0, 1, 7), Protection::Sealed),
            (EncryptionMode::Basic, range(0, 1, 0), Protection::Sealed),
        ] {
            let column = Column {
                name: "a".to_owned(),
                kind: ColumnType::Number,
                unit: None,
                null_count: 0,
                numbers,
                exact: None,
                protection: Protection::Sealed,
                reason: None,
                roots: Vec::new(),
                first_row: None,
            };
            let (found, reason) = protection(mode, &column);
            assert_eq!(found, expected, "{mode} {numbers:?}");
            let is_sealed = found == Protection::Sealed && mode != EncryptionMode::Basic;
            assert_eq!(reason.is_some(), is_sealed, "{mode} {numbers:?}");
            if found == Protection::Fhe {
                scale(numbers.unwrap()).unwrap();
            }
        }
    }
}
