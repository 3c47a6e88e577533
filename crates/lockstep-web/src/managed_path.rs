//! The names below the data directory that only the server uses. It removes or replaces what is under them, so a path
//! that an operator names is never one of them.

use std::path::{Component, Path, PathBuf};

/// Refuses a path of an operator that is under a name of the server's own in the data directory, or below it. Links and
/// `..` are followed; neither the path nor the directory must exist.
///
/// # Errors
/// The text for the operator.
pub fn refuse_managed(data: &Path, path: &Path) -> Result<(), String> {
    let (data, resolved) = (resolved(data), resolved(path));
    let below = resolved.strip_prefix(&data);
    let Some(first) = below.ok().and_then(|below| below.components().next()) else {
        return Ok(());
    };
    let name = first.as_os_str().as_encoded_bytes();
    let is_managed = MANAGED.iter().any(|own| {
        let end = name.strip_prefix(own.as_bytes());
        let is_database = own.ends_with(".db");
        end.is_some_and(|end| end.is_empty() || is_database && LOGS.contains(&end))
    });
    match is_managed {
        true => Err(format!(
            "{} cannot be used: only the server uses {}, and removes what is there. Name a path elsewhere",
            path.display(),
            data.join(first).display()
        )),
        false => Ok(()),
    }
}

/// Returns the path without links and `..`.
fn resolved(path: &Path) -> PathBuf {
    let Ok(absolute) = std::path::absolute(path) else {
        return path.to_owned();
    };
    let found = absolute.ancestors().find_map(|existing| {
        let real = existing.canonicalize().ok()?;
        let missing = absolute.strip_prefix(existing).ok()?;
        Some(missing.components().fold(real, |mut at, part| {
            match part {
                Component::ParentDir => {
                    at.pop();
                }
                part => at.push(part),
            }
            at
        }))
    });
    found.unwrap_or(absolute)
}

/// What follows the name of a database in those of its logs.
const LOGS: [&[u8]; 3] = [b"-wal", b"-shm", b"-journal"];

/// The names: the lock, the files of running uploads, the reserve, the databases, the socket, and the marks and copies
/// of unfinished commands.
const MANAGED: &[&str] = &[
    "lock",
    "spool",
    "reserve",
    "restoring.db",
    "keys.check",
    "keys.db",
    "keys.moved.db",
    "keys.partial.db",
    "lockstep.db",
    "lockstep.migrate.lock",
    "lockstep.moved.db",
    "lockstep.partial.db",
    "lockstep.prepared.db",
    "lockstep.restoring",
    "lockstep.sock",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_server_are_refused_however_they_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let data = at("data");
        for exists in [false, true] {
            if exists {
                std::fs::create_dir_all(data.join("spool/deep")).unwrap();
                std::os::unix::fs::symlink(data.join("spool"), at("link")).unwrap();
                std::os::unix::fs::symlink(&data, at("other name")).unwrap();
            }
            for refused in [
                "data/spool",
                "data/spool/x",
                "data/spool/deep/er/x",
                "data/./spool/",
                "data/missing/../spool/x",
                "data/reserve",
                "data/restoring.db",
                "data/keys.partial.db-wal",
                "data/lockstep.db/x",
            ] {
                let reason = refuse_managed(&data, &at(refused)).unwrap_err();
                assert!(reason.contains("only the server uses"), "{reason}");
            }
            for kept in [
                "data",
                "data/secrets/root.key",
                "data/backups",
                "data/spool2",
                "data/spool-backups",
                "data/lockstep.db-backups",
                "data/lock-wal",
                "data/lockstep.dbs",
                "data/x/spool",
                "spool",
            ] {
                assert_eq!(refuse_managed(&data, &at(kept)), Ok(()), "{kept}");
            }
        }
        for (data, path) in [
            (&data, at("link/x")),
            (&at("other name"), data.join("spool/x")),
        ] {
            assert!(refuse_managed(data, &path).is_err(), "{}", path.display());
        }
    }
}
