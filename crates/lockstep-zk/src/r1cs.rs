//! Rank-1 constraint systems: rows (A·w)·(B·w) = C·w over a wire vector w with w₀ = 1.
//!
//! Wires have circom's order: the constant one, outputs, public inputs, private inputs, then all
//! other wires. A verifier sees the outputs and the public inputs.

use ark_ff::PrimeField;
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::error::{Error, Result};
use crate::field;

/// A linear combination of wires: sorted by wire, each wire once, no zero coefficient.
#[derive(Clone, Debug)]
pub struct Lc<F> {
    terms: Vec<(u32, F)>,
    /// The positions in `terms` in the order of the file. `None`: by wire.
    order: Option<Box<[u32]>>,
}

impl<F> Default for Lc<F> {
    fn default() -> Self {
        Lc::sorted(Vec::new())
    }
}

/// Sums are equal if their terms are. The order in a file does not count.
impl<F: PartialEq> PartialEq for Lc<F> {
    fn eq(&self, other: &Self) -> bool {
        self.terms == other.terms
    }
}

impl<F: Eq> Eq for Lc<F> {}

impl<F> Lc<F> {
    fn sorted(terms: Vec<(u32, F)>) -> Self {
        Lc { terms, order: None }
    }
}

impl<F: PrimeField> Lc<F> {
    /// The empty sum.
    #[must_use]
    pub fn zero() -> Self {
        Lc::default()
    }

    /// A constant, stored as a multiple of wire 0.
    #[must_use]
    pub fn constant(value: F) -> Self {
        Lc::term(0, value)
    }

    /// A single wire with the coefficient 1.
    #[must_use]
    pub fn wire(wire: u32) -> Self {
        Lc::term(wire, F::ONE)
    }

    /// A single wire with a coefficient.
    #[must_use]
    pub fn term(wire: u32, coefficient: F) -> Self {
        if coefficient.is_zero() {
            return Lc::zero();
        }
        Lc::sorted(vec![(wire, coefficient)])
    }

    /// Builds a sum from terms in any order. Adds the coefficients of equal wires.
    #[must_use]
    pub fn from_terms(mut terms: Vec<(u32, F)>) -> Self {
        terms.sort_by_key(|(wire, _)| *wire);
        terms.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        terms.retain(|(_, coefficient)| !coefficient.is_zero());
        Lc::sorted(terms)
    }

    /// Builds a sum from a file's terms, which name each wire once, and keeps their order for
    /// [`Lc::listed`].
    #[must_use]
    pub(crate) fn from_listed(mut terms: Vec<(u32, F)>) -> Self {
        terms.retain(|(_, coefficient)| !coefficient.is_zero());
        let wires: Vec<u32> = terms.iter().map(|(wire, _)| *wire).collect();
        let lc = Lc::from_terms(terms);
        if wires.is_sorted() || lc.terms.len() != wires.len() {
            return lc;
        }
        let place = |wire: &u32| lc.terms.partition_point(|(known, _)| known < wire) as u32;
        let order = wires.iter().map(place).collect();
        Lc {
            order: Some(order),
            ..lc
        }
    }

    /// The terms, sorted by wire.
    #[must_use]
    pub fn terms(&self) -> &[(u32, F)] {
        &self.terms
    }

    /// The terms in the order of the file that the sum was read from. Other sums are sorted by wire.
    pub fn listed(&self) -> impl Iterator<Item = &(u32, F)> {
        let places = 0..self.terms.len();
        places.map(|place| match &self.order {
            Some(order) => &self.terms[order[place] as usize],
            None => &self.terms[place],
        })
    }

    /// Whether the sum has no term.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns the value if the sum has no wire other than the constant one.
    #[must_use]
    pub(crate) fn as_constant(&self) -> Option<F> {
        match self.terms.as_slice() {
            [] => Some(F::ZERO),
            [(0, value)] => Some(*value),
            _ => None,
        }
    }

    /// Returns the coefficient of a wire, zero if the wire does not occur.
    #[must_use]
    pub fn coefficient(&self, wire: u32) -> F {
        self.terms
            .binary_search_by_key(&wire, |(wire, _)| *wire)
            .map_or(F::ZERO, |position| self.terms[position].1)
    }

    /// Evaluates the sum for a wire vector. The caller ensures that the vector is long enough.
    #[must_use]
    pub fn evaluate(&self, wires: &[F]) -> F {
        self.terms
            .iter()
            .map(|(wire, coefficient)| {
                if coefficient.is_one() {
                    wires[*wire as usize]
                } else {
                    wires[*wire as usize] * coefficient
                }
            })
            .sum()
    }

