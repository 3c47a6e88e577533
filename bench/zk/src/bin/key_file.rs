//! Measures Groth16 proofs from a key file beside those with the key in memory: the most memory of the process, and time.
//!
//! In the folder `bench`, `cargo run --release -p bench-zk --bin key_file -- [CURVE [LOG [PORTION]]]`: a curve's name, log2 of
//! the rows (a hundred fewer are used), and the MiB of a portion. Each way runs in a process of its own.

use std::error::Error;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use bench_zk::products;
use lockstep_zk::formats::wtns;
use lockstep_zk::formats::zkey::{self, KeyFile};
use lockstep_zk::{Curve, CurveName, groth16, on_curve};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> Outcome {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |nth: usize, usual: &str| words.get(nth).map_or(usual, String::as_str).to_owned();
    let curve: CurveName = word(0, "bn254").parse()?;
    let log: u32 = word(1, "16").parse()?;
    let portion: usize = word(2, "8").parse()?;
    // The processes of the measurement have two more words: how, and the folder.
    if let [_, _, _, way, folder] = &words[..] {
        return on_curve!(curve, E => measure::<E>(way, Path::new(folder), portion));
    }
    let folder = std::env::temp_dir().join(format!("bench-key-file-{}", std::process::id()));
    fs::create_dir(&folder)?;
    let outcome = on_curve!(curve, E => prepare::<E>(log, &folder)).and_then(|()| {
        println!("{curve}, 2^{log} rows, portions of {portion} MiB");
        for way in ["memory", "file"] {
            let mut process = Command::new(std::env::current_exe()?);
            process.args([&word(0, "bn254"), &log.to_string(), &portion.to_string()]);
            let status = process.arg(way).arg(&folder).status()?;
            if !status.success() {
                return Err(format!("the process for {way} failed").into());
            }
        }
        Ok(())
    });
    fs::remove_dir_all(&folder)?;
    outcome
}

/// Writes a key and a witness.
fn prepare<E: Curve>(log: u32, folder: &Path) -> Outcome {
    let (system, witness) = products::chain::<E::ScalarField>(products::rows(log));
    let key = groth16::setup::<E>(&system, &mut ChaCha20Rng::from_seed([1; 32]))?;
    fs::write(folder.join("key"), zkey::write(&key))?;
    fs::write(folder.join("witness"), wtns::write(&witness))?;
    Ok(())
}

fn measure<E: Curve>(way: &str, folder: &Path, portion_mib: usize) -> Outcome {
    let witness = wtns::read::<E::ScalarField>(&fs::read(folder.join("witness"))?)?;
    let rng = &mut ChaCha20Rng::from_seed([2; 32]);
    let path = folder.join("key");
    let key_mib = fs::metadata(&path)?.len() >> 20;
    let start = Instant::now();
    let (read, proven) = if way == "memory" {
        let bytes = fs::read(&path)?;
        let key = zkey::read::<E>(&bytes)?;
        drop(bytes);
        let read = start.elapsed();
        groth16::prove_with_key(&key, &witness, rng)?;
        (read, start.elapsed() - read)
    } else {
        let file = File::open(&path)?;
        let mut key = KeyFile::<E>::open_in_portions(file, portion_mib << 20, &|| true)?;
        let read = start.elapsed();
        key.prove(&witness, rng)?;
        let times = (read, start.elapsed() - read);
        let (file, digest, start) = (File::open(&path)?, key.digest(), Instant::now());
        KeyFile::<E>::open_known(file, &digest, portion_mib << 20, &|| true)?;
        let known = start.elapsed().as_millis();
        println!("opened again by its digest in {known} ms");
        times
    };
    println!(
        "key of {key_mib} MiB, from {way}: read in {} ms, proven in {} ms, peak {} MiB",
        read.as_millis(),
        proven.as_millis(),
        peak_kib()? >> 10
    );
    Ok(())
}

/// Returns the most memory that the process has had.
fn peak_kib() -> Result<u64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    Ok(number.ok_or("the kernel names no peak")?.parse()?)
}
