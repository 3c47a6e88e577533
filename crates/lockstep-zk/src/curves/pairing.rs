//! The optimal ate pairing of BLS curves with embedding degree k = 2ⁱ·3, an M-twist and b = 4.
//!
//! e(P, Q) = f_{u,Q}(P)^((pᵏ − 1)/r), without the cube that other libraries accept for speed. The
//! hard part of the exponent is the polynomial in u and p of Hayashida, Hayasaka and Teruya (eprint
//! 2020/875): (u − 1)²/3·(u + p)·(u² + p²)⋯(u^(k/6) + p^(k/6) − 1) + 1.

use std::fmt::Debug;
use std::marker::PhantomData;

use ark_ec::pairing::{MillerLoopOutput, Pairing, PairingOutput};
use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{AdditiveGroup, CyclotomicMultSubgroup, Field, PrimeField};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};

use super::target::{Target, Tower};
use super::tower::p_minus_one_over;
use crate::curve::{CurveName, PairingCurve};

/// A curve of the family.
pub trait BlsConfig: Copy + Debug + Eq + Send + Sync + 'static {
    /// The name of the curve.
    const NAME: CurveName;
    /// The seed u as signed powers of two: sign and exponent, highest first.
    const SEED: &'static [(i8, u32)];
    /// (u − 1)/3: whether it is negative, and its magnitude.
    const THIRD: (bool, u64);
    /// k/6, the degree of the twist's field. A power of two.
    const TWIST_DEGREE: usize;
    /// ξ, with z⁶ = ξ in the target field. The twist is y² = x³ + 4ξ.
    const XI: <Self::Tower as Tower>::Twist;
    /// The prime field.
    type Fq: PrimeField;
    /// The scalar field.
    type Fr: PrimeField;
    /// The target field.
    type Tower: Tower<Prime = Self::Fq>;
    /// The group over the prime field.
    type G1: SWCurveConfig<BaseField = Self::Fq, ScalarField = Self::Fr>;
    /// The group on the twist.
    type G2: SWCurveConfig<BaseField = Twist<Self>, ScalarField = Self::Fr>;
}

/// The field of the twist's coordinates.
pub type Twist<C> = <<C as BlsConfig>::Tower as Tower>::Twist;

/// A BLS curve with its pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bls<C>(PhantomData<C>);

/// A point of G1 for the Miller loop: its coordinates. Infinity has none.
#[derive(Clone, Debug, CanonicalSerialize, CanonicalDeserialize)]
pub struct G1Prepared<C: BlsConfig>(Option<(C::Fq, C::Fq)>);

/// The lines of the Miller loop of a point of G2. Infinity has none.
#[derive(Clone, Debug, CanonicalSerialize, CanonicalDeserialize)]
pub struct G2Prepared<C: BlsConfig>(Vec<Line<Twist<C>>>);

/// A line at an untwisted point of G2, times z³: (λx − y) − λ·x_P·z² + y_P·z³.
#[derive(Clone, Copy, Debug, CanonicalSerialize, CanonicalDeserialize)]
struct Line<F: Field> {
    constant: F,
    minus_slope: F,
}

impl<C: BlsConfig> Default for G1Prepared<C> {
    fn default() -> Self {
        Affine::<C::G1>::generator().into()
    }
}

impl<C: BlsConfig> Default for G2Prepared<C> {
    fn default() -> Self {
        Affine::<C::G2>::generator().into()
    }
}

impl<C: BlsConfig> From<Affine<C::G1>> for G1Prepared<C> {
    fn from(point: Affine<C::G1>) -> Self {
        G1Prepared(point.xy())
    }
}

impl<C: BlsConfig> From<Projective<C::G1>> for G1Prepared<C> {
    fn from(point: Projective<C::G1>) -> Self {
        point.into_affine().into()
    }
}

impl<C: BlsConfig> From<Projective<C::G2>> for G2Prepared<C> {
    fn from(point: Projective<C::G2>) -> Self {
        point.into_affine().into()
    }
}

impl<C: BlsConfig> From<Affine<C::G2>> for G2Prepared<C> {
    fn from(point: Affine<C::G2>) -> Self {
        // Points of G2 have order r, so that no multiple below |u| is infinity. Other points, which
        // the readers refuse, are treated like infinity where a slope would not exist.
        G2Prepared(lines::<C>(&point).unwrap_or_default())
    }
}

