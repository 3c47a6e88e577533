//! Interleaved measurements in processor time of the thread. Other load on the machine takes turns
//! away, but changes the cost of a turn only through the caches.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// One contender of a row: a name and its work.
pub struct Contender<'a> {
    name: &'static str,
    act: Box<dyn FnMut() + 'a>,
}

pub fn contender<'a, T>(name: &'static str, mut act: impl FnMut() -> T + 'a) -> Contender<'a> {
    Contender {
        name,
        act: Box::new(move || {
            std::hint::black_box(act());
        }),
    }
}

/// Runs the contenders in turn and prints the median time of each, with the range of the middle
/// half of the turns.
pub fn race(row: &str, contenders: Vec<Contender<'_>>) -> Vec<f64> {
    race_with(row, 41, Duration::from_millis(4), contenders)
}

pub fn race_with(
    row: &str,
    turns: usize,
    turn: Duration,
    mut contenders: Vec<Contender<'_>>,
) -> Vec<f64> {
    let repeats: Vec<u32> = contenders.iter_mut().map(|c| calibrate(c, turn)).collect();
    let mut times = vec![Vec::with_capacity(turns); contenders.len()];
    for _ in 0..turns {
        for ((contender, repeats), times) in contenders.iter_mut().zip(&repeats).zip(&mut times) {
            let start = now();
            for _ in 0..*repeats {
                (contender.act)();
            }
            times.push((now() - start).as_secs_f64() * 1e6 / f64::from(*repeats));
        }
    }
    let mut medians = Vec::new();
    for (contender, times) in contenders.iter().zip(&mut times) {
        times.sort_by(f64::total_cmp);
        let at = |part: f64| times[(part * (turns - 1) as f64) as usize];
        println!(
            "| {row} | {} | {:.2} | {:.2}–{:.2} |",
            contender.name,
            at(0.5),
            at(0.25),
            at(0.75)
        );
        medians.push(at(0.5));
    }
    medians
}

pub fn heading(text: &str) {
    println!("\n{text}\n\n| row | contender | median µs | middle half |\n|---|---|---|---|");
}

/// Returns the number of repeats that fill a turn.
fn calibrate(contender: &mut Contender<'_>, turn: Duration) -> u32 {
    let mut repeats = 1;
    loop {
        let start = now();
        for _ in 0..repeats {
            (contender.act)();
        }
        if now() - start >= turn || repeats >= 1 << 22 {
            return repeats;
        }
        repeats *= 2;
    }
}

/// Returns the processor time that this thread has used.
fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
