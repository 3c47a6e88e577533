//! Claims about days without a set-up: the aggregated range proof over the commitments of the days.

use lockstep_zk::bulletproof::{Bounds, Commitment, Opening, prove_ranges, verify_ranges};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::{ROUNDS, show, timed};

const SECRET: [u8; 32] = [5; 32];

pub fn run() {
    for days in [7, 31, 63] {
        for (about, bounds) in [
            ("40 to 60", bounds(Some(40), Some(60))),
            ("40.00 to 60.00", bounds(Some(4000), Some(6000))),
            ("0 to 100000", bounds(Some(0), Some(100_000))),
            ("40 at least", bounds(Some(40), None)),
        ] {
            one(days, about, bounds);
        }
    }
}

fn bounds(min: Option<i64>, max: Option<i64>) -> Bounds {
    Bounds { min, max }
}

fn one(days: u64, about: &str, bounds: Bounds) {
    let rng = &mut ChaCha20Rng::from_seed([6; 32]);
    let value = bounds.max.or(bounds.min).expect("a bound");
    let openings = || -> Vec<Opening> {
        (0..days)
            .map(|day| Opening::derived(value, &SECRET, day))
            .collect()
    };
    let commit = |openings: &[Opening]| -> Vec<Commitment> {
        openings.iter().map(Opening::commitment).collect()
    };
    let (commitments, took) = timed(|| commit(&openings()));
    let name = |what: &str| format!("claim, {days} days, {about}: {what}");
    show(&name("commit"), 1, &[took]);
    let (first, took) =
        timed(|| prove_ranges(&openings(), bounds, b"bench", rng).expect("a true claim"));
    show(&name("first proof, with generators"), 1, &[took]);
    let (mut proving, mut verifying) = (Vec::new(), Vec::new());
    for _ in 0..2 * ROUNDS {
        let openings = openings();
        let (proof, took) =
            timed(|| prove_ranges(&openings, bounds, b"bench", rng).expect("a true claim"));
        proving.push(took);
        let (holds, took) = timed(|| verify_ranges(&commitments, bounds, b"bench", &proof, rng));
        assert!(holds);
        verifying.push(took);
    }
    show(&name("prove"), 1, &proving);
    show(&name("verify"), 1, &verifying);
    println!("    {} bytes", first.bytes.len());
}
