//! The powers of ψ as the transform with IFMA reads them.

use super::lanes::LANES;
use crate::modulus::Shoup;

/// The powers of ψ in the order of the transform. Empty if another back end is in use.
pub(super) struct LaneTables {
    pub(super) forward: Levels,
    pub(super) inverse: Levels,
}

/// The factors of the three narrowest levels, one per lane. A step covers sixteen values.
#[derive(Default)]
pub(super) struct Levels {
    pub(super) four: Vec<LaneFactor>,
    pub(super) two: Vec<LaneFactor>,
    pub(super) one: Vec<LaneFactor>,
}

#[repr(C, align(64))]
pub(super) struct LaneFactor {
    pub(super) w: [u64; LANES],
    pub(super) quotient: [u64; LANES],
}

impl LaneTables {
    /// Creates the tables; empty ones unless they are wanted.
    pub(super) fn new(wanted: bool, forward: &[Shoup], inverse: &[Shoup]) -> Self {
        let levels = |powers: &[Shoup]| {
            if !wanted {
                return Levels::default();
            }
            Levels {
                four: lane_factors(powers, 4),
                two: lane_factors(powers, 2),
                one: lane_factors(powers, 1),
            }
        };
        Self {
            forward: levels(forward),
            inverse: levels(inverse),
        }
    }
}

/// Returns the factors for the level with distance `half` between a butterfly's values. Lane j of
/// step b belongs to block b·8/half + j/half.
fn lane_factors(powers: &[Shoup], half: usize) -> Vec<LaneFactor> {
    let blocks = powers.len() / (2 * half);
    powers[blocks..2 * blocks]
        .chunks_exact(LANES / half)
        .map(|step| LaneFactor {
            w: std::array::from_fn(|j| step[j / half].w),
            quotient: std::array::from_fn(|j| step[j / half].quotient52()),
        })
        .collect()
}
