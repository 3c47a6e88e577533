//! A recording, hostile: an answer for each, no panic, and no point that could not be stored.
#![no_main]

use lockstep_fitness::files::{MOST_ERRORS, Options, read};
use lockstep_store::Timestamp;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut points = 0;
    let options = Options::at(Timestamp(1_795_216_346_000));
    let outcome = read(&mut &bytes[..], &options, &mut |point| {
        assert!(point.value.is_finite() && point.timestamp.0 >= 0 && !point.device.is_empty());
        assert!(lockstep_fitness::catalogue::is_name(point.kind));
        points += 1;
        Ok::<_, std::convert::Infallible>(())
    });
    if let Ok(report) = outcome {
        assert!(report.points == points && report.errors.len() <= MOST_ERRORS);
    }
});
