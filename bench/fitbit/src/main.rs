//! `cargo xtask bench fitbit [MEGABYTES]` imports a Fitbit archive of that size (default 1300).

#[path = "../../apple/src/import.rs"]
mod import;

fn main() {
    let megabytes = std::env::args().nth(1).unwrap_or_else(|| "1300".to_owned());
    import::run("fitbit_archive", "takeout.zip", &megabytes);
}
