//! The way between witnesses of the old and the new system.

use ark_ff::PrimeField;

use crate::error::{Error, Result};
use crate::r1cs::{Lc, Row, Witness};

/// Old wires from new, and new from old.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessMap<F> {
    /// The old wire each new wire is.
    pub kept: Vec<u32>,
    /// What each old wire was replaced by, over new wires; `None` for kept and for unused ones.
    pub replaced: Vec<Option<Lc<F>>>,
}

impl<F: PrimeField> WitnessMap<F> {
    /// The new witness of an old one.
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

    /// The old witness of a new one; wires no row names are zero.
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

    /// An old row over new wires.
    pub(crate) fn rewrite(&self, row: &Row<F>) -> Row<F> {
        let side = |lc: &Lc<F>| {
            let mut terms = Vec::new();
            for (wire, coefficient) in lc.terms() {
                match &self.replaced[*wire as usize] {
                    Some(lc) => {
                        terms.extend(lc.terms().iter().map(|(w, c)| (*w, *c * coefficient)));
                    }
                    None => {
                        // An unused wire is in no row, so every wire here is kept; kept is sorted.
                        if let Ok(place) = self.kept.binary_search(wire) {
                            terms.push((place as u32, *coefficient));
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
