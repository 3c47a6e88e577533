//! The folders of backups below `backup.directory`: their names, and what they say of a backup.

use std::path::Path;
use std::time::UNIX_EPOCH;

use lockstep_store::Timestamp;
use lockstep_vault::root;

/// The prefix of the name of a scheduled backup.
pub const WHOLE: &str = "lockstep-";
/// The prefix of the name of a scheduled backup with damaged rows. The name of an intact one follows.
pub const DAMAGED: &str = "damaged-";
/// The file of a backup that holds the store.
const STORE: &str = "lockstep.db";

/// Returns the name of a scheduled backup: `lockstep-2026-01-31T06-30-00.000Z`. Names sort by time.
#[must_use]
pub fn name(begun: Timestamp) -> String {
    format!("{WHOLE}{}", begun.to_string().replace(':', "-"))
}

/// Returns the time in the name of an intact scheduled backup; `None` for any other name.
#[must_use]
pub fn start_time(name: &str) -> Option<Timestamp> {
    let (date, time) = name.strip_prefix(WHOLE)?.split_once('T')?;
    format!("{date}T{}", time.replace('-', ":")).parse().ok()
}

/// Whether the keys in the folder of a backup are those of an installation, named by its id. Several installations can keep
/// their backups in one directory, so a folder that does not tell belongs to none of them.
#[must_use]
pub fn is_of(folder: &Path, installation: &str) -> bool {
    root::installation_of(folder).as_deref() == Some(installation)
}

/// A backup in the directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredBackup {
    /// The name of its folder.
    pub(crate) name: String,
    /// The time when it began; for a backup made by hand, when its store was last written.
    pub(crate) made_at: Timestamp,
    /// The size of its files in bytes.
    pub(crate) bytes: u64,
    /// Whether it was restored for a test. A scheduled backup gets its name only after that.
    pub(crate) is_restore_tested: bool,
    /// Whether it has damaged rows; `None` if its name does not say so, as of a backup made by hand.
    pub(crate) is_damaged: Option<bool>,
}

/// Returns the backups of an installation in a directory, the newest first. A directory that does not exist has none.
/// Backups in the making, tests of a restore, backups of others and other folders are left out.
///
/// # Errors
/// The directory cannot be read.
pub(crate) fn list(directory: &Path, installation: &str) -> std::io::Result<Vec<StoredBackup>> {
    let entries = match std::fs::read_dir(directory) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut all = Vec::new();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') && is_of(&entry.path(), installation) {
            // An old backup may be removed at the same time.
            all.extend(stored_backup(name, &entry.path()));
        }
    }
    all.sort_unstable_by(|one, other| {
        let by_time = other.made_at.cmp(&one.made_at);
        by_time.then_with(|| one.name.cmp(&other.name))
    });
    Ok(all)
}

/// Reads a folder; `None` if it is no backup.
fn stored_backup(name: String, folder: &Path) -> Option<StoredBackup> {
    // Links are not followed: neither a test of a restore nor the removal of old backups follows them.
    let is_folder = std::fs::symlink_metadata(folder).ok()?.is_dir();
    let store = std::fs::symlink_metadata(folder.join(STORE)).ok()?;
    if !is_folder || !store.is_file() {
        return None;
    }
    let (rest, has_damage) = match name.strip_prefix(DAMAGED) {
        Some(rest) => (rest, true),
        None => (&*name, false),
    };
    let scheduled = start_time(rest);
    let made_at = match scheduled {
        Some(begun) => begun,
        None => {
            let written = store.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
            Timestamp(i64::try_from(written.as_millis()).ok()?)
        }
    };
    let mut bytes = 0_u64;
    for file in std::fs::read_dir(folder).ok()? {
        let about = file.and_then(|file| file.metadata()).ok()?;
        if about.is_file() {
            bytes = bytes.saturating_add(about.len());
        }
    }
    Some(StoredBackup {
        made_at,
        bytes,
        is_restore_tested: scheduled.is_some(),
        is_damaged: scheduled.map(|_| has_damage),
        name,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_backup_is_its_time() {
        let at: Timestamp = "2026-01-31T06:30:05.250Z".parse().unwrap();
        assert_eq!(name(at), "lockstep-2026-01-31T06-30-05.250Z");
        assert_eq!(start_time(&name(at)), Some(at));
        for other in [
            "damaged-lockstep-2026-01-31T06-30-05.250Z",
            "lockstep-drill-abc",
            ".partial-lockstep-2026-01-31T06-30-05.250Z",
            "x",
            "",
        ] {
            assert_eq!(start_time(other), None, "{other}");
        }
    }
}
