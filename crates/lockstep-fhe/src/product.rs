//! The product of two ciphertexts.
//!
//! The result is (t/Q)·a(s)·b(s) modulo Q, where a and b are integer polynomials. Kim, Polyakov and
//! Zucca (2021, section 4.2, "HPSPOVERQ") first convert b to another modulus P: b' =
//! round((P/Q)·b). They then compute (t/P)·a·b'. A wrap modulo Q·P becomes a multiple of Q in the
//! result. The modulus Q·P is therefore large enough, whereas the textbook method (Halevi,
//! Polyakov, Shoup 2018) needs more primes.

use crate::ciphertext::Channel;
use crate::params::{ParameterSet, PlainModulus, ProductPlan};
use crate::poly::Poly;
use crate::switch::coefficients;

/// d0 + d1·s + d2·s², each over the ciphertext primes. For d2 also the coefficients.
pub(crate) struct Product {
    pub(crate) d0: Poly,
    pub(crate) d1: Poly,
    pub(crate) d2: Poly,
    pub(crate) d2_coefficients: Poly,
}

/// The right operand in transformed form, over the ciphertext primes and over the auxiliary primes.
struct TransformedOperand {
    main: [Poly; 2],
    aux: [Poly; 2],
}

/// Multiplies two channels at full level. `plan` belongs to `set`.
pub(crate) fn multiply(
    set: &ParameterSet,
    plan: &ProductPlan,
    plain: &PlainModulus,
    left: &Channel,
    right: &Channel,
) -> Product {
    let a_aux = lifted(set, plan, left);
    let b = switched(set, plan, right);
    let a_main = [&left.c0, &left.c1];
    let [b_main, b_aux] = [&b.main, &b.aux].map(|[b0, b1]| [b0, b1]);
    let a_aux = [&a_aux[0], &a_aux[1]];
    let n = set.slots();
    let mut main = [(); 3].map(|()| Poly::stale(n, set.0.top_level()));
    let mut aux = [(); 3].map(|()| Poly::stale(n, plan.aux.len()));
    for (j, prime) in set.0.q.iter().enumerate() {
        tensor(set, &prime.modulus, j, a_main, b_main, &mut main);
    }
    for (j, prime) in plan.aux.iter().enumerate() {
        tensor(set, &prime.modulus, j, a_aux, b_aux, &mut aux);
    }
    let [mut d0, mut d1, mut d2] = main;
    let [a0, a1, a2] = aux;
    for (d, aux) in [(&mut d0, a0), (&mut d1, a1)] {
        let mut remainder = scaled_remainder(set, plan, plain, aux);
        for (limb, prime) in remainder.limbs_mut().zip(&set.0.q) {
            prime.ntt.forward(limb);
        }
        scale_and_add(set, plain, d, &remainder);
    }
    let remainder = scaled_remainder(set, plan, plain, a2);
    for (limb, prime) in d2.limbs_mut().zip(&set.0.q) {
        prime.ntt.inverse(limb);
    }
    scale_and_add(set, plain, &mut d2, &remainder);
    let d2_coefficients = d2.clone();
    for (limb, prime) in d2.limbs_mut().zip(&set.0.q) {
        prime.ntt.forward(limb);
    }
    Product {
        d0,
        d1,
        d2,
        d2_coefficients,
    }
}

/// Converts a channel's polynomials to the auxiliary primes, as the same integers.
fn lifted(set: &ParameterSet, plan: &ProductPlan, channel: &Channel) -> [Poly; 2] {
    [&channel.c0, &channel.c1].map(|c| {
        let coefficients = coefficients(set, c);
        let mut aux = Poly::stale(set.slots(), plan.aux.len());
        set.0
            .backend
            .convert(&plan.lift, &coefficients.views(), &mut aux.views_mut());
        for (limb, prime) in aux.limbs_mut().zip(&plan.aux) {
            prime.ntt.forward(limb);
        }
        aux
    })
}

/// Computes round((P/Q)·b) over the auxiliary primes and over the ciphertext primes.
fn switched(set: &ParameterSet, plan: &ProductPlan, channel: &Channel) -> TransformedOperand {
    let [(m0, x0), (m1, x1)] = [&channel.c0, &channel.c1].map(|c| {
        let coefficients = coefficients(set, c);
        let mut aux = Poly::stale(set.slots(), plan.aux.len());
        set.0
            .backend
            .convert(&plan.switch, &coefficients.views(), &mut aux.views_mut());
        let mut main = coefficients;
        set.0
            .backend
            .convert(&plan.extend, &aux.views(), &mut main.views_mut());
        for (limb, prime) in aux.limbs_mut().zip(&plan.aux) {
            prime.ntt.forward(limb);
        }
        for (limb, prime) in main.limbs_mut().zip(&set.0.q) {
            prime.ntt.forward(limb);
        }
        (main, aux)
    });
    TransformedOperand {
        main: [m0, m1],
        aux: [x0, x1],
    }
}

/// Computes limb `j` of (a0·b0, a0·b1 + a1·b0, a1·b1).
fn tensor(
    set: &ParameterSet,
    m: &crate::modulus::Modulus,
    j: usize,
    [a0, a1]: [&Poly; 2],
    [b0, b1]: [&Poly; 2],
    [d0, d1, d2]: &mut [Poly; 3],
) {
    let (a0, a1, b0, b1) = (a0.limb(j), a1.limb(j), b0.limb(j), b1.limb(j));
    set.0.backend.dot(m, d0.limb_mut(j), &[a0], &[b0]);
    set.0.backend.dot(m, d1.limb_mut(j), &[a0, a1], &[b1, b0]);
    set.0.backend.dot(m, d2.limb_mut(j), &[a1], &[b1]);
}

/// Computes −[t·d]_P·P^−1 over the ciphertext primes, as coefficients, from d over the auxiliary
/// primes.
fn scaled_remainder(
    set: &ParameterSet,
    plan: &ProductPlan,
    plain: &PlainModulus,
    mut aux: Poly,
) -> Poly {
    for (limb, prime) in aux.limbs_mut().zip(&plan.aux) {
        prime.ntt.inverse(limb);
    }
    let scale_down = plain
        .scale_down
        .as_ref()
        .expect("a set with a product plan has this conversion");
    let mut remainder = Poly::stale(set.slots(), set.0.top_level());
    set.0
        .backend
        .convert(scale_down, &aux.views(), &mut remainder.views_mut());
    remainder
}

/// Computes (t·d − [t·d]_P)/P from d. `remainder` is the second term.
fn scale_and_add(set: &ParameterSet, plain: &PlainModulus, d: &mut Poly, remainder: &Poly) {
    for ((j, limb), prime) in d.limbs_mut().enumerate().zip(&set.0.q) {
        set.0
            .backend
            .scale(&prime.modulus, limb, plain.t_over_aux[j]);
        set.0.backend.add(&prime.modulus, limb, remainder.limb(j));
    }
}
