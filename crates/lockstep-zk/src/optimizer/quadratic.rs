//! Quadratic rows: the same product twice, and which factor stands in B.

use std::collections::HashMap;

use ark_ff::PrimeField;

use super::{Work, linear_row};
use crate::field;
use crate::r1cs::{Lc, R1cs, Row};

/// A row up to scaling and the order of its factors: equal keys, equal rows.
pub(crate) type Key = (Product, Vec<u8>);
/// Two factors up to scaling and order.
pub(crate) type Product = (Vec<u8>, Vec<u8>);

/// The key of a row: factors with leading coefficient one, in order, and the third side scaled along.
pub(crate) fn key<F: PrimeField>(row: &Row<F>) -> Key {
    let (product, scale) = product(row);
    match scale {
        Some(scale) => (product, bytes(&row.c.scale(scale))),
        None => (product, bytes(&monic(&row.c).0)),
    }
}

/// The key of the product, and what c must be multiplied by; no scale where the product is zero.
pub(crate) fn product<F: PrimeField>(row: &Row<F>) -> (Product, Option<F>) {
    let ((a, a_scale), (b, b_scale)) = (monic(&row.a), monic(&row.b));
    if a.is_zero() || b.is_zero() {
        return ((Vec::new(), Vec::new()), None);
    }
    let (a, b) = (bytes(&a), bytes(&b));
    let pair = if a <= b { (a, b) } else { (b, a) };
    (pair, Some(a_scale * b_scale))
}

/// The sum with its last coefficient one, and the factor that made it so.
fn monic<F: PrimeField>(lc: &Lc<F>) -> (Lc<F>, F) {
    match lc.terms().last() {
        None => (Lc::zero(), F::ONE),
        Some((_, last)) => {
            let scale = last.inverse().expect("a term's coefficient is not zero");
            (lc.scale(scale), scale)
        }
    }
}

fn bytes<F: PrimeField>(lc: &Lc<F>) -> Vec<u8> {
    let mut out = Vec::with_capacity(lc.terms().len() * (4 + field::width::<F>()));
    for (wire, coefficient) in lc.terms() {
        out.extend(wire.to_le_bytes());
        out.extend(field::to_bytes(coefficient));
    }
    out
}

/// Rows with the same product become one, and a linear row that sets their third sides equal; whether
/// there were any.
pub(crate) fn round<F: PrimeField>(work: &mut Work<F>) -> bool {
    let mut first: HashMap<Product, Lc<F>> = HashMap::new();
    let mut changed = false;
    for slot in &mut work.rows {
        let Some(row) = slot else { continue };
        let (product, Some(scale)) = product(row) else {
            continue;
        };
        if row.a.as_constant().is_some() || row.b.as_constant().is_some() {
            continue;
        }
        let third = row.c.scale(scale);
        match first.get(&product) {
            None => {
                first.insert(product, third);
            }
            Some(known) => {
                let difference = third.plus(known, -F::ONE);
                *slot = (!difference.is_zero()).then(|| linear_row(difference));
                changed = true;
            }
        }
    }
    changed
}

/// Swaps factors where that leaves fewer wires in B, greedily: rows with a factor that must name new
/// wires in B either way come last.
pub(crate) fn lighten_b<F: PrimeField>(system: &mut R1cs<F>) {
    let mut in_b = vec![false; system.wires as usize];
    let fresh = |lc: &Lc<F>, in_b: &[bool]| {
        lc.terms()
            .iter()
            .filter(|(wire, _)| !in_b[*wire as usize])
            .count()
    };
    let mut order: Vec<usize> = (0..system.rows.len()).collect();
    order.sort_by_key(|row| {
        let row = &system.rows[*row];
        row.a.terms().len().min(row.b.terms().len())
    });
    for number in order {
        let row = &mut system.rows[number];
        if fresh(&row.a, &in_b) < fresh(&row.b, &in_b) {
            std::mem::swap(&mut row.a, &mut row.b);
        }
        for (wire, _) in row.b.terms() {
            in_b[*wire as usize] = true;
        }
    }
}
