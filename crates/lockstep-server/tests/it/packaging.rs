//! The service, the manual pages and the files of `packaging/`.

use std::os::unix::fs::MetadataExt;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::child::{Child, lockstep, run};

fn packaging(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../packaging")
        .join(name)
}

/// The generated password would be readable by everyone who may read the journal.
#[test]
fn a_first_start_prints_no_password_into_the_journal() {
    let data = tempfile::tempdir().unwrap();
    let journal = tempfile::NamedTempFile::new().unwrap();
    let stream = journal.as_file().metadata().unwrap();
    let start = |stream: String| {
        lockstep(data.path())
            .args(["serve", "--listen", "127.0.0.1:0"])
            .env("JOURNAL_STREAM", stream)
            .stderr(journal.reopen().unwrap())
            .status()
            .unwrap()
    };
    let status = start(format!("{}:{}", stream.dev(), stream.ino()));
    assert_eq!(status.code(), Some(1));
    let printed = std::fs::read_to_string(journal.path()).unwrap();
    assert!(printed.contains("lockstep user create admin"), "{printed}");
    assert!(!printed.contains("sign in as"), "{printed}");
    assert!(!data.path().join("lockstep.db").exists());
}

#[test]
fn systemd_is_told_when_the_server_is_ready_and_when_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("notify");
    let systemd = UnixDatagram::bind(&socket).unwrap();
    systemd
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let received = || {
        let mut bytes = [0; 64];
        let length = systemd.recv(&mut bytes).unwrap();
        String::from_utf8(bytes[..length].to_vec()).unwrap()
    };
    let data = tempfile::tempdir().unwrap();
    let socket = socket.to_str().unwrap();
    let child = Child::start_with(data.path(), &[("NOTIFY_SOCKET", socket)]);
    assert_eq!(received().trim(), "READY=1");
    let (is_success, _) = child.end();
    assert!(is_success);
    assert_eq!(received().trim(), "STOPPING=1");
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let output = run(&data, &["man", folder.path().to_str().unwrap()], "");
    assert!(output.status.success(), "{output:?}");
    for (page, text) in [
        ("lockstep", "privacy"),
        ("lockstep-serve", "Run the platform"),
        ("lockstep-user", "set-password"),
        ("lockstep-backup-create", "backup"),
    ] {
        let page = folder.path().join(format!("{page}.1"));
        let found = std::fs::read_to_string(&page).unwrap().replace("\\-", "-");
        assert!(found.contains(text), "{}: {found}", page.display());
    }
    let missing = folder.path().join("missing");
    let output = run(&data, &["man", missing.to_str().unwrap()], "");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("name an existing directory"));
}

#[test]
fn the_configuration_of_the_service_is_accepted() {
    let data = tempfile::tempdir().unwrap();
    let file = packaging("lockstep.toml");
    let args = ["--config", file.to_str().unwrap(), "config", "check"];
    let output = run(data.path(), &args, "");
    assert!(output.status.success(), "{output:?}");
    // The commented keys exist too; the files that they name do not.
    let text = std::fs::read_to_string(&file).unwrap();
    let all: String = text
        .lines()
        .map(|line| {
            line.strip_prefix("# ")
                .filter(|line| line.contains(" = ") || line.starts_with('['))
                .unwrap_or(line)
        })
        .filter(|line| {
            !line.starts_with("certificate") && !line.starts_with("key ") && *line != "[tls]"
        })
        .map(|line| format!("{line}\n"))
        .collect();
    let whole = data.path().join("whole.toml");
    std::fs::write(&whole, &all).unwrap();
    let args = ["--config", whole.to_str().unwrap(), "config", "check"];
    let output = run(data.path(), &args, "");
    assert!(output.status.success(), "{all}\n{output:?}");
}

/// systemd gives a service up that ends five times in ten seconds, for example while its database restarts.
#[test]
fn the_service_is_started_again_without_end() {
    let unit = std::fs::read_to_string(packaging("lockstep.service")).unwrap();
    let (of_unit, of_service) = unit.split_once("[Service]").unwrap();
    assert!(
        of_unit
            .lines()
            .any(|line| line == "StartLimitIntervalSec=0"),
        "{of_unit}"
    );
    for setting in ["Restart=on-failure", "RestartSec=2"] {
        assert!(of_service.lines().any(|line| line == setting), "{setting}");
    }
}