    /// Returns this sum plus `factor` times another sum.
    #[must_use]
    pub fn plus(&self, other: &Self, factor: F) -> Self {
        if factor.is_zero() || other.is_zero() {
            return self.clone();
        }
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            match (left.peek(), right.peek()) {
                (Some((a, x)), Some((b, y))) if a == b => {
                    let sum = *x + *y * factor;
                    if !sum.is_zero() {
                        terms.push((*a, sum));
                    }
                    left.next();
                    right.next();
                }
                (Some((a, x)), Some((b, _))) if a < b => {
                    terms.push((*a, *x));
                    left.next();
                }
                (Some((a, x)), None) => {
                    terms.push((*a, *x));
                    left.next();
                }
                (_, Some((b, y))) => {
                    terms.push((*b, *y * factor));
                    right.next();
                }
                (None, None) => break,
            }
        }
        Lc::sorted(terms)
    }

    /// Multiplies every coefficient by a factor.
    #[must_use]
    pub fn scale(&self, factor: F) -> Self {
        if factor.is_zero() {
            return Lc::zero();
        }
        Lc::sorted(self.terms.iter().map(|(w, c)| (*w, *c * factor)).collect())
    }

    /// Returns the same sum with other wire numbers.
    #[must_use]
    pub fn renamed(&self, name: impl Fn(u32) -> u32) -> Self {
        Lc::from_terms(self.terms.iter().map(|(w, c)| (name(*w), *c)).collect())
    }

    /// Returns the highest wire with a coefficient.
    #[must_use]
    pub fn highest(&self) -> Option<u32> {
        self.terms.last().map(|(wire, _)| *wire)
    }
}

/// One row: (a·w)·(b·w) = c·w.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<F> {
    /// Left factor.
    pub a: Lc<F>,
    /// Right factor.
    pub b: Lc<F>,
    /// Product.
    pub c: Lc<F>,
}

impl<F: PrimeField> Row<F> {
    /// Whether the row is satisfied.
    #[must_use]
    pub fn holds(&self, wires: &[F]) -> bool {
        self.a.evaluate(wires) * self.b.evaluate(wires) == self.c.evaluate(wires)
    }
}

/// The values of A and of B in each row. They are secret.
pub type Factors<F> = [Zeroizing<Vec<F>>; 2];

/// A named run of rows. Error messages name it, and tests violate each group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The property that the rows enforce.
    pub name: String,
    /// The first row.
    pub first: usize,
}

/// A constraint system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct R1cs<F> {
    /// Number of wires, including the constant one.
    pub wires: u32,
    /// Number of public outputs. They start at wire 1.
    pub outputs: u32,
    /// Number of public inputs. They follow the outputs.
    pub public_inputs: u32,
    /// Number of private inputs. They follow the public inputs.
    pub private_inputs: u32,
    /// The rows.
    pub rows: Vec<Row<F>>,
    /// Label of each wire (`.r1cs` section 3).
    pub labels: Vec<u64>,
    /// Names of runs of rows, sorted by first row. It can be empty.
    pub groups: Vec<Group>,
}

impl<F: PrimeField> R1cs<F> {
    /// Number of outputs and public inputs. A verifier sees wires 1 to this number.
    #[must_use]
    pub fn public(&self) -> usize {
        (self.outputs + self.public_inputs) as usize
    }

    /// Rejects wire numbers out of range, and counts that contradict each other.
    pub(crate) fn check_shape(&self) -> std::result::Result<(), String> {
        let fixed = [1, self.outputs, self.public_inputs, self.private_inputs]
            .iter()
            .map(|count| u64::from(*count))
            .sum::<u64>();
        if fixed > u64::from(self.wires) {
            return Err(format!(
                "{fixed} wires are fixed, but there are only {}",
                self.wires
            ));
        }
        if self.labels.len() != self.wires as usize {
            return Err(format!(
                "{} labels for {} wires",
                self.labels.len(),
                self.wires
            ));
        }
        for (number, row) in self.rows.iter().enumerate() {
            for side in [&row.a, &row.b, &row.c] {
                if side.highest().is_some_and(|wire| wire >= self.wires) {
                    return Err(format!("row {number} uses a wire that does not exist"));
                }
            }
        }
        Ok(())
    }

    /// Fails with the first row that is not satisfied.
    pub fn check(&self, wires: &[F]) -> Result<()> {
        self.check_one(wires)?;
        match self.rows.iter().position(|row| !row.holds(wires)) {
            None => Ok(()),
            Some(row) => Err(self.unsatisfied(row)),
        }
    }

    /// Checks like [`R1cs::check`], and returns the values of A and B in each row.
    pub(crate) fn factors(&self, wires: &[F]) -> Result<Factors<F>> {
        self.check_one(wires)?;
        let list = || Zeroizing::new(Vec::with_capacity(self.rows.len()));
        let (mut a, mut b): (Zeroizing<Vec<F>>, Zeroizing<Vec<F>>) = (list(), list());
        for (number, row) in self.rows.iter().enumerate() {
            let (left, right) = (row.a.evaluate(wires), row.b.evaluate(wires));
            if left * right != row.c.evaluate(wires) {
                return Err(self.unsatisfied(number));
            }
            a.push(left);
            b.push(right);
        }
        Ok([a, b])
    }

    /// Checks the number of wires and the constant one.
    fn check_one(&self, wires: &[F]) -> Result<()> {
        if wires.len() != self.wires as usize {
            return Err(Error::Length {
                what: "witness",
                found: wires.len(),
                expected: self.wires as usize,
            });
        }
        if wires[0] != F::ONE {
            return Err(Error::Unsatisfied {
                row: 0,
                group: "constant one".to_owned(),
            });
        }
        Ok(())
    }

