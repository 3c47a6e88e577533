//! Conversion of field elements to and from bytes and decimal texts. Only canonical input is
//! accepted.

use ark_ff::{BigInteger, PrimeField};

/// Bytes of one element, rounded up to 64-bit words: 32 for both scalar fields.
#[must_use]
pub fn width<F: PrimeField>() -> usize {
    (F::MODULUS_BIT_SIZE as usize).div_ceil(64) * 8
}

/// The modulus as [`width`] little-endian bytes.
#[must_use]
pub fn modulus<F: PrimeField>() -> Vec<u8> {
    F::MODULUS.to_bytes_le()
}

/// Encodes the element as [`width`] little-endian bytes.
#[must_use]
pub fn to_bytes<F: PrimeField>(value: &F) -> Vec<u8> {
    value.into_bigint().to_bytes_le()
}

/// Reads an element from little-endian bytes. Returns `None` unless the number is below the
/// modulus.
#[must_use]
pub fn from_bytes<F: PrimeField>(bytes: &[u8]) -> Option<F> {
    F::from_bigint(integer::<F>(bytes)?)
}

/// Encodes the element in Montgomery form (times 2^(8·width)), little-endian, as snarkjs stores
/// points.
#[must_use]
pub(crate) fn to_montgomery<F: PrimeField>(value: &F) -> Vec<u8> {
    to_bytes(&(*value * radix::<F>()))
}

/// Reads an element from its Montgomery form. Returns `None` unless the stored number is below the
/// modulus.
#[must_use]
pub(crate) fn from_montgomery<F: PrimeField>(bytes: &[u8], radix_inverse: &F) -> Option<F> {
    Some(from_bytes::<F>(bytes)? * radix_inverse)
}

/// 2^(8·width) as an element.
#[must_use]
pub fn radix<F: PrimeField>() -> F {
    F::from(2u64).pow([width::<F>() as u64 * 8])
}

/// The inverse of [`radix`].
#[must_use]
pub(crate) fn radix_inverse<F: PrimeField>() -> F {
    radix::<F>()
        .inverse()
        .expect("a power of two is not a multiple of an odd prime")
}

/// Writes the element as a decimal number, as snarkjs does.
#[must_use]
pub fn to_decimal<F: PrimeField>(value: &F) -> String {
    value.into_bigint().to_string()
}

/// Reads an element from a decimal number: digits only, no leading zero, below the modulus.
#[must_use]
pub fn from_decimal<F: PrimeField>(text: &str) -> Option<F> {
    let digits = text.as_bytes();
    if digits.is_empty() || digits.len() > 200 || (digits[0] == b'0' && digits.len() > 1) {
        return None;
    }
    let mut number = F::BigInt::from(0u64);
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        let mut carry = u128::from(digit - b'0');
        for limb in number.as_mut() {
            carry += u128::from(*limb) * 10;
            *limb = carry as u64;
            carry >>= 64;
        }
        if carry != 0 {
            return None;
        }
    }
    F::from_bigint(number)
}

/// Whether the element is greater than its negative.
pub(crate) fn is_negative<F: PrimeField>(value: &F) -> bool {
    value.into_bigint() > F::MODULUS_MINUS_ONE_DIV_TWO
}

/// Returns the element as a number, if it is below 2^64.
#[must_use]
pub fn to_u64<F: PrimeField>(value: &F) -> Option<u64> {
    let integer = value.into_bigint();
    let limbs = integer.as_ref();
    limbs[1..].iter().all(|limb| *limb == 0).then(|| limbs[0])
}

fn integer<F: PrimeField>(bytes: &[u8]) -> Option<F::BigInt> {
    if bytes.len() != width::<F>() {
        return None;
    }
    let mut number = F::BigInt::from(0u64);
    for (limb, chunk) in number.as_mut().iter_mut().zip(bytes.chunks_exact(8)) {
        *limb = u64::from_le_bytes(chunk.try_into().expect("chunks of eight"));
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use ark_bls12_381::Fq as Q381;
    use ark_bn254::Fr;
    use ark_ff::{One, PrimeField};

    use super::*;

    #[test]
    fn only_canonical_decimals_are_read() {
        let largest = to_decimal(&-Fr::one());
        for (text, good) in [
            ("0", true),
            ("1", true),
            (largest.as_str(), true),
            (&Fr::MODULUS.to_string(), false),
            ("", false),
            ("00", false),
            ("01", false),
            ("+1", false),
            ("-1", false),
            (" 1", false),
            ("0x1", false),
            (&"9".repeat(100), false),
            (&"9".repeat(300), false),
        ] {
            assert_eq!(from_decimal::<Fr>(text).is_some(), good, "{text}");
        }
        assert_eq!(from_decimal::<Fr>(&largest), Some(-Fr::one()));
    }

    #[test]
    fn bytes_are_canonical_or_refused() {
        assert_eq!(from_bytes::<Fr>(&modulus::<Fr>()), None);
        assert_eq!(from_bytes::<Fr>(&[0; 31]), None);
        assert_eq!(width::<Q381>(), 48);
        let minus_one = -Q381::one();
        assert_eq!(from_bytes::<Q381>(&to_bytes(&minus_one)), Some(minus_one));
        let stored = to_montgomery(&minus_one);
        assert_eq!(
            from_montgomery(&stored, &radix_inverse::<Q381>()),
            Some(minus_one)
        );
        assert_eq!(to_u64(&Fr::from(u64::MAX)), Some(u64::MAX));
        assert_eq!(to_u64(&-Fr::one()), None);
    }
}
