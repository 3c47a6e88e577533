//! Reduction of a constraint system to fewer rows for the same statement.
//!
//! The optimizer removes linear rows: a row with a constant factor defines one wire by the others,
//! and that wire is substituted everywhere. Level `basic` does this once for the whole system.
//! Level `aggressive` repeats it until nothing changes. It also merges quadratic common
//! sub-expressions, removes unused wires and swaps factors to reduce the wires in B. Sums over B in
//! G2 are the most expensive part of a Groth16 proof. Public wires are never substituted, so proofs
//! keep their public inputs.
//!
//! The result contains a witness map and has been checked in both directions
//! ([`OptimizedSystem::check`]).

mod check;
mod eliminate;
mod map;
mod quadratic;

use std::collections::HashSet;

use ark_ff::PrimeField;

pub use map::WitnessMap;

use crate::error::{Error, Result};
use crate::r1cs::{Group, Lc, R1cs, Row};

/// The optimization level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Substitutes constants, aliases and linear rows.
    #[default]
    Basic,
    /// Applies all optimizations of this module until nothing changes.
    Aggressive,
}

/// The cost of a system for a Groth16 prover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Number of rows.
    pub rows: usize,
    /// Number of wires, including the constant one.
    pub wires: usize,
    /// Number of points of the evaluation domain, a power of two.
    pub domain: usize,
    /// Number of wires in A.
    pub a_wires: usize,
    /// Number of wires in B. Each adds a term to a sum in G2.
    pub b_wires: usize,
    /// Number of terms in all rows.
    pub terms: usize,
}

impl Cost {
    /// Relative cost of a wire in A and of a wire in B for a Groth16 prover. A wire in A is a term
    /// of a sum in G1. A wire in B is a term in G1 and one in G2, which costs about three in G1.
    pub(crate) const SIDES: [usize; 2] = [1, 4];

    /// Computes the cost of a system.
    #[must_use]
    pub fn of<F: PrimeField>(system: &R1cs<F>) -> Cost {
        let count = |pick: fn(&Row<F>) -> &Lc<F>| {
            let mut seen = vec![false; system.wires as usize];
            for row in &system.rows {
                for (wire, _) in pick(row).terms() {
                    seen[*wire as usize] = true;
                }
            }
            seen.into_iter().filter(|seen| *seen).count()
        };
        Cost {
            rows: system.rows.len(),
            wires: system.wires as usize,
            domain: (system.rows.len() + system.public() + 1)
                .next_power_of_two()
                .max(2),
            a_wires: count(|row| &row.a),
            b_wires: count(|row| &row.b),
            terms: system.terms(),
        }
    }
}

/// An optimized system with the map between its witnesses and the old ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptimizedSystem<F> {
    /// The optimized system.
    pub system: R1cs<F>,
    /// Maps wires and witnesses of the old system to the new system and back.
    pub map: WitnessMap<F>,
}

/// Optimizes a system and checks the result. A result that fails the check would be a bug in this
/// crate. [`Error::NotEquivalent`] also reports a row that cannot be satisfied.
pub fn optimize<F: PrimeField>(system: &R1cs<F>, level: Level) -> Result<OptimizedSystem<F>> {
    system.check_shape().map_err(Error::NotEquivalent)?;
    let mut work = SystemInProgress {
        rows: system.rows.iter().cloned().map(Some).collect(),
        products: vec![None; system.rows.len()],
        substitutions: vec![None; system.wires as usize],
        fixed: system.public() as u32,
    };
    loop {
        let linear = eliminate::round(&mut work)?;
        let shared = level == Level::Aggressive && quadratic::round(&mut work);
        if !shared && (linear == 0 || level == Level::Basic) {
            break;
        }
    }
    let mut optimized = finish(system, work);
    if level == Level::Aggressive {
        quadratic::reduce_b_cost(&mut optimized.system);
    }
    optimized.check(system)?;
    Ok(optimized)
}

/// Simplifies rows without a system, for the client interface's `processConstraints`. The public
/// wires are unknown, so no wire is substituted. Repeated rows and rows that always hold are
/// dropped.
///
/// # Errors
/// [`Error::NotEquivalent`] for a row that cannot be satisfied.
pub fn process_constraints<F: PrimeField>(rows: &[Row<F>]) -> Result<Vec<Row<F>>> {
    let mut kept: Vec<Row<F>> = Vec::new();
    let mut seen = HashSet::new();
    for (number, row) in rows.iter().enumerate() {
        match (
            row.a.as_constant(),
            row.b.as_constant(),
            row.c.as_constant(),
        ) {
            (Some(a), Some(b), Some(c)) if a * b == c => continue,
            (Some(_), Some(_), Some(_)) => {
                return Err(Error::NotEquivalent(format!(
                    "row {number} cannot be satisfied"
                )));
            }
            _ => {}
        }
        let always = (row.a.is_zero() || row.b.is_zero()) && row.c.is_zero();
        if !always && seen.insert(normal_key(row)) {
            kept.push(row.clone());
        }
    }
    Ok(kept)
}

