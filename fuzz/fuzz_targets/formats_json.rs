//! Hostile JSON of exports: a result for each, no panic, and no point that cannot be stored.
#![no_main]

#[path = "formats/check.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // The content of Fitbit's and Samsung's files depends on their names.
    let names = [
        "steps-1.json",
        "resting_heart_rate-1.json",
        "jsons/com.samsung.health.hrv/0/a.json",
        "x.json",
    ];
    let name = names[bytes.len() % names.len()];
    check::read_file(bytes, Some(name));
});
