//! Fewer rows for the same statement.
//!
//! What is removed is linear: a row with a constant factor defines one of its wires by the others, and
//! the wire is substituted everywhere (`basic`: once over the system; `aggressive`: until nothing
//! changes, with quadratic common sub-expressions, unused wires, and factors swapped so that fewer
//! wires stand in B, whose sums in G2 are the dearest part of a Groth16 proof). Public wires are never
//! substituted, so proofs speak of the same inputs.
//!
//! The result carries a witness map and has been checked, both ways ([`Optimized::check`]).

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
    /// Constants, aliases and linear substitution.
    #[default]
    Basic,
    /// And everything else named above, until nothing changes.
    Aggressive,
}

/// The proving cost in Groth16's own terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Rows.
    pub rows: usize,
    /// Wires, the constant one included.
    pub wires: usize,
    /// Points of the evaluation domain: a power of two.
    pub domain: usize,
    /// Wires that stand in A.
    pub a_wires: usize,
    /// Wires that stand in B: each a term of a sum in G2.
    pub b_wires: usize,
    /// Terms over all rows.
    pub terms: usize,
}

impl Cost {
    /// What a wire in A and one in B cost a Groth16 prover beside each other: a term of a sum in G1;
    /// one in G1 and one in G2, which costs about three of them.
    pub const SIDES: [usize; 2] = [1, 4];

    /// Counts a system.
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

/// An optimized system and the way between its witnesses and the old ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimized<F> {
    /// The new system.
    pub system: R1cs<F>,
    /// Old wires from new, and new from old.
    pub map: WitnessMap<F>,
}

/// Optimizes a system and checks the result; [`Error::NotEquivalent`] would be a fault of this crate.
pub fn optimize<F: PrimeField>(system: &R1cs<F>, level: Level) -> Result<Optimized<F>> {
    system.check_shape().map_err(Error::NotEquivalent)?;
    let mut work = Work {
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
        quadratic::lighten_b(&mut optimized.system);
    }
    optimized.check(system)?;
    Ok(optimized)
}

/// Simplifies rows alone, as the client interface's `processConstraints`: which wires are public is
/// not known, so none is substituted; repeated rows and rows that always hold are dropped, and factors
/// are put where they cost least. A row that never holds is an error.
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
                return Err(Error::NotEquivalent(format!("row {number} never holds")));
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

/// A system being rewritten.
pub(crate) struct Work<F> {
    /// The rows that are left.
    pub(crate) rows: Vec<Option<Row<F>>>,
    /// What [`quadratic::product`] said of each row, until the row changes.
    pub(crate) products: Vec<Option<(quadratic::Product, Option<F>)>>,
    /// The replacements of wires, over lower wires that may themselves be replaced later.
    pub(crate) substitutions: Vec<Option<Lc<F>>>,
    /// The last wire that must stay.
    pub(crate) fixed: u32,
}

fn finish<F: PrimeField>(system: &R1cs<F>, work: Work<F>) -> Optimized<F> {
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
    // What a replaced wire is made of must stay, or the old witness could not be had back.
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
    Optimized {
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

impl<F: PrimeField> Optimized<F> {
    /// Checks from this result and the old system alone that they are equivalent, both ways: what
    /// [`WitnessMap::expand`] makes of a new witness satisfies the old system, and what
    /// [`WitnessMap::shrink`] makes of an old one satisfies the new.
    ///
    /// # Errors
    /// [`Error::NotEquivalent`] says which row or wire.
    pub fn check(&self, old: &R1cs<F>) -> Result<()> {
        check::check(self, old)
    }
}

/// The row that says a sum is zero.
pub(crate) fn linear_row<F: PrimeField>(lc: Lc<F>) -> Row<F> {
    Row {
        a: lc,
        b: Lc::constant(F::ONE),
        c: Lc::zero(),
    }
}

/// A row's key, linear rows written as [`linear_row`].
fn normal_key<F: PrimeField>(row: &Row<F>) -> quadratic::Key {
    match eliminate::linear_part(row) {
        Some(lc) => quadratic::key(&linear_row(lc)),
        None => quadratic::key(row),
    }
}

#[cfg(test)]
mod tests;
