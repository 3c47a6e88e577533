//! `cargo xtask wasm`: builds the libraries for browsers for wasm32-unknown-unknown. Not part of
//! `cargo xtask ci`, because not every machine has the target.

use std::path::{Path, PathBuf};

use crate::run::{output, program, succeed};

/// The packages for browser clients.
const PACKAGES: &[&str] = &["lockstep-seal", "lockstep-pq", "lockstep-client-crypto"];

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the packages in release mode, with rustup's target if installed, otherwise with Debian's
/// packages rustc-web, cargo-web, rust-web-src and lld-22. Other arguments are passed to cargo.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let mut arguments = vec!["build", "--release", "--target", TARGET];
    for package in PACKAGES {
        arguments.extend(["--package", package]);
    }
    arguments.extend(words.iter().map(String::as_str));
    if has_target()? {
        return succeed(program("cargo", ".", &arguments));
    }
    let linker = debian_linker().ok_or_else(|| {
        format!(
            "the target is missing: run `rustup target add {TARGET}`, or install Debian's packages rustc-web, \
             cargo-web, rust-web-src and lld-22"
        )
    })?;
    // Debian has the library's source but not its build, so it is built too.
    arguments.extend(["-Z", "build-std=std,panic_abort"]);
    let mut cargo = program("/usr/bin/cargo", ".", &arguments);
    cargo
        .env("RUSTC", "/usr/bin/rustc")
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", format!("-C linker={}", linker.display()));
    succeed(cargo)
}

fn has_target() -> Result<bool, String> {
    let arguments = ["--print", "target-libdir", "--target", TARGET];
    let directory = output(program("rustc", ".", &arguments))?;
    Ok(Path::new(directory.trim()).is_dir())
}

/// Returns the newest `wasm-ld`, if its matching compiler is installed too.
fn debian_linker() -> Option<PathBuf> {
    let binaries = Path::new("/usr/bin");
    if !binaries.join("cargo").exists() || !binaries.join("rustc").exists() {
        return None;
    }
    let version = |path: &PathBuf| -> Option<u32> {
        let name = path.file_name()?.to_str()?;
        name.strip_prefix("wasm-ld-")?.parse().ok()
    };
    std::fs::read_dir(binaries)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| version(path).is_some())
        .max_by_key(version)
}
