//! `cargo xtask package`: the binary for release, its manual pages and completions, the list of parts, the licences of
//! the libraries and of the console's packages, and a Debian package with all of these, which is then tried.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{cargo, output, program, root, succeed};

mod api_page;
mod console_packages;
mod licences;

/// Files that the Debian package contains in addition to the binary, in the build folder.
const FOLDER: &str = "package";
/// The list of parts.
const PARTS: &str = "lockstep.cdx.json";
/// The licences of the libraries.
const LICENCES: &str = "licences.txt";
/// Programs that the packages need: the argument that prints the version, and how to install each.
const TOOLS: [(&str, &str, &str); 2] = [
    ("cargo-deb", "--version", "run `cargo install cargo-deb`"),
    (
        "cargo-cyclonedx",
        "--version",
        "run `cargo install cargo-cyclonedx`",
    ),
];
/// Programs that the list of licences needs.
const TOOLS_OF_LICENCES: [(&str, &str, &str); 2] = [
    (
        "npm",
        "--version",
        "install Node with npm, which fetches the console's packages for their licences",
    ),
    (
        "unzip",
        "-v",
        "install it (Debian: unzip): the licence of Swagger UI is in an archive",
    ),
];
/// The folder of `cargo-deb`, in the build folder.
const DEBIAN: &str = "debian";
/// Installs, upgrades and removes the Debian package on new systems.
const TEST: &str = "packaging/test-deb.sh";
/// The shells, and the names of their completions in [`FOLDER`].
const SHELLS: [&str; 3] = ["bash", "zsh", "fish"];

/// Builds everything. With `--twice` it then builds the binary again in a folder of its own and compares the two. With
/// `--licences` it only writes the licences, for a container.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let is_twice = match words {
        [] => false,
        [word] if word == "--twice" => true,
        [word, file] if word == "--licences" => {
            ensure_installed(&TOOLS_OF_LICENCES)?;
            return list_licences(Path::new(file));
        }
        _ => {
            return Err(
                "use: cargo xtask package [--twice], or package --licences FILE".to_owned(),
            );
        }
    };
    ensure_installed(&TOOLS)?;
    ensure_installed(&TOOLS_OF_LICENCES)?;
    let target = root().join("target");
    let binary = built(&target)?;
    let folder = target.join(FOLDER);
    documents(&binary, &folder)?;
    list_parts(&folder.join(PARTS))?;
    list_licences(&folder.join(LICENCES))?;
    let packages = target.join(DEBIAN);
    // Packages of earlier versions.
    let _ = fs::remove_dir_all(&packages);
    succeed(cargo(&[
        "deb",
        "--package",
        "lockstep-server",
        "--no-build",
        "--locked",
        "--dbgsym",
    ]))?;
    println!(
        "the Debian packages are in target/{DEBIAN}, and the files that they contain in target/{FOLDER}"
    );
    let package = package_in(&packages)?;
    let test = root().join(TEST);
    succeed(program(
        &test.to_string_lossy(),
        ".",
        &[&package.to_string_lossy()],
    ))?;
    if is_twice {
        compare(&binary, &target.join("package-again"))?;
    }
    Ok(())
}

/// Returns the path of the Debian package in a folder. The one with debugging information has another name.
fn package_in(folder: &Path) -> Result<PathBuf, String> {
    let entries = fs::read_dir(folder).map_err(|error| at(folder, &error))?;
    let mut paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_package = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("lockstep_") && path.extension().is_some_and(|ending| ending == "deb")
    };
    paths
        .find(is_package)
        .ok_or_else(|| format!("{}: cargo-deb wrote no package", folder.display()))
}

/// Writes the licences of everything that the binary contains.
fn list_licences(file: &Path) -> Result<(), String> {
    let metadata = licences::metadata()?;
    let mut others = vec![api_page::library(&metadata)?];
    others.extend(console_packages::libraries()?);
    licences::write(file, &metadata, others)
}