    fn unsatisfied(&self, row: usize) -> Error {
        Error::Unsatisfied {
            row,
            group: self.group(row).to_owned(),
        }
    }

    /// Returns the name of the group that contains a row, empty if the row has no group.
    #[must_use]
    pub fn group(&self, row: usize) -> &str {
        let next = self.groups.partition_point(|group| group.first <= row);
        next.checked_sub(1)
            .map_or("", |index| self.groups[index].name.as_str())
    }

    /// Number of terms in all rows and sides.
    #[must_use]
    pub fn terms(&self) -> usize {
        self.rows
            .iter()
            .map(|row| row.a.terms.len() + row.b.terms.len() + row.c.terms.len())
            .sum()
    }

    /// SHA-256 of modulus, counts and rows. A registered circuit has the name `circuit:<sha256>`.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(b"lockstep r1cs 1");
        hash.update(field::modulus::<F>());
        for count in [
            self.wires,
            self.outputs,
            self.public_inputs,
            self.private_inputs,
            u32::try_from(self.rows.len()).unwrap_or(u32::MAX),
        ] {
            hash.update(count.to_le_bytes());
        }
        for row in &self.rows {
            for side in [&row.a, &row.b, &row.c] {
                hash.update((side.terms.len() as u64).to_le_bytes());
                for (wire, coefficient) in &side.terms {
                    hash.update(wire.to_le_bytes());
                    hash.update(field::to_bytes(coefficient));
                }
            }
        }
        hash.finalize().into()
    }
}

/// The values of all wires. They are secret, wiped on drop and never printed.
#[derive(Clone, PartialEq, Eq, Zeroize, ZeroizeOnDrop)]
pub struct Witness<F: PrimeField>(Vec<F>);

impl<F: PrimeField> std::fmt::Debug for Witness<F> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Witness({} wires)", self.0.len())
    }
}

impl<F: PrimeField> Witness<F> {
    /// Takes ownership of the values. Wire 0 must be one.
    pub fn new(values: Vec<F>) -> Result<Self> {
        let witness = Witness(values);
        if witness.0.first() != Some(&F::ONE) {
            return Err(Error::Unsatisfied {
                row: 0,
                group: "constant one".to_owned(),
            });
        }
        Ok(witness)
    }

    /// The values.
    #[must_use]
    pub fn values(&self) -> &[F] {
        &self.0
    }

    /// Returns the values that a verifier sees: wires 1 to `count`.
    #[must_use]
    pub fn public(&self, count: usize) -> Vec<F> {
        self.0.iter().skip(1).take(count).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use ark_bn254::Fr;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn sums_are_sorted_without_repeated_wires() {
        let lc = Lc::from_terms(vec![(3, Fr::from(1)), (1, Fr::from(2)), (3, -Fr::from(1))]);
        assert_eq!(lc.terms(), &[(1, Fr::from(2))]);
        assert_eq!(Lc::constant(Fr::from(7)).as_constant(), Some(Fr::from(7)));
        assert_eq!(Lc::<Fr>::wire(1).as_constant(), None);
    }

    #[test]
    fn a_sum_keeps_the_order_of_its_file() {
        let terms = [(3, 5), (1, 2), (0, 0), (2, 7)].map(|(wire, c)| (wire, Fr::from(c)));
        let lc = Lc::from_listed(terms.to_vec());
        let listed: Vec<u32> = lc.listed().map(|(wire, _)| *wire).collect();
        assert_eq!(listed, [3, 1, 2]);
        assert_eq!(lc, Lc::from_terms(terms.to_vec()));
        assert_eq!(lc.coefficient(2), Fr::from(7));
        let doubled: Vec<u32> = lc
            .scale(Fr::from(2))
            .listed()
            .map(|(wire, _)| *wire)
            .collect();
        assert_eq!(doubled, [1, 2, 3]);
    }

    proptest! {
        #[test]
        fn plus_agrees_with_evaluation(
            left in proptest::collection::vec((0u32..6, -3i64..4), 0..8),
            right in proptest::collection::vec((0u32..6, -3i64..4), 0..8),
            factor in -3i64..4,
        ) {
            let lc = |terms: Vec<(u32, i64)>| {
                Lc::from_terms(terms.into_iter().map(|(w, c)| (w, Fr::from(c))).collect())
            };
            let (left, right, factor) = (lc(left), lc(right), Fr::from(factor));
            let wires: Vec<Fr> = (0..6u64).map(|i| Fr::from(1 + i * i * 17)).collect();
            let sum = left.plus(&right, factor);
            prop_assert_eq!(sum.evaluate(&wires), left.evaluate(&wires) + right.evaluate(&wires) * factor);
            prop_assert!(sum.terms().windows(2).all(|pair| pair[0].0 < pair[1].0));
            prop_assert!(sum.terms().iter().all(|(_, c)| *c != Fr::from(0)));
        }
    }
}
