//! A data directory that was open to others before the first start, or that is incomplete.

use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use lockstep_server::data::DataDir;
use tempfile::TempDir;

use crate::app::ADMIN_PASSWORD;
use crate::child::{Child, lockstep, run};

/// An account of the machine that owns nothing.
const OTHER_UID: u32 = 65_534;

/// Names of files that the server reads or writes in a data directory.
const FILES: &[&str] = &[
    "lockstep.db",
    "lockstep.db-wal",
    "lockstep.db-shm",
    "lockstep.sock",
    "keys.db",
    "keys.db-wal",
    "keys.check",
    "lock",
    "reserve",
    "restoring.db",
    "secrets/root.key",
    "secrets/keys.check",
    "secrets/epochs.json",
    "secrets/erased.json",
];

/// A data directory that every user can enter, with a file and a folder elsewhere.
struct Planted {
    elsewhere: TempDir,
    folder: TempDir,
}

impl Planted {
    fn new() -> Self {
        let (elsewhere, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::fs::write(elsewhere.path().join("file"), "foreign").unwrap();
        std::fs::create_dir(elsewhere.path().join("folder")).unwrap();
        let open = std::fs::Permissions::from_mode(0o777);
        std::fs::set_permissions(folder.path(), open).unwrap();
        Self { elsewhere, folder }
    }

    /// The path of a name in the directory, whose parent exists.
    fn path(&self, name: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        path
    }

    /// Asserts that the directory is refused with these words, and that nothing elsewhere was changed.
    fn is_refused(&self, said: &[&str]) {
        let refused = DataDir::hold(self.folder.path()).unwrap_err().to_string();
        self.was_refused(said, &refused);
    }

    fn was_refused(&self, said: &[&str], refused: &str) {
        for part in said {
            assert!(refused.contains(part), "{part}: {refused}");
        }
        let file = self.elsewhere.path().join("file");
        assert_eq!(std::fs::read(&file).unwrap(), b"foreign", "{said:?}");
        let entries = |path: &Path| std::fs::read_dir(path).unwrap().count();
        assert_eq!(entries(self.elsewhere.path()), 2, "{said:?}");
        assert_eq!(entries(&self.elsewhere.path().join("folder")), 0);
    }
}

#[test]
fn a_link_in_a_data_directory_is_refused() {
    let folders = ["secrets", "spool"].map(|name| (name, "folder"));
    let files = FILES.iter().map(|&name| (name, "file"));
    for (name, target) in files.chain(folders) {
        let planted = Planted::new();
        let target = planted.elsewhere.path().join(target);
        symlink(target, planted.path(name)).unwrap();
        planted.is_refused(&[name, "is a symbolic link"]);
    }
    for name in FILES {
        let planted = Planted::new();
        let file = planted.elsewhere.path().join("file");
        std::fs::hard_link(file, planted.path(name)).unwrap();
        planted.is_refused(&[name, "a hard link"]);
    }
    for name in FILES {
        let planted = Planted::new();
        let path = planted.path(name);
        let made = Command::new("mkfifo").arg(&path).status().unwrap();
        assert!(made.success());
        planted.is_refused(&[name, "neither a file nor a folder"]);
    }
    // The process creates nothing either.
    for (name, target) in [
        ("lockstep.db", "file"),
        ("reserve", "file"),
        ("secrets", "folder"),
    ] {
        let planted = Planted::new();
        let target = planted.elsewhere.path().join(target);
        symlink(target, planted.path(name)).unwrap();
        let refused = served(planted.folder.path());
        assert!(!refused.status.success());
        let said = String::from_utf8_lossy(&refused.stderr);
        planted.was_refused(&[name, "is a symbolic link"], &said);
    }
}

#[test]
fn links_that_lead_nowhere_else_are_accepted() {
    let planted = Planted::new();
    // A kill while a secret is replaced leaves two names of its file in one folder.
    let epochs = planted.path("secrets/epochs.json");
    std::fs::write(&epochs, "{").unwrap();
    let other = planted.path("secrets/epochs.json.lockstep-old.tmp");
    std::fs::hard_link(&epochs, other).unwrap();
    // A name that the server does not use, and the directory itself.
    let file = planted.elsewhere.path().join("file");
    symlink(file, planted.path("notes.txt")).unwrap();
    let linked = planted.elsewhere.path().join("linked");
    symlink(planted.folder.path(), &linked).unwrap();
    let held = DataDir::hold(&linked).unwrap();
    assert_eq!(held.path(), planted.folder.path().canonicalize().unwrap());
}

#[test]
fn unfinished_copies_of_a_store_are_removed_by_the_next_command() {
    let folder = tempfile::tempdir().unwrap();
    let left = [
        "lockstep.partial.db",
        "lockstep.partial.db-wal",
        "lockstep.partial.db-shm",
        "keys.partial.db",
        "restoring.db",
    ];
    let kept = [
        "lockstep.db",
        "lockstep.db-wal",
        "lockstep.moved.db",
        "lockstep.prepared.db",
        "keys.db",
        "keys.moved.db",
    ];
    for name in left.iter().chain(&kept) {
        std::fs::write(folder.path().join(name), "rows").unwrap();
    }
    let held = DataDir::hold(folder.path()).unwrap();
    for name in left {
        assert!(!held.path().join(name).exists(), "{name}");
    }
    for name in kept {
        assert!(held.path().join(name).exists(), "{name}");
    }
    // The process that holds the directory may be writing such a file.
    let copying = folder.path().join(left[0]);
    std::fs::write(&copying, "rows").unwrap();
    DataDir::hold(folder.path()).unwrap_err();
    assert!(copying.exists());
}

#[test]
fn a_data_directory_of_another_user_is_refused() {
    if std::fs::metadata("/proc/self").unwrap().uid() != 0 {
        println!("skipped: only root can give files to another user");
        return;
    }
    let said = format!("belongs to another user (id {OTHER_UID};");
    for mode in [0o700, 0o777] {
        let planted = Planted::new();
        let path = planted.folder.path();
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
        chown(path, Some(OTHER_UID), None).unwrap();
        planted.is_refused(&[&said]);
        assert_eq!(std::fs::read_dir(path).unwrap().count(), 0, "{mode:o}");
    }
    for name in FILES.iter().chain(&["secrets", "spool"]) {
        let planted = Planted::new();
        let path = planted.path(name);
        match FILES.contains(name) {
            true => std::fs::write(&path, "").unwrap(),
            false => std::fs::create_dir(&path).unwrap(),
        }
        chown(&path, Some(OTHER_UID), None).unwrap();
        planted.is_refused(&[name, &said]);
    }
}

#[test]
fn a_refused_first_start_leaves_no_store_and_a_restore_follows_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (data, fresh, copy) = (at("data"), at("fresh"), at("copy"));
    let args = ["user", "create", "ada", "--email", "ada@example.org"];
    let args = [&args[..], &["--password-stdin"]].concat();
    succeeded(&run(&data, &args, ADMIN_PASSWORD));
    succeeded(&run(&data, &["backup", "create", text(&copy)], ""));
    std::fs::create_dir_all(fresh.join("secrets")).unwrap();
    let put = |name: &str| {
        let name = Path::new("secrets").join(name);
        std::fs::copy(data.join(&name), fresh.join(&name)).unwrap();
    };
    for (file, said, secrets) in [
        ("epochs.json", "root.key does not exist", 1),
        ("root.key", "epochs.json is of another installation", 2),
    ] {
        put(file);
        let refused = served(&fresh);
        let printed = String::from_utf8_lossy(&refused.stderr);
        assert!(
            !refused.status.success() && printed.contains(said),
            "{printed}"
        );
        let mut left: Vec<String> = std::fs::read_dir(&fresh)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, ["lock", "secrets", "spool"], "{said}");
        let left = std::fs::read_dir(fresh.join("secrets")).unwrap().count();
        assert_eq!(left, secrets, "{said}");
    }
    // A killed verification left its copy.
    let temporary = at("temporary");
    std::fs::create_dir_all(temporary.join("lockstep-verify-killed")).unwrap();
    let mut verify = lockstep(&data);
    verify.args(["backup", "verify", text(&copy)]);
    succeeded(&verify.env("TMPDIR", &temporary).output().unwrap());
    assert_eq!(std::fs::read_dir(&temporary).unwrap().count(), 0);
    succeeded(&run(&fresh, &["backup", "restore", text(&copy)], ""));
    // A kill came before the end, also between two files.
    let mark = fresh.join("lockstep.restoring");
    for missing in [&[] as &[&str], &["lockstep.db", "keys.check"]] {
        std::fs::write(&mark, "").unwrap();
        for name in missing {
            std::fs::remove_file(fresh.join(name)).unwrap();
        }
        for refused in [run(&fresh, &["user", "list"], ""), served(&fresh)] {
            let printed = String::from_utf8_lossy(&refused.stderr);
            assert!(!refused.status.success(), "{printed}");
            assert!(printed.contains("was interrupted"), "{printed}");
        }
        succeeded(&run(&fresh, &["backup", "restore", text(&copy)], ""));
        assert!(!mark.exists());
    }
    let listed = run(&fresh, &["user", "list"], "");
    succeeded(&listed);
    assert!(String::from_utf8_lossy(&listed.stdout).contains("ada"));
}

