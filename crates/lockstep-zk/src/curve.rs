//! The supported curves, and the conversion of their points to bytes and coordinates.

use std::fmt;
use std::str::FromStr;

use ark_ec::AffineRepr;
use ark_ec::pairing::Pairing;
use ark_ec::scalar_mul::glv::GLVConfig;
use ark_ec::short_weierstrass::{Affine, SWCurveConfig};
use ark_ff::{AdditiveGroup, Field, LegendreSymbol, PrimeField};
use serde::{Deserialize, Serialize};

use crate::error::FileDefect;
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
    /// [`crate::curves::Bls24_509`], about 192 bits: for security level 192.
    #[serde(rename = "bls24-509")]
    Bls24_509,
    /// [`crate::curves::Bls48_575`], about 256 bits: for security level 256.
    #[serde(rename = "bls48-575")]
    Bls48_575,
}

/// The text names no curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be bls12-381, bn254, bls24-509 or bls48-575")]
pub struct UnknownCurve;

impl CurveName {
    /// Every curve.
    pub const ALL: [Self; 4] = [
        Self::Bls12_381,
        Self::Bn254,
        Self::Bls24_509,
        Self::Bls48_575,
    ];

    /// The name in Lockstep's own metadata.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bls12_381 => "bls12-381",
            Self::Bn254 => "bn254",
            Self::Bls24_509 => "bls24-509",
            Self::Bls48_575 => "bls48-575",
        }
    }

    /// The name in snarkjs JSON. snarkjs does not know the curves of levels 192 and 256, whose files
    /// have Lockstep's name.
    #[must_use]
    pub(crate) fn snarkjs_name(self) -> &'static str {
        match self {
            Self::Bls12_381 => "bls12381",
            Self::Bn254 => "bn128",
            Self::Bls24_509 | Self::Bls48_575 => self.name(),
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
    pub(crate) fn security_bits(self) -> u32 {
        match self {
            Self::Bls12_381 => 126,
            Self::Bn254 => 100,
            Self::Bls24_509 => 192,
            Self::Bls48_575 => 256,
        }
    }

    /// The curve of a security level in bits: 128, 192 or 256.
    #[must_use]
    pub fn of_level(bits: u16) -> Option<Self> {
        match bits {
            128 => Some(Self::Bls12_381),
            192 => Some(Self::Bls24_509),
            256 => Some(Self::Bls48_575),
            _ => None,
        }
    }

    /// The security level that the curve serves: 128, 192 or 256. BN254 serves 128, labelled with
    /// its own [`Self::security_bits`].
    #[must_use]
    pub fn level(self) -> u16 {
        match self {
            Self::Bls12_381 | Self::Bn254 => 128,
            Self::Bls24_509 => 192,
            Self::Bls48_575 => 256,
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

/// The arithmetic of a pairing-friendly curve. [`crate::Curve`] adds the proof systems and file formats.
pub trait PairingCurve: Pairing<G1Affine: Point, G2Affine: Point> {
    /// The name of the curve.
    const NAME: CurveName;

    /// Returns β and λ with (βx, y) = λ·(x, y) for each point (x, y) of G1, if this crate uses them.
    #[must_use]
    fn endomorphism() -> Option<(Self::BaseField, Self::ScalarField)> {
        None
    }

    /// Returns how many numbers a coordinate of G2 has.
    #[must_use]
    fn g2_degree() -> usize {
        G2Field::<Self>::extension_degree() as usize
    }

    /// Returns the numbers of x and of y of a point of G2, or `None` for infinity.
    fn g2_numbers(point: &Self::G2Affine) -> Option<Vec<Self::BaseField>> {
        let (x, y) = point.xy()?;
        let x = x.to_base_prime_field_elements();
        Some(x.chain(y.to_base_prime_field_elements()).collect())
    }
}

/// The field of the coordinates of G2.
pub(crate) type G2Field<E> = <<E as Pairing>::G2Affine as AffineRepr>::BaseField;

/// A point of G1 or G2 with access to its coordinates, which multi-scalar sums add directly.
pub trait Point: AffineRepr {
    /// Returns x and y. At infinity they have no meaning.
    fn coordinates(&self) -> (&Self::BaseField, &Self::BaseField);
    /// Returns the point with these coordinates. The caller ensures that it is on the curve.
    fn from_coordinates(x: Self::BaseField, y: Self::BaseField) -> Self;
    /// Returns 3x² + a, which is 2y times the slope of the tangent at this point.
    fn tangent(&self) -> Self::BaseField;
    /// Returns whether the point satisfies the curve's equation, and whether it is in the subgroup.
    fn checks(&self) -> (bool, bool);
    /// Returns whether the point satisfies the curve's equation.
    fn satisfies_equation(&self) -> bool;
    /// Returns the two points with this x coordinate, if there are any. They need not be in the
    /// subgroup.
    fn with_x(x: Self::BaseField) -> Option<[Self; 2]>;
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

    fn checks(&self) -> (bool, bool) {
        let on_curve = self.is_on_curve();
        (
            on_curve,
            on_curve && self.is_in_correct_subgroup_assuming_on_curve(),
        )
    }

    fn satisfies_equation(&self) -> bool {
        self.is_on_curve()
    }

    fn with_x(x: P::BaseField) -> Option<[Self; 2]> {
        let (y, minus_y) = Self::get_ys_from_x_unchecked(x)?;
        Some([y, minus_y].map(|y| Affine::new_unchecked(x, y)))
    }
}

impl PairingCurve for ark_bn254::Bn254 {
    const NAME: CurveName = CurveName::Bn254;

    fn endomorphism() -> Option<(Self::BaseField, Self::ScalarField)> {
        use ark_bn254::g1::Config;
        Some((Config::ENDO_COEFFS[0], Config::LAMBDA))
    }
}

impl PairingCurve for ark_bls12_381::Bls12_381 {
    const NAME: CurveName = CurveName::Bls12_381;

    fn endomorphism() -> Option<(Self::BaseField, Self::ScalarField)> {
        use ark_bls12_381::g1::Config;
        Some((Config::ENDO_COEFFS[0], Config::LAMBDA))
    }
}

/// Returns the coordinates of a point of G1, or `None` for infinity.
pub(crate) fn g1_numbers<E: PairingCurve>(point: &E::G1Affine) -> Option<[E::BaseField; 2]> {
    point.xy().map(|(x, y)| [x, y])
}

/// Returns the point of G1 with these coordinates, if it is on the curve and in the subgroup.
pub(crate) fn g1_from_numbers<E: PairingCurve>(
    [x, y]: [E::BaseField; 2],
    what: &'static str,
    index: usize,
) -> Result<E::G1Affine, FileDefect> {
    checked(E::G1Affine::from_coordinates(x, y), what, index)
}

/// Returns the point of G2 with the numbers of x and of y, if it is on the curve and in the
/// subgroup. `numbers` has twice [`PairingCurve::g2_degree`] elements.
pub(crate) fn g2_from_numbers<E: PairingCurve>(
    numbers: &[E::BaseField],
    what: &'static str,
    index: usize,
) -> Result<E::G2Affine, FileDefect> {
    checked(g2_point::<E>(numbers), what, index)
}

/// Returns the point of G2 with the numbers of x and of y, which need not be on the curve.
fn g2_point<E: PairingCurve>(numbers: &[E::BaseField]) -> E::G2Affine {
    let (x, y) = numbers.split_at(E::g2_degree());
    E::G2Affine::from_coordinates(g2_coordinate::<E>(x), g2_coordinate::<E>(y))
}

/// Returns a coordinate of G2 from its numbers.
pub(crate) fn g2_coordinate<E: PairingCurve>(numbers: &[E::BaseField]) -> G2Field<E> {
    G2Field::<E>::from_base_prime_field_elems(numbers.iter().copied())
        .expect("a coordinate has as many numbers as its field's degree")
}

fn checked<G: Point>(point: G, what: &'static str, index: usize) -> Result<G, FileDefect> {
    match point.checks() {
        (false, _) => Err(FileDefect::OffCurve { what, index }),
        (true, false) => Err(FileDefect::OutOfSubgroup { what, index }),
        (true, true) => Ok(point),
    }
}

/// Reads points from Montgomery words, the encoding of `.zkey` and `.ptau`. Infinity is all zeros.
pub(crate) struct PointReader<E: PairingCurve> {
    radix_inverse: E::BaseField,
    width: usize,
    is_subgroup_known: bool,
}

impl<E: PairingCurve> PointReader<E> {
    pub(crate) fn new() -> Self {
        PointReader {
            radix_inverse: field::radix_inverse::<E::BaseField>(),
            width: field::width::<E::BaseField>(),
            is_subgroup_known: false,
        }
    }

    /// A reader of points that the caller knows to be in the subgroup. It checks only that they are on the curve.
    pub(crate) fn of_subgroup() -> Self {
        PointReader {
            is_subgroup_known: true,
            ..Self::new()
        }
    }

    fn checked<G: Point>(
        &self,
        point: G,
        what: &'static str,
        index: usize,
    ) -> Result<G, FileDefect> {
        if !self.is_subgroup_known {
            return checked(point, what, index);
        }
        match point.satisfies_equation() {
            true => Ok(point),
            false => Err(FileDefect::OffCurve { what, index }),
        }
    }

    /// Bytes of a point of G1.
    pub(crate) fn g1_width(&self) -> usize {
        2 * self.width
    }

    /// Bytes of a point of G2.
    pub(crate) fn g2_width(&self) -> usize {
        2 * self.width * E::g2_degree()
    }

    fn numbers(
        &self,
        bytes: &[u8],
        what: &'static str,
        index: usize,
    ) -> Result<Vec<E::BaseField>, FileDefect> {
        bytes
            .chunks_exact(self.width)
            .map(|chunk| {
                field::from_montgomery(chunk, &self.radix_inverse)
                    .ok_or(FileDefect::NotCanonical { what, index })
            })
            .collect()
    }

    pub(crate) fn g1(
        &self,
        bytes: &[u8],
        what: &'static str,
        index: usize,
    ) -> Result<E::G1Affine, FileDefect> {
        if bytes.iter().all(|byte| *byte == 0) {
            return Ok(E::G1Affine::zero());
        }
        let (x, y) = bytes.split_at(self.width);
        let number = |bytes| {
            field::from_montgomery(bytes, &self.radix_inverse)
                .ok_or(FileDefect::NotCanonical { what, index })
        };
        let point = E::G1Affine::from_coordinates(number(x)?, number(y)?);
        self.checked(point, what, index)
    }

    pub(crate) fn g2(
        &self,
        bytes: &[u8],
        what: &'static str,
        index: usize,
    ) -> Result<E::G2Affine, FileDefect> {
        if bytes.iter().all(|byte| *byte == 0) {
            return Ok(E::G2Affine::zero());
        }
        let numbers = self.numbers(bytes, what, index)?;
        self.checked(g2_point::<E>(&numbers), what, index)
    }
}

/// Appends a point of G1 as Montgomery words.
pub(crate) fn write_g1<E: PairingCurve>(out: &mut Vec<u8>, point: &E::G1Affine) {
    match g1_numbers::<E>(point) {
        Some(numbers) => numbers
            .iter()
            .for_each(|number| out.extend(field::to_montgomery(number))),
        None => out.resize(out.len() + 2 * field::width::<E::BaseField>(), 0),
    }
}

/// Appends a point of G2 as Montgomery words.
pub(crate) fn write_g2<E: PairingCurve>(out: &mut Vec<u8>, point: &E::G2Affine) {
    match E::g2_numbers(point) {
        Some(numbers) => numbers
            .iter()
            .for_each(|number| out.extend(field::to_montgomery(number))),
        None => {
            let width = 2 * E::g2_degree() * field::width::<E::BaseField>();
            out.resize(out.len() + width, 0);
        }
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
mod tests;
