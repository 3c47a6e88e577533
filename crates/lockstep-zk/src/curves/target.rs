//! The field of a pairing's values, as a type of this crate.
//!
//! arkworks implements [`CyclotomicMultSubgroup`], which its `Pairing` requires, only for its own
//! towers. This wrapper implements it for a quadratic extension of any cubic extension, and passes
//! everything else on.

use std::fmt;
use std::io::{Read, Write};
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use ark_ff::{
    AdditiveGroup, CubicExtConfig, CubicExtField, CyclotomicMultSubgroup, Field, LegendreSymbol,
    One, QuadExtConfig, QuadExtField, SqrtPrecomputation, UniformRand, Zero,
};
use ark_serialize::{
    CanonicalDeserialize, CanonicalDeserializeWithFlags, CanonicalSerialize,
    CanonicalSerializeWithFlags, Compress, Flags, SerializationError, Valid, Validate,
};
use ark_std::rand::Rng;
use ark_std::rand::distributions::{Distribution, Standard};
use zeroize::Zeroize;

/// The tower of a target field: z² = w over w³ = ξ over the field of the twist.
pub trait Tower:
    QuadExtConfig<BaseField = CubicExtField<Self::Cubic>, BasePrimeField = Self::Prime>
    + Copy
    + fmt::Debug
    + Ord
    + std::hash::Hash
    + Default
{
    /// The prime field.
    type Prime: ark_ff::PrimeField;
    /// The field of the twist's coordinates.
    type Twist: Field<BasePrimeField = Self::Prime>;
    /// The configuration of the cubic extension.
    type Cubic: CubicExtConfig<BaseField = Self::Twist, BasePrimeField = Self::Prime>;
}

/// An element of the target field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target<T: Tower>(pub QuadExtField<T>);

impl<T: Tower> Target<T> {
    /// Multiplies by the line a + b·w + c·w·z, with c in the prime field.
    pub(super) fn mul_by_line(&mut self, a: &T::Twist, b: &T::Twist, c: &T::Prime) {
        let by_c = |f: &CubicExtField<T::Cubic>| {
            // f·c·w
            let [x, y, z] = [f.c0, f.c1, f.c2].map(|part| part.mul_by_base_prime_field(c));
            CubicExtField::<T::Cubic>::new(T::Cubic::mul_base_field_by_nonresidue(z), x, y)
        };
        let (low, high) = (self.0.c0, self.0.c1);
        let mut of_high = by_c(&high);
        T::mul_base_field_by_nonresidue_in_place(&mut of_high);
        self.0.c0 = times_two::<T>(&low, a, b) + of_high;
        self.0.c1 = times_two::<T>(&high, a, b) + by_c(&low);
    }

    /// The square of an element of norm 1 over the field of degree k/6 and its double (Granger and
    /// Scott, eprint 2009/565): three squares in extensions of degree 2 instead of a whole square.
    fn unit_square(&self) -> Self {
        let (f, g) = (&self.0.c0, &self.0.c1);
        let triple = |value: T::Twist| value.double() + value;
        // Each pair is an element x + y·s with s² = ξ. Its square is (x² + ξy²) + 2xy·s.
        let square = |x: &T::Twist, y: &T::Twist| {
            let product = *x * y;
            let xi_y = T::Cubic::mul_base_field_by_nonresidue(*y);
            let xi_product = T::Cubic::mul_base_field_by_nonresidue(product);
            let real = (*x + y) * (*x + xi_y) - product - xi_product;
            (real, product.double())
        };
        let (a0, a1) = square(&f.c0, &g.c1);
        let (b0, b1) = square(&g.c0, &f.c2);
        let (c0, c1) = square(&f.c1, &g.c2);
        let c1 = T::Cubic::mul_base_field_by_nonresidue(c1);
        let low = CubicExtField::new(
            triple(a0) - f.c0.double(),
            triple(b0) - f.c1.double(),
            triple(c0) - f.c2.double(),
        );
        let high = CubicExtField::new(
            triple(c1) + g.c0.double(),
            triple(a1) + g.c1.double(),
            triple(b1) + g.c2.double(),
        );
        Target(QuadExtField::new(low, high))
    }
}

