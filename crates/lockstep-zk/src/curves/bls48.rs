//! BLS48-575: embedding degree 48, for security level 256.

mod constants;

use std::ops::Neg;
use std::sync::OnceLock;

use ark_ec::CurveConfig;
use ark_ec::short_weierstrass::{Affine, SWCurveConfig};
use ark_ff::{AdditiveGroup, Field, MontFp};

use super::pairing::{Bls, BlsConfig, Psi, is_in_g1, is_in_g2};
use super::target::Tower;
use super::tower::{cubic, quadratic};
use crate::curve::CurveName;

pub use constants::{Fq, FqConfig, Fr, FrConfig};

quadratic!(Fq2Config, Fq2, Fq, Fq, 2, Fq::NEG_ONE, Fq::neg);
quadratic!(Fq4Config, Fq4, Fq2, Fq, 4, ONE_PLUS_I, times_one_plus_i);
quadratic!(Fq8Config, Fq8, Fq4, Fq, 8, V, times_v);
cubic!(Fq24Config, Fq24, Fq8, Fq, 24, XI, times_xi);
quadratic!(Fq48Config, Fq48, Fq24, Fq, 48, W, times_w);

const ONE_PLUS_I: Fq2 = Fq2::new(Fq::ONE, Fq::ONE);
/// The root of 1 + i.
const V: Fq4 = Fq4::new(Fq2::ZERO, Fq2::ONE);
/// t, the root of v.
const XI: Fq8 = Fq8::new(Fq4::ZERO, Fq4::ONE);
/// w, the cube root of ξ.
const W: Fq24 = Fq24::new(Fq8::ZERO, Fq8::ONE, Fq8::ZERO);
/// 4ξ.
const B2: Fq8 = Fq8::new(
    Fq4::ZERO,
    Fq4::new(Fq2::new(MontFp!("4"), Fq::ZERO), Fq2::ZERO),
);

fn times_one_plus_i(value: Fq2) -> Fq2 {
    Fq2::new(value.c0 - value.c1, value.c0 + value.c1)
}

fn times_v(value: Fq4) -> Fq4 {
    Fq4::new(times_one_plus_i(value.c1), value.c0)
}

fn times_xi(value: Fq8) -> Fq8 {
    Fq8::new(times_v(value.c1), value.c0)
}

fn times_w(value: Fq24) -> Fq24 {
    Fq24::new(times_xi(value.c2), value.c0, value.c1)
}

const fn fq8([a, b, c, d, e, f, g, h]: &[Fq; 8]) -> Fq8 {
    Fq8::new(
        Fq4::new(Fq2::new(*a, *b), Fq2::new(*c, *d)),
        Fq4::new(Fq2::new(*e, *f), Fq2::new(*g, *h)),
    )
}

/// The curve y² = x³ + 4 and its twist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config48;

/// The pairing of BLS48-575.
pub type Bls48_575 = Bls<Config48>;

impl Tower for Fq48Config {
    type Prime = Fq;
    type Twist = Fq8;
    type Cubic = Fq24Config;
}

impl BlsConfig for Config48 {
    const NAME: CurveName = CurveName::Bls48_575;
    const SEED: &'static [(i8, u32)] = constants::SEED;
    const THIRD: (bool, u64) = constants::THIRD;
    const TWIST_DEGREE: usize = 8;
    const XI: Fq8 = XI;
    type Fq = Fq;
    type Fr = Fr;
    type Tower = Fq48Config;
    type G1 = G1Config;
    type G2 = G2Config;
}

/// The group over the prime field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct G1Config;

impl CurveConfig for G1Config {
    type BaseField = Fq;
    type ScalarField = Fr;
    const COFACTOR: &[u64] = constants::COFACTOR1;
    const COFACTOR_INV: Fr = constants::COFACTOR1_INVERSE;
}

impl SWCurveConfig for G1Config {
    const COEFF_A: Fq = Fq::ZERO;
    const COEFF_B: Fq = MontFp!("4");
    const GENERATOR: Affine<Self> = Affine::new_unchecked(constants::G1[0], constants::G1[1]);
    /// (0, 0) is not on the curve, because b is not zero: it stands for infinity.
    type ZeroFlag = ();

    fn mul_by_a(_: Fq) -> Fq {
        Fq::ZERO
    }

    fn is_in_correct_subgroup_assuming_on_curve(item: &Affine<Self>) -> bool {
        is_in_g1::<Config48>(item, &constants::BETA)
    }
}

/// The group on the twist y² = x³ + 4ξ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct G2Config;

impl CurveConfig for G2Config {
    type BaseField = Fq8;
    type ScalarField = Fr;
    const COFACTOR: &[u64] = constants::COFACTOR2;
    const COFACTOR_INV: Fr = constants::COFACTOR2_INVERSE;
}

impl SWCurveConfig for G2Config {
    const COEFF_A: Fq8 = Fq8::ZERO;
    const COEFF_B: Fq8 = B2;
    const GENERATOR: Affine<Self> =
        Affine::new_unchecked(fq8(&constants::G2_X), fq8(&constants::G2_Y));
    /// (0, 0) is not on the curve, because b is not zero: it stands for infinity.
    type ZeroFlag = ();

    fn mul_by_a(_: Fq8) -> Fq8 {
        Fq8::ZERO
    }

    fn is_in_correct_subgroup_assuming_on_curve(item: &Affine<Self>) -> bool {
        static PSI: OnceLock<Psi<Config48>> = OnceLock::new();
        is_in_g2::<Config48>(item, PSI.get_or_init(Psi::new))
    }
}
