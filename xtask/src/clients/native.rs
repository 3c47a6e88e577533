//! The native library as the packages contain it: without debug information.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{program, succeed};

/// Copies the library into a folder, and removes the symbols of debuggers from the copy: those of a debug build are several
/// times its code. The symbols that programs look up stay. Without the tool `strip` the copy is packed as it is.
pub(super) fn pack(library: &Path, folder: &Path) -> Result<PathBuf, String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let name = library.file_name().ok_or("the library has no name")?;
    let packed = folder.join(name);
    let before =
        fs::copy(library, &packed).map_err(|error| format!("{}: {error}", library.display()))?;
    let path = packed.to_string_lossy();
    if program("strip", ".", &["--version"]).output().is_err() {
        println!("strip skipped: it is not installed");
        return Ok(packed);
    }
    // These two options exist on Linux and on macOS.
    succeed(program("strip", ".", &["-S", "-x", &path]))?;
    let after = fs::metadata(&packed)
        .map_err(|error| format!("{path}: {error}"))?
        .len();
    println!(
        "the packed library has {} of {} MB",
        after / 1_000_000,
        before / 1_000_000
    );
    Ok(packed)
}
