//! Checks the Java client with its formatter, compiler and tests, then the jar in a project of its own.

use std::fs;
use std::path::Path;

use super::super::fresh::FreshFolder;
use super::super::{exchange, native, python};
use crate::abuse::{self, Server};
use crate::run::{output, program, root, succeed};

const CLIENT: &str = "clients/java";
const NATIVE: &str = "target/clients/java/native";
const STEP: &str = "the Java client";
const OLDEST_JAVA: u32 = 17;
/// The pom of a project that depends on the client.
const FRESH_POM: &str = include_str!("fresh_pom.xml");
/// Runs the example of the read-me with the installed jar, and says whether the jar has all its parts.
const FRESH_CHECK: &str = include_str!("Check.java");

/// Prints that it is skipped where tools are absent.
pub(in crate::clients) fn check() -> Result<(), String> {
    if let Some(reason) = absent() {
        println!("{STEP} skipped: {reason}");
        return Ok(());
    }
    let folder = root().join(NATIVE);
    // The tests load the packed copy, from the class path.
    native::pack(&python::library()?, &folder)?;
    // The check of the format and the compiler's warnings are part of the build.
    let mut install = maven(CLIENT, &["install"]);
    install
        .arg(format!("-Dlockstep.ffi.directory={}", folder.display()))
        .arg(format!("-Dlockstep.ffi.platform={}", platform()?))
        .env("LOCKSTEP_PROGRAM", abuse::binary()?)
        .env(exchange::VARIABLE, exchange::folder());
    succeed(install)?;
    fresh()
}

/// Runs the test of the values of all languages, with the classes and the native library of the build.
pub(in crate::clients) fn accept() -> Result<(), String> {
    let mut test = maven(CLIENT, &["surefire:test", "-Dtest=ExchangeTest"]);
    test.env(exchange::VARIABLE, exchange::folder());
    succeed(test)
}

/// Uses the installed jar in a project outside the repository, which runs the example of the read-me.
fn fresh() -> Result<(), String> {
    let project = FreshFolder::new("java")?;
    let folder = project.path();
    let source = folder.join("src/main/java");
    fs::create_dir_all(&source).map_err(|error| error.to_string())?;
    let readme = fs::read_to_string(root().join(CLIENT).join("README.md"))
        .map_err(|error| error.to_string())?;
    let put = |path: &Path, text: &str| {
        fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    put(&folder.join("pom.xml"), FRESH_POM)?;
    put(&source.join("Example.java"), block(&readme, "java")?)?;
    put(&source.join("Check.java"), FRESH_CHECK)?;
    let fresh = folder.to_string_lossy();
    let goals = ["compile", "dependency:build-classpath"];
    let mut compile = maven(&fresh, &goals);
    compile.arg("-Dmdep.outputFile=target/classpath");
    succeed(compile)?;
    let path = fs::read_to_string(folder.join("target/classpath"))
        .map_err(|error| format!("the class path: {error}"))?;
    let separator = if cfg!(windows) { ';' } else { ':' };
    let path = format!("target/classes{separator}{}", path.trim());
    let server = Server::start(&[])?;
    let mut example = program("java", &fresh, &["-cp", &path, "Check"]);
    example
        .env("LOCKSTEP_URL", server.url())
        .env("LOCKSTEP_API_KEY", server.token());
    let printed = output(example)?;
    let expected = format!(
        "{}native library: true\nlicences: true\n",
        block(&readme, "text")?
    );
    if printed != expected {
        return Err(format!(
            "the example of {CLIENT}/README.md with the installed jar printed {printed}instead of {expected}"
        ));
    }
    println!("a fresh project with the jar of {STEP} runs the example of its read-me");
    Ok(())
}

/// Returns the first block of the read-me in this language.
fn block<'a>(readme: &'a str, language: &str) -> Result<&'a str, String> {
    let begin = format!("```{language}\n");
    let rest = readme.split_once(&begin).map(|(_, rest)| rest);
    rest.and_then(|rest| rest.split_once("```"))
        .map(|(block, _)| block)
        .ok_or_else(|| format!("{CLIENT}/README.md has no block of {language}"))
}

fn maven(folder: &str, words: &[&str]) -> std::process::Command {
    program("mvn", folder, &[&["-q", "-B"][..], words].concat())
}

/// Returns why the client cannot be checked here.
fn absent() -> Option<String> {
    let Ok(version) = output(program("javac", ".", &["-version"])) else {
        return Some(format!("no JDK {OLDEST_JAVA}"));
    };
    if release(&version).is_none_or(|found| found < OLDEST_JAVA) {
        return Some(format!(
            "Java {OLDEST_JAVA} is needed, this is {}",
            version.trim()
        ));
    }
    if output(program("mvn", ".", &["-version"])).is_err() {
        return Some("no Maven".to_owned());
    }
    let words = ["-Dspotless.skip=true", "process-resources"];
    let reason = succeed(maven(CLIENT, &words)).err()?;
    Some(format!("its plugins cannot be resolved: {reason}"))
}

/// Reads `javac 17.0.15`.
fn release(version: &str) -> Option<u32> {
    let numbers = version.trim().strip_prefix("javac ")?;
    numbers.split(['.', '-']).next()?.parse().ok()
}

/// Returns the name that JNA gives this platform.
fn platform() -> Result<String, String> {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "x86-64",
        "aarch64" => "aarch64",
        other => return Err(format!("no native library for {other}")),
    };
    Ok(format!("{system}-{processor}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_of_java_are_compared_by_number() {
        assert_eq!(release("javac 17.0.15\n"), Some(17));
        assert_eq!(release("javac 1.8.0_292"), Some(1));
        assert_eq!(release("javac 25-ea"), Some(25));
        assert_eq!(release("error"), None);
    }

    #[test]
    fn blocks_are_found_by_their_language() {
        let readme = "```sh\na\n```\n```java\nb\n```\n```java\nc\n```\n";
        assert_eq!(block(readme, "java"), Ok("b\n"));
        assert!(block(readme, "text").is_err());
    }
}
