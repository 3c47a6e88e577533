//! Products of pairings on BN254 and BLS12-381, with the coordinates of the target field in lanes.
//!
//! The results equal those of arkworks, which has the same lines up to factors that the final exponentiation removes
//! (Aranha et al., eprint 2013/722), and the same exponents. Points and results are public, so time may depend on
//! them.

mod lines;
mod model;
mod power;
mod twelve;
mod weighted;

use std::any::{Any, TypeId};

use ark_ec::AffineRepr;
use ark_ff::{Field as _, PrimeField};

use super::extension::Coordinate;
use super::field::{Element, all_lanes, product};
use super::modulus::{join, split};
use super::points::{LANES, limbs_of, load_words, store_words, transposed, words};
use crate::curve::{G2Field, PairingCurve};
use crate::kernels::par_map;
use lines::Walk;
use model::{Constants, Model, Numbers, Step};
use twelve::{Field, Lines, Twelve, operand};
pub(in crate::kernels) use weighted::weighted;

/// Pairs of points of G1 and of G2, and pairs whose point of G2 is prepared.
pub(in crate::kernels) struct Pairs<'a, E: PairingCurve> {
    pub(in crate::kernels) fresh: &'a [(E::G1Affine, E::G2Affine)],
    pub(in crate::kernels) prepared: &'a [(E::G1Affine, &'a E::G2Prepared)],
}

/// Computes the product of the pairings of pairs, or returns `None` if the CPU or the curve is not supported.
pub(in crate::kernels) fn pairing_product<E: PairingCurve>(
    pairs: &Pairs<'_, E>,
) -> Option<E::TargetField> {
    if !super::available() {
        return None;
    }
    let curve = TypeId::of::<E>();
    if curve == TypeId::of::<ark_bn254::Bn254>() {
        product_on::<E, ark_bn254::Bn254, 5, 3>(pairs)
    } else if curve == TypeId::of::<ark_bls12_381::Bls12_381>() {
        product_on::<E, ark_bls12_381::Bls12_381, 8, 5>(pairs)
    } else {
        None
    }
}

/// Computes the product on the curve `M`, which is `E`.
fn product_on<E: PairingCurve, M: Model<L>, const L: usize, const C: usize>(
    pairs: &Pairs<'_, E>,
) -> Option<E::TargetField> {
    let mut fresh: Vec<(M::G1Affine, M::G2Affine)> = Vec::with_capacity(pairs.fresh.len());
    for (left, right) in pairs.fresh {
        if !left.is_zero() && !right.is_zero() {
            fresh.push((same(left)?, same(right)?));
        }
    }
    let mut lines = Vec::with_capacity(pairs.prepared.len());
    for (point, prepared) in pairs.prepared {
        let prepared = (*prepared as &dyn Any).downcast_ref()?;
        lines.extend(Evaluation::<M, L>::new(&same(point)?, M::lines(prepared)));
    }
    // Eight points of G2 share the arithmetic of one. It takes longer than arkworks' for few points.
    let own: Vec<M::G2Prepared> = match fresh.len() {
        0..MIN_FRESH => fresh
            .iter()
            .map(|(_, point)| M::G2Prepared::from(*point))
            .collect(),
        _ => Vec::new(),
    };
    for ((point, _), prepared) in fresh.iter().zip(&own) {
        lines.extend(Evaluation::new(point, M::lines(prepared)));
    }
    if !own.is_empty() {
        fresh.clear();
    }
    #[expect(
        unsafe_code,
        reason = "a call into code compiled for detected instructions"
    )]
    // SAFETY: the caller detected the instructions.
    let value = unsafe { product_of::<M, L, C>(&fresh, &lines) };
    same(&value)
}

/// Returns a value as the type that it has.
fn same<T: Copy + 'static, U: Copy + 'static>(value: &T) -> Option<U> {
    (value as &dyn Any).downcast_ref().copied()
}

/// Points of G2 from which on lines are computed in lanes.
const MIN_FRESH: usize = 3;

/// Pairs that share the squarings of a Miller loop. The lines of eight of their steps fit the second-level cache.
const SHARED: usize = 16;

