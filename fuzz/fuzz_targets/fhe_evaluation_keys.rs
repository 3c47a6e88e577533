//! `EvaluationKeys::from_bytes` on any bytes: a parsed value serialises to the same bytes, and can
//! be used.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| lockstep_fhe::fuzz::evaluation_keys(bytes));
