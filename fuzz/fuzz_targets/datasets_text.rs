//! Hostile CSV and JSON Lines: a result for each of them, no panic, memory within the limit.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for media_type in ["text/csv", "application/jsonl"] {
        let mut source = bytes;
        let _ = lockstep_datasets::check(media_type, &mut source);
    }
});