#[target_feature(enable = "avx512f,avx512ifma")]
fn product_of<M: Model<L>, const L: usize, const C: usize>(
    fresh: &[(M::G1Affine, M::G2Affine)],
    lines: &[Evaluation<'_, M, L>],
) -> M::TargetField {
    let mut parts: Vec<(&[_], &[_])> = fresh
        .chunks(SHARED)
        .map(|part| (part, [].as_slice()))
        .collect();
    let mut rest = lines.chunks(SHARED);
    // The last part, which can be short, also gets prepared pairs.
    if let Some((part, lines)) = parts.last_mut()
        && part.len() < SHARED
    {
        *lines = rest.next().unwrap_or_default();
    }
    parts.extend(rest.map(|lines| ([].as_slice(), lines)));
    let loops = par_map(&parts, |(fresh, lines)| {
        let constants = M::constants();
        let field = Field::new(&constants.modulus, M::NINE, M::SLOPE);
        let value = miller_loop::<M, L, C>(&field, fresh, lines);
        target::<M, L>(&field, &value)
    });
    power::final_exponentiation::<M, L>(loops.into_iter().product())
}

/// A prepared point of G2, to be evaluated at a point of G1.
struct Evaluation<'a, M: Model<L>, const L: usize> {
    /// The coordinates of the point of G1 and one, as [`Constants::scaled`] returns them.
    x: [u64; L],
    y: [u64; L],
    unit: [u64; L],
    lines: &'a [model::Line<G2Field<M>>],
}

impl<'a, M: Model<L>, const L: usize> Evaluation<'a, M, L> {
    /// Returns `None` if one of the points is infinity.
    fn new(point: &M::G1Affine, lines: &'a [model::Line<G2Field<M>>]) -> Option<Self> {
        let (x, y) = point.xy()?;
        let [x, y, unit] = [x, y, M::BaseField::ONE].map(|number| M::constants().scaled(number));
        let lines = Some(lines).filter(|lines| !lines.is_empty())?;
        Some(Evaluation { x, y, unit, lines })
    }
}

