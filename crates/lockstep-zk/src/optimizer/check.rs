//! Checks from the result alone that an optimized system and the old one are equivalent in both
//! directions. It trusts nothing that the optimizer recorded.
//!
//! New ⇒ old: rewrite every old row over the new wires. The result must be a new row, always hold,
//! or be the difference of two such rows. The old witness from [`super::WitnessMap::expand`] then
//! satisfies the old system.
//!
//! Old ⇒ new: every new row is an old row with replaced wires. That is correct only if every old
//! witness agrees with the replacements. Each replacement is therefore derived from the old rows:
//! from linear rows and from pairs of rows with equal products. Rows can become such after earlier
//! derivations.

use std::collections::{HashMap, HashSet};

use ark_ff::PrimeField;

use super::{OptimizedSystem, eliminate, linear_row, normal_key, quadratic};
use crate::error::{Error, Result};
use crate::r1cs::{Lc, R1cs, Row};

pub(super) fn check<F: PrimeField>(optimized: &OptimizedSystem<F>, old: &R1cs<F>) -> Result<()> {
    shape(optimized, old).map_err(Error::NotEquivalent)?;
    let old_wires = OldWires::of(optimized, old);
    let derived = old_wires.derive(old);
    let replaced = optimized.map.replaced.iter().zip(&derived).enumerate();
    for (wire, (replacement, is_derived)) in replaced {
        if replacement.is_some() && !is_derived {
            return fail(format!(
                "the replacement of wire {wire} cannot be derived from the old rows"
            ));
        }
    }
    rows(optimized, old, |wire| {
        old_wires.is_dropped(wire) && !derived[wire as usize]
    })
}

fn fail<T>(text: String) -> Result<T> {
    Err(Error::NotEquivalent(text))
}

/// Checks the map: public wires keep their numbers, and every other wire is either kept once,
/// replaced or dropped.
fn shape<F: PrimeField>(
    optimized: &OptimizedSystem<F>,
    old: &R1cs<F>,
) -> std::result::Result<(), String> {
    let (new, map) = (&optimized.system, &optimized.map);
    new.check_shape()?;
    if (new.outputs, new.public_inputs) != (old.outputs, old.public_inputs)
        || map.replaced.len() != old.wires as usize
        || (0..=old.public()).any(|wire| map.kept.get(wire) != Some(&(wire as u32)))
    {
        return Err("a public wire moved".to_owned());
    }
    let ascending = map.kept.windows(2).all(|pair| pair[0] < pair[1]);
    let known = map.kept.last().is_none_or(|wire| *wire < old.wires);
    if map.kept.len() != new.wires as usize || !ascending || !known {
        return Err("the kept wires differ from the wires of the new system".to_owned());
    }
    let both = map
        .kept
        .iter()
        .find(|wire| map.replaced[**wire as usize].is_some());
    if let Some(wire) = both {
        return Err(format!("wire {wire} is kept and replaced"));
    }
    let terms = map.replaced.iter().flatten().flat_map(Lc::terms);
    match terms.map(|(wire, _)| *wire).max() {
        Some(wire) if wire >= new.wires => {
            Err("a replacement uses a wire that is not in the new system".to_owned())
        }
        _ => Ok(()),
    }
}

/// Compares old rows with new ones. `is_unknown` is true for a dropped old wire whose value is not
/// proven to be zero.
fn rows<F: PrimeField>(
    optimized: &OptimizedSystem<F>,
    old: &R1cs<F>,
    is_unknown: impl Fn(u32) -> bool,
) -> Result<()> {
    let new_rows: HashSet<_> = optimized.system.rows.iter().map(normal_key).collect();
    let mut products: HashMap<quadratic::Product, Lc<F>> = HashMap::new();
    for row in &optimized.system.rows {
        if let (product, Some(scale)) = quadratic::product(row) {
            products
                .entry(product)
                .or_insert_with(|| row.c.scale(scale));
        }
    }
    let mut reached = HashSet::new();
    for (number, old_row) in old.rows.iter().enumerate() {
        let row = optimized.map.rewrite(old_row);
        if eliminate::linear_part(&row).is_some_and(|lc| lc.is_zero()) {
            continue;
        }
        let mut key = normal_key(&row);
        if !new_rows.contains(&key) {
            // If products were merged, the other row equals the difference of the product sides.
            if let (product, Some(scale)) = quadratic::product(&row)
                && let Some(known) = products.get(&product)
            {
                let difference = row.c.scale(scale).plus(known, -F::ONE);
                key = normal_key(&linear_row(difference));
            }
        }
        if !new_rows.contains(&key) {
            return fail(format!("old row {number} is lost"));
        }
        let mut wires = [&old_row.a, &old_row.b, &old_row.c]
            .into_iter()
            .flat_map(Lc::terms);
        if let Some((wire, _)) = wires.find(|(wire, _)| is_unknown(*wire)) {
            return fail(format!("wire {wire} of old row {number} was dropped"));
        }
        reached.insert(key);
    }
    if reached.len() != new_rows.len() {
        return fail("a new row has no corresponding old row".to_owned());
    }
    Ok(())
}

/// For each old wire, the combination of kept old wires that replaces it.
struct OldWires<F> {
    /// `None` for a kept wire. A dropped wire is zero, as in [`super::WitnessMap::expand`].
    replaced: Vec<Option<Lc<F>>>,
    dropped: Vec<bool>,
}