fn ensure_installed(tools: &[(&str, &str, &str)]) -> Result<(), String> {
    for (tool, version, remedy) in tools {
        let found = Command::new(tool).arg(version).output();
        match found {
            Ok(found) if found.status.success() => {}
            Ok(_) | Err(_) => return Err(format!("{tool} is missing: {remedy}")),
        }
    }
    Ok(())
}

/// Builds the binary for release in a folder, without paths of this machine, and returns its path.
fn built(target: &Path) -> Result<PathBuf, String> {
    println!("package: building the binary for release, which takes minutes");
    let mut build = cargo(&[
        "build",
        "--release",
        "--locked",
        "--package",
        "lockstep-server",
    ]);
    let mut flags = vec![format!("--remap-path-prefix={}=.", root().display())];
    if let Some(home) = cargo_home() {
        flags.push(format!("--remap-path-prefix={}=/cargo", home.display()));
    }
    build
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"))
        .env("CARGO_INCREMENTAL", "0");
    succeed(build)?;
    Ok(target.join("release/lockstep"))
}

#[expect(
    clippy::disallowed_methods,
    reason = "a build tool finds the sources of dependencies"
)]
fn cargo_home() -> Option<PathBuf> {
    let home = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".cargo"));
    std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(home)
}

/// Writes the manual pages and the completions.
fn documents(binary: &Path, folder: &Path) -> Result<(), String> {
    let (man, completions) = (folder.join("man"), folder.join("completions"));
    for folder in [&man, &completions] {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).map_err(|error| at(folder, &error))?;
    }
    let binary = binary.to_string_lossy();
    succeed(program(&binary, ".", &["man", &man.to_string_lossy()]))?;
    for shell in SHELLS {
        let script = output(program(&binary, ".", &["completions", shell]))?;
        let file = completions.join(format!("lockstep.{shell}"));
        fs::write(&file, script).map_err(|error| at(&file, &error))?;
    }
    Ok(())
}

/// Writes the list of the parts of the binary. `cargo-cyclonedx` writes one into the folder of every crate.
fn list_parts(list: &Path) -> Result<(), String> {
    let name = PARTS.trim_end_matches(".json");
    succeed(cargo(&[
        "cyclonedx",
        "--format",
        "json",
        "--override-filename",
        name,
    ]))?;
    let crates = root().join("crates");
    let own = crates.join("lockstep-server").join(PARTS);
    fs::rename(&own, list).map_err(|error| at(&own, &error))?;
    let entries = fs::read_dir(&crates).map_err(|error| at(&crates, &error))?;
    let folders = entries.filter_map(|entry| Some(entry.ok()?.path()));
    for folder in folders.chain([root().join("xtask")]) {
        // Not every folder is that of a crate.
        let _ = fs::remove_file(folder.join(PARTS));
    }
    Ok(())
}

/// Builds the binary in another folder and compares it with the first, byte by byte.
fn compare(first: &Path, folder: &Path) -> Result<(), String> {
    let _ = fs::remove_dir_all(folder);
    let second = built(folder)?;
    let [first, second] =
        [first, &second].map(|file| fs::read(file).map_err(|error| at(file, &error)));
    let (first, second) = (first?, second?);
    if first != second {
        let place = first
            .iter()
            .zip(&second)
            .position(|(one, other)| one != other);
        return Err(format!(
            "two builds of one source differ: {} and {} bytes, first at byte {}",
            first.len(),
            second.len(),
            place.unwrap_or(first.len().min(second.len()))
        ));
    }
    println!("two builds in two folders are equal: {} bytes", first.len());
    Ok(())
}

fn at(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_is_told_from_the_one_with_debugging_information() {
        let folder = std::env::temp_dir().join(format!("lockstep-packages-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let write = |name: &str| fs::write(folder.join(name), "").unwrap();
        write("lockstep-dbgsym_0.1.0-1_amd64.deb");
        write("lockstep_0.1.0-1_amd64.ddeb");
        let missing = package_in(&folder);
        write("lockstep_0.1.0-1_amd64.deb");
        let found = package_in(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert!(missing.is_err());
        assert!(found.ends_with("lockstep_0.1.0-1_amd64.deb"));
    }
}
