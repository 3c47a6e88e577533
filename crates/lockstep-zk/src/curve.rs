//! The supported curves, and the conversion of their points to bytes and coordinates.

use std::fmt;
use std::str::FromStr;

use ark_ec::AffineRepr;
use ark_ec::pairing::Pairing;
use ark_ec::short_weierstrass::{Affine, SWCurveConfig};
use ark_ff::{AdditiveGroup, Field, LegendreSymbol, PrimeField};
use serde::{Deserialize, Serialize};

use crate::error::Fault;
use crate::field;

/// A curve by its name, for code that chooses the type at run time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CurveName {
    /// [`ark_bls12_381::Bls12_381`], about 126 bits of security: the default.
    #[default]
    #[serde(rename = "bls12-381")]
    Bls12_381,
    /// [`ark_bn254::Bn254`], about 100 bits: for circom, snarkjs and chains only.
    #[serde(rename = "bn254")]
    Bn254,
}

/// The text names no curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be bls12-381 or bn254")]
pub struct UnknownCurve;

impl CurveName {
    /// Every curve.
    pub const ALL: [Self; 2] = [Self::Bls12_381, Self::Bn254];

    /// The name in Lockstep's own metadata.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bls12_381 => "bls12-381",
            Self::Bn254 => "bn254",
        }
    }

    /// The name in snarkjs JSON.
    #[must_use]
    pub fn snarkjs_name(self) -> &'static str {
        match self {
            Self::Bls12_381 => "bls12381",
            Self::Bn254 => "bn128",
        }
    }

    /// The curve that a JSON file of snarkjs or Lockstep names.
    #[must_use]
    pub fn from_json_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|curve| name == curve.name() || name == curve.snarkjs_name())
    }

    /// Estimated security in bits, discrete logarithms in the target field included.
    #[must_use]
    pub fn security_bits(self) -> u32 {
        match self {
            Self::Bls12_381 => 126,
            Self::Bn254 => 100,
        }
    }
}

impl FromStr for CurveName {
    type Err = UnknownCurve;

    fn from_str(text: &str) -> Result<Self, UnknownCurve> {
        let mut all = Self::ALL.into_iter();
        all.find(|curve| curve.name() == text).ok_or(UnknownCurve)
    }
}

impl fmt::Display for CurveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A pairing-friendly curve, with the coordinates that snarkjs writes.
///
/// Implemented for [`ark_bn254::Bn254`] (about 100 bits of security: use it only for circom,
/// snarkjs and blockchains) and [`ark_bls12_381::Bls12_381`] (about 126 bits: the default).
pub trait Curve: Pairing<G1Affine: Point, G2Affine: Point> {
    /// The name of the curve.
    const NAME: CurveName;
    /// Returns the coordinates x₀, x₁, y₀, y₁ of a point of G2, or `None` for infinity.
    fn g2_numbers(point: &Self::G2Affine) -> Option<[Self::BaseField; 4]>;
    /// Returns the point of G1 with these coordinates, without a check that it is on the curve.
    fn g1_unchecked(x: Self::BaseField, y: Self::BaseField) -> Self::G1Affine;
    /// Returns the point of G2 with the coordinates x₀, x₁, y₀, y₁, without a check that it is on
    /// the curve.
    fn g2_unchecked(numbers: [Self::BaseField; 4]) -> Self::G2Affine;
    /// Returns whether the point satisfies the curve's equation, and whether it is in the subgroup.
    fn g1_checks(point: &Self::G1Affine) -> (bool, bool);
    /// Does the checks of [`Curve::g1_checks`] for G2.
    fn g2_checks(point: &Self::G2Affine) -> (bool, bool);
    /// Returns the two y coordinates for an x coordinate of G2, if there are any.
    fn g2_ys(x: [Self::BaseField; 2]) -> Option<[[Self::BaseField; 2]; 2]>;
}

/// A point of G1 or G2 with access to its coordinates, which multi-scalar sums add directly.
pub trait Point: AffineRepr {
    /// Returns x and y. At infinity they have no meaning.
    fn coordinates(&self) -> (&Self::BaseField, &Self::BaseField);
    /// Returns the point with these coordinates. The caller ensures that it is on the curve.
    fn from_coordinates(x: Self::BaseField, y: Self::BaseField) -> Self;
    /// Returns 3x² + a, which is 2y times the slope of the tangent at this point.
    fn tangent(&self) -> Self::BaseField;
}

impl<P: SWCurveConfig> Point for Affine<P> {
    #[inline]
    fn coordinates(&self) -> (&P::BaseField, &P::BaseField) {
        (&self.x, &self.y)
    }

    #[inline]
    fn from_coordinates(x: P::BaseField, y: P::BaseField) -> Self {
        Affine::new_unchecked(x, y)
    }