impl<F: PrimeField> OldWires<F> {
    fn of(optimized: &OptimizedSystem<F>, old: &R1cs<F>) -> Self {
        let kept = &optimized.map.kept;
        let mut dropped = vec![true; old.wires as usize];
        for wire in kept {
            dropped[*wire as usize] = false;
        }
        let mut replaced: Vec<Option<Lc<F>>> = Vec::with_capacity(dropped.len());
        for (replacement, dropped) in optimized.map.replaced.iter().zip(&mut dropped) {
            replaced.push(match replacement {
                Some(lc) => {
                    *dropped = false;
                    Some(lc.renamed(|wire| kept[wire as usize]))
                }
                None => dropped.then(Lc::zero),
            });
        }
        OldWires { replaced, dropped }
    }

    fn is_dropped(&self, wire: u32) -> bool {
        self.dropped[wire as usize]
    }

    /// Replaces the wires for which `which` is true.
    fn rewrite(&self, lc: &Lc<F>, which: impl Fn(u32) -> bool) -> Lc<F> {
        let mut terms = Vec::with_capacity(lc.terms().len());
        for (wire, factor) in lc.terms() {
            match &self.replaced[*wire as usize] {
                Some(lc) if which(*wire) => {
                    terms.extend(lc.terms().iter().map(|(w, c)| (*w, *c * factor)));
                }
                _ => terms.push((*wire, *factor)),
            }
        }
        Lc::from_terms(terms)
    }

    /// Finds the replacements that every witness of the old system satisfies.
    ///
    /// Let dᵣ be the difference between wire r and its replacement in a witness. Take a sum that
    /// the rows set to zero, and that stays zero after replacement. It gives Σ aᵣ·dᵣ = 0 over its
    /// replaced wires. A dᵣ that these equations force to zero is derived. The rows are then
    /// rewritten with the derived replacements, and the step repeats.
    fn derive(&self, old: &R1cs<F>) -> Vec<bool> {
        let mut derived = vec![false; old.wires as usize];
        loop {
            let differences = solve(self.equations(old, &derived), derived.len());
            if differences.is_empty() {
                return derived;
            }
            for wire in differences {
                derived[wire as usize] = true;
            }
        }
    }

    /// Collects equations of those dᵣ that are not yet known to be zero.
    fn equations(&self, old: &R1cs<F>, derived: &[bool]) -> Vec<Lc<F>> {
        let known = |wire: u32| derived[wire as usize];
        let mut products: HashMap<quadratic::Product, Lc<F>> = HashMap::new();
        // Sums that equal zero, by their form with all wires replaced.
        let mut sums: HashMap<quadratic::Key, Lc<F>> = HashMap::new();
        let mut equations = Vec::new();
        for row in &old.rows {
            let row = Row {
                a: self.rewrite(&row.a, known),
                b: self.rewrite(&row.b, known),
                c: self.rewrite(&row.c, known),
            };
            let sum = match eliminate::linear_part(&row) {
                Some(sum) => sum,
                None => {
                    let (product, Some(scale)) = quadratic::product(&row) else {
                        continue;
                    };
                    let scaled_c = row.c.scale(scale);
                    match products.get(&product) {
                        None => {
                            products.insert(product, scaled_c);
                            continue;
                        }
                        Some(known) => scaled_c.plus(known, -F::ONE),
                    }
                }
            };
            let replaced = self.rewrite(&sum, |_| true);
            let Some((_, last)) = replaced.terms().last() else {
                equations.push(self.differences(&sum));
                continue;
            };
            let scale = last.inverse().expect("a term's coefficient is not zero");
            let key = quadratic::key(&linear_row(replaced.scale(scale)));
            let sum = sum.scale(scale);
            match sums.get(&key) {
                None => {
                    sums.insert(key, sum);
                }
                Some(same) => equations.push(self.differences(&sum.plus(same, -F::ONE))),
            }
        }
        equations.retain(|equation| !equation.is_zero());
        equations
    }

    /// Returns the terms of replaced wires.
    fn differences(&self, sum: &Lc<F>) -> Lc<F> {
        let terms = sum.terms().iter().copied();
        Lc::from_terms(
            terms
                .filter(|(wire, _)| self.replaced[*wire as usize].is_some())
                .collect(),
        )
    }
}

/// Finds the unknowns that homogeneous equations force to zero, by sparse elimination from the
/// highest wire.
fn solve<F: PrimeField>(mut equations: Vec<Lc<F>>, wires: usize) -> Vec<u32> {
    equations.sort_by_key(|lc| (lc.highest(), lc.terms().len()));
    let mut pivots: Vec<Option<Lc<F>>> = vec![None; wires];
    for equation in equations {
        let equation = eliminate::reduce(equation, &pivots);
        let Some((wire, factor)) = equation.terms().last().copied() else {
            continue;
        };
        let rest = equation.plus(&Lc::wire(wire), -factor);
        let minus_inverse = -factor.inverse().expect("a term's coefficient is not zero");
        pivots[wire as usize] = Some(rest.scale(minus_inverse));
    }
    let resolved = eliminate::resolve(pivots);
    let zero = |(wire, lc): (usize, Option<Lc<F>>)| lc?.is_zero().then_some(wire as u32);
    resolved.into_iter().enumerate().filter_map(zero).collect()
}
