//! Stored activities: the recordings of one session, merged into one view.
//!
//! Each file that holds a session gives a [`Recording`]. An activity keeps its recordings apart, so that an
//! import can be undone exactly. The [`View`] takes each value from the best recording that has it.

mod totals;

use std::collections::BTreeMap;

use lockstep_formats::files::{Activity, Format};
use lockstep_metrics::Sport;
use lockstep_store::id::ImportId;
use serde::{Deserialize, Serialize};

use totals::Totals;

/// A session as one file, or the detection, states it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Recording {
    /// The imports that added the recording, oldest first; empty for a detected activity.
    pub(crate) imports: Vec<ImportId>,
    /// The path in the archive, or the name of the file; empty if unknown.
    pub(crate) file: String,
    /// The format of the file, or `DETECTED`.
    pub(crate) format: String,
    /// The start in milliseconds since 1970.
    pub(crate) start: i64,
    /// The end in milliseconds since 1970.
    pub(crate) end: i64,
    /// The sport by FIT's names.
    pub(crate) sport: Option<String>,
    /// The name.
    pub(crate) name: String,
    /// The duration without pauses.
    pub(crate) moving_seconds: Option<f64>,
    /// The distance in metres.
    pub(crate) distance_meters: Option<f64>,
    /// The climb in metres.
    pub(crate) climb_meters: Option<f64>,
    /// The energy in kcal.
    pub(crate) energy_kcal: Option<f64>,
    /// The laps in order of time.
    pub(crate) laps: Vec<Lap>,
    /// The device whose points the recording has.
    pub(crate) device: Option<String>,
    /// The number of records in the file.
    pub(crate) records: u64,
}

/// A lap of a recording.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Lap {
    /// The start in milliseconds since 1970.
    pub(crate) start: i64,
    /// The duration in seconds, including pauses.
    pub(crate) elapsed_seconds: f64,
    /// The duration without pauses.
    pub(crate) moving_seconds: Option<f64>,
    /// The distance in metres.
    pub(crate) distance_meters: Option<f64>,
    /// The energy in kcal.
    pub(crate) energy_kcal: Option<f64>,
}

/// The fields that the owner changed; `None` leaves the field as the recordings state it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Edits {
    /// The sport.
    pub(crate) sport: Option<String>,
    /// The name.
    pub(crate) name: Option<String>,
    /// Notes; files have none.
    pub(crate) notes: Option<String>,
}

/// The stored content of an activity.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Content {
    /// The recordings in order of arrival.
    pub(crate) recordings: Vec<Recording>,
    /// The fields that the owner changed.
    pub(crate) edits: Edits,
}

/// The merged view of an activity.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct View {
    /// The sport by FIT's names.
    pub(crate) sport: Option<String>,
    /// The name.
    pub(crate) name: String,
    /// The owner's notes.
    pub(crate) notes: Option<String>,
    /// The start in milliseconds since 1970.
    pub(crate) start: i64,
    /// The end in milliseconds since 1970.
    pub(crate) end: i64,
    /// The duration without pauses.
    pub(crate) moving_seconds: Option<f64>,
    /// The distance in metres.
    pub(crate) distance_meters: Option<f64>,
    /// The climb in metres.
    pub(crate) climb_meters: Option<f64>,
    /// The energy in kcal.
    pub(crate) energy_kcal: Option<f64>,
    /// The laps in order of time.
    pub(crate) laps: Vec<Lap>,
    /// The devices that recorded the activity.
    pub(crate) devices: Vec<String>,
    /// Whether no file has it.
    pub(crate) is_detected: bool,
    /// The reason why a total that a file states does not count, by its name in the API.
    pub(crate) refused: BTreeMap<&'static str, String>,
    /// Notes about recordings that contradict each other.
    pub(crate) remarks: Vec<String>,
}

