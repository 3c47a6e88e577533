//! A C program is compiled with the header, linked with the shared library, and run.

#![expect(clippy::unwrap_used, reason = "a failed setup fails the test")]

use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn a_c_program_uses_the_library() {
    if Command::new("cc").arg("--version").output().is_err() {
        println!("skipped: no C compiler");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let library = library();
    let folder = library.parent().unwrap();
    let program = folder.join(format!("lockstep-c-test-{}", std::process::id()));
    let compiled = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pthread"])
        .arg("-I")
        .arg(root.join("include"))
        .arg(root.join("tests/c/call.c"))
        .arg(&library)
        .arg(format!("-Wl,-rpath,{}", folder.display()))
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap();
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
}

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
