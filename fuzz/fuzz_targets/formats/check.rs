//! The conditions that hold for every file.

use std::convert::Infallible;

use lockstep_formats::catalogue;
use lockstep_formats::files::{MAX_ERRORS, MAX_SKIPPED, Options, read};

/// Reads a file with this name, and checks the conditions.
pub fn read_file(bytes: &[u8], name: Option<&str>) {
    let mut points = 0;
    let now = 1_795_216_346_000;
    let mut options = Options::at(now);
    options.name = name;
    let outcome = read(&mut &bytes[..], &options, &mut |point| {
        assert!(point.value.is_finite() && !point.device.is_empty());
        assert!(point.timestamp >= 0 && point.timestamp <= now + 86_400_000);
        assert!(catalogue::validate(point.kind, point.unit).is_ok());
        assert!(point.confidence.is_none_or(|share| (0.0..=1.0).contains(&share)));
        points += 1;
        Ok::<_, Infallible>(())
    });
    if let Ok(report) = outcome {
        assert!(report.points == points && report.errors.len() <= MAX_ERRORS);
        assert!(report.skipped.len() <= MAX_SKIPPED + 1);
        assert!(report.activities.iter().all(|it| it.duration_seconds >= 0.0));
    }
}
