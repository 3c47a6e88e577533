//! Conversion of witnesses between the old and the new system.

use ark_ff::PrimeField;

use crate::error::{Error, Result};
use crate::r1cs::{Lc, Row, Witness};

/// Maps wires of the old system to the new system and back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessMap<F> {
    /// The old wire of each new wire.
    pub kept: Vec<u32>,
    /// The replacement of each old wire, over new wires. `None` for kept and unused wires.
    pub replaced: Vec<Option<Lc<F>>>,
}

impl<F: PrimeField> WitnessMap<F> {
    /// Converts an old witness to a new one.
    pub fn shrink(&self, old: &Witness<F>) -> Result<Witness<F>> {
        if old.values().len() != self.replaced.len() {
            return Err(Error::Length {
                what: "witness",
                found: old.values().len(),
                expected: self.replaced.len(),
            });
        }
        let pick = |wire: &u32| old.values()[*wire as usize];
        Witness::new(self.kept.iter().map(pick).collect())
    }

    /// Converts a new witness to an old one. Wires that no row uses become zero.
    pub fn expand(&self, new: &Witness<F>) -> Result<Witness<F>> {
        if new.values().len() != self.kept.len() {
            return Err(Error::Length {
                what: "witness",
                found: new.values().len(),
                expected: self.kept.len(),
            });
        }
        let mut values: Vec<F> = self
            .replaced
            .iter()
            .map(|lc| lc.as_ref().map_or(F::ZERO, |lc| lc.evaluate(new.values())))
            .collect();
        for (wire, value) in self.kept.iter().zip(new.values()) {
            values[*wire as usize] = *value;
        }
        Witness::new(values)
    }

    /// Rewrites an old row over new wires.
    pub(crate) fn rewrite(&self, row: &Row<F>) -> Row<F> {
        let side = |lc: &Lc<F>| {
            let mut terms = Vec::new();
            for (wire, coefficient) in lc.terms() {
                match &self.replaced[*wire as usize] {
                    Some(lc) => {
                        terms.extend(lc.terms().iter().map(|(w, c)| (*w, *c * coefficient)));
                    }
                    None => {
                        // Every wire here is kept, because no row uses an unused wire. `kept` is
                        // sorted.
                        if let Ok(index) = self.kept.binary_search(wire) {
                            terms.push((index as u32, *coefficient));
                        }
                    }
                }
            }
            Lc::from_terms(terms)
        };
        Row {
            a: side(&row.a),
            b: side(&row.b),
            c: side(&row.c),
        }
    }
}
