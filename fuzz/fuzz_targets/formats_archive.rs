//! Hostile zip archives: a result for each, no panic, and no point that cannot be stored.
#![no_main]

#[path = "formats/check.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let whole = [b"PK\x03\x04", bytes].concat();
    check::read_file(&whole, None);
});
