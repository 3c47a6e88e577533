//! `cargo xtask wasm`: builds the modules `lockstep.wasm` and `lockstep-verify.wasm` of lockstep-ffi for
//! wasm32-unknown-unknown, and with them every crate that browsers run. Not part of `cargo xtask ci`, because not
//! every machine has the target.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::run::{output, program, root, succeed};

const TARGET: &str = "wasm32-unknown-unknown";

/// Where the modules are. The client libraries take them from here.
const FOLDER: &str = "target/wasm";

/// The modules: the name, the arguments that select their features, and the largest compressed size.
const MODULES: &[(&str, &[&str], usize)] = &[
    ("lockstep.wasm", &[], 1_500_000),
    ("lockstep-verify.wasm", &["--no-default-features"], 400_000),
];

/// Builds the modules with rustup's target if installed, otherwise with Debian's packages rustc-web, cargo-web,
/// rust-web-src and lld-22, and prints their sizes. Other arguments are passed to cargo.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    for (name, features, most) in MODULES {
        module(name, features, *most, words)?;
    }
    Ok(())
}

/// Builds the modules where the target is installed; otherwise prints that `step` is skipped.
pub(crate) fn build_for(step: &str) -> Result<(), String> {
    if has_target()? || debian_linker().is_some() {
        return run(&[]);
    }
    println!("{step} skipped: no target {TARGET} to build lockstep.wasm with");
    Ok(())
}

/// Whether the modules are built.
pub(crate) fn is_built() -> bool {
    let folder = root().join(FOLDER);
    MODULES.iter().all(|(name, ..)| folder.join(name).exists())
}

/// Builds a module into `target/wasm`, and fails if it is too large.
fn module(name: &str, features: &[&str], most: usize, words: &[String]) -> Result<(), String> {
    let mut arguments = vec![
        "rustc",
        "--profile",
        "wasm",
        "--target",
        TARGET,
        "--package",
        "lockstep-ffi",
        "--crate-type",
        "cdylib",
        "--message-format",
        "json-render-diagnostics",
    ];
    arguments.extend(features);
    arguments.extend(words.iter().map(String::as_str));
    let messages = output(cargo(&arguments, "-C target-feature=+simd128")?)?;
    let built = built(&messages).ok_or("cargo names no module that it built")?;
    let folder = root().join(FOLDER);
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let path = folder.join(name);
    std::fs::copy(&built, &path).map_err(|error| format!("{}: {error}", built.display()))?;
    let bytes = std::fs::read(&path).map_err(|error| error.to_string())?;
    let compressed = gzip(&path)?;
    println!(
        "{}: {} bytes, {compressed} gzipped (at most {most})",
        path.display(),
        bytes.len()
    );
    if compressed > most {
        return Err(format!("{name} is larger than {most} bytes"));
    }
    check(&path)
}

/// Runs the module in Node with the shared vectors.
fn check(path: &Path) -> Result<(), String> {
    if program("node", ".", &["--version"]).output().is_err() {
        println!("the check of the module skipped: no node");
        return Ok(());
    }
    let mut node = program("node", ".", &["crates/lockstep-ffi/tests/wasm.mjs"]);
    node.arg(path).arg("clients/vectors");
    succeed(node)
}

/// The path of the module in cargo's messages.
fn built(messages: &str) -> Option<PathBuf> {
    let parsed = messages
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    let files = parsed.flat_map(|message: serde_json::Value| {
        let files = message["filenames"].as_array().cloned().unwrap_or_default();
        files
            .into_iter()
            .filter_map(|file| file.as_str().map(PathBuf::from))
    });
    let modules = files.filter(|file| file.extension().is_some_and(|end| end == "wasm"));
    modules.fold(None, |_, last| Some(last))
}

/// The compressed size of a file.
fn gzip(path: &Path) -> Result<usize, String> {
    let output = Command::new("gzip")
        .args(["-9", "-c"])
        .arg(path)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("gzip: {error}"))?;
    std::io::stdout()
        .flush()
        .map_err(|error| error.to_string())?;
    Ok(output.stdout.len())
}

/// Cargo with these arguments and flags of the compiler, for a toolchain that has the target.
fn cargo(arguments: &[&str], flags: &str) -> Result<Command, String> {
    if has_target()? {
        let mut cargo = program("cargo", ".", arguments);
        cargo.env("RUSTFLAGS", flags);
        return Ok(cargo);
    }
    let linker = debian_linker().ok_or_else(|| {
        format!(
            "the target is missing: run `rustup target add {TARGET}`, or install Debian's packages rustc-web, \
             cargo-web, rust-web-src and lld-22"
        )
    })?;
    // Debian has the library's source but not its build, so it is built too.
    let arguments = [arguments, &["-Z", "build-std=std,panic_abort"]].concat();
    let mut cargo = program("/usr/bin/cargo", ".", &arguments);
    cargo
        .env("RUSTC", "/usr/bin/rustc")
        .env("RUSTC_BOOTSTRAP", "1")
        .env(
            "RUSTFLAGS",
            format!("{flags} -C linker={}", linker.display()),
        );
    Ok(cargo)
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
