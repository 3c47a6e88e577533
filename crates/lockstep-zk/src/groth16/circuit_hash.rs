//! The hash of a circuit in a `.zkey`, as snarkjs computes it.
//!
//! snarkjs hashes the quotient points in chunks of 2^14 and never shortens the last chunk. Above
//! 2^14 rows it therefore hashes one point more than the circuit has. Where the powers of tau end
//! with this domain, that point is made of the bytes that follow in the `.ptau` file: its numbers
//! are not reduced, and [`Unreduced`] repeats what snarkjs computes from them.

use ark_ec::{AffineRepr, CurveGroup};
use ark_ff::{BigInteger, Field, PrimeField};
use blake2::{Blake2b512, Digest};

use super::contribution::{g1_bytes, g2_bytes};
use super::key::ProvingKey;
use super::powers_of_tau::Ptau;
use crate::curve::{PairingCurve, Point, write_g2};
use crate::field;

/// The quotient points that snarkjs reads at a time.
const CHUNK: usize = 1 << 14;

pub(super) fn circuit_hash<E: PairingCurve>(key: &ProvingKey<E>, ptau: &Ptau<E>) -> [u8; 64] {
    let mut hash = Blake2b512::new();
    hash.update(g1_bytes::<E>(&key.verifying.alpha));
    hash.update(g1_bytes::<E>(&key.beta1));
    hash.update(g2_bytes::<E>(&key.verifying.beta));
    hash.update(g2_bytes::<E>(&key.verifying.gamma));
    hash.update(g1_bytes::<E>(&key.delta1));
    hash.update(g2_bytes::<E>(&key.verifying.delta));
    let mut list = |count: usize, points: &[E::G1Affine]| {
        hash.update((count as u32).to_be_bytes());
        for point in points {
            hash.update(without_flag(g1_bytes::<E>(point)));
        }
    };
    list(key.verifying.ic.len(), &key.verifying.ic);
    let size = 1usize << key.domain_log;
    list(size - 1, &quotient_points(ptau, size));
    list(key.c.len(), &key.c);
    let wires = key.wires as usize;
    list(wires, &key.a.to_dense(wires));
    list(wires, &key.b1.to_dense(wires));
    hash.update(key.wires.to_be_bytes());
    for point in key.b2.to_dense(wires) {
        hash.update(without_flag(g2_bytes::<E>(&point)));
    }
    hash.finalize().into()
}

/// Returns τ^(i + size) − τⁱ for each i that snarkjs hashes.
fn quotient_points<E: PairingCurve>(ptau: &Ptau<E>, size: usize) -> Vec<E::G1Affine> {
    let count = if size > CHUNK { size } else { size - 1 };
    let known = count.min(ptau.tau1.len() - size);
    let differences: Vec<E::G1> = (0..known)
        .map(|index| ptau.tau1[index + size].into_group() - ptau.tau1[index])
        .collect();
    let mut points = E::G1::normalize_batch(&differences);
    if known < count {
        points.push(past_the_end(ptau, &ptau.tau1[known]));
    }
    points
}

/// Returns the difference of the bytes after the powers of τ in G1, read as a point, and a point. The
/// bytes are the header of section 3 and the beginning of its first point.
fn past_the_end<E: PairingCurve>(ptau: &Ptau<E>, minus: &E::G1Affine) -> E::G1Affine {
    let width = field::width::<E::BaseField>();
    let length = ptau.tau2.len() * 2 * E::g2_degree() * width;
    let mut bytes = Vec::from(3u32.to_le_bytes());
    bytes.extend((length as u64).to_le_bytes());
    write_g2::<E>(&mut bytes, &ptau.tau2[0]);
    let (x, y) = bytes[..2 * width].split_at(width);
    let (minus_x, minus_y) = minus.coordinates();
    let reduced = |number: &E::BaseField| words::<E::BaseField>(&field::to_montgomery(number));
    let arithmetic = Unreduced::<E::BaseField>::new();
    let [x, y, z] = arithmetic.sum(
        [words::<E::BaseField>(x), words::<E::BaseField>(y)],
        [reduced(minus_x), reduced(&-*minus_y)],
    );
    let radix_inverse = field::radix_inverse::<E::BaseField>();
    let number = |words: <E::BaseField as PrimeField>::BigInt| {
        E::BaseField::from_le_bytes_mod_order(&words.to_bytes_le()) * radix_inverse
    };
    // Zero has no inverse, and snarkjs writes zeros then.
    let inverse = number(z).inverse().unwrap_or_default();
    let square = inverse.square();
    E::G1Affine::from_coordinates(number(x) * square, number(y) * square * inverse)
}

/// Little-endian bytes as a number of the field's width, which can exceed the modulus.
fn words<F: PrimeField>(bytes: &[u8]) -> F::BigInt {
    let mut number = F::BigInt::from(0u64);
    for (limb, bytes) in number.as_mut().iter_mut().zip(bytes.chunks(8)) {
        *limb = bytes
            .iter()
            .rev()
            .fold(0, |sum, byte| sum << 8 | u64::from(*byte));
    }
    number
}

