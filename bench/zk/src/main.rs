//! `cargo xtask bench zk [FOLDER [chain|circuits|levels|commit|claims|goals|all [THREADS [LOG…]]]]` compares
//! lockstep-zk's prover with ark-groth16 (package bench-zk-ark), gnark (the Go program in `gnark/`) and
//! snarkjs (in the FOLDER that `cargo xtask interop` fills), interleaved. Then it measures the built-in
//! circuits, at levels 192 and 256 too, commitments to series, claims about days, and what has a goal, each figure with
//! the ratio to it.
//! Without THREADS it runs with one thread, then with two. LOG is log2 of the rows of a chain.

mod chain;
mod claims;
mod commit;
mod goals;

use std::path::Path;
use std::time::Instant;

use bench_zk::Peers;
use lockstep_zk::ark_ec::pairing::Pairing;
use lockstep_zk::ark_ff::UniformRand;
use lockstep_zk::circuits::{
    BetweenInputs, Circuit, Hasher, Kind, MembershipInputs, MerkleTree, Point, RangeInputs, Series,
};
use lockstep_zk::formats::zkey;
use lockstep_zk::machine::Inputs;
use lockstep_zk::optimizer::{Level, optimize};
use lockstep_zk::{Bls12_381, Bls24_509, Bls48_575, Bn254, Curve, groth16, pghr13};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

const ROUNDS: usize = 5;

fn main() {
    let folder = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "../target/interop".to_owned());
    let peers = Peers::at(Path::new(&folder));
    if peers.is_none() {
        println!("snarkjs skipped: not installed in {folder}");
    }
    let part = std::env::args().nth(2).unwrap_or_else(|| "all".to_owned());
    if matches!(part.as_str(), "commit" | "all") {
        commit::run();
    }
    if matches!(part.as_str(), "claims" | "all") {
        claims::run();
    }
    if matches!(part.as_str(), "goals" | "all") {
        goals::run();
    }
    let only: Option<usize> = std::env::args()
        .nth(3)
        .map(|word| word.parse().expect("a number of threads"));
    let mut logs: Vec<u32> = std::env::args()
        .skip(4)
        .map(|word| word.parse().expect("log2 of the rows"))
        .collect();
    if logs.is_empty() {
        logs = vec![12, 14, 16];
    }
    for threads in only.map_or_else(|| vec![1, 2], |threads| vec![threads]) {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool");
        pool.install(|| {
            if matches!(part.as_str(), "chain" | "all") {
                for log in &logs {
                    chain::compare::<Bn254>(*log, threads, peers.as_ref());
                    chain::compare::<Bls12_381>(*log, threads, peers.as_ref());
                }
            }
            if matches!(part.as_str(), "circuits" | "all") {
                ours::<Bls12_381>(threads, 3);
                ours::<Bn254>(threads, 3);
            }
            if matches!(part.as_str(), "levels" | "all") {
                ours::<Bls24_509>(threads, 2);
                ours::<Bls48_575>(threads, 2);
            }
        });
    }
}

/// Wall and CPU milliseconds.
type Timing = [f64; 2];

/// Returns the CPU milliseconds of this process, including threads that have ended.
fn cpu() -> f64 {
    cpu_time::ProcessTime::now().as_duration().as_secs_f64() * 1e3
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Timing) {
    let (start, before) = (Instant::now(), cpu());
    let value = work();
    (
        value,
        [start.elapsed().as_secs_f64() * 1000.0, cpu() - before],
    )
}

fn medians(list: &[Timing]) -> Timing {
    [0, 1].map(|place| {
        let mut values: Vec<f64> = list.iter().map(|timing| timing[place]).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    })
}

fn show(name: &str, threads: usize, list: &[Timing]) {
    let [wall, cpu] = medians(list);
    println!(
        "{name:<44} {threads} thread(s)  wall {wall:9.2} ms  cpu {cpu:9.2} ms  n={}",
        list.len()
    );
}

fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    status
        .lines()
        .find(|line| line.starts_with("VmHWM"))
        .unwrap_or("")
        .to_owned()
}

/// A circuit and its inputs.
type Subject<E> = (
    Circuit<<E as Pairing>::ScalarField>,
    Inputs<<E as Pairing>::ScalarField>,
);