/// Computes the product of the Miller loops of pairs, with one squaring for all of them at each step.
#[target_feature(enable = "avx512f,avx512ifma")]
fn miller_loop<M: Model<L>, const L: usize, const C: usize>(
    field: &Field<L>,
    fresh: &[(M::G1Affine, M::G2Affine)],
    evaluations: &[Evaluation<'_, M, L>],
) -> Twelve<L> {
    let walks = fresh.chunks(LANES);
    let mut walks: Vec<_> = walks.map(|pairs| Walk::new::<M>(field, pairs)).collect();
    let mut value = field.one();
    let mut lines: Vec<Lines<L>> = vec![[[[[0; LANES]; L]; 3]; 5]; evaluations.len()];
    let mut walk_lines = [[[[0; LANES]; L]; 3]; 5];
    for (index, step) in M::constants().steps.iter().enumerate() {
        if *step == Step::Double && index > 0 {
            value = field.square(&value);
        }
        if index.is_multiple_of(LANES) {
            for (evaluation, lines) in evaluations.iter().zip(&mut lines) {
                evaluate::<M, L, C>(field, evaluation, index, lines);
            }
        }
        for lines in &lines {
            value = field.times_line(&value, lines, index % LANES);
        }
        for walk in &mut walks {
            walk.step::<M>(field, *step, &mut walk_lines);
            for pair in 0..walk.pairs {
                value = field.times_line(&value, &walk_lines, pair);
            }
        }
    }
    if M::NEGATIVE {
        value = field.conjugate(&field.folded(&value));
    }
    value
}

/// Evaluates up to eight lines of a pair from step `from` on, one per lane.
#[target_feature(enable = "avx512f,avx512ifma")]
fn evaluate<M: Model<L>, const L: usize, const C: usize>(
    field: &Field<L>,
    pair: &Evaluation<'_, M, L>,
    from: usize,
    lines: &mut Lines<L>,
) {
    let width = words(L);
    let mut rows = [[[0u64; LANES]; C]; LANES];
    for (row, line) in rows.iter_mut().zip(pair.lines.iter().skip(from)) {
        let row = row.as_flattened_mut();
        for (coefficient, place) in [&line.0, &line.1, &line.2].into_iter().zip(0..) {
            for (part, number) in coefficient.to_base_prime_field_elements().enumerate() {
                let at = (2 * place + part) * width;
                row[at..at + width].copy_from_slice(M::words(&number));
            }
        }
    }
    let zero = std::arch::x86_64::_mm512_setzero_si512();
    let mut all = [[zero; LANES]; C];
    for (chunk, words) in all.iter_mut().enumerate() {
        *words = transposed(rows.each_ref().map(|row| load_words(&row[chunk])));
    }
    let [x, y, unit] = [&pair.x, &pair.y, &pair.unit].map(|number| all_lanes(number));
    // The coordinate y belongs to the first or the last coefficient.
    let factors = if M::SLOPE == 1 {
        [y, x, unit]
    } else {
        [unit, x, y]
    };
    for (place, factor) in factors.iter().enumerate() {
        let value = [0, 1].map(|part| {
            let number = limbs_of(&all, (2 * place + part) * width);
            product(&field.prime, &number, factor)
        });
        // Coefficient 0 never wraps.
        let at = (2 * place).saturating_sub(1);
        put(&mut lines[at], &operand(&value));
        if place > 0 {
            put(&mut lines[at + 1], &operand(&field.times_xi(&value)));
        }
    }
}

#[target_feature(enable = "avx512f,avx512ifma")]
fn put<const L: usize>(to: &mut [[[u64; LANES]; L]; 3], value: &twelve::Operand<L>) {
    for (to, from) in to.iter_mut().zip(value) {
        for (to, from) in to.iter_mut().zip(from) {
            store_words(to, *from);
        }
    }
}

/// Converts an element of the target field.
#[target_feature(enable = "avx512f,avx512ifma")]
fn lanes_of<M: Model<L>, const L: usize>(
    field: &Field<L>,
    constants: &Constants<M, L>,
    value: &M::TargetField,
) -> Twelve<L> {
    let radix_squared = all_lanes(&constants.modulus.radix[1]);
    let [real, imaginary] = loaded(&model::coordinates::<M, L>(value));
    Twelve([real, imaginary].map(|part| product(&field.prime, &part, &radix_squared)))
}

#[target_feature(enable = "avx512f,avx512ifma")]
fn loaded<const L: usize>(numbers: &Numbers<L>) -> Coordinate<L, 2> {
    let mut parts = super::extension::zero();
    for (part, numbers) in parts.iter_mut().zip(numbers) {
        for (limb, words) in part.iter_mut().zip(numbers) {
            *limb = load_words(words);
        }
    }
    parts
}

/// Converts an element of the target field back.
#[target_feature(enable = "avx512f,avx512ifma")]
fn target<M: Model<L>, const L: usize>(field: &Field<L>, value: &Twelve<L>) -> M::TargetField {
    let [real, imaginary] = [&value.0[0], &value.0[1]].map(|part| numbers_of::<M, L>(field, part));
    let numbers = model::PLACES.map(|(lane, part)| [&real, &imaginary][part][lane]);
    M::TargetField::from_base_prime_field_elems(numbers)
        .expect("the target field has degree twelve")
}

/// Converts up to eight numbers, one per lane. Other lanes are zero.
#[target_feature(enable = "avx512f,avx512ifma")]
fn packed<M: Model<L>, const L: usize>(field: &Field<L>, numbers: &[M::BaseField]) -> Element<L> {
    let mut limbs = [[0; LANES]; L];
    for (lane, number) in numbers.iter().enumerate() {
        let split: [u64; L] = split(number.into_bigint().as_ref());
        for (words, limb) in limbs.iter_mut().zip(split) {
            words[lane] = limb;
        }
    }
    let radix_squared = all_lanes(&M::constants().modulus.radix[1]);
    product(
        &field.prime,
        &limbs.map(|words| load_words(&words)),
        &radix_squared,
    )
}

/// Converts the numbers of all lanes back.
#[target_feature(enable = "avx512f,avx512ifma")]
fn numbers_of<M: Model<L>, const L: usize>(
    field: &Field<L>,
    value: &Element<L>,
) -> [M::BaseField; LANES] {
    let one = all_lanes(&split(&[1]));
    let limbs = product(&field.prime, value, &one).map(|lanes| {
        let mut words = [0; LANES];
        store_words(&mut words, lanes);
        words
    });
    std::array::from_fn(|lane| {
        let number = M::constants()
            .modulus
            .canonical(limbs.map(|words| words[lane]));
        let mut integer = <M::BaseField as PrimeField>::BigInt::from(0u64);
        join(&number, integer.as_mut());
        M::BaseField::from_bigint(integer).expect("the number is below the modulus")
    })
}

#[cfg(test)]
mod tests;
