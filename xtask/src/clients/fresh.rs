//! The folder of a project that installs a client library as its users do.

use std::fs;
use std::path::{Path, PathBuf};

/// An empty folder outside the repository, so that the project finds no file of it by chance. Dropping it removes the folder.
pub(super) struct FreshFolder(PathBuf);

impl FreshFolder {
    /// Makes the folder of this client's project.
    pub(super) fn new(client: &str) -> Result<Self, String> {
        let name = format!("lockstep-{client}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(failed)?;
        }
        fs::create_dir_all(&folder).map_err(failed)?;
        Ok(Self(folder))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for FreshFolder {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            println!("{} is left: {error}", self.0.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::root;

    #[test]
    fn a_fresh_folder_is_empty_outside_the_repository_and_removed() {
        let fresh = FreshFolder::new("test").unwrap();
        let path = fresh.path().to_path_buf();
        assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
        assert!(!path.starts_with(root()));
        fs::write(path.join("file"), "text").unwrap();
        drop(fresh);
        assert!(!path.exists());
    }
}
