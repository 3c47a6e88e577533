//! The server process itself: what others on its machine can read of it.

use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;

use crate::child::{Child, lockstep};

/// An account of the machine that owns nothing.
const UNPRIVILEGED_UID: u32 = 65_534;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_writes_no_core_file_and_refuses_debuggers() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = lockstep(folder.path());
    let is_root = std::fs::metadata("/proc/self").unwrap().uid() == 0;
    if is_root {
        // Root may debug every process, so that the server runs as another user.
        std::os::unix::fs::chown(
            folder.path(),
            Some(UNPRIVILEGED_UID),
            Some(UNPRIVILEGED_UID),
        )
        .unwrap();
        command.uid(UNPRIVILEGED_UID).gid(UNPRIVILEGED_UID);
    }
    let child = Child::start_command(command, &[]);
    let about = |file: &str| format!("/proc/{}/{file}", child.id());
    let limits = std::fs::read_to_string(about("limits")).unwrap();
    let core = limits
        .lines()
        .find(|line| line.starts_with("Max core file size"));
    let core: Vec<&str> = core.unwrap().split_whitespace().collect();
    assert_eq!(core[4..6], ["0", "0"], "{limits}");
    // The files of a process that cannot be dumped belong to root: its own user can neither read its memory nor attach.
    let status = std::fs::read_to_string(about("status")).unwrap();
    let user = status.lines().find_map(|line| line.strip_prefix("Uid:"));
    let user: u32 = user
        .unwrap()
        .split_whitespace()
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert_ne!(user, 0, "the server runs as a user other than root");
    for file in ["mem", "environ", "maps"] {
        assert_eq!(std::fs::metadata(about(file)).unwrap().uid(), 0, "{file}");
    }
    drop(child.end());
}
