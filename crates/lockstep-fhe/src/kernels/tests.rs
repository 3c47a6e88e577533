//! Tests of the back ends against naive arithmetic and against each other.

use proptest::prelude::*;

use super::*;
use crate::convert::Conversion;
use crate::modulus::primes;

/// Returns `n` residues, including 0 and q − 1.
fn residues(n: usize, q: u64, seed: u64) -> Vec<u64> {
    let mut state = seed;
    (0..n as u64)
        .map(|i| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(i | 1);
            match state >> 61 {
                0 => q - 1,
                1 => 0,
                _ => (state ^ (state >> 29)) % q,
            }
        })
        .collect()
}

fn prime(bits: u32, n: usize) -> Modulus {
    Modulus::new(primes(bits, 2 * n as u64, 1, &[])[0])
}

/// Packs into bytes that all differ from zero before.
fn packed(backend: Backend, m: &Modulus, limb: &[u64]) -> Vec<u8> {
    let mut out = vec![MaybeUninit::new(0xff); limb.len() / 8 * m.bits as usize];
    backend.pack(m, limb, &mut out);
    // SAFETY: every byte was initialised above.
    #[expect(unsafe_code, reason = "bytes that are initialised")]
    out.into_iter()
        .map(|byte| unsafe { byte.assume_init() })
        .collect()
}

/// Computes the naive product modulo X^n + 1.
fn negacyclic(m: &Modulus, a: &[u64], b: &[u64]) -> Vec<u64> {
    let n = a.len();
    let mut out = vec![0; n];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            let product = m.mul(*x, *y);
            let k = (i + j) % n;
            out[k] = if i + j < n {
                m.add(out[k], product)
            } else {
                m.sub(out[k], product)
            };
        }
    }
    out
}

#[test]
fn the_portable_back_end_is_available() {
    let names: Vec<_> = Backend::available().iter().map(|b| b.name()).collect();
    println!("available back ends: {names:?}");
    assert_eq!(names[0], "portable");
}

#[test]
fn the_transform_evaluates_at_the_documented_powers() {
    for backend in Backend::available() {
        for (n, bits) in [(16, 31), (32, 50), (64, 36), (256, 50), (512, 20)] {
            let m = prime(bits, n);
            let ntt = Ntt::new(n, m, backend);
            let a = residues(n, m.q, 7);
            let mut values = a.clone();
            ntt.forward(&mut values);
            let psi = m.root(2 * n as u64);
            for (i, value) in values.iter().enumerate() {
                let exponent = Ntt::exponent(n, i);
                assert_eq!(Ntt::index(n, exponent), i);
                let x = m.pow(psi, exponent as u64);
                let expected = a.iter().rev().fold(0, |sum, c| m.add(m.mul(sum, x), *c));
                assert_eq!(*value, expected, "{} n={n} i={i}", backend.name());
            }
            ntt.inverse(&mut values);
            assert_eq!(values, a);
        }
    }
}

