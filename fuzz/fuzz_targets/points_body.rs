//! Hostile bodies of `POST /data`: a result for each body, no panic, and every point accepted or
//! reported.
#![no_main]

use lockstep_points::body::{DataBody, Rules};
use lockstep_store::Timestamp;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let rules = Rules {
        now: Timestamp(1_795_215_600_000),
        check_unit: &|_, _| Ok(()),
        check_device: &|_| Ok(()),
        sender: None,
    };
    if let Ok(body) = DataBody::parse(bytes, rules) {
        let faults = body.faults.count();
        assert_eq!(body.faults.into_errors("data").is_empty(), faults == 0);
    }
});
