//! Hostile recordings: a result for each, no panic, and no point that cannot be stored.
#![no_main]

#[path = "formats/check.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| check::read_file(bytes, None));
