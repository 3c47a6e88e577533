//! The inner loops in plain Rust, for every machine including wasm32. Tests of the other versions
//! use it as the reference.

use std::mem::MaybeUninit;

use super::Ntt;
use crate::convert::Conversion;
use crate::modulus::{MAX_BITS, Modulus, Shoup};

#[inline(always)]
pub(super) fn add(m: &Modulus, a: &mut [u64], b: &[u64]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = m.add(*a, *b);
    }
}

#[inline(always)]
pub(super) fn sub(m: &Modulus, a: &mut [u64], b: &[u64]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = m.sub(*a, *b);
    }
}

#[inline(always)]
pub(super) fn add_small(m: &Modulus, a: &mut [u64], b: &[i8]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = m.add(*a, m.residue_small(i64::from(*b)));
    }
}

pub(super) fn scale(m: &Modulus, a: &mut [u64], w: Shoup) {
    for a in a {
        *a = m.mul_shoup(*a, w);
    }
}

pub(super) fn rescale(m: &Modulus, a: &mut [u64], b: &[u64], w: Shoup) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = m.mul_shoup(*b + m.q - *a, w);
    }
}

#[inline(always)]
pub(super) fn recentre(from: &Modulus, to: &Modulus, out: &mut [u64], x: &[u64]) {
    for (out, x) in out.iter_mut().zip(x) {
        *out = to.residue_small(from.centred(*x));
    }
}

#[inline(always)]
pub(super) fn remainder(from: &Modulus, to: &Modulus, half: u64, out: &mut [u64], x: &[u64]) {
    let offset = to.q - half;
    for (out, x) in out.iter_mut().zip(x) {
        *out = Modulus::below(*x + from.q / 2, from.q) + offset;
    }
}

pub(super) fn dot(m: &Modulus, out: &mut [u64], xs: &[&[u64]], ys: &[&[u64]]) {
    for (i, out) in out.iter_mut().enumerate() {
        let sum = xs
            .iter()
            .zip(ys)
            .map(|(x, y)| u128::from(x[i]) * u128::from(y[i]))
            .sum();
        *out = m.reduce_wide(sum);
    }
}

pub(super) fn convert(plan: &Conversion, inputs: &[&[u64]], outputs: &mut [&mut [u64]]) {
    let mut digits = [0; Conversion::MAX_INPUTS];
    for i in 0..inputs[0].len() {
        let mut fraction = 0;
        for ((digit, input), from) in digits.iter_mut().zip(inputs).zip(&plan.inputs) {
            *digit = from.modulus.mul_shoup(input[i], from.factor);
            fraction += ((u128::from(*digit) * u128::from(from.fraction)) >> 52) as u64;
        }
        let wraps = (fraction + Conversion::HALF) >> Conversion::FRACTION_BITS;
        for (output, to) in outputs.iter_mut().zip(&plan.outputs) {
            let sum = digits
                .iter()
                .zip(&to.weights)
                .map(|(digit, weight)| u128::from(*digit) * u128::from(*weight))
                .sum::<u128>()
                + u128::from(wraps) * u128::from(to.minus_product);
            output[i] = to.reduce(sum);
        }
    }
}

pub(super) fn forward(ntt: &Ntt, a: &mut [u64]) {
    let (m, q2) = (&ntt.modulus, 2 * ntt.modulus.q);
    let mut half = ntt.n / 2;
    let mut blocks = 1;
    while half > 0 {
        for (block, w) in a.chunks_exact_mut(2 * half).zip(&ntt.forward[blocks..]) {
            let (xs, ys) = block.split_at_mut(half);
            for (x, y) in xs.iter_mut().zip(ys) {
                let u = Modulus::below(*x, q2);
                let v = m.mul_lazy(*y, *w);
                *x = u + v;
                *y = u + q2 - v;
            }
        }
        half /= 2;
        blocks *= 2;
    }
    for x in a {
        *x = Modulus::below(Modulus::below(*x, q2), m.q);
    }
}

pub(super) fn inverse(ntt: &Ntt, a: &mut [u64]) {
    let (m, q2) = (&ntt.modulus, 2 * ntt.modulus.q);
    let mut half = 1;
    let mut blocks = ntt.n / 2;
    while blocks > 1 {
        for (block, w) in a.chunks_exact_mut(2 * half).zip(&ntt.inverse[blocks..]) {
            let (xs, ys) = block.split_at_mut(half);
            for (x, y) in xs.iter_mut().zip(ys) {
                let (u, v) = (*x, *y);
                *x = Modulus::below(u + v, q2);
                *y = m.mul_lazy(u + q2 - v, *w);
            }
        }
        half *= 2;
        blocks /= 2;
    }
    let (xs, ys) = a.split_at_mut(half);
    for (x, y) in xs.iter_mut().zip(ys) {
        let (u, v) = (*x, *y);
        *x = m.mul_shoup(u + v, ntt.scale);
        *y = m.mul_shoup(u + q2 - v, ntt.scale_last);
    }
}

#[inline(always)]
pub(super) fn pack(m: &Modulus, limb: &[u64], out: &mut [MaybeUninit<u8>]) {
    let (words, rest) = out.as_chunks_mut::<8>();
    let mut words = words.iter_mut();
    let (mut buffer, mut bits) = (0u64, 0);
    for word in limb {
        // Bits that do not fit in the buffer become the new buffer after it is written.
        buffer |= word << bits;
        bits += m.bits;
        if bits >= 64
            && let Some(out) = words.next()
        {
            *out = buffer.to_le_bytes().map(MaybeUninit::new);
            bits -= 64;
            buffer = word >> (m.bits - bits);
        }
    }
    for (out, byte) in rest.iter_mut().zip(buffer.to_le_bytes()) {
        out.write(byte);
    }
}

#[inline(always)]
pub(super) fn unpack(m: &Modulus, packed: &[u8], limb: &mut [u64]) -> bool {
    // A residue has at most 50 bits and starts at most seven bits into a byte, so eight bytes
    // contain it. Eight residues end on a byte boundary, so every row of eight has the same layout.
    let bits = m.bits as usize;
    let mask = (1u64 << bits) - 1;
    let mut over = false;
    let mut read = |eight: &mut [u64], row: &[u8]| {
        for (i, residue) in eight.iter_mut().enumerate() {
            let at = i * bits;
            let bytes = row[at / 8..][..8].try_into().expect("eight bytes");
            *residue = (u64::from_le_bytes(bytes) >> (at % 8)) & mask;
            over |= *residue >= m.q;
        }
    };
    let rows = packed.len() / bits;
    for (row, eight) in limb.chunks_exact_mut(8).enumerate() {
        let from = row * bits;
        // The eight bytes of the last residue can extend beyond its row. For the last row they are
        // padded with zeros.
        if row + 1 < rows {
            read(eight, &packed[from..from + bits + 8]);
        } else {
            let mut padded = [0; MAX_BITS as usize + 8];
            padded[..bits].copy_from_slice(&packed[from..from + bits]);
            read(eight, &padded[..bits + 8]);
        }
    }
    !over
}

#[inline(always)]
pub(super) fn weighted_sum(words: &[u8], weights: &[u64]) -> u128 {
    const PRIME: u128 = (1 << 61) - 1;
    // Each product is below 2^126. Its two digits of base 2^61 have the same weight.
    let products = words.as_chunks().0.iter().zip(weights);
    products
        .map(|(word, weight)| u128::from(u64::from_le_bytes(*word)) * u128::from(*weight))
        .map(|product| (product & PRIME) + (product >> 61))
        .sum()
}
