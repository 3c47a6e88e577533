//! GPX: tracks, with Garmin's `TrackPointExtension` and the power and speed extensions of others.

use super::intake::{Intake, StopReason};
use super::parts::{Session, Sessions};
use super::route::Route;
use super::text::{self, name};
use super::time::rfc3339;
use super::xml_scanner::{Scanner, Tag, UNREAD_ELEMENT};
use super::{Activity, Lap, MAX_LAPS};

/// Reads the tracks of a document whose root has just been opened.
pub(super) fn read<E>(
    scanner: &mut Scanner<'_>,
    intake: &mut Intake<'_, E>,
) -> Result<(), StopReason<E>> {
    let creator = name(&scanner.attribute("creator").unwrap_or_default());
    let device = if creator.is_empty() { "GPX" } else { &creator };
    while let Some(tag) = scanner.next_tag()? {
        if (tag, scanner.name()) == (Tag::Open, "trk") {
            let mut track = Track::default();
            let outcome = track.read(scanner, device, intake);
            if !matches!(outcome, Err(StopReason::Fault(_))) {
                track.end(device, intake);
            }
            outcome?;
        }
    }
    Ok(())
}

#[derive(Default)]
struct Track {
    name: String,
    sport: Option<String>,
    sessions: Sessions<Ride>,
    /// The number of points without a usable time.
    untimed: u64,
}

/// The route of a session and its segments.
#[derive(Default)]
struct Ride {
    route: Route,
    laps: Vec<Lap>,
    segment: Segment,
}

/// The part of a track between two pauses.
#[derive(Clone, Copy, Default)]
struct Segment {
    /// The first and the last time.
    span: Option<(i64, i64)>,
    route: Route,
}

impl Track {
    fn read<E>(
        &mut self,
        scanner: &mut Scanner<'_>,
        device: &str,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        let inside = scanner.depth();
        while let Some(tag) = scanner.next_tag()? {
            let of_track = scanner.depth() == inside;
            match (tag, scanner.name()) {
                (Tag::Close, "trk") => break,
                (Tag::Open, "trkpt") => self.point(scanner, device, intake)?,
                (Tag::Close, "trkseg") => {
                    let rides = self.sessions.iter_mut();
                    rides.for_each(|session| session.content.end_segment());
                }
                (Tag::Close, "name") if of_track => self.name = name(scanner.text()),
                (Tag::Close, "type") if of_track => {
                    let sport = name(scanner.text()).to_lowercase();
                    self.sport = Some(sport).filter(|sport| !sport.is_empty());
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn point<E>(
        &mut self,
        scanner: &mut Scanner<'_>,
        device: &str,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        let number = intake.record();
        let coordinate = |name| text::number(scanner.attribute(name)?.trim());
        let place = coordinate("lat").zip(coordinate("lon"));
        let mut values = [None; KINDS.len()];
        let mut time = None;
        while let Some(tag) = scanner.next_tag()? {
            if tag == Tag::Open {
                continue;
            }
            let at = match scanner.name() {
                "trkpt" => break,
                "time" => {
                    time = rfc3339(scanner.text());
                    continue;
                }
                "hr" | "heartrate" => 0,
                "power" | "watts" | "Watts" | "PowerInWatts" => 1,
                "cad" | "cadence" => 2,
                "speed" => 3,
                "ele" => 4,
                other => {
                    // Elements that only contain others have no text.
                    if !scanner.text().is_empty() {
                        intake.pass_over(other, UNREAD_ELEMENT);
                    }
                    continue;
                }
            };
            values[at] = scanner.number();
            if at == 0 {
                // The sensor is not worn, or has no reading.
                values[0] = values[0].filter(|rate| *rate > 0.0 && *rate < 255.0);
            }
        }
        let Some(time) = time else {
            self.untimed += 1;
            intake.report_error(format_args!(
                "track point {number}: timestamp: is missing or not RFC 3339 with a zone"
            ));
            return Ok(());
        };
        if !intake.is_possible("track point", number, time) {
            self.untimed += 1;
            return Ok(());
        }
        let ride = &mut self.sessions.add(time).content;
        let (from, to) = ride.segment.span.unwrap_or((time, time));
        ride.segment.span = Some((from.min(time), to.max(time)));
        if let Some(meters) = values[ALTITUDE] {
            ride.route.altitude(time, meters);
        }
        if let Some((latitude, longitude)) = place {
            ride.route.position(time, latitude, longitude);
            ride.segment.route.position(time, latitude, longitude);
        }
        for ((kind, unit), value) in KINDS.iter().zip(values) {
            if let Some(value) = value {
                intake.point(time, device, kind, value, unit)?;
            }
        }
        if let Some((latitude, longitude)) = place {
            intake.point(time, device, "latitude", latitude, "deg")?;
            intake.point(time, device, "longitude", longitude, "deg")?;
        }
        Ok(())
    }

    fn end<E>(mut self, device: &str, intake: &mut Intake<'_, E>) {
        let name = match (&self.name, &self.sport) {
            (name, _) if !name.is_empty() => name.clone(),
            (_, Some(sport)) => sport.clone(),
            (_, None) => "activity".to_owned(),
        };
        let mut untimed = std::mem::take(&mut self.untimed);
        for mut session in self.sessions.take() {
            session.records += std::mem::take(&mut untimed);
            let activity = session.into_activity(name.clone(), self.sport.clone(), device);
            intake.activity(activity);
        }
    }
}

impl Session<Ride> {
    fn into_activity(mut self, name: String, sport: Option<String>, device: &str) -> Activity {
        let duration_seconds = self.seconds();
        let ride = &mut self.content;
        ride.end_segment();
        // The time between segments is a pause.
        let timer = ride.laps.iter().map(|lap| lap.duration_seconds).sum();
        Activity {
            name,
            sport,
            start: self.first,
            duration_seconds,
            timer_seconds: (ride.laps.len() > 1).then_some(timer),
            records: self.records,
            distance_meters: ride.route.meters(),
            climb_meters: ride.route.climb(),
            laps: std::mem::take(&mut ride.laps),
            device: Some(device.to_owned()),
            ..Activity::default()
        }
    }
}

impl Ride {
    fn end_segment(&mut self) {
        let segment = std::mem::take(&mut self.segment);
        self.route.pause();
        let Some((from, to)) = segment.span else {
            return;
        };
        let duration_seconds = (to - from) as f64 / 1000.0;
        if self.laps.len() < MAX_LAPS {
            self.laps.push(Lap {
                start: from,
                duration_seconds,
                timer_seconds: None,
                distance_meters: segment.route.meters(),
                energy_kcal: None,
            });
        }
    }
}

/// The values of a track point in addition to its position.
const KINDS: [(&str, &str); 5] = [
    ("heart_rate", "bpm"),
    ("power", "W"),
    ("cadence", "rpm"),
    ("speed", "m/s"),
    ("altitude", "m"),
];
/// The place of the altitude in [`KINDS`].
const ALTITUDE: usize = 4;