/// The circuit range:64 with a value in the range.
fn range<E: Curve>(blinding: E::ScalarField, statement: E::ScalarField) -> Subject<E> {
    let inputs = RangeInputs {
        value: 5200,
        min: 4000,
        max: 6000,
        scale: 2,
        blinding,
        statement,
    };
    let circuit = Circuit::new(Kind::Range { bits: 64 });
    (circuit, inputs.inputs().expect("in range"))
}

/// The circuit membership:20 with an element of a set of 1000.
fn membership<E: Curve>(blinding: E::ScalarField, statement: E::ScalarField) -> Subject<E> {
    let set: Vec<i64> = (0..1000).collect();
    let tree = MerkleTree::of_set(&Hasher::new(), &set, 0, 20).expect("a tree");
    let member = MembershipInputs::in_tree(&tree, 77, 0, blinding, statement).expect("a member");
    let circuit = Circuit::new(Kind::Membership { depth: 20 });
    (circuit, member.inputs())
}

/// Measures set-up, proving and verification of the first `count` of three built-in circuits, in both
/// schemes.
fn ours<E: Curve>(threads: usize, count: usize) {
    let rng = &mut ChaCha20Rng::from_seed([2; 32]);
    let blinding = E::ScalarField::rand(rng);
    let statement = E::ScalarField::rand(rng);
    let between = Circuit::<E::ScalarField>::new(Kind::Between { log: 5, upper: 0 });
    let points = (1..=31)
        .map(|day| Point {
            value: 50,
            time: day * 86_400_000,
            blinding,
        })
        .collect();
    let month = Series::new(&Hasher::new(), points, 1, 0, 5).expect("sorted points");
    let month_inputs = BetweenInputs {
        series: &month,
        from: 1,
        to: 31 * 86_400_000,
        min: 40,
        max: 60,
        statement,
    };
    let circuits = [
        range::<E>(blinding, statement),
        membership::<E>(blinding, statement),
        (between, month_inputs.inputs(5, 0).expect("between")),
    ];
    for (circuit, inputs) in circuits.into_iter().take(count) {
        let name = |what: &str| format!("{} {} {what}", circuit.kind().name(), E::NAME);
        let (witness, took) = timed(|| circuit.witness(&inputs).expect("a witness"));
        show(&name("witness"), threads, &[took]);
        let small = optimize(circuit.system(), Level::Aggressive).expect("an equivalent");
        let small_witness = small.map.shrink(&witness).expect("a witness");
        for (label, system, witness) in [
            ("", circuit.system(), &witness),
            (" optimized", &small.system, &small_witness),
        ] {
            let (key, took) = timed(|| groth16::setup::<E>(system, rng).expect("a key"));
            println!(
                "{} rows, zkey {} bytes",
                system.rows.len(),
                zkey::write(&key).len()
            );
            show(&name(&format!("set-up{label}")), threads, &[took]);
            let public = witness.public(key.public());
            let prepared = groth16::PreparedKey::new(&key.verifying);
            let (mut proving, mut verifying) = (Vec::new(), Vec::new());
            for _ in 0..2 * ROUNDS {
                let (proof, took) =
                    timed(|| groth16::prove(&key, system, witness, rng).expect("a proof"));
                proving.push(took);
                let (good, took) = timed(|| prepared.verify(&public, &proof).expect("counts fit"));
                assert!(good);
                verifying.push(took);
            }
            show(&name(&format!("prove Groth16{label}")), threads, &proving);
            show(
                &name(&format!("verify Groth16{label}")),
                threads,
                &verifying,
            );
        }
        let key = pghr13::setup::<E>(circuit.system(), rng).expect("a key");
        let public = witness.public(circuit.system().public());
        let (mut proving, mut verifying) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let (proof, took) = timed(|| pghr13::prove(&key, &witness, rng).expect("a proof"));
            proving.push(took);
            let (good, took) =
                timed(|| pghr13::verify(&key.verifying, &public, &proof, rng).expect("counts fit"));
            assert!(good);
            verifying.push(took);
        }
        show(&name("prove PGHR13"), threads, &proving);
        show(&name("verify PGHR13"), threads, &verifying);
    }
}
