#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod apple;
pub mod athletes;
pub mod fit;
pub mod fitbit;
pub mod gpx;
pub mod tcx;

use std::path::PathBuf;

pub use fit::FitWriter;
use lockstep_store::Timestamp;

/// Returns the folder of real recordings, `$LOCKSTEP_TESTDATA/activities`; by default the shared
/// data next to the workspace. Returns `None` and prints a line if the folder is missing.
#[must_use]
pub fn recordings() -> Option<PathBuf> {
    #[expect(
        clippy::disallowed_methods,
        reason = "it names the folder of the test data"
    )]
    let folder = std::env::var("LOCKSTEP_TESTDATA");
    let folder = folder.unwrap_or_else(|_| "../../../shared/data".to_owned());
    let folder = PathBuf::from(folder).join("activities");
    if folder.exists() {
        return Some(folder);
    }
    println!("skipped: no test data");
    None
}

/// The values that a device records at one moment; fields that are `None` are left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    /// The time; FIT keeps whole seconds.
    pub time: Timestamp,
    /// The heart rate in beats per minute.
    pub heart_rate: Option<u8>,
    /// The power in W.
    pub power: Option<u16>,
    /// The cadence in revolutions or steps a minute.
    pub cadence: Option<u8>,
    /// The distance from the start in m.
    pub distance: Option<f64>,
    /// The speed in m/s.
    pub speed: Option<f64>,
    /// The altitude in m.
    pub altitude: Option<f64>,
    /// Latitude and longitude in degrees.
    pub position: Option<(f64, f64)>,
}

impl Record {
    /// Creates a record with only a time.
    #[must_use]
    pub fn at(time: Timestamp) -> Self {
        Self {
            time,
            heart_rate: None,
            power: None,
            cadence: None,
            distance: None,
            speed: None,
            altitude: None,
            position: None,
        }
    }

    /// Adds a heart rate in beats per minute.
    #[must_use]
    pub fn beating(mut self, rate: u8) -> Self {
        self.heart_rate = Some(rate);
        self
    }

    /// Returns a ride of `seconds` from `start`: one record a second with every field set, steady
    /// but different from record to record.
    pub fn ride(start: Timestamp, seconds: u32) -> impl Iterator<Item = Self> {
        (0..seconds).map(move |second| {
            let wave = (f64::from(second) / 60.0).sin();
            Self {
                time: Timestamp(start.0 + 1000 * i64::from(second)),
                heart_rate: Some((140.0 + 25.0 * wave) as u8),
                power: Some((200.0 + 80.0 * wave) as u16),
                cadence: Some((85.0 + 5.0 * wave) as u8),
                distance: Some(8.0 * f64::from(second)),
                speed: Some(8.0),
                altitude: Some(300.0 + 20.0 * wave),
                position: Some((48.0 + f64::from(second) * 1e-5, 11.0 + 1e-3 * wave)),
            }
        })
    }
}
