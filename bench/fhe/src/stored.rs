//! The server's work for a million stored points: seals blocks to bytes, and reads them one after
//! another for a mean.

use std::hint::black_box;

use chacha20::ChaCha20Rng;
use lockstep_fhe::{
    Aggregator, Capabilities, EvaluationKeys, Evaluator, ParameterSet, ReductionKind, Scale,
    SecretKey, Series, SetId, Width,
};
use rand_core::{Rng, SeedableRng};

use crate::{middle, time};

/// The number of full blocks for slightly more than a million points.
const BLOCKS: usize = 122;

pub(crate) fn stored(rounds: usize) {
    println!("### {BLOCKS} stored blocks of bfv-128, one thread, medians (fastest in brackets)\n");
    println!("| | narrow | wide |\n|---|---:|---:|");
    let columns = [
        column(Scale::new(1, 0, 3000, Width::Narrow), rounds),
        column(Scale::new(3, 0, 10_000_000_000, Width::Wide), rounds),
    ];
    for (narrow, wide) in columns[0].iter().zip(&columns[1]) {
        println!("| {} | {} | {} |", narrow.0, narrow.1, wide.1);
    }
    println!();
}

fn column(scale: Result<Scale, lockstep_fhe::Error>, rounds: usize) -> Vec<(&'static str, String)> {
    let scale = scale.expect("a scale");
    let set = ParameterSet::new(SetId::Bfv128);
    let mut rng = ChaCha20Rng::seed_from_u64(4);
    let secret = SecretKey::generate(&set, &mut rng);
    let keys = EvaluationKeys::generate(&secret, &Capabilities::all(&set), &mut rng)
        .expect("the set has these");
    let slots = set.slots();
    let values: Vec<f64> = (0..slots)
        .map(|_| f64::from(rng.next_u32() % 2501) / 10.0)
        .collect();
    let seal = |rng: &mut ChaCha20Rng| {
        secret
            .encrypt_values(&values, &scale, rng)
            .expect("they fit")
            .to_bytes()
    };
    let blocks: Vec<Vec<u8>> = (0..BLOCKS).map(|_| seal(&mut rng)).collect();
    let mean = |range: std::ops::Range<usize>, kind: ReductionKind| {
        let mut aggregator = Aggregator::new(&Evaluator::new(&keys), kind);
        for (i, bytes) in blocks.iter().enumerate() {
            let first = i * slots;
            let within = |at: usize| at.clamp(first, first + slots) - first;
            let series = Series::from_bytes(&set, bytes).expect("the bytes of a series");
            aggregator
                .push(&series, within(range.start)..within(range.end))
                .expect("within the bounds");
        }
        let reduction = aggregator.finish().expect("there are values");
        let answer = secret
            .decrypt_reduction(&reduction)
            .expect("the key of the blocks");
        black_box(answer.to_f64())
    };
    let plain = values.iter().sum::<f64>() / slots as f64;
    let got = mean(0..BLOCKS * slots, ReductionKind::Mean);
    assert!((got - plain).abs() < 1e-6, "{got} for {plain}");
    let points = (BLOCKS * slots) as f64;
    let (mut sealing, mut reading, mut whole, mut part) = (vec![], vec![], vec![], vec![]);
    for _ in 0..rounds {
        sealing.push(time(8, || drop(black_box(seal(&mut rng)))));
        reading.push(time(1, || {
            for bytes in &blocks {
                drop(black_box(Series::from_bytes(&set, bytes)));
            }
        }));
        whole.push(time(1, || {
            mean(0..BLOCKS * slots, ReductionKind::Mean);
        }));
        part.push(time(1, || {
            mean(1717..BLOCKS * slots - 2929, ReductionKind::Mean);
        }));
    }
    let mut variance: Vec<f64> = (0..rounds.min(3))
        .map(|_| {
            time(1, || {
                mean(0..BLOCKS * slots, ReductionKind::Variance);
            })
        })
        .collect();
    let per_second = |times: &mut [f64]| {
        let rate = |time: f64| slots as f64 / time;
        format!("{:.2} ({:.2})", rate(middle(times)), rate(times[0]))
    };
    let milliseconds =
        |times: &mut [f64]| format!("{:.1} ({:.1})", middle(times) / 1e3, times[0] / 1e3);
    vec![
        ("encrypt and write, M points/s", per_second(&mut sealing)),
        (
            "bytes a point",
            format!(
                "{:.3}",
                blocks.iter().map(Vec::len).sum::<usize>() as f64 / points
            ),
        ),
        ("read all, ms", milliseconds(&mut reading)),
        ("read, mean, decrypt, ms", milliseconds(&mut whole)),
        ("the same, ends inside blocks, ms", milliseconds(&mut part)),
        ("read, variance, decrypt, ms", milliseconds(&mut variance)),
    ]
}