/// Computes the lines for each step of [`steps`]. Returns `None` where a slope does not exist.
fn lines<C: BlsConfig>(point: &Affine<C::G2>) -> Option<Vec<Line<Twist<C>>>> {
    let (x, y) = point.xy()?;
    let mut lines = Vec::new();
    let mut at = (x, if C::SEED[0].0 < 0 { -y } else { y });
    for step in steps::<C>() {
        let (slope, other) = match step {
            Step::Double => {
                let square = at.0.square();
                let inverse = at.1.double().inverse()?;
                ((square.double() + square) * inverse, at.0)
            }
            Step::Add(sign) => {
                let y = if sign < 0 { -y } else { y };
                ((at.1 - y) * (at.0 - x).inverse()?, x)
            }
        };
        lines.push(Line {
            constant: slope * at.0 - at.1,
            minus_slope: -slope,
        });
        let next = slope.square() - at.0 - other;
        at = (next, slope * (at.0 - next) - at.1);
    }
    Some(lines)
}

/// A step of the Miller loop: a doubling, or the addition of the point times a sign.
#[derive(Clone, Copy)]
enum Step {
    Double,
    Add(i8),
}

/// The steps from the highest signed power of two of the seed down to the seed.
fn steps<C: BlsConfig>() -> impl Iterator<Item = Step> {
    let lower = C::SEED.iter().skip(1);
    let pairs = C::SEED.iter().zip(lower);
    let inner = pairs.flat_map(|((_, high), (sign, low))| {
        let doubles = (*low..*high).map(|_| Step::Double);
        doubles.chain([Step::Add(*sign)])
    });
    let last = C::SEED.last().map_or(0, |(_, exponent)| *exponent);
    inner.chain((0..last).map(|_| Step::Double))
}

impl<C: BlsConfig> Pairing for Bls<C> {
    type BaseField = C::Fq;
    type ScalarField = C::Fr;
    type G1 = Projective<C::G1>;
    type G1Affine = Affine<C::G1>;
    type G1Prepared = G1Prepared<C>;
    type G2 = Projective<C::G2>;
    type G2Affine = Affine<C::G2>;
    type G2Prepared = G2Prepared<C>;
    type TargetField = Target<C::Tower>;

    fn multi_miller_loop(
        a: impl IntoIterator<Item = impl Into<G1Prepared<C>>>,
        b: impl IntoIterator<Item = impl Into<G2Prepared<C>>>,
    ) -> MillerLoopOutput<Self> {
        let pairs = a.into_iter().zip(b).filter_map(|(p, q)| {
            let (p, q): (G1Prepared<C>, G2Prepared<C>) = (p.into(), q.into());
            let (x, y) = p.0?;
            (!q.0.is_empty()).then_some((x, y, q.0))
        });
        let pairs: Vec<_> = pairs.collect();
        let mut value = Target::<C::Tower>::ONE;
        for (index, step) in steps::<C>().enumerate() {
            if matches!(step, Step::Double) {
                value.square_in_place();
            }
            for (x, y, lines) in &pairs {
                let line = &lines[index];
                let at_x = line.minus_slope.mul_by_base_prime_field(x);
                value.mul_by_line(&line.constant, &at_x, y);
            }
        }
        MillerLoopOutput(value)
    }

    fn final_exponentiation(value: MillerLoopOutput<Self>) -> Option<PairingOutput<Self>> {
        let value = value.0;
        let e = C::TWIST_DEGREE;
        // The easy part: p^(k/2) − 1, then p^(k/6) + 1.
        let conjugate = value.cyclotomic_inverse()?;
        let value = conjugate * value.inverse()?;
        let value = value.frobenius_map(e) * value;
        // The hard part.
        let mut power = exponentiate_by_third::<C>(&value);
        power = by_seed::<C>(&power) * conjugated(&power);
        let mut degree = 1;
        while degree < e {
            power = by_seed_power::<C>(&power, degree) * power.frobenius_map(degree);
            degree *= 2;
        }
        let last = by_seed_power::<C>(&power, e) * power.frobenius_map(e) * conjugated(&power);
        Some(PairingOutput(last * value))
    }
}

impl<C: BlsConfig> PairingCurve for Bls<C> {
    const NAME: CurveName = C::NAME;
}