    #[inline]
    fn tangent(&self) -> P::BaseField {
        let square = self.x.square();
        square.double() + square + P::COEFF_A
    }
}

fn checks<P: SWCurveConfig>(point: &Affine<P>) -> (bool, bool) {
    let on_curve = point.is_on_curve();
    (
        on_curve,
        on_curve && point.is_in_correct_subgroup_assuming_on_curve(),
    )
}

macro_rules! curve {
    ($curve:ty, $krate:ident, $name:ident) => {
        impl Curve for $curve {
            const NAME: CurveName = CurveName::$name;
            fn g2_numbers(point: &$krate::G2Affine) -> Option<[$krate::Fq; 4]> {
                point.xy().map(|(x, y)| [x.c0, x.c1, y.c0, y.c1])
            }
            fn g1_unchecked(x: $krate::Fq, y: $krate::Fq) -> $krate::G1Affine {
                $krate::G1Affine::new_unchecked(x, y)
            }
            fn g2_unchecked([a, b, c, d]: [$krate::Fq; 4]) -> $krate::G2Affine {
                let (x, y) = ($krate::Fq2::new(a, b), $krate::Fq2::new(c, d));
                $krate::G2Affine::new_unchecked(x, y)
            }
            fn g1_checks(point: &$krate::G1Affine) -> (bool, bool) {
                checks(point)
            }
            fn g2_checks(point: &$krate::G2Affine) -> (bool, bool) {
                checks(point)
            }
            fn g2_ys([a, b]: [$krate::Fq; 2]) -> Option<[[$krate::Fq; 2]; 2]> {
                let x = $krate::Fq2::new(a, b);
                let (y, minus_y) = $krate::G2Affine::get_ys_from_x_unchecked(x)?;
                Some([[y.c0, y.c1], [minus_y.c0, minus_y.c1]])
            }
        }
    };
}

curve!(ark_bn254::Bn254, ark_bn254, Bn254);
curve!(ark_bls12_381::Bls12_381, ark_bls12_381, Bls12_381);

/// Returns the coordinates of a point of G1, or `None` for infinity.
pub(crate) fn g1_numbers<E: Curve>(point: &E::G1Affine) -> Option<[E::BaseField; 2]> {
    point.xy().map(|(x, y)| [x, y])
}

/// Returns the point of G1 with these coordinates, if it is on the curve and in the subgroup.
pub(crate) fn g1_from_numbers<E: Curve>(
    [x, y]: [E::BaseField; 2],
    what: &'static str,
    index: usize,
) -> Result<E::G1Affine, Fault> {
    let point = E::g1_unchecked(x, y);
    match E::g1_checks(&point) {
        (false, _) => Err(Fault::OffCurve { what, index }),
        (true, false) => Err(Fault::OutOfSubgroup { what, index }),
        (true, true) => Ok(point),
    }
}

/// Returns the point of G2 with the coordinates x₀, x₁, y₀, y₁, if it is on the curve and in the
/// subgroup.
pub(crate) fn g2_from_numbers<E: Curve>(
    numbers: [E::BaseField; 4],
    what: &'static str,
    index: usize,
) -> Result<E::G2Affine, Fault> {
    let point = E::g2_unchecked(numbers);
    match E::g2_checks(&point) {
        (false, _) => Err(Fault::OffCurve { what, index }),
        (true, false) => Err(Fault::OutOfSubgroup { what, index }),
        (true, true) => Ok(point),
    }
}

/// Reads points from Montgomery words, the encoding of `.zkey` and `.ptau`. Infinity is all zeros.
pub(crate) struct PointReader<E: Curve> {
    radix_inverse: E::BaseField,
    width: usize,
}

impl<E: Curve> PointReader<E> {
    pub(crate) fn new() -> Self {
        PointReader {
            radix_inverse: field::radix_inverse::<E::BaseField>(),
            width: field::width::<E::BaseField>(),
        }
    }

    /// Bytes of a point of G1. A point of G2 has twice as many.
    pub(crate) fn g1_width(&self) -> usize {
        2 * self.width
    }

    fn numbers<const N: usize>(
        &self,
        bytes: &[u8],
        what: &'static str,
        index: usize,
    ) -> Result<[E::BaseField; N], Fault> {
        let mut numbers = [E::BaseField::ZERO; N];
        for (number, chunk) in numbers.iter_mut().zip(bytes.chunks_exact(self.width)) {
            *number = field::from_montgomery(chunk, &self.radix_inverse)
                .ok_or(Fault::NotCanonical { what, index })?;
        }
        Ok(numbers)
    }

    pub(crate) fn g1(
        &self,
        bytes: &[u8],
        what: &'static str,
        index: usize,
    ) -> Result<E::G1Affine, Fault> {
        if bytes.iter().all(|byte| *byte == 0) {
            return Ok(E::G1Affine::zero());
        }
        g1_from_numbers::<E>(self.numbers(bytes, what, index)?, what, index)
    }

