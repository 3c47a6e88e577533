//! `cargo xtask wasm`: builds the modules `lockstep.wasm`, `lockstep-verify.wasm` and `lockstep-documents.wasm` of
//! lockstep-ffi for wasm32-unknown-unknown, and with them every crate that browsers run. `cargo xtask ci` builds only
//! the last of them, to compare it with the committed one, because not every machine has the target.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::run::{output, program, root, succeed};

const TARGET: &str = "wasm32-unknown-unknown";

/// Where the modules are. The client libraries take them from here.
const FOLDER: &str = "target/wasm";

/// A WebAssembly module of lockstep-ffi.
struct Module {
    /// The name of the file.
    name: &'static str,
    /// The arguments that select the features.
    features: &'static [&'static str],
    /// The largest compressed size in bytes.
    most: usize,
}

const MODULES: &[Module] = &[
    Module {
        name: "lockstep.wasm",
        features: &[],
        most: 1_500_000,
    },
    Module {
        name: "lockstep-verify.wasm",
        features: &["--no-default-features", "--features", "verification"],
        most: 400_000,
    },
    DOCUMENTS,
];

/// The module of the console. It is committed, so that the console and the server need no WebAssembly toolchain.
const DOCUMENTS: Module = Module {
    name: "lockstep-documents.wasm",
    features: &["--no-default-features", "--features", "documents"],
    most: 470_000,
};

/// Where the committed module is. Another compiler writes other bytes, so the file beside it names the compiler.
const COMMITTED: &str = "clients/typescript/src/crypto/lockstep-documents.wasm";
const COMMITTED_COMPILER: &str = "clients/typescript/src/crypto/lockstep-documents.compiler";

/// Builds the named modules, or all, with rustup's target if installed, otherwise with Debian's packages rustc-web,
/// cargo-web, rust-web-src and lld-22, and prints their sizes. Writes the committed module. Other arguments are passed
/// to cargo.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let is_module = |word: &&String| MODULES.iter().any(|module| module.name == **word);
    let (named, words): (Vec<&String>, Vec<&String>) = words.iter().partition(is_module);
    let is_asked =
        |module: &&Module| named.is_empty() || named.iter().any(|name| *name == module.name);
    for module in MODULES.iter().filter(is_asked) {
        build(module, &words)?;
    }
    if !is_asked(&&DOCUMENTS) {
        return Ok(());
    }
    let compiler = format!("{}\n", compiler()?);
    write(COMMITTED, &read(&built_path(&DOCUMENTS))?)?;
    write(COMMITTED_COMPILER, compiler.as_bytes())
}

/// Builds the committed module again and compares the bytes. Without the compiler that built it, prints that this is
/// skipped.
pub(crate) fn check_committed() -> Result<(), String> {
    let step = format!("the comparison of {} with a new build", DOCUMENTS.name);
    if !is_available()? {
        println!("{step} skipped: no target {TARGET}");
        return Ok(());
    }
    let (own, committed) = (compiler()?, read(&root().join(COMMITTED_COMPILER))?);
    let committed = String::from_utf8_lossy(&committed);
    if own != committed.trim_end() {
        println!(
            "{step} skipped: {} built it, and this machine has {own}",
            committed.trim_end()
        );
        return Ok(());
    }
    build(&DOCUMENTS, &[])?;
    if read(&built_path(&DOCUMENTS))? == read(&root().join(COMMITTED))? {
        return Ok(());
    }
    Err(format!(
        "{COMMITTED} differs from what `cargo xtask wasm {}` builds: run it, then `cargo xtask console`, and commit both",
        DOCUMENTS.name
    ))
}

/// Builds the modules where the target is installed; otherwise prints that `step` is skipped.
pub(crate) fn build_for(step: &str) -> Result<(), String> {
    if is_available()? {
        return MODULES.iter().try_for_each(|module| build(module, &[]));
    }
    println!("{step} skipped: no target {TARGET} to build lockstep.wasm with");
    Ok(())
}

/// Whether the modules are built.
pub(crate) fn is_built() -> bool {
    MODULES.iter().all(|module| built_path(module).exists())
}

/// Whether this machine can build the modules.
fn is_available() -> Result<bool, String> {
    Ok(has_target()? || debian_linker().is_some())
}

fn built_path(module: &Module) -> PathBuf {
    root().join(FOLDER).join(module.name)
}

/// Builds a module into `target/wasm`, and fails if it is too large.
fn build(module: &Module, words: &[&String]) -> Result<(), String> {
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
    arguments.extend(module.features);
    arguments.extend(words.iter().map(|word| word.as_str()));
    let messages = output(cargo(&arguments, FLAGS)?)?;
    let built = built(&messages).ok_or("cargo names no module that it built")?;
    let path = built_path(module);
    std::fs::create_dir_all(root().join(FOLDER)).map_err(|error| error.to_string())?;
    std::fs::copy(&built, &path).map_err(|error| format!("{}: {error}", built.display()))?;
    if module.name == DOCUMENTS.name
        && let Some(place) = place_in(&read(&path)?)
    {
        return Err(format!(
            "{} contains paths of this machine: {place}",
            module.name
        ));
    }
    let compressed = gzip(&path)?;
    println!(
        "{}: {} bytes, {compressed} gzipped (at most {})",
        path.display(),
        read(&path)?.len(),
        module.most
    );
    if compressed > module.most {
        return Err(format!(
            "{} is larger than {} bytes",
            module.name, module.most
        ));
    }
    check(&path)
}

/// Flags of the compiler. Paths and line numbers of the source, which differ between machines, are left out.
const FLAGS: &str = "-C target-feature=+simd128 -Z location-detail=none";

/// Finds a path of the machine that built a module.
fn place_in(module: &[u8]) -> Option<String> {
    let root = root().display().to_string();
    let places = [root.as_str(), "/registry/src/", "/rustlib/src/"];
    let found = places.into_iter().find(|place| {
        let mut windows = module.windows(place.len());
        windows.any(|window| window == place.as_bytes())
    });
    found.map(str::to_owned)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &str, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(root().join(path), bytes).map_err(|error| format!("{path}: {error}"))
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
        cargo.env("RUSTFLAGS", flags).env("RUSTC_BOOTSTRAP", "1");
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

/// The name and version of the compiler that builds the modules.
fn compiler() -> Result<String, String> {
    let compiler = if has_target()? {
        "rustc"
    } else {
        "/usr/bin/rustc"
    };
    let version = output(program(compiler, ".", &["--version"]))?;
    Ok(version.trim().to_owned())
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
