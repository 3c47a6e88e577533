//! Measures the computation of a witness by a module of circom, in processor time.
//!
//! In the folder `bench`, `cargo run --release -p bench-zk --bin witness_times -- MODULE INPUT [ROUNDS]`: a module over BN254, its
//! inputs as circom's `input.json` with arrays of numbers below 2^64, and the number of rounds, of which the median is
//! printed.

use cpu_time::ProcessTime;
use lockstep_zk::machine::{Generator, Inputs, Limits, witness_while};
use lockstep_zk::scalar::Bn254 as Fr;

fn main() {
    let mut words = std::env::args().skip(1);
    let module = std::fs::read(words.next().expect("a module")).expect("the module can be read");
    let input = std::fs::read(words.next().expect("inputs")).expect("the inputs can be read");
    let rounds: usize = words.next().map_or(5, |word| word.parse().expect("rounds"));
    let input: serde_json::Value = serde_json::from_slice(&input).expect("JSON");
    let mut inputs = Inputs::new();
    for (name, values) in input.as_object().expect("an object") {
        let values = values.as_array().expect("an array").iter();
        let values = values.map(|value| Fr::from(value.as_u64().expect("a number")));
        inputs.insert(name.clone(), values.collect());
    }
    let mut times = Vec::new();
    let mut last = None;
    for _ in 0..rounds {
        let start = ProcessTime::now();
        let generator = Generator::Wasm(&module);
        let witness = witness_while(generator, &inputs, None, Limits::default(), &|| true);
        times.push(start.elapsed().as_secs_f64() * 1e3);
        last = Some(witness.expect("a witness"));
    }
    times.sort_by(f64::total_cmp);
    let witness = last.expect("a round");
    println!(
        "{} wires: {:.1} ms ({:.1} to {:.1})",
        witness.values().len(),
        times[rounds / 2],
        times[0],
        times[rounds - 1]
    );
}
