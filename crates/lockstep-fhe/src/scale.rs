//! Conversion between numbers and integers: signed fixed-point numbers, with an offset and a bound
//! per type.

use crate::error::Error;
use crate::plaintext::Width;

/// The conversion of a type's numbers to integers. It depends on the type, not on the data, so that
/// all blocks of a series can be added. All fields are public information.
///
/// A value v is stored as round(v·10^decimals) − offset, with an absolute value of at most `bound`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    decimals: u8,
    offset: i64,
    bound: u64,
    width: Width,
}

impl Scale {
    /// The maximum number of decimals.
    pub const MAX_DECIMALS: u8 = 6;

    /// The largest bound, and the largest absolute value of an offset.
    pub const MAX_BOUND: u64 = 1 << 53;

    /// Creates a type's scale.
    ///
    /// # Errors
    /// [`Error::Scale`] for more than six decimals or a bound of 0 or above 2^53.
    pub fn new(decimals: u8, offset: i64, bound: u64, width: Width) -> Result<Self, Error> {
        if decimals > Self::MAX_DECIMALS {
            return Err(Error::Scale {
                reason: "there can be at most 6 decimals",
            });
        }
        if bound == 0 || bound > Self::MAX_BOUND || offset.unsigned_abs() > Self::MAX_BOUND {
            return Err(Error::Scale {
                reason: "the bound must be in 1..=2^53, and the absolute value of the offset at most 2^53",
            });
        }
        Ok(Self {
            decimals,
            offset,
            bound,
            width,
        })
    }

    /// Creates a scale for signed numbers with `decimals` decimals, at most 2^15 as integers. The
    /// depth-one sets support one product and a sum over all slots at this size.
    ///
    /// # Errors
    /// As in [`Scale::new`].
    pub fn precision(decimals: u8) -> Result<Self, Error> {
        Self::new(decimals, 0, 1 << 15, Width::Narrow)
    }

    /// Returns the number of decimals.
    pub fn decimals(&self) -> u8 {
        self.decimals
    }

    /// Returns the number subtracted from each integer.
    pub fn offset(&self) -> i64 {
        self.offset
    }

    /// Returns the largest absolute value of an integer after the subtraction.
    pub fn bound(&self) -> u64 {
        self.bound
    }

    /// Returns whether the integers need two plaintext primes.
    pub fn width(&self) -> Width {
        self.width
    }

    /// Converts the value at `index` to an integer.
    pub(crate) fn integer(&self, index: usize, value: f64) -> Result<i128, Error> {
        if !value.is_finite() {
            return Err(Error::NotFinite { index });
        }
        let bound = u128::from(self.bound);
        let integer = nearest(value * POWERS[usize::from(self.decimals)]) - i128::from(self.offset);
        if integer.unsigned_abs() > bound {
            return Err(Error::ValueOutOfBounds { index, bound });
        }
        Ok(integer)
    }
}

/// Returns the nearest integer, ties away from zero, as `f64::round` does. The result is exact within
/// ±10^30. Larger values exceed every bound.
fn nearest(scaled: f64) -> i128 {
    if scaled.abs() < 4_503_599_627_370_496.0 {
        // Both differences are exact below 2^52. This path avoids a library call and 128-bit
        // arithmetic.
        let whole = scaled as i64;
        let rest = scaled - whole as f64;
        return i128::from(whole + i64::from(rest >= 0.5) - i64::from(rest <= -0.5));
    }
    scaled.round().clamp(-1e30, 1e30) as i128
}

/// Powers of ten by exponent.
const POWERS: [f64; Scale::MAX_DECIMALS as usize + 1] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6];

/// An exact result: numerator / denominator / 10^decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// The signed numerator.
    pub numerator: i128,
    /// The denominator. It is not 0.
    pub denominator: u128,
    /// Number of decimals of the numerator.
    pub decimals: u32,
}

impl Fraction {
    /// Returns the nearest `f64`. The fields contain the exact result.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64 / 10f64.powi(self.decimals as i32)
    }

    /// Returns the result as an integer with `decimals` decimals, ties away from zero. Returns
    /// `None` if the exact computation would exceed 127 bits.
    pub fn rounded(self, decimals: u32) -> Option<i128> {
        let (up, down) = if decimals >= self.decimals {
            (decimals - self.decimals, 0)
        } else {
            (0, self.decimals - decimals)
        };
        let numerator = self.numerator.checked_mul(10i128.checked_pow(up)?)?;
        let denominator = i128::try_from(self.denominator).ok()?;
        let denominator = denominator.checked_mul(10i128.checked_pow(down)?)?;
        let half = (denominator / 2) * numerator.signum();
        // An odd denominator has no exact ties, so rounding `denominator / 2` down gives the exact
        // result.
        numerator.checked_add(half)?.checked_div(denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_rounded_exactly() {
        for (numerator, denominator, decimals, rounded_to, expected) in [
            (7, 2, 0, 0, Some(4)),
            (-7, 2, 0, 0, Some(-4)),
            (10, 3, 0, 6, Some(3_333_333)),
            (-20, 3, 0, 6, Some(-6_666_667)),
            (12_345, 1, 2, 1, Some(1235)),
            (12_344, 1, 2, 1, Some(1234)),
            (1, 3, 0, 0, Some(0)),
            (2, 3, 0, 0, Some(1)),
            (i128::MAX, 1, 0, 1, None),
            (1, 0, 0, 0, None),
        ] {
            let fraction = Fraction {
                numerator,
                denominator,
                decimals,
            };
            let rounded = fraction.rounded(rounded_to);
            assert_eq!(
                rounded, expected,
                "{numerator}/{denominator} with {decimals} decimals, rounded to {rounded_to}"
            );
        }
    }

    proptest::proptest! {
        #[test]
        fn nearest_equals_f64_round(value in proptest::num::f64::ANY, near in -40_i32..40) {
            for scaled in [value, f64::from(near) / 2.0, (f64::from(near) / 2.0).next_up(),
                (f64::from(near) / 2.0).next_down(), value % 1e16] {
                if scaled.is_finite() {
                    let expected = scaled.round().clamp(-1e30, 1e30) as i128;
                    proptest::prop_assert_eq!(nearest(scaled), expected, "{}", scaled);
                }
            }
        }
    }

    #[test]
    fn values_are_converted_to_integers() {
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