/// f·(a + b·w), with five products.
fn times_two<T: Tower>(
    f: &CubicExtField<T::Cubic>,
    a: &T::Twist,
    b: &T::Twist,
) -> CubicExtField<T::Cubic> {
    let (first, second) = (f.c0 * a, f.c1 * b);
    let mixed = (f.c0 + f.c1) * (*a + b) - first - second;
    let wrapped = T::Cubic::mul_base_field_by_nonresidue(f.c2 * b);
    CubicExtField::new(first + wrapped, mixed, second + f.c2 * a)
}

impl<T: Tower> CyclotomicMultSubgroup for Target<T> {
    const INVERSE_IS_FAST: bool = true;

    fn cyclotomic_square_in_place(&mut self) -> &mut Self {
        *self = self.unit_square();
        self
    }

    fn cyclotomic_inverse_in_place(&mut self) -> Option<&mut Self> {
        if self.is_zero() {
            return None;
        }
        self.0.conjugate_in_place();
        Some(self)
    }
}

/// Implements an operator and its assigning form, for values and references.
macro_rules! operator {
    ($trait:ident, $method:ident, $assign:ident, $assign_method:ident) => {
        impl<T: Tower> $assign for Target<T> {
            fn $assign_method(&mut self, other: Self) {
                self.0.$assign_method(&other.0);
            }
        }

        operator!(reference $trait, $method, $assign, $assign_method, &'a Self);
        operator!(reference $trait, $method, $assign, $assign_method, &'a mut Self);

        impl<T: Tower> $trait for Target<T> {
            type Output = Self;
            fn $method(mut self, other: Self) -> Self {
                self.$assign_method(other);
                self
            }
        }
    };
    (reference $trait:ident, $method:ident, $assign:ident, $assign_method:ident, $other:ty) => {
        impl<'a, T: Tower> $assign<$other> for Target<T> {
            fn $assign_method(&mut self, other: $other) {
                self.0.$assign_method(&other.0);
            }
        }

        impl<'a, T: Tower> $trait<$other> for Target<T> {
            type Output = Self;
            fn $method(mut self, other: $other) -> Self {
                self.$assign_method(other);
                self
            }
        }
    };
}

operator!(Add, add, AddAssign, add_assign);
operator!(Sub, sub, SubAssign, sub_assign);
operator!(Mul, mul, MulAssign, mul_assign);
operator!(Div, div, DivAssign, div_assign);

/// Implements conversions from numbers.
macro_rules! from {
    ($($number:ty)*) => { $(
        impl<T: Tower> From<$number> for Target<T> {
            fn from(number: $number) -> Self {
                Target(number.into())
            }
        }
    )* };
}

from!(u128 u64 u32 u16 u8 i128 i64 i32 i16 i8 bool);

impl<T: Tower> Neg for Target<T> {
    type Output = Self;
    fn neg(self) -> Self {
        Target(-self.0)
    }
}

impl<T: Tower> Zero for Target<T> {
    fn zero() -> Self {
        Self::ZERO
    }
    fn is_zero(&self) -> bool {
        self.0.is_zero()
    }
}

impl<T: Tower> One for Target<T> {
    fn one() -> Self {
        Self::ONE
    }
    fn is_one(&self) -> bool {
        self.0.is_one()
    }
}

impl<T: Tower> Sum for Target<T> {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Self::ZERO, Add::add)
    }
}

impl<'a, T: Tower> Sum<&'a Self> for Target<T> {
    fn sum<I: Iterator<Item = &'a Self>>(items: I) -> Self {
        items.fold(Self::ZERO, Add::add)
    }
}

impl<T: Tower> Product for Target<T> {
    fn product<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Self::ONE, Mul::mul)
    }
}

impl<'a, T: Tower> Product<&'a Self> for Target<T> {
    fn product<I: Iterator<Item = &'a Self>>(items: I) -> Self {
        items.fold(Self::ONE, Mul::mul)
    }
}

