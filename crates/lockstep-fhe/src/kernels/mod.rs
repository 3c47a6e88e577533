//! The inner loops in three versions, chosen at run time: AVX-512 IFMA, AVX2 with FMA, and
//! portable.
//!
//! Every routine takes and returns reduced values (below the modulus) unless its documentation says
//! otherwise. The three versions therefore give bit-identical results, and `tests.rs` checks that.
//! No routine branches on a value or uses it as an index, because values can be secret.

mod aligned_words;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx2_tables;
#[cfg(target_arch = "x86_64")]
mod ifma;
#[cfg(target_arch = "x86_64")]
mod ifma_bytes;
#[cfg(target_arch = "x86_64")]
mod ifma_tables;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod ntt;
mod portable;
#[cfg(test)]
mod tests;

use std::mem::MaybeUninit;

pub(crate) use aligned_words::AlignedWords;
pub(crate) use ntt::Ntt;

use crate::modulus::{Modulus, Shoup};

/// The largest number of words in [`Backend::weighted_sum`].
pub(crate) const MAX_WEIGHTS: usize = 256;

/// The instruction set of the inner loops. Results are identical; only the speed differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backend(InstructionSet);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InstructionSet {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Ifma,
}

impl Backend {
    /// Returns the fastest back end that this machine supports.
    pub fn detect() -> Self {
        *Self::available()
            .last()
            .expect("the portable back end is always available")
    }

    /// Returns all back ends that this machine supports, slowest first.
    pub fn available() -> Vec<Self> {
        #[cfg_attr(
            not(target_arch = "x86_64"),
            expect(unused_mut, reason = "only x86-64 has more than one")
        )]
        let mut all = vec![Self(InstructionSet::Portable)];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                all.push(Self(InstructionSet::Avx2));
            }
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512ifma")
                // Every processor with IFMA has these two as well.
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vbmi")
            {
                all.push(Self(InstructionSet::Ifma));
            }
        }
        all
    }

    /// Returns the name that tables and reports use: `portable`, `avx2` or `ifma`.
    pub fn name(self) -> &'static str {
        match self.0 {
            InstructionSet::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Ifma => "ifma",
        }
    }
}

/// Calls the routine of this name in the back end's module.
macro_rules! dispatch {
    ($backend:expr, $routine:ident($($argument:expr),*)) => {
        match $backend.0 {
            InstructionSet::Portable => portable::$routine($($argument),*),
            // SAFETY: only `available` creates a `Backend` of these kinds, after it has detected
            // the instructions for which the modules are compiled.
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "a call into code compiled for detected instructions")]
            InstructionSet::Avx2 => unsafe { avx2::$routine($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            #[expect(unsafe_code, reason = "a call into code compiled for detected instructions")]
            InstructionSet::Ifma => unsafe { ifma::$routine($($argument),*) },
        }
    };
}

impl Ntt {
    /// Converts coefficients below 4q to values below q.
    pub(crate) fn forward(&self, a: &mut [u64]) {
        assert_eq!(a.len(), self.n);
        dispatch!(self.backend, forward(self, a));
    }

    /// Converts values below q to coefficients below q.
    pub(crate) fn inverse(&self, a: &mut [u64]) {
        assert_eq!(a.len(), self.n);
        dispatch!(self.backend, inverse(self, a));
    }
}

impl Backend {
    /// Computes `a += b`.
    pub(crate) fn add(self, m: &Modulus, a: &mut [u64], b: &[u64]) {
        assert_eq!(a.len(), b.len());
        dispatch!(self, add(m, a, b));
    }

    /// Computes `a -= b`.
    pub(crate) fn sub(self, m: &Modulus, a: &mut [u64], b: &[u64]) {
        assert_eq!(a.len(), b.len());
        dispatch!(self, sub(m, a, b));
    }

    /// Computes `a += b`, where the elements of b are smaller than the modulus.
    pub(crate) fn add_small(self, m: &Modulus, a: &mut [u64], b: &[i8]) {
        assert_eq!(a.len(), b.len());
        dispatch!(self, add_small(m, a, b));
    }