/// A named pipe would let its reader wait for ever, and a link can lead out of the folder.
#[test]
fn only_regular_files_of_a_backup_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (data, fresh, copy, drills) = (at("data"), at("fresh"), at("copy"), at("drills"));
    let args = ["user", "create", "ada", "--email", "ada@example.org"];
    let args = [&args[..], &["--password-stdin"]].concat();
    succeeded(&run(&data, &args, ADMIN_PASSWORD));
    succeeded(&run(&data, &["backup", "create", text(&copy)], ""));
    std::fs::create_dir(&drills).unwrap();
    let verify = ["backup", "verify", text(&copy)];
    let drill = [&verify[..], &["--restore", text(&drills)]].concat();
    let restore = ["backup", "restore", text(&copy)];
    for name in ["lockstep.db", "keys.db", "keys.check"] {
        let (file, aside) = (copy.join(name), at("aside"));
        std::fs::rename(&file, &aside).unwrap();
        for is_pipe in [true, false] {
            if is_pipe {
                let made = Command::new("mkfifo").arg(&file).status().unwrap();
                assert!(made.success());
            } else {
                symlink(&aside, &file).unwrap();
            }
            for (data, args) in [
                (&data, &verify[..]),
                (&data, &drill[..]),
                (&fresh, &restore[..]),
            ] {
                let refused = run(data, args, "");
                let printed = String::from_utf8_lossy(&refused.stderr);
                assert!(!refused.status.success(), "{args:?}: {printed}");
                let is_named = printed.contains(text(&file));
                assert!(
                    is_named && printed.contains("is not a regular file"),
                    "{args:?}: {printed}"
                );
            }
            std::fs::remove_file(&file).unwrap();
        }
        std::fs::rename(&aside, &file).unwrap();
    }
    succeeded(&run(&data, &verify, ""));
    assert!(!fresh.join("lockstep.db").exists());
}