/// `systemd-analyze` rates what the service could do if an attacker controlled it: 10 is everything.
#[test]
fn the_service_is_confined() {
    let unit = packaging("lockstep.service");
    let analyzed = Command::new("systemd-analyze")
        .args(["security", "--offline=true", "--threshold=20", "--no-pager"])
        .arg(&unit)
        .output();
    let Ok(analyzed) = analyzed else {
        println!("skipped: systemd-analyze is not installed (Debian: systemd)");
        return;
    };
    // The threshold counts in tenths; a higher exposure is an error.
    let table = String::from_utf8_lossy(&analyzed.stdout);
    assert!(analyzed.status.success(), "{table}");
    assert!(table.contains("Overall exposure level"), "{table}");
}

#[test]
fn every_file_of_the_packages_exists_and_is_described() {
    let manifest = include_str!("../../Cargo.toml");
    let assets: Vec<&str> = manifest
        .lines()
        .filter_map(|line| line.trim().strip_prefix("[\"../../")?.split('"').next())
        .filter(|path| !path.starts_with("target/"))
        .collect();
    assert!(assets.len() > 3, "{assets:?}");
    let root = packaging("..");
    for asset in assets {
        assert!(root.join(asset).is_file(), "{asset}");
    }
    let page = std::fs::read_to_string(packaging("README.md")).unwrap();
    for entry in std::fs::read_dir(packaging("")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_described =
            page.contains(&format!("`{name}")) || page.contains(&format!("`{name}/`"));
        assert!(name == "README.md" || is_described, "{name}");
    }
}

/// systemd has these programs, and so have packages for machines without it. `packaging/test-deb.sh` installs the package.
#[test]
fn the_package_depends_on_what_its_scripts_run() {
    let script = std::fs::read_to_string(packaging("deb/postinst")).unwrap();
    let manifest = include_str!("../../Cargo.toml");
    let mut lines = manifest.lines();
    let depends = lines.find(|line| line.starts_with("depends = ")).unwrap();
    // What creates the user is added by cargo-deb.
    assert!(script.contains("systemd-tmpfiles --create"), "{script}");
    for program in ["sysusers", "tmpfiles"] {
        let needed = format!("systemd | systemd-standalone-{program}");
        assert!(depends.contains(&needed), "{needed}: {depends}");
    }
}

/// Most licences ask that every copy contains their text.
#[test]
fn both_packages_contain_the_licences() {
    let manifest = include_str!("../../Cargo.toml");
    let dockerfile = std::fs::read_to_string(packaging("Dockerfile")).unwrap();
    for file in ["licences.txt", "LICENSE-APACHE", "LICENSE-MIT"] {
        let asset = format!("{file}\", \"usr/share/doc/lockstep/\"");
        assert!(manifest.contains(&asset), "{asset}");
        let is_copied = |line: &str| {
            line.starts_with("COPY ") && line.contains(file) && line.contains(" /usr/share/doc/")
        };
        assert!(dockerfile.lines().any(is_copied), "{file}");
    }
    // What the Dockerfile copies and reads is sent to the builder, and nothing that is missing.
    let sent = std::fs::read_to_string(packaging("Dockerfile.dockerignore")).unwrap();
    let sent: Vec<&str> = sent
        .lines()
        .filter_map(|line| line.strip_prefix('!'))
        .collect();
    for path in &sent {
        assert!(packaging("..").join(path).exists(), "{path}");
    }
    for needed in [
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "console/package.json",
        "console/package-lock.json",
    ] {
        assert!(sent.contains(&needed), "{needed}");
    }
}

#[test]
fn the_container_is_built_with_the_toolchain_and_its_variables_are_settings() {
    let dockerfile = std::fs::read_to_string(packaging("Dockerfile")).unwrap();
    let toolchain = include_str!("../../../../rust-toolchain.toml");
    let version = toolchain
        .lines()
        .find_map(|line| line.strip_prefix("channel = \""))
        .and_then(|rest| rest.rsplit_once('.'));
    // The tag of the image has no patch level.
    let (minor, _) = version.unwrap();
    let image = format!("FROM rust:{minor}-");
    assert!(
        dockerfile.contains(&image),
        "the build does not begin with {image}"
    );
    let variables: Vec<&str> = dockerfile
        .lines()
        .filter_map(|line| line.strip_prefix("ENV "))
        .find(|variables| variables.starts_with("LOCKSTEP_"))
        .unwrap()
        .split(' ')
        .collect();
    let data = tempfile::tempdir().unwrap();
    let output = lockstep(data.path())
        .args(["config", "check"])
        .envs(variables.iter().filter_map(|pair| pair.split_once('=')))
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("listen = \"0.0.0.0:8420\""), "{printed}");
}
