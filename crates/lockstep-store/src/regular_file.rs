//! Opens regular files that an operator names, by themselves or as a part of a folder.
//!
//! In the place of a file there can be a named pipe, a socket or a device, which would let the reader wait for ever. The
//! file is opened without waiting, and what was opened is checked, not its name: the name can change in between.

use std::fs::{File, OpenOptions};
use std::io::{Error, Result};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::OFlags;
use rustix::io::Errno;

/// Opens a file of this name for reading. Follows symbolic links: the operator chose the name.
///
/// # Errors
/// The name is that of a folder, a named pipe, a socket or a device; the errors of the system.
pub fn open(path: &Path) -> Result<File> {
    open_with(path, OFlags::NONBLOCK)
}

/// Opens a file of a folder that the operator named, for reading. A symbolic link in the place of the file can lead out of
/// the folder, and is refused.
///
/// # Errors
/// Those of [`open`], and a symbolic link.
pub fn open_in_folder(path: &Path) -> Result<File> {
    open_with(path, OFlags::NONBLOCK | OFlags::NOFOLLOW)
}

fn open_with(path: &Path, flags: OFlags) -> Result<File> {
    let mut how = OpenOptions::new();
    how.read(true).custom_flags(flags.bits().cast_signed());
    let file = how
        .open(path)
        .map_err(|error| match Errno::from_io_error(&error) {
            // A symbolic link that is not followed; a socket, or a device without a driver.
            Some(Errno::LOOP | Errno::NXIO | Errno::NODEV) => not_regular(),
            _ => error,
        })?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(not_regular()),
    }
}

fn not_regular() -> Error {
    Error::other(
        "is not a regular file but a link, a named pipe, a socket, a device or a folder: put a copy of the file there",
    )
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn only_regular_files_are_opened_and_none_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("file"), "text").unwrap();
        std::fs::create_dir(at("folder")).unwrap();
        symlink(at("file"), at("link")).unwrap();
        symlink(at("pipe"), at("link to a pipe")).unwrap();
        symlink(at("nowhere"), at("broken link")).unwrap();
        let made = std::process::Command::new("mkfifo")
            .arg(at("pipe"))
            .status();
        assert!(made.unwrap().success());
        let _listener = UnixListener::bind(at("socket")).unwrap();
        symlink("/dev/zero", at("device")).unwrap();
        let opens = |opened: Result<File>| {
            let mut text = String::new();
            opened.is_ok_and(|mut file| file.read_to_string(&mut text).is_ok() && text == "text")
        };
        for (name, follows, in_folder) in [
            ("file", true, true),
            ("link", true, false),
            ("link to a pipe", false, false),
            ("broken link", false, false),
            ("pipe", false, false),
            ("socket", false, false),
            ("device", false, false),
            ("folder", false, false),
            ("missing", false, false),
        ] {
            assert_eq!(opens(open(&at(name))), follows, "{name}");
            assert_eq!(opens(open_in_folder(&at(name))), in_folder, "{name}");
        }
        let refused = open_in_folder(&at("pipe")).unwrap_err().to_string();
        assert!(refused.contains("not a regular file"), "{refused}");
        let missing = open(&at("missing")).unwrap_err();
        assert_eq!(missing.kind(), std::io::ErrorKind::NotFound);
    }
}
