//! Compares cryptography with other libraries: `cargo xtask bench crypto [seal|kem|dsa|slh]`, and
//! with liboqs `cd bench && cargo run --release -p bench-crypto --features liboqs`.
//!
//! The contenders of a row alternate in turns of a few milliseconds; the figure is the median of
//! the turns. Each table's heading describes the common work.

mod dsa;
mod kem;
mod openssl;
mod race;
mod seal;
mod slh;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let all: [(&str, fn()); 4] = [
        ("seal", seal::run),
        ("kem", kem::run),
        ("dsa", dsa::run),
        ("slh", slh::run),
    ];
    for (name, run) in all {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            run();
        }
    }
}
