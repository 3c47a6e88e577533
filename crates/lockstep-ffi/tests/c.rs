//! C programs are compiled with the header, linked with the shared library, and run.

#![expect(clippy::unwrap_used, reason = "a failed setup fails the test")]

use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn a_c_program_uses_the_library() {
    run_program("plain", "call.c", &[]);
}

#[test]
fn a_c_program_uses_the_library_under_sanitizers() {
    // They see the library's calls of malloc and free, so they find memory that it loses, or frees twice.
    run_program(
        "sanitized",
        "call.c",
        &["-fsanitize=address,undefined", "-g"],
    );
}

#[test]
fn closed_handles_and_freed_answers_are_wiped() {
    run_program("wiped", "wiped.c", &[]);
}

/// Compiles the source with these flags and runs it. Prints that it is skipped where the compiler has none of them.
fn run_program(name: &str, source: &str, flags: &[&str]) {
    let library = library();
    let folder = library.parent().unwrap();
    let program = folder.join(format!("lockstep-c-{name}-{}", std::process::id()));
    let compile = |file: &Path| {
        let mut cc = Command::new("cc");
        cc.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pthread"])
            .args(flags)
            .arg("-I")
            .arg(Path::new(ROOT).join("include"))
            .arg(file)
            .arg(&library)
            .arg(format!("-Wl,-rpath,{}", folder.display()))
            .arg("-o")
            .arg(&program);
        cc.output()
    };
    if !compile(&Path::new(ROOT).join("tests/c/empty.c")).is_ok_and(|done| done.status.success()) {
        println!("skipped: no C compiler with {flags:?}");
        return;
    }
    let compiled = compile(&Path::new(ROOT).join("tests/c").join(source)).unwrap();
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let ran = Command::new(&program).output().unwrap();
    std::fs::remove_file(&program).unwrap();
    let (out, err) = (
        String::from_utf8_lossy(&ran.stdout),
        String::from_utf8_lossy(&ran.stderr),
    );
    print!("{out}");
    assert!(ran.status.success(), "{}\n{out}{err}", ran.status);
    assert_eq!(out.lines().last(), Some("all checks passed"));
    assert_eq!(err, "");
}

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The shared library, which cargo builds beside the tests or in the folder above.
fn library() -> PathBuf {
    let name = format!(
        "{}lockstep_ffi{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    );
    let test = std::env::current_exe().unwrap();
    let found = test
        .ancestors()
        .skip(1)
        .take(2)
        .map(|folder| folder.join(&name));
    let newest = found
        .filter(|path| path.exists())
        .max_by_key(|path| path.metadata().and_then(|file| file.modified()).unwrap());
    newest.unwrap_or_else(|| panic!("{name} was not built"))
}