/// Arithmetic in Montgomery form that subtracts the modulus at most once, as snarkjs does. For
/// reduced numbers it is the field's.
struct Unreduced<F: PrimeField> {
    /// −1/p modulo the radix.
    factor: F::BigInt,
}

impl<F: PrimeField> Unreduced<F> {
    fn new() -> Self {
        // Newton's iteration doubles the number of right bits; x = 1 is right modulo 2.
        let mut inverse = F::BigInt::from(1u64);
        for _ in 0..10 {
            let mut rest = F::BigInt::from(2u64);
            rest.sub_with_borrow(&F::MODULUS.mul_low(&inverse));
            inverse = inverse.mul_low(&rest);
        }
        let mut factor = F::BigInt::from(0u64);
        factor.sub_with_borrow(&inverse);
        Unreduced { factor }
    }

    fn reduce_once(mut number: F::BigInt, carry: bool) -> F::BigInt {
        if carry || number >= F::MODULUS {
            number.sub_with_borrow(&F::MODULUS);
        }
        number
    }

    fn add(mut left: F::BigInt, right: &F::BigInt) -> F::BigInt {
        let carry = left.add_with_carry(right);
        Self::reduce_once(left, carry)
    }

    fn sub(mut left: F::BigInt, right: &F::BigInt) -> F::BigInt {
        if left.sub_with_borrow(right) {
            left.add_with_carry(&F::MODULUS);
        }
        left
    }

    fn mul(&self, left: &F::BigInt, right: &F::BigInt) -> F::BigInt {
        let (low, mut high) = left.mul(right);
        let multiple = low.mul_low(&self.factor);
        let mut carry = high.add_with_carry(&multiple.mul_high(&F::MODULUS));
        // The low halves add up to zero or to the radix.
        if !low.is_zero() {
            carry |= high.add_with_carry(&F::BigInt::from(1u64));
        }
        Self::reduce_once(high, carry)
    }

    /// The sum of two affine points in Jacobian coordinates ("mmadd-2007-bl").
    fn sum(&self, [x1, y1]: [F::BigInt; 2], [x2, y2]: [F::BigInt; 2]) -> [F::BigInt; 3] {
        let twice = |number: F::BigInt| Self::add(number, &number);
        let h = Self::sub(x2, &x1);
        let i = twice(twice(self.mul(&h, &h)));
        let j = self.mul(&h, &i);
        let r = twice(Self::sub(y2, &y1));
        let v = self.mul(&x1, &i);
        let x = Self::sub(Self::sub(self.mul(&r, &r), &j), &twice(v));
        let y = self.mul(&Self::sub(v, &x), &r);
        [x, Self::sub(y, &twice(self.mul(&y1, &j))), twice(h)]
    }
}