/// The inverse of an element in the cyclotomic subgroup.
fn conjugated<T: Tower>(value: &Target<T>) -> Target<T> {
    let mut value = *value;
    value.0.conjugate_in_place();
    value
}

/// value^((u − 1)/3), in the cyclotomic subgroup.
fn exponentiate_by_third<C: BlsConfig>(value: &Target<C::Tower>) -> Target<C::Tower> {
    let (negative, magnitude) = C::THIRD;
    let base = if negative { conjugated(value) } else { *value };
    base.cyclotomic_exp([magnitude])
}

/// value^u, in the cyclotomic subgroup.
fn by_seed<C: BlsConfig>(value: &Target<C::Tower>) -> Target<C::Tower> {
    let inverse = conjugated(value);
    let signed = |sign: i8| if sign < 0 { inverse } else { *value };
    let mut power = signed(C::SEED[0].0);
    for step in steps::<C>() {
        match step {
            Step::Double => power = power.cyclotomic_square(),
            Step::Add(sign) => power *= signed(sign),
        }
    }
    power
}

/// value^(u^exponent), in the cyclotomic subgroup.
fn by_seed_power<C: BlsConfig>(value: &Target<C::Tower>, exponent: usize) -> Target<C::Tower> {
    (0..exponent).fold(*value, |power, _| by_seed::<C>(&power))
}

/// u·point for a point of any order.
fn times_seed<C: BlsConfig, P: SWCurveConfig>(point: Projective<P>) -> Projective<P> {
    let mut product = if C::SEED[0].0 < 0 { -point } else { point };
    for step in steps::<C>() {
        match step {
            Step::Double => {
                product.double_in_place();
            }
            Step::Add(sign) if sign < 0 => product -= point,
            Step::Add(_) => product += point,
        }
    }
    product
}

/// Whether a point of E(F_p) is in G1: (βx, y) = −u^(k/6)·(x, y).
///
/// The map φ: (x, y) ↦ (βx, y) satisfies φ² + φ + 1 = 0 on the whole curve. With φ(P) = λP and
/// λ = −u^(k/6), (λ² + λ + 1)·P = r·P is infinity.
pub(super) fn is_in_g1<C: BlsConfig>(point: &Affine<C::G1>, beta: &C::Fq) -> bool {
    let Some((x, y)) = point.xy() else {
        return true;
    };
    let image = Affine::<C::G1>::new_unchecked(*beta * x, y);
    let multiple = (0..C::TWIST_DEGREE).fold(point.into_group(), |multiple, _| {
        times_seed::<C, C::G1>(multiple)
    });
    -multiple == image.into_group()
}

/// Whether a point of the twist is in G2: ψ(Q) = u·Q (Scott, eprint 2021/1130).
///
/// ψ, the Frobenius map carried over to the twist, satisfies ψ² − (u + 1)·ψ + p = 0. With ψ(Q) = uQ,
/// (p − u)·Q is infinity, and p − u = (u − 1)²/3·r. The twist has h·r points, and (u − 1)²/3 has no
/// factor in common with h (rule 7 of `bench/curves/search.py`), so the order of Q divides r.
pub(super) fn is_in_g2<C: BlsConfig>(point: &Affine<C::G2>, psi: &Psi<C>) -> bool {
    psi.apply(point).into_group() == times_seed::<C, C::G2>(point.into_group())
}

/// The coefficients of ψ: ξ^(−(p − 1)/3) and ξ^(−(p − 1)/2).
pub(super) struct Psi<C: BlsConfig> {
    x: Twist<C>,
    y: Twist<C>,
}

impl<C: BlsConfig> Psi<C> {
    pub(super) fn new() -> Self {
        let inverse = C::XI.inverse().expect("ξ is not zero");
        Psi {
            x: inverse.pow(p_minus_one_over::<C::Fq>(3)),
            y: inverse.pow(p_minus_one_over::<C::Fq>(2)),
        }
    }

    pub(super) fn apply(&self, point: &Affine<C::G2>) -> Affine<C::G2> {
        match point.xy() {
            None => Affine::zero(),
            Some((x, y)) => {
                Affine::new_unchecked(x.frobenius_map(1) * self.x, y.frobenius_map(1) * self.y)
            }
        }
    }
}
