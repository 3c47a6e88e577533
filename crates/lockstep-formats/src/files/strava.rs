//! Strava's bulk archive: `activities.csv` gives the names of the activities in the other files.
//!
//! Its columns and their order depend on the account's language and change over the years. They are
//! read by their English names (Strava's help page "Exporting your Data and Bulk Export") or not at
//! all. The recordings themselves are always read.

use super::csv_table::{Row, Table};
use super::intake::{Intake, StopReason};
use super::text::{self, name};

/// The indexes of the columns.
pub(super) struct Columns {
    file: usize,
    title: usize,
    sport: usize,
}

impl Columns {
    pub(super) fn of(header: &Row) -> Option<Self> {
        header.column("Activity ID")?;
        Some(Self {
            file: header.column("Filename")?,
            title: header.column("Activity Name")?,
            sport: header.column("Activity Type")?,
        })
    }

    pub(super) fn read<E>(
        &self,
        table: &mut Table<'_>,
        intake: &mut Intake<'_, E>,
    ) -> Result<(), StopReason<E>> {
        while table.next_row()? && intake.titles.len() < MAX_TITLES {
            let row = &table.row;
            let file = row.field(self.file);
            if !file.is_empty() {
                let title = (name(row.field(self.title)), sport(row.field(self.sport)));
                intake.titles.insert(name(file), title);
            }
        }
        Ok(())
    }
}

/// Returns FIT's name of the sport if it has one.
fn sport(theirs: &str) -> String {
    let known = SPORTS.iter().find(|(word, _)| *word == theirs);
    match known {
        Some((_, ours)) => (*ours).to_owned(),
        None => text::sport(theirs),
    }
}

/// Strava's sport types (the page "Supported Sport Types on Strava"), as `activities.csv` writes them. A
/// type that is left out keeps its own name.
const SPORTS: &[(&str, &str)] = &[
    ("Ride", "cycling"),
    ("Virtual Ride", "virtual_cycling"),
    ("Mountain Bike Ride", "cycling"),
    ("Gravel Ride", "cycling"),
    ("Velomobile", "cycling"),
    ("Handcycle", "hand_cycling"),
    ("E-Bike Ride", "e_biking"),
    ("E-Mountain Bike Ride", "e_biking"),
    ("Run", "running"),
    ("Trail Run", "running"),
    ("Virtual Run", "virtual_running"),
    ("Walk", "walking"),
    ("Hike", "hiking"),
    ("Swim", "swimming"),
    ("Rowing", "rowing"),
    ("Virtual Row", "virtual_rowing"),
    ("Kayaking", "kayaking"),
    ("Canoeing", "paddling"),
    ("Stand Up Paddling", "stand_up_paddleboarding"),
    ("Surfing", "surfing"),
    ("Kitesurf", "kitesurfing"),
    ("Windsurf", "windsurfing"),
    ("Sail", "sailing"),
    ("Weight Training", "training"),
    ("Workout", "training"),
    ("Crossfit", "training"),
    ("High Intensity Interval Training", "hiit"),
    ("HIIT", "hiit"),
    ("Elliptical", "fitness_equipment"),
    ("Stair-Stepper", "fitness_equipment"),
    ("Nordic Ski", "cross_country_skiing"),
    ("Alpine Ski", "alpine_skiing"),
    ("Snowboard", "snowboarding"),
    ("Snowshoe", "snowshoeing"),
    ("Ice Skate", "ice_skating"),
    ("Inline Skate", "inline_skating"),
    ("Rock Climb", "rock_climbing"),
    ("Soccer", "soccer"),
    ("Football (Soccer)", "soccer"),
];
/// The maximum number of rows.
const MAX_TITLES: usize = 100_000;
