//! Randomness: 32-byte seeds, expanded with ChaCha20 (RFC 8439), and the three distributions of the
//! scheme.
//!
//! Secret samples are drawn without secret-dependent branches or indices. Uniform residues are
//! drawn by rejection, because they are always public.

use chacha20::ChaCha20Rng;
use rand_core::{CryptoRng, Rng, SeedableRng};
use zeroize::{Zeroize, Zeroizing};

use crate::modulus::Modulus;

/// Maximum size of an error coefficient. The centred binomial distribution of 2·21 coins has σ =
/// √10.5 = 3.24, at least the 3.2 of the 2018 standard, and has no tail.
pub(crate) const ERROR_BOUND: i64 = 21;

/// A seed of public residues. It is part of a ciphertext or key.
pub(crate) type Seed = [u8; 32];

/// The number of words drawn at a time.
const CHUNK: usize = 512;

/// Returns a seed of 32 bytes from entropy.
pub(crate) fn seed(entropy: &mut impl CryptoRng) -> Seed {
    let mut seed = [0; 32];
    entropy.fill_bytes(&mut seed);
    seed
}

/// Expands a seed and a stream number to uniform residues. Each candidate is the lowest bits of the
/// next seven bytes. Candidates not below the prime are skipped.
pub(crate) fn uniform(seed: &Seed, stream: u64, m: &Modulus, out: &mut [u64]) {
    let mut rng = ChaCha20Rng::from_seed(*seed);
    rng.set_stream(stream);
    let mask = (1 << m.bits) - 1;
    let mut bytes = [0; 7 * CHUNK];
    let mut filled = 0;
    while filled < out.len() {
        let wanted = (out.len() - filled).min(CHUNK);
        rng.fill_bytes(&mut bytes[..7 * wanted]);
        for word in words::<7>(&bytes[..7 * wanted]) {
            let candidate = word & mask;
            out[filled] = candidate;
            filled += usize::from(candidate < m.q);
        }
    }
}

/// A private generator for secret samples. The caller's entropy seeds it.
pub(crate) struct Sampler(ChaCha20Rng);

impl Sampler {
    pub(crate) fn new(entropy: &mut impl CryptoRng) -> Self {
        let mut seed = seed(entropy);
        let rng = ChaCha20Rng::from_seed(seed);
        seed.zeroize();
        Self(rng)
    }

    /// Returns a fresh public seed.
    pub(crate) fn seed(&mut self) -> Seed {
        let mut seed = [0; 32];
        self.0.fill_bytes(&mut seed);
        seed
    }

    /// Draws `n` coefficients, each −1, 0 or 1 with probability 1/3 (with an error below 2^−62).
    pub(crate) fn ternary(&mut self, n: usize) -> Zeroizing<Vec<i8>> {
        self.draw::<8>(n, |word| ((u128::from(word) * 3) >> 64) as i8 - 1)
    }

    /// Draws `n` coefficients of the centred binomial distribution with variance 10.5.
    pub(crate) fn error(&mut self, n: usize) -> Zeroizing<Vec<i8>> {
        const COINS: u64 = (1 << ERROR_BOUND) - 1;
        self.draw::<6>(n, |word| {
            (word & COINS).count_ones() as i8 - ((word >> ERROR_BOUND) & COINS).count_ones() as i8
        })
    }

    /// Draws `n` samples from `BYTES` bytes each.
    fn draw<const BYTES: usize>(
        &mut self,
        n: usize,
        sample: impl Fn(u64) -> i8,
    ) -> Zeroizing<Vec<i8>> {
        let mut out = Zeroizing::new(Vec::with_capacity(n));
        let mut bytes = Zeroizing::new([0; 8 * CHUNK]);
        while out.len() < n {
            let wanted = (n - out.len()).min(CHUNK);
            self.0.fill_bytes(&mut bytes[..BYTES * wanted]);
            out.extend(words::<BYTES>(&bytes[..BYTES * wanted]).map(&sample));
        }
        out
    }
}

fn words<const BYTES: usize>(bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.chunks_exact(BYTES).map(|chunk| {
        let mut word = [0; 8];
        word[..BYTES].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modulus::primes;

    fn sampler() -> Sampler {
        Sampler::new(&mut ChaCha20Rng::from_seed([7; 32]))
    }

    #[test]
    fn uniform_residues_are_below_the_prime_and_fill_its_range() {
        let m = Modulus::new(primes(33, 8192, 1, &[])[0]);
        let mut out = vec![u64::MAX; 5000];
        uniform(&[1; 32], 9, &m, &mut out);
        assert!(out.iter().all(|x| *x < m.q));
        let mean = out.iter().map(|x| *x as f64 / m.q as f64).sum::<f64>() / 5000.0;
        assert!((mean - 0.5).abs() < 0.02, "{mean}");
        let mut repeated = vec![0; 5000];
        uniform(&[1; 32], 9, &m, &mut repeated);
        assert_eq!(out, repeated);
        uniform(&[1; 32], 10, &m, &mut repeated);
        assert_ne!(out, repeated);
    }

    #[test]
    fn the_distributions_match_the_standard() {
        let n = 1 << 16;
        let ternary = sampler().ternary(n);
        for value in [-1, 0, 1] {
            let share = ternary.iter().filter(|x| **x == value).count() as f64 / n as f64;
            assert!((share - 1.0 / 3.0).abs() < 0.01, "{value}: {share}");
        }
        let error = sampler().error(n);
        let moment = |k: i32| error.iter().map(|x| f64::from(*x).powi(k)).sum::<f64>() / n as f64;
        assert!(moment(1).abs() < 0.06, "mean {}", moment(1));
        assert!((moment(2) - 10.5).abs() < 0.25, "variance {}", moment(2));
        assert!(error.iter().all(|x| i64::from(x.abs()) <= ERROR_BOUND));
    }
}
