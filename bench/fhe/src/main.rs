//! Compares BFV of lockstep-fhe with the crate `fhe`, and with SEAL and OpenFHE from PyPI. Each
//! runs on one thread, interleaved.
//!
//! `cargo xtask bench fhe [ROUNDS] [PYTHON]`; `stored` measures blocks from bytes, `constant-time`
//! measures decryption times at length, `seal ROUNDS PROGRAM` compares with SEAL from source.
//!
//! PYTHON is an interpreter with `tenseal` and `openfhe` (`python3 -m venv`, `pip install tenseal
//! openfhe`). Without it these columns stay empty.

mod ours;
mod peers;
mod process;
mod seal;
mod stored;

use std::collections::BTreeMap;

use lockstep_fhe::{Backend, SetId};

/// The rows of a contender: a name, and a timed run in microseconds.
pub(crate) type Rows<'a> = Vec<(&'static str, Box<dyn FnMut() -> f64 + 'a>)>;

/// Returns the microseconds of one run, averaged over `repeats`, after one uncounted run that warms
/// the caches. The time is processor time of this thread, as in the Python script, because wall
/// time includes other load on the machine.
pub(crate) fn time(repeats: u32, mut work: impl FnMut()) -> f64 {
    work();
    let start = thread_time();
    for _ in 0..repeats {
        work();
    }
    (thread_time() - start) / f64::from(repeats)
}

fn thread_time() -> f64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    now.tv_sec as f64 * 1e6 + now.tv_nsec as f64 / 1e3
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.first().is_some_and(|word| word == "constant-time") {
        ours::constant_time(201);
        return;
    }
    if words.first().is_some_and(|word| word == "stored") {
        stored::stored(9);
        return;
    }
    if let [mode, rounds, program] = &words[..]
        && mode == "seal"
    {
        seal::compare(rounds.parse().expect("ROUNDS is a number"), program);
        return;
    }
    let rounds: usize = words
        .first()
        .map_or(31, |word| word.parse().expect("ROUNDS is a number"));
    let python = words.get(1).map_or("python3", String::as_str);
    println!(
        "back end {}, {rounds} rounds, medians in µs of processor time (fastest in brackets)\n",
        Backend::detect().name()
    );
    ours::transforms(rounds);
    for (id, q_bits, special, t) in [
        (SetId::Bfv128Sum, &[33u32, 33][..], 34u32, 30u32),
        (SetId::Bfv128, &[50; 3], 50, 45),
        (SetId::Bfv192, &[50; 4], 50, 48),
    ] {
        compare(id, q_bits, special, t, rounds, python);
    }
    ours::million(rounds.min(9));
    stored::stored(rounds.min(9));
    ours::constant_time(rounds);
}

fn compare(id: SetId, q_bits: &[u32], special: u32, t: u32, rounds: usize, python: &str) {
    let room = ours::Room::new(id);
    let n = room.slots();
    let peer = peers::Fhe::new(n, q_bits, t);
    let mut scripts = peers::scripts(python, n, t, special, q_bits);
    let mut seen: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
    let mut order = Vec::new();
    let mut own = room.rows();
    let mut theirs = peer.rows();
    for round in 0..rounds {
        for (row, work) in &mut own {
            if round == 0 {
                order.push(*row);
            }
            seen.entry((row, "ours")).or_default().push(work());
            if let Some((_, work)) = theirs.iter_mut().find(|(name, _)| name == row) {
                seen.entry((row, "fhe")).or_default().push(work());
            }
            for peer in ["seal", "openfhe"] {
                if let Some(time) = scripts.ask(&format!("{peer} {row}")) {
                    seen.entry((row, peer)).or_default().push(time);
                }
            }
        }
    }
    println!(
        "### {}: n = {n}, primes {q_bits:?} + {special}, t of {t} bits\n",
        id.name()
    );
    println!("| row | Lockstep | `fhe` 0.1.1 | SEAL | OpenFHE | SEAL / Lockstep |");
    println!("|---|---:|---:|---:|---:|---:|");
    for row in order {
        let mut times = |peer| {
            let times = seen.get_mut(&(row, peer))?;
            Some((middle(times), times[0]))
        };
        let [ours, fhe, seal, openfhe] = ["ours", "fhe", "seal", "openfhe"].map(&mut times);
        let show = |time: Option<(f64, f64)>| {
            time.map_or("–".to_owned(), |(middle, best)| {
                format!("{middle:.1} ({best:.1})")
            })
        };
        let ratio = ours
            .zip(seal)
            .map(|(ours, seal)| (seal.0 / ours.0, seal.1 / ours.1));
        println!(
            "| {row} | {} | {} | {} | {} | {} |",
            show(ours),
            show(fhe),
            show(seal),
            show(openfhe),
            show(ratio)
        );
    }
    println!();
}

/// Returns the median.
pub(crate) fn middle(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
