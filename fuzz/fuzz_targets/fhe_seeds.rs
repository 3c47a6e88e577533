//! Writes the seeds of the `fhe_…` corpora into `corpus/`: `cargo run --bin fhe_seeds`.

use lockstep_fhe::fuzz::{Target, targets};

fn main() -> std::io::Result<()> {
    let corpora = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus");
    for Target { name, seeds, .. } in targets() {
        std::fs::create_dir_all(format!("{corpora}/{name}"))?;
        for (i, seed) in seeds.iter().enumerate() {
            std::fs::write(format!("{corpora}/{name}/seed{i}"), seed)?;
        }
    }
    Ok(())
}