/// There is nothing in it that others could have read.
#[test]
fn an_empty_directory_that_was_open_is_closed_without_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let create = ["user", "create", "ada", "--email", "ada@example.org"];
    let create = [&create[..], &["--password-stdin"]].concat();
    for (args, is_warned) in [(&create[..], false), (&["user", "list"][..], true)] {
        std::fs::set_permissions(data, std::fs::Permissions::from_mode(0o755)).unwrap();
        let output = run(data, args, ADMIN_PASSWORD);
        succeeded(&output);
        let printed = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            printed.contains("was open to others"),
            is_warned,
            "{printed}"
        );
        let mode = std::fs::metadata(data).unwrap().mode() & 0o777;
        assert_eq!(mode, 0o700, "{mode:03o}");
    }
}

/// Runs a start that is expected to be refused.
fn served(data: &Path) -> Output {
    run(data, &["serve", "--listen", "127.0.0.1:0"], "")
}

fn succeeded(output: &Output) {
    assert!(output.status.success(), "{output:?}");
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_directory_in_use_is_refused_also_without_its_lock_file() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Child::start(&data);
    std::fs::remove_file(data.join("lock")).unwrap();
    let key = folder.path().join("root.key");
    let replace = ["root-key", "replace", key.to_str().unwrap(), "--generate"];
    let refused = run(&data, &replace, "");
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success(), "{said}");
    assert!(said.contains("stop it first"), "{said}");
    assert!(!key.exists());
    let refused = served(&data);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success(), "{said}");
    assert!(said.contains("is used by another process"), "{said}");
    assert!(server.end().0);
    assert!(run(&data, &replace, "").status.success());
}
