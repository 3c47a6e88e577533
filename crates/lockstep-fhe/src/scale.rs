//! Numbers to integers and back: signed fixed point, with the offset and bound of a type.

use crate::error::Error;
use crate::plaintext::Width;

/// How the numbers of one type become integers. It belongs to the type, not to the data, so that all
/// blocks of a series can be added; nothing of it is secret.
///
/// A value v is stored as round(v·10^decimals) − offset, at most `bound` in size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    decimals: u8,
    offset: i64,
    bound: u64,
    width: Width,
}

impl Scale {
    /// Most decimals.
    pub const MAX_DECIMALS: u8 = 6;

    /// A type's scale.
    ///
    /// # Errors
    /// [`Error::Scale`] for more than six decimals or a bound of 0 or past 2^53.
    pub fn new(decimals: u8, offset: i64, bound: u64, width: Width) -> Result<Self, Error> {
        if decimals > Self::MAX_DECIMALS {
            return Err(Error::Scale {
                reason: "at most 6 decimals",
            });
        }
        if bound == 0 || bound > 1 << 53 || offset.unsigned_abs() > 1 << 53 {
            return Err(Error::Scale {
                reason: "the bound must be in 1..=2^53, the offset at most 2^53 in size",
            });
        }
        Ok(Self {
            decimals,
            offset,
            bound,
            width,
        })
    }

    /// Signed numbers of so many decimals, at most 2^15 as integers: what one product and a sum over
    /// all slots of the depth-one sets are made for.
    ///
    /// # Errors
    /// As [`Scale::new`].
    pub fn precision(decimals: u8) -> Result<Self, Error> {
        Self::new(decimals, 0, 1 << 15, Width::Narrow)
    }

    /// Decimals kept.
    pub fn decimals(&self) -> u8 {
        self.decimals
    }

    /// What is taken off each integer.
    pub fn offset(&self) -> i64 {
        self.offset
    }

    /// Largest size of an integer after that.
    pub fn bound(&self) -> u64 {
        self.bound
    }

    /// Whether the integers need two plaintext primes.
    pub fn width(&self) -> Width {
        self.width
    }

    /// The integer of value `index`.
    pub(crate) fn integer(&self, index: usize, value: f64) -> Result<i128, Error> {
        if !value.is_finite() {
            return Err(Error::NotFinite { index });
        }
        let bound = u128::from(self.bound);
        let scaled = (value * 10f64.powi(i32::from(self.decimals))).round();
        // Within ±2^100 the conversion is exact; past it the value is out of bounds anyway.
        let integer = scaled.clamp(-1e30, 1e30) as i128 - i128::from(self.offset);
        if integer.unsigned_abs() > bound {
            return Err(Error::ValueOutOfBounds { index, bound });
        }
        Ok(integer)
    }
}

/// An exact answer: numerator / denominator / 10^decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// Signed numerator.
    pub numerator: i128,
    /// Denominator, not 0.
    pub denominator: u128,
    /// Decimals of the numerator.
    pub decimals: u32,
}

impl Fraction {
    /// The nearest number; the exact answer is in the fields.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64 / 10f64.powi(self.decimals as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_integers() {
        let heart_rate = Scale::new(0, 100, 200, Width::Narrow).unwrap();
        let weight = Scale::precision(2).unwrap();
        for (scale, value, expected) in [
            (heart_rate, 60.0, Ok(-40)),
            (heart_rate, 300.0, Ok(200)),
            (
                heart_rate,
                301.0,
                Err(Error::ValueOutOfBounds {
                    index: 7,
                    bound: 200,
                }),
            ),
            (weight, 72.35, Ok(7235)),
            (weight, -0.005, Ok(-1)),
            (weight, 327.68, Ok(32768)),
            (
                weight,
                327.69,
                Err(Error::ValueOutOfBounds {
                    index: 7,
                    bound: 32768,
                }),
            ),
            (
                weight,
                1e300,
                Err(Error::ValueOutOfBounds {
                    index: 7,
                    bound: 32768,
                }),
            ),
            (weight, f64::NAN, Err(Error::NotFinite { index: 7 })),
            (weight, f64::INFINITY, Err(Error::NotFinite { index: 7 })),
        ] {
            assert_eq!(scale.integer(7, value), expected, "{value}");
        }
        for (decimals, offset, bound) in [(7, 0, 1), (0, 0, 0), (0, i64::MIN, 1), (0, 0, u64::MAX)]
        {
            assert!(Scale::new(decimals, offset, bound, Width::Narrow).is_err());
        }
    }
}
