//! Sparse elimination of linear rows.
//!
//! Each linear row, after all earlier substitutions, defines its highest private wire by lower
//! wires. Substitutions therefore have no cycles, and one ascending pass resolves them. Circuits
//! usually define a wire by earlier ones, so eliminating the highest wire keeps sums short. Rows
//! are processed by their highest wire, then by length.

use std::collections::BTreeMap;

use ark_ff::PrimeField;

use super::{SystemInProgress, linear_row};
use crate::error::{Error, Result};
use crate::r1cs::{Lc, Row};

/// Returns the sum that a row sets to zero, if one of its factors is constant.
pub(crate) fn linear_part<F: PrimeField>(row: &Row<F>) -> Option<Lc<F>> {
    let (scale, factor) = match (row.a.as_constant(), row.b.as_constant()) {
        (Some(value), _) => (value, &row.b),
        (_, Some(value)) => (value, &row.a),
        _ => return None,
    };
    Some(factor.scale(scale).plus(&row.c, -F::ONE))
}

/// Eliminates every linear row. Returns the number of rows removed or rewritten.
pub(crate) fn round<F: PrimeField>(work: &mut SystemInProgress<F>) -> Result<usize> {
    let mut linear: Vec<(usize, Lc<F>)> = work
        .rows
        .iter()
        .enumerate()
        .filter_map(|(number, row)| Some((number, linear_part(row.as_ref()?)?)))
        .collect();
    if linear.is_empty() {
        return Ok(0);
    }
    linear.sort_by_key(|(number, lc)| (lc.highest(), lc.terms().len(), *number));
    let mut fresh: Vec<Option<Lc<F>>> = vec![None; work.substitutions.len()];
    let mut removed = 0;
    for (number, lc) in linear {
        let lc = reduce(lc, &fresh);
        match lc.highest() {
            None => {}
            Some(wire) if wire > work.fixed => {
                let minus_inverse = -lc
                    .coefficient(wire)
                    .inverse()
                    .expect("a term's coefficient is not zero");
                let rest = lc.plus(&Lc::wire(wire), -lc.coefficient(wire));
                fresh[wire as usize] = Some(rest.scale(minus_inverse));
            }
            Some(0) => {
                return Err(Error::NotEquivalent(format!(
                    "row {number} cannot be satisfied"
                )));
            }
            // The row contains only public wires, so it must remain.
            Some(_) => {
                let row = linear_row(lc);
                if work.rows[number].as_ref() != Some(&row) {
                    work.rows[number] = Some(row);
                    work.products[number] = None;
                    removed += 1;
                }
                continue;
            }
        }
        work.rows[number] = None;
        removed += 1;
    }
    let fresh = resolve(fresh);
    for (row, key) in work.rows.iter_mut().zip(&mut work.products) {
        for side in row
            .iter_mut()
            .flat_map(|row| [&mut row.a, &mut row.b, &mut row.c])
        {
            if substitute(side, &fresh) {
                *key = None;
            }
        }
    }
    for (known, new) in work.substitutions.iter_mut().zip(fresh) {
        if new.is_some() {
            *known = new;
        }
    }
    // Remove rows that became 0 = 0. A row that became a false constant is found in the next round.
    for row in &mut work.rows {
        if row
            .as_ref()
            .is_some_and(|row| linear_part(row).is_some_and(|lc| lc.is_zero()))
        {
            *row = None;
        }
    }
    Ok(removed)
}

/// Replaces wires by their substitutions, highest first, until none can be replaced.
pub(crate) fn reduce<F: PrimeField>(lc: Lc<F>, substitutions: &[Option<Lc<F>>]) -> Lc<F> {
    if lc
        .terms()
        .iter()
        .all(|(wire, _)| substitutions[*wire as usize].is_none())
    {
        return lc;
    }
    let mut open: BTreeMap<u32, F> = lc.terms().iter().copied().collect();
    let mut done = Vec::new();
    while let Some((wire, coefficient)) = open.pop_last() {
        if coefficient.is_zero() {
            continue;
        }
        match &substitutions[wire as usize] {
            None => done.push((wire, coefficient)),
            Some(lc) => {
                for (lower, factor) in lc.terms() {
                    *open.entry(*lower).or_insert(F::ZERO) += *factor * coefficient;
                }
            }
        }
    }
    Lc::from_terms(done)
}

/// Rewrites a sum over wires that are not substituted. Returns whether the sum changed.
fn substitute<F: PrimeField>(lc: &mut Lc<F>, resolved: &[Option<Lc<F>>]) -> bool {
    if lc
        .terms()
        .iter()
        .all(|(wire, _)| resolved[*wire as usize].is_none())
    {
        return false;
    }
    let mut terms = Vec::new();
    for (wire, coefficient) in lc.terms() {
        match &resolved[*wire as usize] {
            None => terms.push((*wire, *coefficient)),
            Some(lc) => terms.extend(lc.terms().iter().map(|(w, c)| (*w, *c * coefficient))),
        }
    }
    *lc = Lc::from_terms(terms);
    true
}

/// Rewrites every substitution over wires that are not substituted. Each uses only lower wires, so
/// one ascending pass is enough.
pub(crate) fn resolve<F: PrimeField>(mut list: Vec<Option<Lc<F>>>) -> Vec<Option<Lc<F>>> {
    for wire in 0..list.len() {
        if let Some(mut lc) = list[wire].take() {
            substitute(&mut lc, &list);
            list[wire] = Some(lc);
        }
    }
    list
}
