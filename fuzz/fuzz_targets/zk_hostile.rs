#![no_main]

#[path = "../bodies/zk_hostile.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = body::run(data);
});