    pub(crate) fn g2(
        &self,
        bytes: &[u8],
        what: &'static str,
        index: usize,
    ) -> Result<E::G2Affine, Fault> {
        if bytes.iter().all(|byte| *byte == 0) {
            return Ok(E::G2Affine::zero());
        }
        g2_from_numbers::<E>(self.numbers(bytes, what, index)?, what, index)
    }
}

/// Appends a point of G1 as Montgomery words.
pub(crate) fn write_g1<E: Curve>(out: &mut Vec<u8>, point: &E::G1Affine) {
    match g1_numbers::<E>(point) {
        Some(numbers) => numbers
            .iter()
            .for_each(|number| out.extend(field::to_montgomery(number))),
        None => out.resize(out.len() + 2 * field::width::<E::BaseField>(), 0),
    }
}

/// Appends a point of G2 as Montgomery words.
pub(crate) fn write_g2<E: Curve>(out: &mut Vec<u8>, point: &E::G2Affine) {
    match E::g2_numbers(point) {
        Some(numbers) => numbers
            .iter()
            .for_each(|number| out.extend(field::to_montgomery(number))),
        None => out.resize(out.len() + 4 * field::width::<E::BaseField>(), 0),
    }
}

/// Returns the primitive 2^log-th root of unity that snarkjs uses. snarkjs derives it from the
/// smallest non-residue, not from the smallest generator; they differ on BLS12-381.
pub(crate) fn root_of_unity<F: PrimeField>(log: u32) -> F {
    let mut residue = F::from(2u64);
    while residue.legendre() != LegendreSymbol::QuadraticNonResidue {
        residue += F::ONE;
    }
    let mut root = residue.pow(F::TRACE);
    for _ in log..F::TWO_ADICITY {
        root.square_in_place();
    }
    root
}

#[cfg(test)]
mod tests {
    use ark_bls12_381::Bls12_381;
    use ark_bn254::Bn254;
    use ark_ff::FftField;

    use super::*;

    #[test]
    fn roots_of_unity_have_their_order() {
        fn check<F: PrimeField>() {
            for log in [1, 5, F::TWO_ADICITY] {
                let root = root_of_unity::<F>(log);
                assert!(root.pow([1u64 << log]).is_one());
                assert_eq!(root.pow([1u64 << (log - 1)]), -F::ONE);
            }
        }
        check::<ark_bn254::Fr>();
        check::<ark_bls12_381::Fr>();
        assert_eq!(
            root_of_unity::<ark_bn254::Fr>(28),
            ark_bn254::Fr::TWO_ADIC_ROOT_OF_UNITY
        );
    }

    fn check_points_round_trip<E: Curve>() {
        let reader = PointReader::<E>::new();
        let (g, h) = (E::G1Affine::generator(), E::G2Affine::generator());
        let mut bytes = Vec::new();
        write_g1::<E>(&mut bytes, &g);
        write_g2::<E>(&mut bytes, &h);
        write_g1::<E>(&mut bytes, &E::G1Affine::zero());
        let (one, rest) = bytes.split_at(reader.g1_width());
        let (two, three) = rest.split_at(2 * reader.g1_width());
        assert_eq!(reader.g1(one, "x", 0), Ok(g));
        assert_eq!(reader.g2(two, "x", 0), Ok(h));
        assert_eq!(reader.g1(three, "x", 0), Ok(E::G1Affine::zero()));
        let mut off = one.to_vec();
        off[0] ^= 1;
        assert_eq!(
            reader.g1(&off, "x", 7),
            Err(Fault::OffCurve {
                what: "x",
                index: 7
            })
        );
        assert_eq!(
            reader.g1(&vec![0xff; one.len()], "x", 7),
            Err(Fault::NotCanonical {
                what: "x",
                index: 7
            })
        );
    }

    #[test]
    fn points_round_trip_through_montgomery_words() {
        check_points_round_trip::<Bn254>();
        check_points_round_trip::<Bls12_381>();
    }

    #[test]
    fn a_point_of_the_curve_outside_the_subgroup_is_refused() {
        fn check<E: Curve>() {
            let mut x = [E::BaseField::ONE; 2];
            let outside = loop {
                if let Some([[c, d], _]) = E::g2_ys(x) {
                    let point = E::g2_unchecked([x[0], x[1], c, d]);
                    if E::g2_checks(&point) == (true, false) {
                        break point;
                    }
                }
                x[0] += E::BaseField::ONE;
            };
            let mut bytes = Vec::new();
            write_g2::<E>(&mut bytes, &outside);
            assert_eq!(
                PointReader::<E>::new().g2(&bytes, "x", 3),
                Err(Fault::OutOfSubgroup {
                    what: "x",
                    index: 3
                })
            );
        }
        check::<Bn254>();
        check::<Bls12_381>();
    }
}
