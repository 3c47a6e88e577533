//! The group Ristretto (RFC 9496) over the curve −x² + y² = 1 + d·x²·y², with public points only: variable time.

use ark_ff::{
    AdditiveGroup, BigInt, BigInteger, Field, Fp, MontBackend, MontConfig, MontFp, PrimeField,
};

/// The field of 2^255 − 19 elements.
#[derive(MontConfig)]
#[modulus = "57896044618658097711785492504343953926634992332820282019728792003956564819949"]
#[generator = "2"]
pub(super) struct FqConfig;

pub(super) type Fq = Fp<MontBackend<FqConfig, 4>, 4>;

/// 2d.
pub(super) const TWICE_D: Fq =
    MontFp!("16295367250680780974490674513165176452449235426866156013048779062215315747161");

const D: Fq =
    MontFp!("37095705934669439343138083508754565189542113879843219016388785533085940283555");

const SQRT_MINUS_ONE: Fq =
    MontFp!("19681161376707505956807079304988542015446066515923890162744021073123829784752");

/// (p − 5)/8.
const EXPONENT: [u64; 4] = [u64::MAX - 2, u64::MAX, u64::MAX, u64::MAX >> 4];

/// A point (x/z, y/z) with t = x·y/z.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extended {
    pub(super) x: Fq,
    pub(super) y: Fq,
    pub(super) z: Fq,
    pub(super) t: Fq,
}

impl Extended {
    pub(super) const IDENTITY: Self = Extended {
        x: Fq::ZERO,
        y: Fq::ONE,
        z: Fq::ONE,
        t: Fq::ZERO,
    };

    /// Decodes a point (RFC 9496, section 4.3.1).
    pub(super) fn decoded(bytes: &[u8; 32]) -> Option<Self> {
        let (words, _) = bytes.as_chunks::<8>();
        let words: [u64; 4] = std::array::from_fn(|word| u64::from_le_bytes(words[word]));
        let s = Fq::from_bigint(BigInt::new(words)).filter(|s| !is_negative(s))?;
        let square = s.square();
        let (u1, u2) = (Fq::ONE - square, Fq::ONE + square);
        let v = -(D * u1.square()) - u2.square();
        let root = inverse_square_root(&(v * u2.square()))?;
        let x = absolute(s.double() * root * u2);
        let y = u1 * root.square() * u2 * v;
        let t = x * y;
        let z = Fq::ONE;
        (!is_negative(&t) && y != Fq::ZERO).then_some(Extended { x, y, z, t })
    }

    /// Adds two points (Hisil and others, eprint 2008/522, section 3.1). It holds for all points.
    pub(super) fn plus(&self, other: &Self) -> Self {
        let a = (self.y - self.x) * (other.y - other.x);
        let b = (self.y + self.x) * (other.y + other.x);
        let c = self.t * other.t * TWICE_D;
        let d = (self.z * other.z).double();
        let (e, f, g, h) = (b - a, d - c, d + c, b + a);
        Extended {
            x: e * f,
            y: g * h,
            z: f * g,
            t: e * h,
        }
    }

    /// Whether both represent the same element of the group (RFC 9496, section 4.5).
    pub(super) fn equals(&self, other: &Self) -> bool {
        self.x * other.y == self.y * other.x || self.y * other.y == self.x * other.x
    }
}

/// A number is negative if its canonical form is odd.
fn is_negative(number: &Fq) -> bool {
    number.into_bigint().is_odd()
}

fn absolute(number: Fq) -> Fq {
    if is_negative(&number) {
        -number
    } else {
        number
    }
}

/// Returns r with r²·number = 1, if there is one.
fn inverse_square_root(number: &Fq) -> Option<Fq> {
    let cube = number.square() * number;
    let root = cube * (cube.square() * number).pow(EXPONENT);
    let check = root.square() * number;
    if check == Fq::ONE {
        Some(root)
    } else if check == -Fq::ONE {
        Some(root * SQRT_MINUS_ONE)
    } else {
        None
    }
}
