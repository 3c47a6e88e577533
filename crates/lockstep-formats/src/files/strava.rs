//! Strava's bulk archive: `activities.csv` says what the files beside it are called.
//!
//! Its columns and their order follow the account's language and change over the years, so they
//! are read by their English names (Strava's help page "Exporting your Data and Bulk Export") or
//! not at all; the recordings themselves are read in any case.

use std::collections::BTreeMap;

use super::Activity;
use super::csv::{Row, Table};
use super::intake::{Intake, Stop};
use super::xml::name;

/// Name and sport of the activity in each member of the archive.
#[derive(Debug, Default)]
pub(super) struct Titles(BTreeMap<String, (String, String)>);

impl Titles {
    /// The activity with the name its owner gave it, and with a sport where its file knows none.
    pub(super) fn applied(&self, mut activity: Activity, path: &str) -> Activity {
        // Archives packed anew have a folder around all of it.
        let path = path.rfind("activities/").map_or(path, |at| &path[at..]);
        if let Some((title, sport)) = self.0.get(path) {
            if !title.is_empty() {
                activity.name.clone_from(title);
            }
            let known = activity.sport.as_deref().is_some_and(|it| it != "generic");
            if !known && !sport.is_empty() {
                activity.sport = Some(sport.clone());
            }
        }
        activity
    }
}

/// Where the columns are.
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
    ) -> Result<(), Stop<E>> {
        while table.next_row()? && intake.titles.0.len() < MOST {
            let row = &table.row;
            let file = row.field(self.file);
            if !file.is_empty() {
                let title = (name(row.field(self.title)), sport(row.field(self.sport)));
                intake.titles.0.insert(name(file), title);
            }
        }
        Ok(())
    }
}

/// In FIT's words, where it has one.
fn sport(theirs: &str) -> String {
    let known = SPORTS.iter().find(|(word, _)| *word == theirs);
    match known {
        Some((_, ours)) => (*ours).to_owned(),
        None => name(theirs).to_lowercase().replace(' ', "_"),
    }
}

const SPORTS: &[(&str, &str)] = &[
    ("Ride", "cycling"),
    ("Virtual Ride", "cycling"),
    ("E-Bike Ride", "e_biking"),
    ("Run", "running"),
    ("Virtual Run", "running"),
    ("Walk", "walking"),
    ("Hike", "hiking"),
    ("Swim", "swimming"),
    ("Rowing", "rowing"),
    ("Weight Training", "training"),
    ("Workout", "training"),
    ("Nordic Ski", "cross_country_skiing"),
    ("Alpine Ski", "alpine_skiing"),
];
/// Rows kept.
const MOST: usize = 100_000;
