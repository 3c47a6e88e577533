#![no_main]

#[path = "../bodies/pq_keys.rs"]
mod body;
#[path = "../bodies/counting.rs"]
mod counting;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    body::run(data);
});
