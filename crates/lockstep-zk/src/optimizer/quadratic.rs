//! Quadratic rows: the same product twice, and which factor stands in B.

use std::collections::HashMap;

use ark_ff::PrimeField;

use super::{Cost, Work, linear_row};
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
    let mut first: HashMap<&Product, Lc<F>> = HashMap::new();
    let mut merged = Vec::new();
    for (number, (slot, known)) in work.rows.iter_mut().zip(&mut work.products).enumerate() {
        let Some(row) = slot else { continue };
        if row.a.as_constant().is_some() || row.b.as_constant().is_some() {
            continue;
        }
        let (product, Some(scale)) = known.get_or_insert_with(|| product(row)) else {
            continue;
        };
        let third = row.c.scale(*scale);
        match first.get(product) {
            None => {
                first.insert(product, third);
            }
            Some(known) => {
                let difference = third.plus(known, -F::ONE);
                *slot = (!difference.is_zero()).then(|| linear_row(difference));
                merged.push(number);
            }
        }
    }
    drop(first);
    for number in &merged {
        work.products[*number] = None;
    }
    !merged.is_empty()
}

/// Swaps factors so that the sums over A and B cost less, by [`Cost::SIDES`](super::Cost::SIDES);
/// never more than before. A search over single rows, from the order given and from a greedy one.
pub(crate) fn lighten_b<F: PrimeField>(system: &mut R1cs<F>) {
    let mut given = Sides::of(system);
    given.descend();
    let mut greedy = Sides::of(system);
    greedy.clear_b();
    greedy.descend();
    let best = if greedy.cost < given.cost {
        greedy
    } else {
        given
    };
    for (row, swapped) in system.rows.iter_mut().zip(best.swapped) {
        if swapped {
            std::mem::swap(&mut row.a, &mut row.b);
        }
    }
}

/// Which factors stand in A and which in B, and what that costs.
struct Sides {
    /// Wires of each row's factors.
    rows: Vec<[Vec<u32>; 2]>,
    /// Rows whose factors are swapped.
    swapped: Vec<bool>,
    /// How often each wire stands in A and in B.
    uses: Vec<[u32; 2]>,
    /// Σ over sides of their weight for each wire that stands there.
    cost: usize,
}

impl Sides {
    fn of<F: PrimeField>(system: &R1cs<F>) -> Self {
        let wires = |lc: &Lc<F>| lc.terms().iter().map(|(wire, _)| *wire).collect();
        let mut sides = Sides {
            rows: system
                .rows
                .iter()
                .map(|row| [wires(&row.a), wires(&row.b)])
                .collect(),
            swapped: vec![false; system.rows.len()],
            uses: vec![[0; 2]; system.wires as usize],
            cost: 0,
        };
        for row in 0..sides.rows.len() {
            sides.put(row);
        }
        sides
    }

    fn put(&mut self, row: usize) {
        for (factor, wires) in self.rows[row].iter().enumerate() {
            let side = factor ^ usize::from(self.swapped[row]);
            for wire in wires {
                let uses = &mut self.uses[*wire as usize][side];
                if *uses == 0 {
                    self.cost += Cost::SIDES[side];
                }
                *uses += 1;
            }
        }
    }

    fn take(&mut self, row: usize) {
        for (factor, wires) in self.rows[row].iter().enumerate() {
            let side = factor ^ usize::from(self.swapped[row]);
            for wire in wires {
                let uses = &mut self.uses[*wire as usize][side];
                *uses -= 1;
                if *uses == 0 {
                    self.cost -= Cost::SIDES[side];
                }
            }
        }
    }

    fn swap(&mut self, row: usize) {
        self.take(row);
        self.swapped[row] = !self.swapped[row];
        self.put(row);
    }

    /// Swaps row by row while that costs less; each pass but the last does.
    fn descend(&mut self) {
        loop {
            let before = self.cost;
            for row in 0..self.rows.len() {
                let known = self.cost;
                self.swap(row);
                if self.cost >= known {
                    self.swap(row);
                }
            }
            if self.cost == before {
                return;
            }
        }
    }

    /// A start of its own: rows in order of how many wires they must name in B (squares all of them),
    /// each with the factor in B that names fewer new ones.
    fn clear_b(&mut self) {
        let mut in_b = vec![false; self.uses.len()];
        // A wire in both factors stands in B either way.
        for [a, b] in &self.rows {
            for wire in a {
                in_b[*wire as usize] |= b.binary_search(wire).is_ok();
            }
        }
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        order.sort_by_key(|row| {
            let [a, b] = &self.rows[*row];
            a.len().min(b.len())
        });
        for row in order {
            let fresh = |wires: &[u32]| wires.iter().filter(|wire| !in_b[**wire as usize]).count();
            let [a, b] = &self.rows[row];
            let wanted = fresh(a) < fresh(b);
            for wire in if wanted { a } else { b } {
                in_b[*wire as usize] = true;
            }
            if wanted {
                self.swap(row);
            }
        }
    }
}
