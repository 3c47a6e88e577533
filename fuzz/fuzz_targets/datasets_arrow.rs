//! Hostile Arrow streams and files: a result for each of them, no panic, memory within the limit.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for format in ["stream", "file"] {
        let media_type = format!("application/vnd.apache.arrow.{format}");
        let mut source = bytes;
        let _ = lockstep_datasets::check(&media_type, &mut source);
    }
});
