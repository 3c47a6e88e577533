//! Measures Groth16 proofs of product chains, interleaved with the same sums and transforms of
//! arkworks, in processor time. RAYON_NUM_THREADS is the number of threads; arkworks uses one.
//!
//! In the folder `bench`, `cargo run --release -p bench-zk --bin prove_times -- [CURVE [LOG [ROUNDS]]]`: a curve's name,
//! log2 of the rows (a hundred fewer are used), and the number of rounds, of which medians are printed.

use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use bench_zk::products;
use lockstep_zk::ark_ec::VariableBaseMSM;
use lockstep_zk::ark_ff::{AdditiveGroup, FftField};
use lockstep_zk::{Curve, CurveName, groth16, on_curve};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

fn main() {
    let mut words = std::env::args().skip(1);
    let curve: CurveName = words
        .next()
        .map_or(CurveName::Bn254, |word| word.parse().expect("a curve"));
    let log: u32 = words.next().map_or(16, |word| word.parse().expect("log2"));
    let rounds: usize = words.next().map_or(5, |word| word.parse().expect("rounds"));
    on_curve!(curve, E => measure::<E>(log, rounds));
}

fn measure<E: Curve>(log: u32, rounds: usize) {
    let (system, witness) = products::chain::<E::ScalarField>(products::rows(log));
    let rng = &mut ChaCha20Rng::from_seed([1; 32]);
    let mut key = None;
    let setup = timed(|| key = Some(groth16::setup::<E>(&system, rng).expect("a key")));
    let key = key.expect("the set-up ran");
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        ours.push(timed(|| {
            groth16::prove(&key, &system, &witness, rng).expect("a proof");
        }));
        theirs.push(timed(|| arkworks(&key, witness.values())));
    }
    let busiest = median(&ours, |times| times.busiest_thread);
    let ours = median(&ours, |times| times.all_threads);
    let theirs = median(&theirs, |times| times.all_threads);
    println!(
        "{} 2^{log} rows: proof {ours:.1} ms (busiest thread {busiest:.1}), arkworks {theirs:.1} ms, \
         ratio {:.2}, set-up {:.0} ms",
        E::NAME,
        theirs / ours,
        setup.all_threads
    );
}

/// The sums and transforms of a proof, without the rest of a prover.
fn arkworks<E: Curve>(key: &groth16::ProvingKey<E>, wires: &[E::ScalarField]) {
    let private = &wires[key.public() + 1..];
    let values =
        |list: &[u32]| -> Vec<_> { list.iter().map(|wire| wires[*wire as usize]).collect() };
    let domain = Radix2EvaluationDomain::<E::ScalarField>::new(key.h.len()).expect("a domain");
    let coset = domain
        .get_coset(E::ScalarField::GENERATOR)
        .expect("a coset");
    let mut quotient = Vec::new();
    for _ in 0..3 {
        quotient = wires.to_vec();
        quotient.resize(key.h.len(), E::ScalarField::ZERO);
        domain.ifft_in_place(&mut quotient);
        coset.fft_in_place(&mut quotient);
    }
    let sums = (
        E::G1::msm_unchecked(&key.a.points, &values(&key.a.wires)),
        E::G1::msm_unchecked(&key.b1.points, &values(&key.b1.wires)),
        E::G2::msm_unchecked(&key.b2.points, &values(&key.b2.wires)),
        E::G1::msm_unchecked(&key.c, private),
        E::G1::msm_unchecked(&key.h, &quotient),
    );
    std::hint::black_box(sums);
}

/// Processor time in milliseconds.
#[derive(Clone, Copy)]
struct Times {
    all_threads: f64,
    busiest_thread: f64,
}

fn timed(work: impl FnOnce()) -> Times {
    let before = processor_times();
    work();
    let spent = processor_times().into_iter().map(|(thread, after)| {
        let start = before.iter().find(|(same, _)| *same == thread);
        after - start.map_or(0.0, |(_, before)| *before)
    });
    spent.fold(
        Times {
            all_threads: 0.0,
            busiest_thread: 0.0,
        },
        |times, thread| Times {
            all_threads: times.all_threads + thread,
            busiest_thread: times.busiest_thread.max(thread),
        },
    )
}

/// Returns the milliseconds of each thread. Rayon's threads live as long as the process.
fn processor_times() -> Vec<(String, f64)> {
    let tasks = std::fs::read_dir("/proc/self/task").expect("Linux");
    tasks
        .map(|task| {
            let task = task.expect("a thread");
            let line = std::fs::read_to_string(task.path().join("schedstat"))
                .expect("the kernel counts processor time");
            let nanoseconds = line.split(' ').next().expect("a number");
            (
                task.file_name().to_string_lossy().into_owned(),
                nanoseconds.parse::<f64>().expect("a number") / 1e6,
            )
        })
        .collect()
}

fn median(list: &[Times], of: impl Fn(&Times) -> f64) -> f64 {
    let mut list: Vec<f64> = list.iter().map(of).collect();
    list.sort_by(f64::total_cmp);
    list[list.len() / 2]
}
