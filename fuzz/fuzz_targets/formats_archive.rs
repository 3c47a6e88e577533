//! Zip archives, hostile: an answer for each, no panic, and no point that could not be stored.
#![no_main]

#[path = "formats/check.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let whole = [b"PK\x03\x04", bytes].concat();
    check::read_file(&whole, None);
});
