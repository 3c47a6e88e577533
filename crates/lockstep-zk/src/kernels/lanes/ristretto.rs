//! Sums of fixed points of Ristretto. Each lane adds every eighth term, with precomputed multiples, so that no buckets
//! are needed. The addition holds for all points, so a lane whose digit is zero adds the identity.

use std::arch::x86_64::*;

use ark_ff::{Field, PrimeField, batch_inversion};

use super::available;
use super::convert::element;
use super::field::{
    Element, Prime, all_lanes, blend, minus, nearly_reduced, plus, prime, product,
    propagate_carries, unrolled,
};
use super::modulus::{Modulus, split};
use super::points::{LANES, LanePoints, limbs_of, load_words, store_words, transposed};
use crate::kernels::digits::bits_at;
use crate::kernels::par_map;
use crate::kernels::ristretto::{Extended, Fq, TWICE_D};

const LIMBS: usize = 5;

/// Width of a window in bits.
const WIDTH: usize = 5;

/// 1·P to 16·P.
const MULTIPLES: usize = 1 << (WIDTH - 1);

/// Windows of a scalar below 2^253 and of the carry of its signed digits.
const WINDOWS: usize = 51;

/// Groups of terms between a multiple's prefetch and its use.
const AHEAD: usize = 4;

/// A multiple: the words of y + x, y − x and 2d·x·y in Montgomery form for R = 2^260, then zeros.
type Multiple = LanePoints<2>;

/// The first multiples of fixed points: 2 KiB for each point.
pub(crate) struct FixedRistretto {
    modulus: Modulus<LIMBS>,
    /// Ordered by point.
    multiples: Vec<Multiple>,
    identity: Multiple,
}

/// Eight points in extended coordinates. All are products: below 2.2 p.
struct Sums {
    x: Element<LIMBS>,
    y: Element<LIMBS>,
    z: Element<LIMBS>,
    t: Element<LIMBS>,
}

impl FixedRistretto {
    /// Prepares points from their encodings. Returns `None` if the CPU is not supported.
    pub(crate) fn new(points: &[[u8; 32]]) -> Option<Self> {
        if !available() {
            return None;
        }
        let multiples = par_map(points, |bytes| {
            let point = Extended::decoded(bytes).expect("the encoding of a point");
            let mut multiples = [point; MULTIPLES];
            for nth in 1..MULTIPLES {
                multiples[nth] = multiples[nth - 1].plus(&point);
            }
            multiples
        });
        let mut inverses: Vec<Fq> = multiples.iter().flatten().map(|point| point.z).collect();
        batch_inversion(&mut inverses);
        let radix = Fq::from(2u64).pow([52 * LIMBS as u64]);
        let multiples = multiples.iter().flatten().zip(&inverses);
        Some(FixedRistretto {
            modulus: Modulus::of::<Fq>(),
            multiples: multiples
                .map(|(point, inverse)| packed(point, inverse, &radix))
                .collect(),
            identity: packed(&Extended::IDENTITY, &Fq::ONE, &radix),
        })
    }

    /// Whether Σ scalarᵢ·pointᵢ is the point with this encoding, for one scalar below 2^253 per point. Runs in variable
    /// time.
    pub(crate) fn is_sum(&self, scalars: &[[u8; 32]], sum: &[u8; 32]) -> bool {
        debug_assert_eq!(scalars.len() * MULTIPLES, self.multiples.len());
        let digits = digits(scalars);
        let windows: Vec<&[i8]> = digits.chunks(scalars.len()).collect();
        let windows = par_map(&windows, |digits| {
            #[expect(
                unsafe_code,
                reason = "a call into code compiled for detected instructions"
            )]
            // SAFETY: the instructions were detected before the table was computed.
            unsafe {
                self.window(digits)
            }
        });
        let mut total = Extended::IDENTITY;
        for lanes in windows.iter().rev() {
            for _ in 0..WIDTH {
                total = total.plus(&total);
            }
            total = lanes.iter().fold(total, |total, lane| total.plus(lane));
        }
        Extended::decoded(sum).is_some_and(|sum| sum.equals(&total))
    }

    /// Adds the terms of one window, in each lane every eighth one.
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn window(&self, digits: &[i8]) -> [Extended; LANES] {
        let prime = prime(&self.modulus);
        let zero = [_mm512_setzero_si512(); LIMBS];
        let mut sums = Sums {
            x: zero,
            y: prime.one,
            z: prime.one,
            t: zero,
        };
        for (group, chunk) in digits.chunks(LANES).enumerate() {
            let later = (group + AHEAD) * LANES;
            for (term, digit) in (later..).zip(digits.iter().skip(later).take(LANES)) {
                for line in &self.multiple(term, *digit).0 {
                    _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast());
                }
            }
            let mut multiples = [&self.identity; LANES];
            let mut negative = 0;
            for (lane, digit) in chunk.iter().enumerate() {
                multiples[lane] = self.multiple(group * LANES + lane, *digit);
                negative |= u8::from(*digit < 0) << lane;
            }
            sums = added(&prime, &sums, multiples, negative);
        }
        self.unpacked(&prime, &sums)
    }

    /// Returns the multiple of a term for the magnitude of a digit.
    #[inline]
    fn multiple(&self, term: usize, digit: i8) -> &Multiple {
        match digit {
            0 => &self.identity,
            _ => &self.multiples[term * MULTIPLES + usize::from(digit.unsigned_abs()) - 1],
        }
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn unpacked(&self, prime: &Prime<LIMBS>, sums: &Sums) -> [Extended; LANES] {
        let one = all_lanes(&split(&[1]));
        let mut all = [[Fq::ONE; LANES]; 4];
        let coordinates = [&sums.x, &sums.y, &sums.z, &sums.t];
        for (numbers, coordinate) in all.iter_mut().zip(coordinates) {
            let mut limbs = [[0; LANES]; LIMBS];
            for (limb, lanes) in limbs.iter_mut().zip(&product(prime, coordinate, &one)) {
                store_words(limb, *lanes);
            }
            for (lane, number) in numbers.iter_mut().enumerate() {
                *number = element(&self.modulus.canonical(limbs.map(|limb| limb[lane])));
            }
        }
        let [x, y, z, t] = all;
        std::array::from_fn(|lane| Extended {
            x: x[lane],
            y: y[lane],
            z: z[lane],
            t: t[lane],
        })
    }
}

