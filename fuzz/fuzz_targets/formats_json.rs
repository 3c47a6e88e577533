//! JSON of exports, hostile: an answer for each, no panic, and no point that could not be stored.
#![no_main]

#[path = "formats/check.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // Fitbit's files say in their names what they hold.
    let names = ["steps-1.json", "resting_heart_rate-1.json", "x.json"];
    let name = names[bytes.len() % names.len()];
    check::read_file(bytes, Some(name));
});
