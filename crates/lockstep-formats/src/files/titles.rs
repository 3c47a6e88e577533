//! The titles of activities from a table of an archive.

use std::collections::BTreeMap;

use super::Activity;

/// The name and sport of the activity in each member of the archive.
#[derive(Debug, Default)]
pub(super) struct Titles(BTreeMap<String, (String, String)>);

impl Titles {
    /// Returns the number of members with a title.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Sets the title and the sport of the activity in a member.
    pub(super) fn insert(&mut self, member: String, title: (String, String)) {
        self.0.insert(member, title);
    }

    /// Returns the activity with its owner's title, and with the sport of the table if its file states
    /// none.
    pub(super) fn applied(&self, mut activity: Activity, path: &str) -> Activity {
        // Repacked archives have an additional folder around all files.
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
