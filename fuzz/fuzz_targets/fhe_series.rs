//! `Series::from_bytes` on any bytes: what is read writes the same bytes, and can be used.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| lockstep_fhe::fuzz::series(bytes));