/// Adds a multiple to each lane (Hisil and others, eprint 2008/522, section 3.1). The negative of a multiple has y + x and
/// y − x exchanged, and the other sign of 2d·x·y.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn added(
    prime: &Prime<LIMBS>,
    sums: &Sums,
    multiples: [&Multiple; LANES],
    negative: __mmask8,
) -> Sums {
    let mut words = [[_mm512_setzero_si512(); LANES]; 2];
    unrolled!(line < 2 => {
        let mut rows = words[line];
        unrolled!(lane < LANES => {
            rows[lane] = load_words(&multiples[lane].0[line]);
        });
        words[line] = transposed(rows);
    });
    let (more, less) = (limbs_of(&words, 0), limbs_of(&words, 4));
    let (more, less) = (blend(negative, &more, &less), blend(negative, &less, &more));
    let a = nearly_reduced(prime, minus(&sums.y, &sums.x));
    let a = product(prime, &a, &less);
    // Below 4.4 p, as `h` is. The other factors are nearly reduced, so products stay below 2.2 p.
    let b = product(prime, &propagate_carries(plus(&sums.y, &sums.x)), &more);
    let c = product(prime, &sums.t, &limbs_of(&words, 8));
    let d = plus(&sums.z, &sums.z);
    let twice = plus(&prime.modulus, &prime.modulus);
    let f = nearly_reduced(prime, minus(&d, &c));
    // From −2 p to 4.6 p.
    let g = nearly_reduced(prime, minus(&plus(&d, &c), &twice));
    let (f, g) = (blend(negative, &f, &g), blend(negative, &g, &f));
    let e = nearly_reduced(prime, minus(&b, &a));
    let h = propagate_carries(plus(&b, &a));
    Sums {
        x: product(prime, &e, &f),
        y: product(prime, &g, &h),
        z: product(prime, &f, &g),
        t: product(prime, &e, &h),
    }
}

/// Packs a point with the inverse of its z.
fn packed(point: &Extended, inverse: &Fq, radix: &Fq) -> Multiple {
    let (x, y) = (point.x * inverse, point.y * inverse);
    let mut multiple = LanePoints::INFINITY;
    let places = multiple.0.as_flattened_mut().chunks_exact_mut(4);
    for (place, number) in places.zip([y + x, y - x, x * y * TWICE_D]) {
        place.copy_from_slice(&(number * radix).into_bigint().0);
    }
    multiple
}

/// Computes digits from −15 to 16. The lowest digits of all scalars come first.
fn digits(scalars: &[[u8; 32]]) -> Vec<i8> {
    let mut digits = vec![0; WINDOWS * scalars.len()];
    for (index, scalar) in scalars.iter().enumerate() {
        let (words, _) = scalar.as_chunks::<8>();
        let words: [u64; 4] = std::array::from_fn(|word| u64::from_le_bytes(words[word]));
        let mut carry = 0;
        for window in 0..WINDOWS {
            let digit = bits_at(&words, window * WIDTH, (1 << WIDTH) - 1) + carry;
            carry = i32::from(digit > MULTIPLES as i32);
            digits[window * scalars.len() + index] = (digit - (carry << WIDTH)) as i8;
        }
    }
    digits
}

#[cfg(test)]
mod tests {
    use curve25519_dalek::ristretto::RistrettoPoint;
    use curve25519_dalek::scalar::Scalar;
    use curve25519_dalek::traits::Identity;

    use super::*;
    use crate::testing::rng;

    #[test]
    fn sums_equal_those_of_another_implementation() {
        let rng = &mut rng(44);
        for count in [1usize, 7, 8, 9, 70] {
            let points: Vec<RistrettoPoint> = (0..count)
                .map(|nth| match nth % 10 {
                    8 => RistrettoPoint::identity(),
                    _ => RistrettoPoint::random(rng),
                })
                .collect();
            let encodings: Vec<[u8; 32]> = points.iter().map(|it| it.compress().0).collect();
            let Some(fixed) = FixedRistretto::new(&encodings) else {
                return;
            };
            let edges = [Scalar::ZERO, Scalar::ONE, -Scalar::ONE, Scalar::from(16u8)];
            for round in 0..6 {
                let scalars: Vec<Scalar> = (0..count)
                    .map(|nth| match (nth + round) % 6 {
                        edge @ 0..4 => edges[edge],
                        _ => Scalar::random(rng),
                    })
                    .collect();
                let terms = points.iter().zip(&scalars);
                let sum: RistrettoPoint = terms.map(|(point, scalar)| point * scalar).sum();
                let bytes: Vec<[u8; 32]> = scalars.iter().map(Scalar::to_bytes).collect();
                assert!(fixed.is_sum(&bytes, &sum.compress().0), "{count} terms");
                let other = sum + RistrettoPoint::random(rng);
                assert!(!fixed.is_sum(&bytes, &other.compress().0));
            }
        }
    }
}
