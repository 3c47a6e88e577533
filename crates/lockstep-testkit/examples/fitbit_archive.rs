//! `fitbit_archive FILE MEGABYTES`: writes a made-up Fitbit archive of that size.

use std::fs::File;
use std::io::{self, BufWriter};

use lockstep_store::Timestamp;
use lockstep_testkit::fitbit;

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let wanted = match arguments.as_slice() {
        [file, megabytes] => megabytes.parse::<u64>().ok().map(|size| (file, size)),
        _ => None,
    };
    let Some((file, megabytes)) = wanted else {
        return Err(io::Error::other("needs a file and a number of megabytes"));
    };
    let out = BufWriter::with_capacity(1 << 20, File::create(file)?);
    let written = fitbit::archive(out, START, megabytes * 1_000_000)?;
    println!(
        "{} bytes, {} members, {} heart rates, {} minutes of steps, {} exercises",
        written.bytes,
        written.members,
        written.heart_rates,
        written.step_minutes,
        written.exercises
    );
    Ok(())
}

/// 2018-01-01T00:00:00Z: a gigabyte holds about two years of a heart rate every five seconds.
const START: Timestamp = Timestamp(1_514_764_800_000);