impl<T: Tower> fmt::Display for Target<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl<T: Tower> Zeroize for Target<T> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl<T: Tower> Distribution<Target<T>> for Standard {
    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Target<T> {
        Target(UniformRand::rand(rng))
    }
}

impl<T: Tower> AdditiveGroup for Target<T> {
    type Scalar = Self;
    const ZERO: Self = Target(QuadExtField::<T>::ZERO);

    fn double_in_place(&mut self) -> &mut Self {
        self.0.double_in_place();
        self
    }
}

impl<T: Tower> Field for Target<T> {
    type BasePrimeField = T::Prime;
    const SQRT_PRECOMP: Option<SqrtPrecomputation<Self>> = None;
    const ONE: Self = Target(QuadExtField::<T>::ONE);
    const NEG_ONE: Self = Target(QuadExtField::<T>::NEG_ONE);

    fn extension_degree() -> u64 {
        QuadExtField::<T>::extension_degree()
    }

    fn to_base_prime_field_elements(&self) -> impl Iterator<Item = T::Prime> {
        self.0.to_base_prime_field_elements()
    }

    fn from_base_prime_field_elems(elems: impl IntoIterator<Item = T::Prime>) -> Option<Self> {
        QuadExtField::from_base_prime_field_elems(elems).map(Target)
    }

    fn from_base_prime_field(elem: T::Prime) -> Self {
        Target(QuadExtField::from_base_prime_field(elem))
    }

    fn from_random_bytes_with_flags<F: Flags>(bytes: &[u8]) -> Option<(Self, F)> {
        let (element, flags) = QuadExtField::from_random_bytes_with_flags(bytes)?;
        Some((Target(element), flags))
    }

    fn legendre(&self) -> LegendreSymbol {
        self.0.legendre()
    }

    fn sqrt(&self) -> Option<Self> {
        self.0.sqrt().map(Target)
    }

    fn square(&self) -> Self {
        Target(self.0.square())
    }

    fn square_in_place(&mut self) -> &mut Self {
        self.0.square_in_place();
        self
    }

    fn inverse(&self) -> Option<Self> {
        self.0.inverse().map(Target)
    }

    fn inverse_in_place(&mut self) -> Option<&mut Self> {
        self.0.inverse_in_place()?;
        Some(self)
    }

    fn frobenius_map_in_place(&mut self, power: usize) {
        self.0.frobenius_map_in_place(power);
    }

    fn mul_by_base_prime_field(&self, elem: &T::Prime) -> Self {
        Target(self.0.mul_by_base_prime_field(elem))
    }
}

impl<T: Tower> CanonicalSerialize for Target<T> {
    fn serialize_with_mode<W: Write>(
        &self,
        writer: W,
        compress: Compress,
    ) -> Result<(), SerializationError> {
        self.0.serialize_with_mode(writer, compress)
    }

    fn serialized_size(&self, compress: Compress) -> usize {
        self.0.serialized_size(compress)
    }
}

impl<T: Tower> CanonicalSerializeWithFlags for Target<T> {
    fn serialize_with_flags<W: Write, F: Flags>(
        &self,
        writer: W,
        flags: F,
    ) -> Result<(), SerializationError> {
        self.0.serialize_with_flags(writer, flags)
    }

    fn serialized_size_with_flags<F: Flags>(&self) -> usize {
        self.0.serialized_size_with_flags::<F>()
    }
}

impl<T: Tower> Valid for Target<T> {
    fn check(&self) -> Result<(), SerializationError> {
        self.0.check()
    }
}

impl<T: Tower> CanonicalDeserialize for Target<T> {
    fn deserialize_with_mode<R: Read>(
        reader: R,
        compress: Compress,
        validate: Validate,
    ) -> Result<Self, SerializationError> {
        QuadExtField::deserialize_with_mode(reader, compress, validate).map(Target)
    }
}

impl<T: Tower> CanonicalDeserializeWithFlags for Target<T> {
    fn deserialize_with_flags<R: Read, F: Flags>(
        reader: R,
    ) -> Result<(Self, F), SerializationError> {
        let (element, flags) = QuadExtField::deserialize_with_flags(reader)?;
        Ok((Target(element), flags))
    }
}
