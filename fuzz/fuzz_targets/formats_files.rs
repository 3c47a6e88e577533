//! A recording, hostile: an answer for each, no panic, and no point that could not be stored.
#![no_main]

#[path = "formats/check.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| check::read_file(bytes, None));
