//! Upper bounds of the noise, from public data only.
//!
//! The noise of a ciphertext (c0, c1) of a plaintext m, a polynomial with coefficients modulo t, is
//! e = c0 + c1·s − (Q/t)·m mod Q; its size is that of its largest coefficient. Decryption is right
//! while |e| < Q/(2t). Every bound here is for the worst case over all secrets, errors and plaintexts
//! (triangle inequality; a product of polynomials grows by n), so it cannot be passed, except that of
//! public-key encryption, which is passed with less than 2^−160 ([`PUBLIC_KEY_TAIL`]).
//!
//! Bounds are numbers of the type `f64`, computed with additions, products and square roots only,
//! which every machine rounds alike, and each rounded up by more than that rounding.

use crate::sampling::ERROR_BOUND;

/// log2 of the probability that a fresh public-key ciphertext exceeds its noise bound.
pub(crate) const PUBLIC_KEY_TAIL: f64 = -160.0;

/// Half, and the slack of the fixed-point rounding in `convert.rs`.
const HALF: f64 = 0.5 + 1.0 / 1_048_576.0;
/// A factor above the rounding error of any formula in this file.
const UP: f64 = 1.0 + 1.0 / 1_099_511_627_776.0;
/// The reserved share of a capacity, for the same fixed-point rounding.
const SLACK: f64 = 1.0 - 1.0 / 65_536.0;

/// The public numbers that determine noise.
#[derive(Clone, Debug)]
pub(crate) struct NoiseModel {
    pub(crate) n: f64,
    /// The larger plaintext modulus.
    pub(crate) t: f64,
    /// The ciphertext primes.
    pub(crate) q: Vec<f64>,
    pub(crate) special: f64,
    /// Q over the product of the auxiliary primes of a multiplication.
    pub(crate) q_over_aux: f64,
}

impl NoiseModel {
    /// Returns the largest noise that decrypts correctly with this many primes.
    pub(crate) fn capacity(&self, level: usize) -> f64 {
        self.q[..level].iter().product::<f64>() / (2.0 * self.t) * SLACK
    }

    /// Secret-key encryption: one error, one rounding.
    pub(crate) fn fresh_secret(&self) -> f64 {
        (ERROR_BOUND as f64 + HALF) * UP
    }

    /// Public-key encryption: e·u + e0 + e1·s and one rounding. For fixed ternary u and s that is a
    /// sum of 2n + 1 independent terms, each sub-Gaussian with proxy 10.5 (42 coins of ±1/2), so a
    /// coefficient passes x with less than 2·exp(−x²/(2·10.5·(2n + 1))) (Hoeffding), for n of them.
    pub(crate) fn fresh_public(&self) -> f64 {
        const LN_2: f64 = std::f64::consts::LN_2;
        let log_n = f64::from((self.n as u64).ilog2());
        let proxy = ERROR_BOUND as f64 / 2.0 * (2.0 * self.n + 1.0);
        ((2.0 * LN_2 * (1.0 + log_n - PUBLIC_KEY_TAIL) * proxy).sqrt() + HALF) * UP
    }

    pub(crate) fn add(&self, a: f64, b: f64) -> f64 {
        (a + b) * UP
    }

    /// A plaintext added: its scaling is rounded.
    pub(crate) fn add_plain(&self, a: f64) -> f64 {
        (a + HALF) * UP
    }

    /// Returns the noise after multiplication with a plaintext of arbitrary coefficients.
    pub(crate) fn multiply_plain(&self, a: f64) -> f64 {
        a * self.n * (self.t / 2.0) * UP
    }

    /// Returns the noise after multiplication with a constant.
    pub(crate) fn multiply_constant(&self, a: f64, constant: f64) -> f64 {
        a * constant * UP
    }

    /// `count` key switches whose sum is divided by the special prime at once: Σ d_i·e_i with digits
    /// d_i below q_i, and the rounding of the division in both polynomials.
    pub(crate) fn key_switches(&self, count: f64) -> f64 {
        let digits: f64 = self.q.iter().sum();
        (count * ERROR_BOUND as f64 * self.n * digits / self.special + HALF * (1.0 + self.n)) * UP
    }

    /// The product before relinearization, `b` being the operand brought to the auxiliary modulus P
    /// (Kim, Polyakov, Zucca 2021, section 4.2, in worst-case form):
    ///
    /// with a(s) = (Q/t)·m_a + e_a + k_a·Q, |k_a| ≤ (n + 3)/2, and b'(s) = (P/t)·m_b + e_b' + k_b·P,
    /// |e_b'| ≤ (P/Q)·|e_b| + (n + 1)/2, the product (t/P)·a(s)·b'(s) is (Q/t)·m_a·m_b modulo Q and
    ///
    /// n·(t/2 + t·(n + 3)/2)·(|e_a| + (Q/P)·|e_b'|) + n·(t/P)·|e_a|·|e_b'|,
    ///
    /// besides the rounding of three polynomials, taken with 1, s and s².
    pub(crate) fn multiply(&self, a: f64, b: f64) -> f64 {
        let full: f64 = self.q.iter().product();
        let b = b + self.q_over_aux * HALF * (1.0 + self.n);
        let growth = self.n * self.t * (self.n + 4.0) / 2.0 * SLACK.recip();
        let rounding = HALF * (1.0 + self.n + self.n * self.n);
        (growth * (a + b) + self.n * self.t / full * a * b + rounding) * UP * UP
    }

    /// The last of `level` primes dropped: the noise divided by it, and a rounding in both
    /// polynomials.
    pub(crate) fn drop_prime(&self, a: f64, level: usize) -> f64 {
        (a / self.q[level - 1] + HALF * (1.0 + self.n)) * UP
    }

    /// Windows of `2^levels` slots summed, two slots doubled at a time: each level adds the noise to
    /// itself and one key switch.
    pub(crate) fn sum_window(&self, a: f64, levels: u32) -> f64 {
        (0..levels).fold(a, |noise, _| {
            self.add(self.add(noise, noise), self.key_switches(1.0))
        })
    }
}

/// log2, rounded up, of a bound.
pub(crate) fn bits_up(x: f64) -> u32 {
    x.max(1.0).log2().ceil() as u32
}