    /// Computes `a *= w`. The elements of `a` can be any numbers below 2^52.
    pub(crate) fn scale(self, m: &Modulus, a: &mut [u64], w: Shoup) {
        dispatch!(self, scale(m, a, w));
    }

    /// Computes `a = (b − a)·w`.
    pub(crate) fn rescale(self, m: &Modulus, a: &mut [u64], b: &[u64], w: Shoup) {
        assert_eq!(a.len(), b.len());
        dispatch!(self, rescale(m, a, b, w));
    }

    /// Computes `out = x` modulo `to`, where x is read as the representative in (−from/2, from/2].
    /// Requires from/2 < to.
    pub(crate) fn recentre(self, from: &Modulus, to: &Modulus, out: &mut [u64], x: &[u64]) {
        assert_eq!(out.len(), x.len());
        dispatch!(self, recentre(from, to, out, x));
    }

    /// Computes `out = [x + ⌊from/2⌋]_from − half` modulo `to`, with a result below from + to.
    /// `half` is ⌊from/2⌋ mod to.
    pub(crate) fn remainder(
        self,
        from: &Modulus,
        to: &Modulus,
        half: u64,
        out: &mut [u64],
        x: &[u64],
    ) {
        assert_eq!(out.len(), x.len());
        dispatch!(self, remainder(from, to, half, out, x));
    }

    /// Computes `out = Σ xs[i]·ys[i]` with at most [`crate::modulus::MAX_TERMS`] terms.
    pub(crate) fn dot(self, m: &Modulus, out: &mut [u64], xs: &[&[u64]], ys: &[&[u64]]) {
        assert_eq!(xs.len(), ys.len());
        assert!(xs.len() <= crate::modulus::MAX_TERMS);
        assert!(xs.iter().chain(ys).all(|slice| slice.len() == out.len()));
        dispatch!(self, dot(m, out, xs, ys));
    }

    /// Does the base conversion of `convert.rs`. Reads `inputs` limb by limb and fills `outputs`.
    pub(crate) fn convert(
        self,
        plan: &crate::convert::Conversion,
        inputs: &[&[u64]],
        outputs: &mut [&mut [u64]],
    ) {
        assert_eq!(inputs.len(), plan.inputs.len());
        assert_eq!(outputs.len(), plan.outputs.len());
        let n = inputs.first().map_or(0, |input| input.len());
        assert!(inputs.iter().all(|limb| limb.len() == n));
        assert!(outputs.iter().all(|limb| limb.len() == n));
        assert_eq!(n % 8, 0);
        dispatch!(self, convert(plan, inputs, outputs));
    }

    /// Writes a limb of residues with the bits of the modulus each, lowest first. Eight residues
    /// fill as many bytes as the modulus has bits. Initialises all of `out`.
    pub(crate) fn pack(self, m: &Modulus, limb: &[u64], out: &mut [MaybeUninit<u8>]) {
        assert_eq!(limb.len() % 8, 0);
        assert_eq!(out.len(), limb.len() / 8 * m.bits as usize);
        dispatch!(self, pack(m, limb, out));
    }

    /// Reads what [`Backend::pack`] wrote. Returns whether all residues are below the modulus.
    #[must_use]
    pub(crate) fn unpack(self, m: &Modulus, packed: &[u8], limb: &mut [u64]) -> bool {
        assert_eq!(limb.len() % 8, 0);
        assert_eq!(packed.len(), limb.len() / 8 * m.bits as usize);
        dispatch!(self, unpack(m, packed, limb))
    }

    /// Returns Σ word·weight modulo 2^61 − 1 as a number below 2^124, for little-endian words and
    /// weights below 2^62. There are at most [`MAX_WEIGHTS`] of them, a multiple of eight.
    pub(crate) fn weighted_sum(self, words: &[u8], weights: &[u64]) -> u128 {
        assert_eq!(words.len(), 8 * weights.len());
        assert!(weights.len() <= MAX_WEIGHTS && weights.len().is_multiple_of(8));
        dispatch!(self, weighted_sum(words, weights))
    }
}
