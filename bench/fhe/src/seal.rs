//! Compares lockstep-fhe with SEAL as built from source, for example with HEXL: `../seal.cpp`. Both
//! use equal primes on one thread, and the runs of a row alternate.

use std::collections::BTreeMap;
use std::process::Command;

use lockstep_fhe::SetId;

use crate::middle;
use crate::ours::Room;
use crate::process::Process;

/// Prints a table for each ring degree. `program` is the compiled `seal.cpp`.
pub(crate) fn compare(rounds: usize, program: &str) {
    for (id, special_bits) in [
        (SetId::Bfv128Sum, 34),
        (SetId::Bfv128, 50),
        (SetId::Bfv192, 50),
    ] {
        degree(id, special_bits, rounds, program);
    }
}

fn degree(id: SetId, special_bits: u32, rounds: usize, program: &str) {
    let room = Room::new(id);
    let (primes, [t, _]) = (room.ciphertext_primes(), room.plaintext_primes());
    let mut command = Command::new(program);
    command.args([room.slots() as u64, t, special_bits.into()].map(|number| number.to_string()));
    command.arg(room.dropped_primes().to_string());
    command.args(primes.iter().map(u64::to_string));
    let mut seal = Process::start(command, "SEAL");
    let mut own = room.rows();
    let mut times: BTreeMap<&str, [Vec<f64>; 2]> = BTreeMap::new();
    for _ in 0..rounds {
        for (row, work) in &mut own {
            if let Some(theirs) = seal.ask(row) {
                let [ours, seal] = times.entry(row).or_default();
                ours.push(work());
                seal.push(theirs);
            }
        }
    }
    println!(
        "### {}: n = {}, {} primes\n",
        id.name(),
        room.slots(),
        primes.len()
    );
    println!("| row | Lockstep | SEAL | SEAL / Lockstep |\n|---|---:|---:|---:|");
    for (row, _) in &own {
        let Some([ours, seal]) = times.get_mut(row) else {
            continue;
        };
        let [ours, seal] = [ours, seal].map(|times| (middle(times), times[0]));
        println!(
            "| {row} | {:.1} ({:.1}) | {:.1} ({:.1}) | {:.2} ({:.2}) |",
            ours.0,
            ours.1,
            seal.0,
            seal.1,
            seal.0 / ours.0,
            seal.1 / ours.1
        );
    }
    println!("\nA switch drops {} primes.\n", room.dropped_primes());
}
