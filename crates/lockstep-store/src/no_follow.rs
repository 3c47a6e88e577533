//! Opens the store's files without following a symbolic link in the place of one.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

use crate::error::StoreError;

/// Returns options that open a file for writing and create it if it is missing, readable by its owner
/// only. A symbolic link of that name is an error.
pub(crate) fn private_options() -> OpenOptions {
    let mut how = OpenOptions::new();
    how.create(true).truncate(false).write(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let no_follow = rustix::fs::OFlags::NOFOLLOW.bits();
        how.mode(0o600).custom_flags(no_follow.cast_signed());
    }
    how
}

/// Resolves the links of a file's folder, not that of the file: SQLite then refuses only the latter.
pub(crate) fn in_resolved_folder(file: &Path) -> Result<PathBuf, StoreError> {
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let folder = folder.canonicalize().map_err(|source| StoreError::File {
        path: file.to_owned(),
        source,
    })?;
    Ok(folder.join(file.file_name().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_to_a_folder_is_resolved_and_a_link_to_a_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("real")).unwrap();
        std::fs::write(at("real/file"), "text").unwrap();
        std::os::unix::fs::symlink(at("real"), at("linked")).unwrap();
        std::os::unix::fs::symlink(at("real/file"), at("real/link")).unwrap();
        let real = at("real").canonicalize().unwrap();
        for name in ["file", "link", "missing"] {
            let resolved = in_resolved_folder(&at("linked").join(name)).unwrap();
            assert_eq!(resolved, real.join(name));
            let opened = private_options().open(&resolved);
            assert_eq!(opened.is_ok(), name != "link", "{name}: {opened:?}");
        }
        assert!(in_resolved_folder(&at("nowhere/file")).is_err());
        assert_eq!(std::fs::read(at("real/file")).unwrap(), b"text");
    }
}
