//! The server process and the commands: what others on their machine can read of them.

use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::child::{Child, lockstep};
use crate::modes::until;

/// An account of the machine that owns nothing.
const UNPRIVILEGED_UID: u32 = 65_534;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_writes_no_core_file_and_refuses_debuggers() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start_command(unprivileged(folder.path()), &[]);
    assert_eq!(core_file_sizes(child.id()), ["0", "0"]);
    is_closed_to_its_user(child.id());
    drop(child.end());
}

#[tokio::test]
async fn a_command_that_opens_the_store_writes_no_core_file_and_refuses_debuggers() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = unprivileged(folder.path());
    command.args(["user", "create", "ada", "--email", "ada@example.org"]);
    command.arg("--password-stdin");
    let command = command.stdin(Stdio::piped()).stdout(Stdio::null());
    let mut process = command.stderr(Stdio::null()).spawn().unwrap();
    // The command waits for the password; it has set its limits before.
    until("a command that writes no core file", async || {
        core_file_sizes(process.id()) == ["0", "0"] && owner(process.id(), "mem") == 0
    })
    .await;
    is_closed_to_its_user(process.id());
    drop(process.stdin.take());
    process.wait().unwrap();
}

/// Returns a command for the binary that runs as another user than root, who may debug every process.
fn unprivileged(folder: &Path) -> Command {
    let mut command = lockstep(folder);
    if std::fs::metadata("/proc/self").unwrap().uid() == 0 {
        let user = Some(UNPRIVILEGED_UID);
        std::os::unix::fs::chown(folder, user, user).unwrap();
        command.uid(UNPRIVILEGED_UID).gid(UNPRIVILEGED_UID);
    }
    command
}

/// Returns the soft and the hard limit of a process's core files.
fn core_file_sizes(process: u32) -> [String; 2] {
    let limits = std::fs::read_to_string(format!("/proc/{process}/limits")).unwrap();
    let mut lines = limits.lines();
    let core = lines.find(|line| line.starts_with("Max core file size"));
    let core: Vec<&str> = core.unwrap().split_whitespace().collect();
    [core[4].to_owned(), core[5].to_owned()]
}

fn owner(process: u32, file: &str) -> u32 {
    let file = format!("/proc/{process}/{file}");
    std::fs::metadata(file).unwrap().uid()
}

/// The files of a process that cannot be dumped belong to root: its own user can neither read its memory nor attach.
fn is_closed_to_its_user(process: u32) {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let user = status.lines().find_map(|line| line.strip_prefix("Uid:"));
    let user = user.unwrap().split_whitespace().next().unwrap();
    assert_ne!(user, "0", "the process runs as another user than root");
    for file in ["mem", "environ", "maps"] {
        assert_eq!(owner(process, file), 0, "{file}");
    }
}
