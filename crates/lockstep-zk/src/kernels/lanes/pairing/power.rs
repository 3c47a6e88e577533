//! The final exponentiation of a pairing: the easy part in arkworks, the hard part in lanes.

use std::marker::PhantomData;

use ark_ff::{AdditiveGroup, CyclotomicMultSubgroup, Field as _};

use super::super::extension::coordinate_product;
use super::model::{Family, Model};
use super::twelve::{Field, Twelve};
use super::{lanes_of, loaded, target};

/// Raises to the power (p¹² − 1)/r, times a constant that arkworks accepts for speed. Zero, which no Miller loop
/// over valid points returns, gives zero.
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn final_exponentiation<M: Model<L>, const L: usize>(
    value: M::TargetField,
) -> M::TargetField {
    let Some(inverse) = value.inverse() else {
        return M::TargetField::ZERO;
    };
    // p⁶ − 1.
    let mut unit = value;
    unit.cyclotomic_inverse_in_place();
    unit *= inverse;
    let constants = M::constants();
    let group = Cyclotomic::<M, L>::new();
    let unit = lanes_of::<M, L>(&group.field, constants, &unit);
    // p² + 1.
    let unit = group.product(&group.frobenius(&unit, 2), &unit);
    let result = match M::FAMILY {
        Family::Bn => group.hard_part_bn(&unit),
        Family::Bls12 => group.hard_part_bls12(&unit),
    };
    target::<M, L>(&group.field, &result)
}

/// The cyclotomic subgroup. All results are folded, and so are arguments.
pub(super) struct Cyclotomic<M: Model<L>, const L: usize> {
    field: Field<L>,
    /// The magnitude of the seed.
    seed: Vec<i8>,
    curve: PhantomData<M>,
}

impl<M: Model<L>, const L: usize> Cyclotomic<M, L> {
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn new() -> Self {
        Cyclotomic {
            field: Field::new(&M::constants().modulus, M::NINE, M::SLOPE),
            seed: signed_digits(M::SEED),
            curve: PhantomData,
        }
    }

    /// Raises to 2x·(6x² + 3x + 1)·(p⁴ − p² + 1)/r for the seed x, with the addition chain of
    /// Fuentes-Castañeda, Knapp and Rodríguez-Henríquez (SAC 2011).
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn hard_part_bn(&self, unit: &Twelve<L>) -> Twelve<L> {
        let to_minus_2x = self.square(&self.inverse(&self.by_seed(unit)));
        let to_minus_6x = self.product(&self.square(&to_minus_2x), &to_minus_2x);
        let to_6x2 = self.inverse(&self.by_seed(&to_minus_6x));
        let to_12x3 = self.by_seed(&self.square(&to_6x2));
        let a = self.product(&to_12x3, &to_6x2);
        let a = self.product(&a, &self.inverse(&to_minus_6x));
        let b = self.product(&a, &to_minus_2x);
        let result = self.product(&self.product(&a, &to_6x2), unit);
        let result = self.product(&self.frobenius(&b, 1), &result);
        let result = self.product(&self.frobenius(&a, 2), &result);
        let last = self.product(&self.inverse(unit), &b);
        self.product(&self.frobenius(&last, 3), &result)
    }

    /// Raises to 3·(p⁴ − p² + 1)/r = (x − 1)²·(x + p)·(x² + p² − 1) + 3 for the seed x (Hayashida, Hayasaka
    /// and Teruya, eprint 2020/875).
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn hard_part_bls12(&self, unit: &Twelve<L>) -> Twelve<L> {
        let mut power = *unit;
        for _ in 0..2 {
            power = self.product(&self.by_seed(&power), &self.inverse(&power));
        }
        power = self.product(&self.by_seed(&power), &self.frobenius(&power, 1));
        let to_x2 = self.by_seed(&self.by_seed(&power));
        let rest = self.product(&self.frobenius(&power, 2), &self.inverse(&power));
        let cube = self.product(&self.square(unit), unit);
        self.product(&self.product(&to_x2, &rest), &cube)
    }

    /// Raises to the seed.
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn by_seed(&self, value: &Twelve<L>) -> Twelve<L> {
        let inverse = self.inverse(value);
        let (value, inverse) = if M::NEGATIVE {
            (inverse, *value)
        } else {
            (*value, inverse)
        };
        let factors = [&value, &inverse].map(|factor| self.field.multiplier(factor));
        let mut power = value;
        for digit in self.seed.iter().rev().skip(1) {
            power = self.field.cyclotomic_square(&power);
            if *digit != 0 {
                let factor = &factors[usize::from(*digit < 0)];
                power = self.field.folded(&self.field.product(&power, factor));
            }
        }
        power
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn square(&self, value: &Twelve<L>) -> Twelve<L> {
        self.field.cyclotomic_square(value)
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn inverse(&self, value: &Twelve<L>) -> Twelve<L> {
        self.field.conjugate(value)
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn product(&self, left: &Twelve<L>, right: &Twelve<L>) -> Twelve<L> {
        let right = self.field.multiplier(right);
        self.field.folded(&self.field.product(left, &right))
    }

    /// Raises to p, p² or p³.
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn frobenius(&self, value: &Twelve<L>, power: usize) -> Twelve<L> {
        let mut value = value.0;
        if power % 2 == 1 {
            value[1] = self.field.negative(&value[1]);
        }
        let factors = loaded(&M::constants().frobenius[power - 1]);
        let image = coordinate_product(&self.field.prime, &value, &factors);
        self.field.folded(&Twelve(image))
    }
}

/// Returns the digits −1, 0 and 1 of a number, the lowest first, without neighbours that are not zero.
fn signed_digits(number: u64) -> Vec<i8> {
    let mut rest = i128::from(number);
    let mut digits = Vec::new();
    while rest != 0 {
        let digit = if rest % 2 == 0 { 0 } else { 2 - rest % 4 };
        digits.push(digit as i8);
        rest = (rest - digit) / 2;
    }
    digits
}