impl Recording {
    /// Builds the recording of an activity in a file. `file` is the name of the whole file.
    #[must_use]
    pub(crate) fn of(
        activity: Activity,
        import: &ImportId,
        format: Format,
        file: Option<&str>,
    ) -> Self {
        let name = match activity.member.as_str() {
            "" => file.unwrap_or_default().to_owned(),
            _ => activity.member,
        };
        let milliseconds = (activity.duration_seconds.max(0.0) * 1000.0).round();
        // A year at most: a device may state any number.
        let milliseconds = milliseconds.min(MAX_DURATION_MILLIS) as i64;
        let laps = activity.laps.into_iter().map(|lap| Lap {
            start: lap.start,
            elapsed_seconds: lap.duration_seconds,
            moving_seconds: lap.timer_seconds,
            distance_meters: finite(lap.distance_meters),
            energy_kcal: finite(lap.energy_kcal),
        });
        Self {
            imports: vec![import.clone()],
            file: name,
            format: format.to_string(),
            start: activity.start,
            end: activity.start.saturating_add(milliseconds),
            sport: activity.sport,
            name: activity.name,
            moving_seconds: finite(activity.timer_seconds),
            distance_meters: finite(activity.distance_meters),
            climb_meters: finite(activity.climb_meters),
            energy_kcal: finite(activity.energy_kcal),
            laps: laps.collect(),
            device: activity.device,
            records: activity.records,
        }
    }

    fn milliseconds(&self) -> i64 {
        self.end.saturating_sub(self.start)
    }

    /// Returns whether both are the same statement of one file, at most with other details.
    fn is_equal(&self, other: &Self) -> bool {
        let span = |one: &Self| (one.start, one.end);
        span(self) == span(other)
            && (&self.sport, &self.format, &self.device)
                == (&other.sport, &other.format, &other.device)
    }

    /// Returns whether both come from one file of one import.
    fn is_of_one_file(&self, other: &Self) -> bool {
        let is_shared = |import| other.imports.contains(import);
        self.file == other.file && self.imports.iter().any(is_shared)
    }

    /// Returns the common time in milliseconds if both are recordings of the same session, from different
    /// files.
    ///
    /// The starts differ by at most `MAX_START_MILLIS`, the common time is at least 80 % of the shorter
    /// recording, the shorter one is at least two thirds of the longer one, and the sports do not
    /// contradict each other. One file states each session once, so two of its sessions are never the same.
    fn common_time(&self, other: &Self) -> Option<i64> {
        let (short, long) = (self.milliseconds(), other.milliseconds());
        let (short, long) = (short.min(long), short.max(long));
        let common = self.end.min(other.end) - self.start.max(other.start);
        let is_same = !self.is_of_one_file(other)
            && self.start.abs_diff(other.start) <= MAX_START_MILLIS
            && common >= 0
            && common.saturating_mul(10) >= short.saturating_mul(8)
            && short.saturating_mul(3) >= long.saturating_mul(2)
            && !contradict(self.sport.as_deref(), other.sport.as_deref());
        is_same.then_some(common)
    }

    /// Returns the order in which recordings are searched for values: devices' own files first.
    fn rank(&self) -> usize {
        let rank = RANKS.iter().position(|format| *format == self.format);
        rank.unwrap_or(RANKS.len())
    }
}

impl Content {
    /// Creates an activity of one recording.
    #[must_use]
    pub(crate) fn of(recording: Recording) -> Self {
        Self {
            recordings: vec![recording],
            edits: Edits::default(),
        }
    }

    /// Returns how well a recording fits into the activity; `None` if it is another session. The greatest
    /// number fits best.
    #[must_use]
    pub(crate) fn fit(&self, recording: &Recording) -> Option<i64> {
        if self.recordings.iter().any(|one| one.is_equal(recording)) {
            return Some(i64::MAX);
        }
        let is_of_file = |one: &Recording| one.is_of_one_file(recording);
        if self.recordings.iter().any(is_of_file) || self.recordings.len() >= MAX_RECORDINGS {
            return None;
        }
        let common = self.recordings.iter().map(|one| one.common_time(recording));
        common.flatten().max()
    }

    /// Adds a recording. A recording that is there already gets the import, and the newer details. Beyond
    /// `MAX_LAPS_OF_ACTIVITY` laps, the recording is added without its laps.
    pub(crate) fn add(&mut self, mut recording: Recording) {
        let others = self
            .recordings
            .iter()
            .filter(|one| !one.is_equal(&recording));
        let laps: usize = others.map(|one| one.laps.len()).sum();
        if laps + recording.laps.len() > MAX_LAPS_OF_ACTIVITY {
            recording.laps.clear();
        }
        let mut all = self.recordings.iter_mut();
        let Some(equal) = all.find(|one| one.is_equal(&recording)) else {
            self.recordings.push(recording);
            return;
        };
        let mut imports = std::mem::take(&mut equal.imports);
        for import in std::mem::take(&mut recording.imports) {
            if !imports.contains(&import) {
                imports.push(import);
            }
        }
        let surplus = imports.len().saturating_sub(MAX_IMPORTS_OF_RECORDING);
        recording.imports = imports.split_off(surplus);
        *equal = recording;
    }

