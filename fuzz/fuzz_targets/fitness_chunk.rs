//! Hostile stored bytes of a chunk: a result for each input, no panic.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(columns) = lockstep_fitness::chunk::unpack(bytes) {
        assert!(!columns.is_empty() && columns.is_strictly_sorted());
    }
});