#[test]
fn large_transforms_agree_and_accept_lazy_input() {
    for (n, bits) in [(1024, 33), (2048, 47), (4096, 34), (8192, 50), (16384, 50)] {
        let m = prime(bits, n);
        let reduced = residues(n, m.q, n as u64);
        let lazy: Vec<u64> = reduced
            .iter()
            .enumerate()
            .map(|(i, x)| x + (i as u64 % 4) * m.q)
            .collect();
        let mut expected = None;
        for backend in Backend::available() {
            let ntt = Ntt::new(n, m, backend);
            let mut values = lazy.clone();
            ntt.forward(&mut values);
            let expected = expected.get_or_insert_with(|| values.clone());
            assert!(*expected == values, "{} n={n}", backend.name());
            ntt.inverse(&mut values);
            assert!(values == reduced, "{} n={n} back", backend.name());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn transforms_convert_convolutions_to_products(
        log_n in 4u32..8, bits in 20u32..=50, seed in any::<u64>(),
    ) {
        let n = 1 << log_n;
        let m = prime(bits, n);
        let (a, b) = (residues(n, m.q, seed), residues(n, m.q, !seed));
        let expected = negacyclic(&m, &a, &b);
        for backend in Backend::available() {
            let ntt = Ntt::new(n, m, backend);
            let (mut x, mut y) = (a.clone(), b.clone());
            ntt.forward(&mut x);
            ntt.forward(&mut y);
            let mut product = vec![0; n];
            backend.dot(&m, &mut product, &[&x], &[&y]);
            ntt.inverse(&mut product);
            prop_assert_eq!(&product, &expected, "{}", backend.name());
        }
    }

    #[test]
    fn pointwise_routines_match_plain_arithmetic(bits in 20u32..=50, terms in 0usize..=16, seed in any::<u64>()) {
        let n = 64;
        let m = prime(bits, n);
        let columns: Vec<Vec<u64>> =
            (0..2 * terms as u64).map(|i| residues(n, m.q, seed ^ (i << 40))).collect();
        let (xs, ys) = columns.split_at(terms);
        let views = |side: &[Vec<u64>]| -> Vec<Vec<u64>> { side.to_vec() };
        let (xs, ys) = (views(xs), views(ys));
        let (a, b) = (residues(n, m.q, seed), residues(n, m.q, seed.rotate_left(9)));
        let w = m.shoup(residues(1, m.q, seed.rotate_left(31))[0]);
        for backend in Backend::available() {
            let name = backend.name();
            let (x, y): (Vec<&[u64]>, Vec<&[u64]>) =
                (xs.iter().map(|x| &x[..]).collect(), ys.iter().map(|y| &y[..]).collect());
            let mut out = vec![1; n];
            backend.dot(&m, &mut out, &x, &y);
            for i in 0..n {
                let sum: u128 = x.iter().zip(&y).map(|(x, y)| u128::from(x[i]) * u128::from(y[i])).sum();
                prop_assert_eq!(u128::from(out[i]), sum % u128::from(m.q), "{} dot", name);
            }
            let check = |routine: &str, actual: &[u64], expected: &dyn Fn(usize) -> u64| {
                for (i, actual) in actual.iter().enumerate() {
                    assert_eq!(*actual, expected(i), "{name} {routine} {i}");
                }
            };
            let mut out = a.clone();
            backend.add(&m, &mut out, &b);
            check("add", &out, &|i| (a[i] + b[i]) % m.q);
            let mut out = a.clone();
            backend.sub(&m, &mut out, &b);
            check("sub", &out, &|i| (a[i] + m.q - b[i]) % m.q);
            let mut out = a.clone();
            backend.scale(&m, &mut out, w);
            check("scale", &out, &|i| m.mul(a[i], w.w));
            let mut out = a.clone();
            backend.rescale(&m, &mut out, &b, w);
            check("rescale", &out, &|i| m.mul(m.sub(b[i], a[i]), w.w));
        }
    }

    #[test]
    fn packed_limbs_are_the_bits_of_the_residues(
        bits in 20u32..=50, rows in 1usize..40, seed in any::<u64>(),
    ) {
        let m = Modulus::new(primes(bits, 2, 1, &[])[0]);
        let limb = residues(8 * rows, m.q, seed);
        let mut expected = vec![0; rows * bits as usize];
        for (i, residue) in limb.iter().enumerate() {
            for bit in 0..bits as usize {
                let at = i * bits as usize + bit;
                expected[at / 8] |= (((residue >> bit) & 1) as u8) << (at % 8);
            }
        }
        for backend in Backend::available() {
            let packed = packed(backend, &m, &limb);
            prop_assert_eq!(&packed, &expected, "{}", backend.name());
            let mut read = vec![u64::MAX; limb.len()];
            prop_assert!(backend.unpack(&m, &packed, &mut read));
            prop_assert_eq!(&read, &limb, "{}", backend.name());
        }
    }

    /// Only one of all residues is too large.
    #[test]
    fn unpacking_refuses_a_residue_that_is_not_reduced(
        bits in 20u32..=50, at in 0usize..64, above in any::<u64>(),
    ) {
        let m = Modulus::new(primes(bits, 2, 1, &[])[0]);
        let mut limb = vec![m.q - 1; 64];
        limb[at] = m.q + above % ((1 << bits) - m.q);
        for backend in Backend::available() {
            let packed = packed(backend, &m, &limb);
            prop_assert!(!backend.unpack(&m, &packed, &mut [0; 64]), "{}", backend.name());
        }
    }

    #[test]
    fn weighted_sums_agree_modulo_their_prime(lines in 0usize..=32, seed in any::<u64>()) {
        const PRIME: u128 = (1 << 61) - 1;
        let words = residues(8 * lines, u64::MAX, seed);
        let weights = residues(8 * lines, 1 << 62, !seed);
        let expected = words.iter().zip(&weights).fold(0, |sum, (x, y)| {
            (sum + u128::from(*x) * u128::from(*y)) % PRIME
        });
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        for backend in Backend::available() {
            let sum = backend.weighted_sum(&bytes, &weights);
            prop_assert!(sum < 1 << 124);
            prop_assert_eq!(sum % PRIME, expected, "{}", backend.name());
        }
    }

    #[test]
    fn conversions_use_the_integer_of_smallest_size(
        bits in 31u32..=50, count in 1usize..=4, seed in any::<u64>(),
        before in 1u64..1000, after in 1u64..1000,
    ) {
        let n = 16;
        let all = primes(bits, 2 * n as u64, count, &[]);
        prop_assume!(all.len() == count);
        let from: Vec<Modulus> = all.iter().map(|q| Modulus::new(*q)).collect();
        let to: Vec<Modulus> =
            primes(49, 2, 2, &all).into_iter().chain(primes(20, 2, 1, &[])).map(Modulus::new).collect();
        let plan = Conversion::new(&from, &to, |m| before % m.q, |m| after % m.q);
        // Integers of at most 120 bits, and at most a quarter of the product of the primes.
        let limit = if count as u32 * bits > 124 { 1i128 << 120 } else {
            all.iter().map(|q| i128::from(*q)).product::<i128>() / 4
        } / 1000;
        let values: Vec<i128> = residues(n, u64::MAX >> 1, seed).iter().enumerate()
            .map(|(i, x)| {
                let wide = i128::from(*x) * i128::from(u32::MAX) * if i % 2 == 0 { 1 } else { -1 };
                (wide << 25) % limit
            }).collect();
        let inputs: Vec<Vec<u64>> =
            from.iter().map(|m| values.iter().map(|x| m.residue(*x)).collect()).collect();
        let inputs: Vec<&[u64]> = inputs.iter().map(|x| &x[..]).collect();
        for backend in Backend::available() {
            let mut outputs = vec![vec![0; n]; to.len()];
            let mut views: Vec<&mut [u64]> = outputs.iter_mut().map(|x| &mut x[..]).collect();
            backend.convert(&plan, &inputs, &mut views);
            for (m, output) in to.iter().zip(&outputs) {
                for (x, actual) in values.iter().zip(output) {
                    let expected = m.mul(m.residue(x * i128::from(before)), after % m.q);
                    prop_assert_eq!(*actual, expected, "{}", backend.name());
                }
            }
        }
    }
}