/// A system during optimization.
pub(crate) struct SystemInProgress<F> {
    /// The remaining rows. Removed rows are `None`.
    pub(crate) rows: Vec<Option<Row<F>>>,
    /// Cached results of [`quadratic::product`], cleared when a row changes.
    pub(crate) products: Vec<Option<(quadratic::Product, Option<F>)>>,
    /// The replacement of each wire, over lower wires that may be replaced later.
    pub(crate) substitutions: Vec<Option<Lc<F>>>,
    /// The last wire that must stay: all public wires do.
    pub(crate) fixed: u32,
}

fn finish<F: PrimeField>(system: &R1cs<F>, work: SystemInProgress<F>) -> OptimizedSystem<F> {
    let mut used = vec![false; system.wires as usize];
    let inputs = (system.public() + system.private_inputs as usize).min(used.len() - 1);
    used[..=system.public()].fill(true);
    let rows: Vec<(usize, Row<F>)> = work
        .rows
        .into_iter()
        .enumerate()
        .filter_map(|(number, row)| Some((number, row?)))
        .collect();
    for (_, row) in &rows {
        for side in [&row.a, &row.b, &row.c] {
            for (wire, _) in side.terms() {
                used[*wire as usize] = true;
            }
        }
    }
    // Wires in a replacement must stay, or the old witness could not be recovered.
    let mut resolved = eliminate::resolve(work.substitutions);
    for lc in resolved.iter().flatten() {
        for (wire, _) in lc.terms() {
            used[*wire as usize] = true;
        }
    }
    let mut kept = Vec::new();
    let mut names = vec![None; used.len()];
    for (wire, is_used) in used.iter().enumerate() {
        if *is_used && resolved[wire].is_none() {
            names[wire] = Some(kept.len() as u32);
            kept.push(wire as u32);
        }
    }
    let rename = |lc: &Lc<F>| lc.renamed(|wire| names[wire as usize].expect("a used wire is kept"));
    let private = kept
        .iter()
        .filter(|wire| (**wire as usize) > system.public() && (**wire as usize) <= inputs)
        .count();
    let mut groups: Vec<Group> = Vec::new();
    let mut list = Vec::with_capacity(rows.len());
    for (number, row) in rows {
        let name = system.group(number);
        if groups.last().is_none_or(|group| group.name != name) && !name.is_empty() {
            groups.push(Group {
                name: name.to_owned(),
                first: list.len(),
            });
        }
        list.push(Row {
            a: rename(&row.a),
            b: rename(&row.b),
            c: rename(&row.c),
        });
    }
    for lc in resolved.iter_mut().flatten() {
        *lc = rename(lc);
    }
    OptimizedSystem {
        system: R1cs {
            wires: kept.len() as u32,
            outputs: system.outputs,
            public_inputs: system.public_inputs,
            private_inputs: private as u32,
            labels: kept
                .iter()
                .map(|wire| system.labels[*wire as usize])
                .collect(),
            rows: list,
            groups,
        },
        map: WitnessMap {
            kept,
            replaced: resolved,
        },
    }
}

impl<F: PrimeField> OptimizedSystem<F> {
    /// Checks from this result and the old system alone that they are equivalent in both
    /// directions. A witness from [`WitnessMap::expand`] satisfies the old system, and one from
    /// [`WitnessMap::shrink`] satisfies the new system.
    ///
    /// # Errors
    /// [`Error::NotEquivalent`] names the row or wire.
    pub fn check(&self, old: &R1cs<F>) -> Result<()> {
        check::check(self, old)
    }
}

/// Builds the row that sets a sum to zero.
pub(crate) fn linear_row<F: PrimeField>(lc: Lc<F>) -> Row<F> {
    Row {
        a: lc,
        b: Lc::constant(F::ONE),
        c: Lc::zero(),
    }
}

/// Returns a row's key. Linear rows are first converted with [`linear_row`].
fn normal_key<F: PrimeField>(row: &Row<F>) -> quadratic::Key {
    match eliminate::linear_part(row) {
        Some(lc) => quadratic::key(&linear_row(lc)),
        None => quadratic::key(row),
    }
}

#[cfg(test)]
mod tests;
