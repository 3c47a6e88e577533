//! The named parameter sets, and the rules that every set satisfies.

use crate::convert::Conversion;
use crate::error::Error;
use crate::modulus::{MAX_BITS, primes};
use crate::security::{SecurityLevel, largest_modulus};

/// The named parameter sets. `…Sum` sets support only sums and means: they are small and fast, and
/// do not multiply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum SetId {
    /// `bfv-128`, the default: one multiplication and a sum over all 8192 slots.
    Bfv128 = 1,
    /// `bfv-192`: one multiplication and a sum over all 16384 slots, or a mask and a square.
    Bfv192 = 2,
    /// `bfv-256`: one multiplication and a sum over all 16384 slots.
    Bfv256 = 3,
    /// `bfv-128-sum`: 4096 slots.
    Bfv128Sum = 4,
    /// `bfv-192-sum`: 8192 slots.
    Bfv192Sum = 5,
    /// `bfv-256-sum`: 8192 slots.
    Bfv256Sum = 6,
}

impl SetId {
    /// All sets, in the order of their bytes.
    pub const ALL: [Self; 6] = [
        Self::Bfv128,
        Self::Bfv192,
        Self::Bfv256,
        Self::Bfv128Sum,
        Self::Bfv192Sum,
        Self::Bfv256Sum,
    ];

    /// Returns the name used in APIs.
    pub fn name(self) -> &'static str {
        self.recipe().name
    }

    /// Returns the set with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|id| id.name() == name)
    }

    /// Returns the set's byte in encoded objects.
    pub(crate) fn byte(self) -> u8 {
        self as u8
    }

    pub(crate) fn from_byte(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|id| id.byte() == byte)
    }

    pub(crate) fn recipe(self) -> &'static Recipe {
        let recipe = &RECIPES[self as usize - 1];
        debug_assert_eq!(recipe.id, Some(self));
        recipe
    }
}

/// The sizes from which the primes of a set are derived.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Recipe {
    pub(crate) id: Option<SetId>,
    pub(crate) name: &'static str,
    /// The security level. `None` only for rings that are too small to be secure.
    pub(crate) level: Option<SecurityLevel>,
    pub(crate) n: usize,
    /// Bits of each ciphertext prime.
    pub(crate) q_bits: &'static [u32],
    pub(crate) special_bits: u32,
    /// Bits of the two plaintext primes.
    pub(crate) t_bits: u32,
    /// Whether ciphertexts can be multiplied with each other.
    pub(crate) multiplies: bool,
}

const fn recipe(
    id: SetId,
    name: &'static str,
    level: SecurityLevel,
    n: usize,
    q_bits: &'static [u32],
    special_bits: u32,
    t_bits: u32,
) -> Recipe {
    Recipe {
        id: Some(id),
        name,
        level: Some(level),
        n,
        q_bits,
        special_bits,
        t_bits,
        multiplies: q_bits.len() > 2,
    }
}

use SecurityLevel::{Bits128, Bits192, Bits256};

/// The recipes in the order of [`SetId::ALL`]. `tests/bounds.rs` tests each at its noise bound.
const RECIPES: [Recipe; 6] = [
    recipe(SetId::Bfv128, "bfv-128", Bits128, 8192, &[50; 3], 50, 45),
    recipe(SetId::Bfv192, "bfv-192", Bits192, 16384, &[50; 4], 50, 48),
    recipe(SetId::Bfv256, "bfv-256", Bits256, 16384, &[50; 3], 50, 46),
    recipe(
        SetId::Bfv128Sum,
        "bfv-128-sum",
        Bits128,
        4096,
        &[33; 2],
        34,
        30,
    ),
    // Three primes of 47 bits are not allowed: their product exceeds the 140 bits of the 2024
    // quantum estimate.
    recipe(
        SetId::Bfv192Sum,
        "bfv-192-sum",
        Bits192,
        8192,
        &[46; 2],
        47,
        45,
    ),
    recipe(
        SetId::Bfv256Sum,
        "bfv-256-sum",
        Bits256,
        8192,
        &[36; 2],
        36,
        33,
    ),
];

/// See [`crate::ParameterSet::toy`].
#[cfg(any(test, feature = "toy"))]
pub(crate) const TOY: Recipe = Recipe {
    id: None,
    name: "toy",
    level: None,
    n: 32,
    q_bits: &[50; 3],
    special_bits: 50,
    t_bits: 45,
    multiplies: true,
};

/// The primes of a recipe.
#[derive(Debug, PartialEq)]
pub(crate) struct Primes {
    pub(crate) q: Vec<u64>,
    pub(crate) special: u64,
    /// As many primes as in `q`, for multiplication. Empty if the set does not multiply.
    pub(crate) aux: Vec<u64>,
    pub(crate) t: [u64; 2],
}