/// Clears the flag of infinity. In these lists snarkjs writes infinity as zeros.
fn without_flag(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes[0] == 0x40 && bytes[1..].iter().all(|byte| *byte == 0) {
        bytes[0] = 0;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use ark_bls12_381::Bls12_381;
    use ark_bn254::{Bn254, Fr, G1Affine, G1Projective, G2Affine};
    use ark_ff::AdditiveGroup;

    use super::*;
    use crate::formats::json::hex;
    use crate::groth16::{SparsePoints, VerifyingKey};

    /// The results of ffjavascript 0.3.1 for a file of 2^15 powers and the generator: `g1m_subAffine`,
    /// `g1m_batchToAffine` and `g1m_batchLEMtoU` on those bytes.
    #[test]
    fn bytes_past_the_powers_are_read_as_snarkjs_reads_them() {
        fn check<E: PairingCurve>(expected: &str) {
            let generator = E::G1Affine::generator();
            let ptau = Ptau::<E> {
                power: 15,
                ceremony_power: 15,
                tau1: Vec::new(),
                tau2: vec![E::G2Affine::generator(); 1 << 15],
                alpha1: Vec::new(),
                beta1: Vec::new(),
                beta2: E::G2Affine::generator(),
                contributions: Vec::new(),
                lagrange: None,
            };
            let point = past_the_end(&ptau, &generator);
            assert_eq!(hex(&g1_bytes::<E>(&point)), expected);
        }
        check::<Bn254>(
            "11dcf4801718d74daf30fcb9521127687377e54ffba1ac3041bcd65ebbdc1a44\
             2e7e19cc5951ef3f1c3c048a6a80aa9c3788dc0951b14362ca007d13e658c9e8",
        );
        check::<Bls12_381>(
            "078c45b954450b00a9bd22bfde42cff1beea5af8b36734a36299704a86b32c2e\
             d657b77a6b70906f39d1d4bf4a5e67000f51204183ad2694d8db149f44be7005\
             5e5c9e8cefe56a47ab55e2aa6f7f4ec805a87357f5cd5cdb7d58507674994f1c",
        );
    }

    /// The bytes of a point as snarkjs hashes them: big-endian numbers, and zeros for infinity.
    fn bytes_of(point: &G1Affine) -> Vec<u8> {
        point.xy().map_or_else(
            || vec![0; 64],
            |(x, y)| {
                [x, y]
                    .map(|number| number.into_bigint().to_bytes_be())
                    .concat()
            },
        )
    }

    fn times(factor: u64) -> G1Affine {
        (G1Affine::generator() * Fr::from(factor)).into_affine()
    }

    /// i² times the generator, for each i below the count.
    fn squares(count: u64) -> Vec<G1Affine> {
        let two = times(2).into_group();
        let mut odd = times(1).into_group() - two;
        let mut square = G1Projective::ZERO;
        let mut points = Vec::new();
        for _ in 0..count {
            points.push(square);
            odd += two;
            square += odd;
        }
        G1Projective::normalize_batch(&points)
    }

    /// first + i·step times the generator, for each i below the count.
    fn progression(first: u64, step: u64, count: u64) -> Vec<G1Affine> {
        let step = times(step).into_group();
        let mut sum = times(first).into_group();
        let mut points = Vec::new();
        for _ in 0..count {
            points.push(sum);
            sum += step;
        }
        G1Projective::normalize_batch(&points)
    }

    /// The lists of quotient points come from i² in place of τⁱ: then point i is i·2n + n² times the generator, and is
    /// computed without the powers.
    #[test]
    fn the_hash_covers_one_quotient_point_more_above_two_to_the_14() {
        let g2 = G2Affine::generator();
        let (x, y) = g2.xy().unwrap();
        let g2_bytes = [x.c1, x.c0, y.c1, y.c0].map(|number| number.into_bigint().to_bytes_be());
        let g2_bytes = g2_bytes.concat();
        let none = || SparsePoints::from_dense(&[]);
        for (domain_log, hashed) in [(14, (1 << 14) - 1), (15, 1 << 15)] {
            let size = 1u64 << domain_log;
            let mut key = ProvingKey::<Bn254> {
                wires: 3,
                domain_log,
                verifying: VerifyingKey {
                    alpha: times(1),
                    beta: g2,
                    gamma: g2,
                    delta: g2,
                    ic: vec![times(4), times(5)],
                },
                beta1: times(2),
                delta1: times(3),
                coefficients: Vec::new(),
                a: none(),
                b1: none(),
                b2: SparsePoints {
                    wires: vec![2],
                    points: vec![g2],
                },
                c: vec![times(6)],
                h: Vec::new(),
                circuit_hash: [0; 64],
                contributions: Vec::new(),
            };
            key.a.wires.push(1);
            key.a.points.push(times(7));
            let ptau = Ptau::<Bn254> {
                power: domain_log + 1,
                ceremony_power: domain_log + 1,
                tau1: squares(2 * size),
                tau2: vec![g2],
                alpha1: Vec::new(),
                beta1: Vec::new(),
                beta2: g2,
                contributions: Vec::new(),
                lagrange: None,
            };
            let quotient = progression(size * size, 2 * size, hashed);

            let mut expected = Blake2b512::new();
            for point in [times(1), times(2)] {
                expected.update(bytes_of(&point));
            }
            expected.update([&g2_bytes[..], &g2_bytes].concat());
            expected.update(bytes_of(&times(3)));
            expected.update(&g2_bytes);
            let zero = G1Affine::zero();
            let lists = [
                (2, vec![times(4), times(5)]),
                (size - 1, quotient),
                (1, vec![times(6)]),
                (3, vec![zero, times(7), zero]),
                (3, vec![zero; 3]),
            ];
            for (count, points) in lists {
                expected.update(u32::try_from(count).unwrap().to_be_bytes());
                for point in &points {
                    expected.update(bytes_of(point));
                }
            }
            expected.update(3u32.to_be_bytes());
            expected.update([0u8; 2 * 128]);
            expected.update(&g2_bytes);
            let expected: [u8; 64] = expected.finalize().into();
            let found = circuit_hash(&key, &ptau);
            assert_ne!(found, [0; 64]);
            assert_eq!(hex(&found), hex(&expected), "2^{domain_log} rows");
        }
    }

    #[test]
    fn arithmetic_on_reduced_numbers_is_that_of_the_field() {
        fn check<F: PrimeField>() {
            let [a, b] = [7u64, 11].map(|number| F::from(number).inverse().unwrap());
            let word = |number: &F| words::<F>(&field::to_montgomery(number));
            let product = Unreduced::<F>::new().mul(&word(&a), &word(&b));
            assert_eq!(product, word(&(a * b)));
            assert_eq!(Unreduced::<F>::sub(word(&a), &word(&b)), word(&(a - b)));
            assert_eq!(Unreduced::<F>::add(word(&a), &word(&b)), word(&(a + b)));
        }
        check::<ark_bn254::Fq>();
        check::<ark_bls12_381::Fq>();
    }
}
