//! `apple_export FILE MEGABYTES`: writes a synthetic Apple Health export of that size.

use std::fs::File;
use std::io::{self, BufWriter};

use lockstep_store::Timestamp;
use lockstep_testkit::apple;

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
    let written = apple::export(out, START, megabytes * 1_000_000)?;
    println!(
        "{} bytes, {} records, {} workouts",
        written.bytes, written.records, written.workouts
    );
    Ok(())
}

/// 2008-01-01T00:00:00Z: a gigabyte holds about ten years of a heart rate every five minutes.
const START: Timestamp = Timestamp(1_199_145_600_000);
