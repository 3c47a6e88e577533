//! Base conversion: from the residues of an integer modulo q_1 … q_k to its residues modulo other
//! primes.
//!
//! With Q = Π q_i, the integer of smallest size is x = Σ y_i·Q/q_i − v·Q. Here y_i = x·(Q/q_i)^−1
//! mod q_i and v = round(Σ y_i/q_i) (Halevi, Polyakov, Shoup 2018, section 2.2). The paper computes
//! v in floating point. This module uses fixed point with 30 bits, so that results are identical on
//! all machines. A wrong v is possible only for |x| > Q/2·(1 − 2^−24). It gives x ∓ Q, still below
//! Q/2·(1 + 2^−24). The noise bounds of `noise.rs` include that slack.
//!
//! A conversion can multiply its input and output by constants at no cost. All constant factors of
//! the scheme's scalings are included in this way.

use crate::modulus::{Modulus, Shoup};

/// The constants of a conversion from one basis of primes to another.
pub(crate) struct Conversion {
    pub(crate) inputs: Vec<Input>,
    pub(crate) outputs: Vec<Output>,
}

pub(crate) struct Input {
    pub(crate) modulus: Modulus,
    /// (Q/q_i)^−1 times the input factor.
    pub(crate) factor: Shoup,
    /// ⌊2^(52 + FRACTION_BITS) / q_i⌋.
    pub(crate) fraction: u64,
}

pub(crate) struct Output {
    pub(crate) modulus: Modulus,
    /// Q/q_i for each input prime, times the output factor.
    pub(crate) weights: Vec<u64>,
    /// −Q times the output factor.
    pub(crate) minus_product: u64,
}

impl Conversion {
    pub(crate) const FRACTION_BITS: u32 = 30;
    pub(crate) const HALF: u64 = 1 << (Self::FRACTION_BITS - 1);
    /// The maximum number of primes in a basis.
    pub(crate) const MAX_INPUTS: usize = 8;
    /// Bits of the smallest input prime. The fraction of a smaller prime would not fit in 52 bits.
    pub(crate) const MIN_BITS: u32 = 31;

    /// Converts `before`·x from the primes `from` to the primes `to`, and multiplies the result by
    /// `after`. Both functions map a prime to the residue of the factor.
    pub(crate) fn new(
        from: &[Modulus],
        to: &[Modulus],
        before: impl Fn(&Modulus) -> u64,
        after: impl Fn(&Modulus) -> u64,
    ) -> Self {
        assert!(!from.is_empty() && from.len() <= Self::MAX_INPUTS);
        assert!(from.iter().all(|m| m.bits >= Self::MIN_BITS));
        let others = |m: &Modulus, skip: u64| {
            m.product(from.iter().map(|other| other.q).filter(|q| *q != skip))
        };
        let inputs = from
            .iter()
            .map(|m| Input {
                modulus: *m,
                factor: m.shoup(m.mul(m.invert(others(m, m.q)), before(m))),
                fraction: ((1u128 << (52 + Self::FRACTION_BITS)) / u128::from(m.q)) as u64,
            })
            .collect();
        let outputs = to
            .iter()
            .map(|m| {
                let factor = after(m);
                Output {
                    modulus: *m,
                    weights: from
                        .iter()
                        .map(|input| m.mul(others(m, input.q), factor))
                        .collect(),
                    minus_product: m.sub(0, m.mul(others(m, 0), factor)),
                }
            })
            .collect();
        Self { inputs, outputs }
    }
}

impl Output {
    /// Reduces a sum of at most nine products of a value below 2^50 with a residue.
    #[inline(always)]
    pub(crate) fn reduce(&self, sum: u128) -> u64 {
        let low = (sum & ((1 << 52) - 1)) as u64;
        let high = (sum >> 52) as u64;
        let m = &self.modulus;
        let folded = m.mul_lazy(high, m.r52) + m.mul_lazy(low, m.one);
        Modulus::below(Modulus::below(folded, 2 * m.q), m.q)
    }
}