impl Recipe {
    /// Finds the primes. Returns the violated rule if the recipe is invalid.
    pub(crate) fn primes(&self) -> Result<Primes, Error> {
        self.check_sizes()?;
        let step = 2 * self.n as u64;
        let mut taken: Vec<u64> = Vec::new();
        let mut take = |bits: u32, count: usize| -> Result<Vec<u64>, Error> {
            let found = primes(bits, step, count, &taken);
            if found.len() < count {
                return Err(refuse("there are not enough primes of that size"));
            }
            taken.extend(&found);
            Ok(found)
        };
        let mut q = Vec::new();
        // The special prime is the largest of its size, because a key switch divides its noise by
        // it.
        let special = take(self.special_bits, 1)?[0];
        for bits in self.q_bits {
            q.extend(take(*bits, 1)?);
        }
        let aux = if self.multiplies {
            take(MAX_BITS, self.q_bits.len())?
        } else {
            Vec::new()
        };
        let t = take(self.t_bits, 2)?;
        let found = Primes {
            q,
            special,
            aux,
            t: [t[0], t[1]],
        };
        // Residues modulo one prime are used modulo another without reduction, also after one
        // addition. The transform accepts them because they are below 4q.
        let all = || found.q.iter().chain([&found.special]);
        let (smallest, largest) = (
            *all().min().expect("the special prime exists"),
            *all().max().expect("the special prime exists"),
        );
        if largest >= 3 * smallest {
            return Err(refuse("the ciphertext primes differ too much in size"));
        }
        if let Some(level) = self.level
            && !largest_modulus(self.n, level).is_some_and(|limit| found.bits() <= f64::from(limit))
        {
            return Err(refuse(
                "the modulus is too large for the degree and the security level",
            ));
        }
        Ok(found)
    }

    /// Checks the degree and the sizes of the primes.
    fn check_sizes(&self) -> Result<(), Error> {
        if !self.n.is_power_of_two() || self.n < 16 || self.n > 1 << 16 {
            return Err(refuse("the degree must be a power of two in 16..=65536"));
        }
        if self.q_bits.is_empty() || self.q_bits.len() > Conversion::MAX_INPUTS {
            return Err(refuse("there must be one to eight ciphertext primes"));
        }
        let sizes = || self.q_bits.iter().chain([&self.special_bits]);
        if sizes().any(|bits| !(Conversion::MIN_BITS + 1..=MAX_BITS).contains(bits)) {
            return Err(refuse("ciphertext primes must have 32 to 50 bits"));
        }
        let (smallest, largest) = (
            sizes().min().expect("the special prime exists"),
            sizes().max().expect("the special prime exists"),
        );
        if largest - smallest > 1 {
            return Err(refuse(
                "the sizes of ciphertext primes must differ by at most one bit",
            ));
        }
        if self.q_bits.iter().any(|bits| *bits > self.special_bits) {
            return Err(refuse(
                "the special prime must not be smaller than a ciphertext prime",
            ));
        }
        if self.t_bits < 20 {
            return Err(refuse("the plaintext primes must have at least 20 bits"));
        }
        if self.t_bits >= *smallest {
            return Err(refuse(
                "the plaintext primes must be smaller than every ciphertext prime",
            ));
        }
        Ok(())
    }
}

/// Returns the error of a recipe that violates a rule.
fn refuse(reason: &'static str) -> Error {
    Error::Parameters { reason }
}

impl Primes {
    /// Returns log2 of the modulus of the evaluation keys.
    pub(crate) fn bits(&self) -> f64 {
        self.q
            .iter()
            .chain([&self.special])
            .map(|q| (*q as f64).log2())
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_set_is_within_every_published_table() {
        for id in SetId::ALL {
            let recipe = id.recipe();
            let level = recipe.level.unwrap();
            let limit = largest_modulus(recipe.n, level).unwrap();
            let bits = recipe.primes().unwrap().bits();
            println!(
                "{:<12} n={:<6} log2 QP = {bits:.3} of {limit}",
                recipe.name, recipe.n
            );
            assert!(
                bits <= f64::from(limit),
                "{}: {bits} of {limit}",
                recipe.name
            );
            assert_eq!(SetId::by_name(recipe.name), Some(id));
        }
        assert_eq!(SetId::by_name("bfv-512"), None);
    }

    #[test]
    fn invalid_recipes_are_refused() {
        let good = SetId::Bfv128.recipe().clone();
        type Change = fn(&mut Recipe);
        let changes: [(&str, Change); 9] = [
            ("degree", |r| r.n = 8191),
            ("degree", |r| r.n = 8),
            ("one to eight", |r| r.q_bits = &[]),
            ("32 to 50", |r| r.q_bits = &[51; 3]),
            ("at most one bit", |r| r.q_bits = &[50, 40]),
            ("not be smaller", |r| r.special_bits = 49),
            ("smaller than every", |r| r.t_bits = 50),
            ("20 bits", |r| r.t_bits = 10),
            ("too large", |r| r.q_bits = &[50; 4]),
        ];
        for (part, change) in changes {
            let mut recipe = good.clone();
            change(&mut recipe);
            let error = recipe.primes().unwrap_err().to_string();
            assert!(error.contains(part), "{part}: {error}");
        }
    }
}
