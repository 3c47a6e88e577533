//! Quadratic rows: merging of equal products, and the choice of the factor in B.

use std::collections::HashMap;

use ark_ff::PrimeField;

use super::{Cost, SystemInProgress, linear_row};
use crate::field;
use crate::r1cs::{Lc, R1cs, Row};

/// A row up to scaling and the order of its factors. Rows with equal keys are equivalent.
pub(crate) type Key = (Product, Vec<u8>);
/// Two factors up to scaling and order.
pub(crate) type Product = (Vec<u8>, Vec<u8>);

/// Computes the key of a row: factors with leading coefficient one, in a fixed order, and the
/// product side scaled accordingly.
pub(crate) fn key<F: PrimeField>(row: &Row<F>) -> Key {
    let (product, scale) = product(row);
    match scale {
        Some(scale) => (product, bytes(&row.c.scale(scale))),
        None => (product, bytes(&monic(&row.c).0)),
    }
}

/// Returns the key of the product, and the factor by which c must be scaled. There is no factor if
/// the product is zero.
pub(crate) fn product<F: PrimeField>(row: &Row<F>) -> (Product, Option<F>) {
    let ((a, a_scale), (b, b_scale)) = (monic(&row.a), monic(&row.b));
    if a.is_zero() || b.is_zero() {
        return ((Vec::new(), Vec::new()), None);
    }
    let (a, b) = (bytes(&a), bytes(&b));
    let pair = if a <= b { (a, b) } else { (b, a) };
    (pair, Some(a_scale * b_scale))
}

/// Scales a sum so that its last coefficient is one. Returns the sum and the scaling factor.
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

/// Merges rows with the same product: replaces each repetition by a linear row that sets the
/// product sides equal. Returns whether any row was merged.
pub(crate) fn round<F: PrimeField>(work: &mut SystemInProgress<F>) -> bool {
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
        let scaled_c = row.c.scale(*scale);
        match first.get(product) {
            None => {
                first.insert(product, scaled_c);
            }
            Some(known) => {
                let difference = scaled_c.plus(known, -F::ONE);
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

/// Swaps factors to reduce the cost of the sums over A and B, weighted by
/// [`Cost::SIDES`](super::Cost::SIDES). The cost never increases. Two local searches over single
/// rows start from the current order and from a greedy order.
pub(crate) fn reduce_b_cost<F: PrimeField>(system: &mut R1cs<F>) {
    let mut current = FactorAssignment::of(system);
    current.descend();
    let mut greedy = FactorAssignment::of(system);
    greedy.clear_b();
    greedy.descend();
    let best = if greedy.cost < current.cost {
        greedy
    } else {
        current
    };
    for (row, swapped) in system.rows.iter_mut().zip(best.swapped) {
        if swapped {
            std::mem::swap(&mut row.a, &mut row.b);
        }
    }
}

/// The assignment of factors to A and B, and its cost.
struct FactorAssignment {
    /// The wires of each row's factors.
    rows: Vec<[Vec<u32>; 2]>,
    /// Whether the factors of each row are swapped.
    swapped: Vec<bool>,
    /// Number of uses of each wire in A and in B.
    uses: Vec<[u32; 2]>,
    /// Sum of the weights of all wires used in A and in B.
    cost: usize,
}

impl FactorAssignment {
    fn of<F: PrimeField>(system: &R1cs<F>) -> Self {
        let wires = |lc: &Lc<F>| lc.terms().iter().map(|(wire, _)| *wire).collect();
        let mut sides = FactorAssignment {
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
            sides.add_row(row);
        }
        sides
    }

    fn add_row(&mut self, row: usize) {
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

    fn remove_row(&mut self, row: usize) {
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
        self.remove_row(row);
        self.swapped[row] = !self.swapped[row];
        self.add_row(row);
    }

    /// Swaps single rows while that reduces the cost. Stops after a pass without improvement.
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

    /// Chooses a greedy initial order. Rows with few wires come first. In each row the factor that
    /// adds fewer new wires goes to B.
    fn clear_b(&mut self) {
        let mut in_b = vec![false; self.uses.len()];
        // A wire in both factors of a row is always in B.
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
            let new_wires =
                |wires: &[u32]| wires.iter().filter(|wire| !in_b[**wire as usize]).count();
            let [a, b] = &self.rows[row];
            let swap = new_wires(a) < new_wires(b);
            for wire in if swap { a } else { b } {
                in_b[*wire as usize] = true;
            }
            if swap {
                self.swap(row);
            }
        }
    }
}