    /// Removes the parts that an import added; returns whether there were any.
    pub(crate) fn remove_import(&mut self, import: &ImportId) -> bool {
        let mut is_changed = false;
        self.recordings.retain_mut(|one| {
            let before = one.imports.len();
            one.imports.retain(|other| other != import);
            let is_gone = one.imports.len() < before;
            is_changed |= is_gone;
            !(is_gone && one.imports.is_empty())
        });
        is_changed
    }

    /// Returns the merged view; `None` without a recording.
    #[must_use]
    pub(crate) fn view(&self) -> Option<View> {
        let mut ranked: Vec<&Recording> = self.recordings.iter().collect();
        ranked.sort_by_key(|one| (one.rank(), std::cmp::Reverse(one.records)));
        let best = ranked.first()?;
        let totals = Totals::of(&ranked);
        let is_specific = |sport: &&String| *sport != "generic";
        let sports = ranked.iter().filter_map(|one| one.sport.as_ref());
        let sport = sports.clone().find(is_specific).or(sports.clone().next());
        let mut laps = ranked.iter().map(|one| &one.laps);
        let several = laps.clone().find(|laps| laps.len() > 1);
        let laps = several.or_else(|| laps.find(|laps| !laps.is_empty()));
        let mut devices: Vec<String> = Vec::new();
        for device in ranked.iter().filter_map(|one| one.device.as_ref()) {
            if !devices.contains(device) {
                devices.push(device.clone());
            }
        }
        let edits = &self.edits;
        Some(View {
            sport: edits.sport.as_ref().or(sport).cloned(),
            name: edits.name.clone().unwrap_or_else(|| name(&ranked)),
            notes: edits.notes.clone(),
            start: best.start,
            end: best.end,
            moving_seconds: totals.moving_seconds,
            distance_meters: totals.distance_meters,
            climb_meters: totals.climb_meters,
            energy_kcal: totals.energy_kcal,
            laps: laps
                .into_iter()
                .flatten()
                .cloned()
                .map(Lap::plausible)
                .collect(),
            devices,
            is_detected: ranked.iter().all(|one| one.imports.is_empty()),
            refused: totals.refused,
            remarks: totals.remarks,
        })
    }
}

/// Returns the first name that says more than the sport.
fn name(ranked: &[&Recording]) -> String {
    let says_more = |one: &&&Recording| {
        !one.name.is_empty() && one.name != NAMELESS && one.sport.as_ref() != Some(&one.name)
    };
    let mut names = ranked.iter().filter(|one| !one.name.is_empty());
    let named = ranked.iter().find(says_more).or_else(|| names.next());
    named.map_or_else(|| NAMELESS.to_owned(), |one| one.name.clone())
}

/// Returns whether two names of sports mean different sports. Exports name one sport in many ways, so an
/// unknown name contradicts none.
fn contradict(one: Option<&str>, other: Option<&str>) -> bool {
    let families = one.and_then(Sport::of).zip(other.and_then(Sport::of));
    families.is_some_and(|(one, other)| one != other)
}

fn finite(value: Option<f64>) -> Option<f64> {
    value.filter(|value| value.is_finite() && *value >= 0.0)
}

/// The format of an activity that no file has.
pub(crate) const DETECTED: &str = "detected";
/// The name that readers give to an activity without one.
const NAMELESS: &str = "activity";
/// The maximum difference of the starts of two recordings of a session: five minutes.
pub(crate) const MAX_START_MILLIS: u64 = 300_000;
/// The maximum number of recordings of an activity; further ones become activities of their own.
pub(crate) const MAX_RECORDINGS: usize = 16;
/// The maximum number of laps of all recordings of an activity.
pub(crate) const MAX_LAPS_OF_ACTIVITY: usize = 2000;
/// The maximum number of imports that a recording names: the newest.
pub(crate) const MAX_IMPORTS_OF_RECORDING: usize = 64;
/// A year in milliseconds.
const MAX_DURATION_MILLIS: f64 = 366.0 * 86_400_000.0;
/// The formats in the order in which they are searched for values.
const RANKS: &[&str] = &[
    "fit",
    "tcx",
    "suunto",
    "polar",
    "garmin",
    "apple_health",
    "samsung_health",
    "whoop",
    "oura",
    "health_connect",
    "google_fit",
    "fitbit",
    "open_mhealth",
    "gpx",
];
#[cfg(test)]
mod tests;
