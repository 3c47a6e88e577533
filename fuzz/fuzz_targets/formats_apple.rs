//! Hostile elements of an Apple Health export: a result for each, no panic, and no point that
//! cannot be stored.
#![no_main]

#[path = "formats/check.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let whole = [b"<HealthData>", bytes].concat();
    check::read_file(&whole, None);
    let declaration = [b"<!DOCTYPE HealthData [", bytes].concat();
    check::read_file(&declaration, None);
});
