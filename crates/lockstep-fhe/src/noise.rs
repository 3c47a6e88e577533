//! Upper bounds on the noise, computed from public data only.
//!
//! Let (c0, c1) be a ciphertext of a plaintext m, a polynomial with coefficients modulo t. Its
//! noise is e = c0 + c1·s − (Q/t)·m mod Q, and the size of e is its largest coefficient. Decryption
//! is correct for |e| < Q/(2t).
//!
//! Every bound covers the worst case over all secrets, errors and plaintexts, so it cannot be
//! exceeded. It uses the triangle inequality, and a factor n for products of polynomials. The
//! exception is public-key encryption: its bound is exceeded with probability below 2^−160
//! ([`PUBLIC_KEY_TAIL`]).
//!
//! Bounds are `f64` numbers, computed only with basic arithmetic and square roots, which every machine
//! rounds equally. Each bound is rounded up by more than the rounding error.

use crate::sampling::ERROR_BOUND;

/// log2 of the probability that a fresh public-key ciphertext exceeds its noise bound.
pub(crate) const PUBLIC_KEY_TAIL: f64 = -160.0;

/// One half plus the slack of the fixed-point rounding in `convert.rs`.
const HALF: f64 = 0.5 + 1.0 / 1_048_576.0;
/// A factor above the rounding error of every formula in this file.
const UP: f64 = 1.0 + 1.0 / 1_099_511_627_776.0;
/// The usable share of a capacity. The rest is reserved for the fixed-point rounding.
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
    /// Q divided by the product of the auxiliary primes of a multiplication.
    pub(crate) q_over_aux: f64,
}

impl NoiseModel {
    /// Returns the largest noise that decrypts correctly with this many primes.
    pub(crate) fn capacity(&self, level: usize) -> f64 {
        self.q[..level].iter().product::<f64>() / (2.0 * self.t) * SLACK
    }

    /// Noise of a secret-key encryption: one error and one rounding.
    pub(crate) fn fresh_secret(&self) -> f64 {
        (ERROR_BOUND as f64 + HALF) * UP
    }

    /// Noise of a public-key encryption: e·u + e0 + e1·s and one rounding. For fixed ternary u and
    /// s this is a sum of 2n + 1 independent terms. Each term is sub-Gaussian with proxy 10.5 (42
    /// coins of ±1/2). A coefficient exceeds x with probability less than 2·exp(−x²/(2·10.5·(2n +
    /// 1))) (Hoeffding), and there are n coefficients.
    pub(crate) fn fresh_public(&self) -> f64 {
        const LN_2: f64 = std::f64::consts::LN_2;
        let log_n = f64::from((self.n as u64).ilog2());
        let proxy = ERROR_BOUND as f64 / 2.0 * (2.0 * self.n + 1.0);
        ((2.0 * LN_2 * (1.0 + log_n - PUBLIC_KEY_TAIL) * proxy).sqrt() + HALF) * UP
    }

    pub(crate) fn add(&self, a: f64, b: f64) -> f64 {
        (a + b) * UP
    }

    /// Returns the noise after addition of a plaintext, whose scaling is rounded.
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

    /// Noise of `count` key switches whose sum is divided once by the special prime. It is Σ
    /// d_i·e_i with digits d_i below q_i, and the rounding of the division in both polynomials.
    pub(crate) fn key_switches(&self, count: f64) -> f64 {
        let digits: f64 = self.q.iter().sum();
        (count * ERROR_BOUND as f64 * self.n * digits / self.special + HALF * (1.0 + self.n)) * UP
    }

    /// Returns the noise of a product before relinearization. Operand `b` is converted to the
    /// auxiliary modulus P (Kim, Polyakov, Zucca 2021, section 4.2, in worst-case form).
    ///
    /// Let a(s) = (Q/t)·m_a + e_a + k_a·Q with |k_a| ≤ (n + 3)/2. Let b'(s) = (P/t)·m_b + e_b' +
    /// k_b·P with |e_b'| ≤ (P/Q)·|e_b| + (n + 1)/2. Modulo Q, the product (t/P)·a(s)·b'(s) is
    /// (Q/t)·m_a·m_b plus noise of at most
    ///
    /// n·(t/2 + t·(n + 3)/2)·(|e_a| + (Q/P)·|e_b'|) + n·(t/P)·|e_a|·|e_b'|,
    ///
    /// plus the rounding of three polynomials that are multiplied by 1, s and s².
    pub(crate) fn multiply(&self, a: f64, b: f64) -> f64 {
        let full: f64 = self.q.iter().product();
        let b = b + self.q_over_aux * HALF * (1.0 + self.n);
        let growth = self.n * self.t * (self.n + 4.0) / 2.0 * SLACK.recip();
        let rounding = HALF * (1.0 + self.n + self.n * self.n);
        (growth * (a + b) + self.n * self.t / full * a * b + rounding) * UP * UP
    }

    /// Returns the noise after dropping the last of `level` primes so that `kept` remain. The noise
    /// is divided by their product, and both polynomials are rounded once.
    pub(crate) fn drop_primes(&self, a: f64, level: usize, kept: usize) -> f64 {
        let dropped: f64 = self.q[kept..level].iter().product();
        (a / dropped + HALF * (1.0 + self.n)) * UP
    }

    /// Returns the noise of a sum over windows of `2^levels` slots. Each level adds the noise to
    /// itself and adds the noise of one key switch.
    pub(crate) fn sum_window(&self, a: f64, levels: u32) -> f64 {
        (0..levels).fold(a, |noise, _| {
            self.add(self.add(noise, noise), self.key_switches(1.0))
        })
    }
}

/// Returns log2 of a bound, rounded up.
pub(crate) fn bits_up(x: f64) -> u32 {
    x.max(1.0).log2().ceil() as u32
}
