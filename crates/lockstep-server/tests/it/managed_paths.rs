//! Files of an operator under names of the data directory that only the server uses.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Output;

use lockstep_server::data::DataDir;

use crate::app::ADMIN_PASSWORD;
use crate::child::{lockstep, run};

#[test]
fn a_start_removes_only_what_an_upload_left_in_the_spool() {
    let folder = tempfile::tempdir().unwrap();
    let data = DataDir::hold(folder.path()).unwrap();
    let spool = data.spool().unwrap();
    let kept = [
        ".tmpAbC124",
        "backups/lockstep-2026-01-31T06-30-05.250Z/lockstep.db",
        "epochs.json",
        "root.key",
    ];
    for name in kept {
        let path = spool.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "of the operator").unwrap();
    }
    std::fs::write(spool.join("lock of the operator"), "").unwrap();
    symlink(spool.join("root.key"), spool.join(".tmplinked")).unwrap();
    let left = spool.join(".tmpAbC123");
    std::fs::write(&left, "").unwrap();
    data.spool().unwrap();
    assert!(!left.exists());
    for name in kept {
        let content = std::fs::read(spool.join(name)).unwrap();
        assert_eq!(content, b"of the operator", "{name}");
    }
    assert!(spool.join("lock of the operator").exists() && spool.join(".tmplinked").exists());
}

#[test]
fn a_path_under_a_name_of_the_server_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    for variable in [
        "LOCKSTEP_KEYS_SECRETS",
        "LOCKSTEP_KEYS_FILE",
        "LOCKSTEP_BACKUP_DIRECTORY",
    ] {
        for name in ["spool", "spool/x", "reserve"] {
            for args in [
                &["config", "check"][..],
                &["serve", "--listen", "127.0.0.1:0"],
            ] {
                let mut command = lockstep(&data);
                command.args(args).env(variable, data.join(name));
                is_refused(&command.output().unwrap(), args);
                assert!(!data.exists(), "{variable} {args:?}");
            }
        }
    }
}

#[test]
fn no_command_writes_under_a_name_of_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let data = folder.path().join("data");
    let create = ["user", "create", "ada", "--email", "ada@example.org"];
    let create = [&create[..], &["--password-stdin"]].concat();
    let created = run(&data, &create, ADMIN_PASSWORD);
    assert!(created.status.success(), "{created:?}");
    let copied = run(&data, &["backup", "create", &at("copy")], "");
    assert!(copied.status.success(), "{copied:?}");
    // The path leads there also through a link.
    symlink(data.join("spool"), folder.path().join("link")).unwrap();
    for parent in ["data/spool", "link"] {
        let new = at(&format!("{parent}/new"));
        for args in [
            &["backup", "create", &new][..],
            &["backup", "verify", &at("copy"), "--restore", &at(parent)],
            &["export", &new, "--user", "ada"],
            &["root-key", "replace", &new, "--generate"],
        ] {
            is_refused(&run(&data, args, ""), args);
            assert_eq!(entries(&data.join("spool")), 0, "{args:?}");
        }
    }
    // The root key is still the one in force.
    let listed = run(&data, &["user", "list"], "");
    assert!(listed.status.success(), "{listed:?}");
}

fn is_refused(output: &Output, args: &[&str]) {
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{args:?}: {printed}");
    assert!(
        printed.contains("only the server uses"),
        "{args:?}: {printed}"
    );
}

fn entries(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}
