//! What has a goal, on BN254 and Ristretto with one thread, in processor time: each figure with its goal and the ratio
//! to it. All figures are measured in turns, so that a load of the machine meets all of them.
//!
//! To compare two builds, run both programs in turns.

use lockstep_zk::bulletproof::{Bounds, Commitment, Opening, prove_ranges, verify_ranges};
use lockstep_zk::circuits::{BetweenInputs, Circuit, Hasher, Kind, Point, Series};
use lockstep_zk::{Bn254, groth16, scalar::Bn254 as Fr};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::{Subject, membership, range, timed};
use bench_zk::products;

/// Samples of each figure, of which the median is printed.
const SAMPLES: usize = 15;
const SECRET: [u8; 32] = [5; 32];
const DAY: u64 = 86_400_000;

/// A name, the goal in milliseconds, the number of calls in a sample, and the call.
type Row = (&'static str, f64, usize, Box<dyn FnMut()>);

pub fn run() {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1);
    one.build().expect("a pool").install(measure);
}

fn measure() {
    let (value, other) = (Fr::from(77u64), Fr::from(78u64));
    let mut rows = Vec::new();
    rows.extend(groth16_rows(
        "range:64",
        5.0,
        4,
        range::<Bn254>(value, other),
    ));
    rows.push(batch_row());
    rows.extend(groth16_rows(
        "membership:20",
        50.0,
        1,
        membership::<Bn254>(value, other),
    ));
    rows.extend(groth16_rows("seven days", 80.0, 1, week(value, other)));
    rows.extend(claim_rows());
    rows.push(setup_row());
    let mut samples = vec![Vec::new(); rows.len()];
    for _ in 0..SAMPLES {
        for ((_, _, calls, call), samples) in rows.iter_mut().zip(&mut samples) {
            let ((), [_, cpu]) = timed(|| (0..*calls).for_each(|_| call()));
            samples.push(cpu / *calls as f64);
        }
    }
    for ((name, goal, _, _), samples) in rows.iter().zip(&mut samples) {
        samples.sort_by(f64::total_cmp);
        let median = samples[SAMPLES / 2];
        println!(
            "{name:<36} cpu {median:8.3} ms ({:.3} to {:.3})  goal {goal} ms, ratio {:.2}{}",
            samples[0],
            samples[SAMPLES - 1],
            median / goal,
            if median <= *goal { "" } else { ", missed" }
        );
    }
}

/// The circuit of a claim about seven days.
fn week(blinding: Fr, statement: Fr) -> Subject<Bn254> {
    let points = (1..=7)
        .map(|day| Point {
            value: 50,
            time: day * DAY,
            blinding,
        })
        .collect();
    let series = Series::new(&Hasher::new(), points, 1, 0, 3).expect("sorted points");
    let inputs = BetweenInputs {
        series: &series,
        from: 1,
        to: 7 * DAY,
        min: 40,
        max: 60,
        statement,
    };
    let circuit = Circuit::new(Kind::Between { log: 3, upper: 0 });
    (circuit, inputs.inputs(3, 0).expect("between"))
}

/// The proof of a circuit, and its verification with a prepared key.
fn groth16_rows(
    name: &'static str,
    goal: f64,
    calls: usize,
    (circuit, inputs): Subject<Bn254>,
) -> Vec<Row> {
    let mut rng = ChaCha20Rng::from_seed([2; 32]);
    let witness = circuit.witness(&inputs).expect("a witness");
    let key = groth16::setup::<Bn254>(circuit.system(), &mut rng).expect("a key");
    let public = witness.public(key.public());
    let verifying = groth16::PreparedKey::new(&key.verifying);
    let (key, [_, took]) = timed(|| groth16::PreparedProvingKey::with_tables(key));
    println!("{name}: the key prepared in {took:.1} ms");
    let proof = key
        .prove(circuit.system(), &witness, &mut rng)
        .expect("a proof");
    let prove = move || {
        key.prove(circuit.system(), &witness, &mut rng)
            .expect("a proof");
    };
    let verify = move || assert!(verifying.verify(&public, &proof).expect("counts fit"));
    let verified = match name {
        "range:64" => "range:64, verified",
        "membership:20" => "membership:20, verified",
        _ => "seven days, verified",
    };
    vec![
        (name, goal, calls, Box::new(prove)),
        (verified, 0.6, 20, Box::new(verify)),
    ]
}

/// A batch of 100 proofs, each.
fn batch_row() -> Row {
    let mut rng = ChaCha20Rng::from_seed([3; 32]);
    let (circuit, inputs) = range::<Bn254>(Fr::from(7u64), Fr::from(8u64));
    let witness = circuit.witness(&inputs).expect("a witness");
    let key = groth16::setup::<Bn254>(circuit.system(), &mut rng).expect("a key");
    let prepared = groth16::PreparedKey::new(&key.verifying);
    let batch: Vec<_> = (0..100)
        .map(|_| {
            let proof = groth16::prove_with_key(&key, &witness, &mut rng).expect("a proof");
            (witness.public(key.public()), proof)
        })
        .collect();
    let verify = move || {
        assert!(groth16::verify_batch(&prepared, &batch, &mut rng).expect("counts fit"));
    };
    ("batch of 100 verified", 12.0, 1, Box::new(verify))
}

/// The claims without a set-up.
fn claim_rows() -> Vec<Row> {
    let bounds = Bounds {
        min: Some(40),
        max: Some(60),
    };
    let names = [
        (
            7,
            "Bulletproofs, 7 days",
            80.0,
            "Bulletproofs, 7 days, verified",
        ),
        (
            63,
            "Bulletproofs, 63 days",
            300.0,
            "Bulletproofs, 63 days, verified",
        ),
    ];
    let rows = names
        .into_iter()
        .flat_map(|(days, proven, goal, verified)| {
            let openings: Vec<Opening> = (0..days)
                .map(|day| Opening::derived(50, &SECRET, day))
                .collect();
            // A verifier reads the commitments from a document.
            let commitments: Vec<Commitment> = openings
                .iter()
                .map(|opening| opening.commitment().to_bytes())
                .map(|bytes| Commitment::from_bytes(&bytes).expect("a commitment"))
                .collect();
            let mut rng = ChaCha20Rng::from_seed([4; 32]);
            let mut other_rng = ChaCha20Rng::from_seed([5; 32]);
            let proof = prove_ranges(&openings, bounds, b"bench", &mut rng).expect("a true claim");
            let prove = move || {
                prove_ranges(&openings, bounds, b"bench", &mut rng).expect("a true claim");
            };
            let verify = move || {
                assert!(verify_ranges(
                    &commitments,
                    bounds,
                    b"bench",
                    &proof,
                    &mut other_rng
                ));
            };
            let rows: [Row; 2] = [
                (proven, goal, 1, Box::new(prove)),
                (verified, 10.0, 2, Box::new(verify)),
            ];
            rows
        });
    rows.collect()
}

/// The set-up of a chain.
fn setup_row() -> Row {
    let (system, _) = products::chain::<Fr>(products::rows(16));
    let mut rng = ChaCha20Rng::from_seed([1; 32]);
    let setup = move || {
        groth16::setup::<Bn254>(&system, &mut rng).expect("a key");
    };
    ("set-up of 2^16 rows", 3000.0, 1, Box::new(setup))
}
