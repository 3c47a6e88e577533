//! The powers of ψ as the transform with AVX2 reads them.

use crate::modulus::{Modulus, Shoup};

/// The powers of ψ with their quotients by q. Empty if another back end is in use.
#[derive(Default)]
pub(super) struct FloatTables {
    pub(super) forward: Vec<Factor>,
    pub(super) inverse: Vec<Factor>,
}

/// The factor w and w/q.
#[derive(Clone, Copy)]
pub(super) struct Factor {
    pub(super) w: f64,
    pub(super) quotient: f64,
}

impl FloatTables {
    /// Creates the tables; empty ones unless they are wanted.
    pub(super) fn new(wanted: bool, m: &Modulus, forward: &[Shoup], inverse: &[Shoup]) -> Self {
        if !wanted {
            return Self::default();
        }
        let factors = |powers: &[Shoup]| powers.iter().map(|w| Factor::new(*w, m)).collect();
        Self {
            forward: factors(forward),
            inverse: factors(inverse),
        }
    }
}

impl Factor {
    #[inline(always)]
    pub(super) fn new(w: Shoup, m: &Modulus) -> Self {
        Self {
            w: w.w as f64,
            quotient: w.w as f64 / m.q as f64,
        }
    }
}
