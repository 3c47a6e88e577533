#![no_main]

#[path = "../bodies/seal_envelope.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    body::run(data);
});
