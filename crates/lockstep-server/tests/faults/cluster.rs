//! A PostgreSQL server that the faults stop, fill and slow down, and `bench scale` measures: Debian's programs on a directory of
//! its own.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child as Process, Command, Stdio};

use tempfile::TempDir;

/// A running server; dropping it stops it.
pub(crate) struct Cluster {
    folder: TempDir,
    /// The folder of the programs; empty if they are found by their names.
    programs: PathBuf,
    port: u16,
    /// The user and group of the server, which refuses to run as root.
    account: Option<(u32, u32)>,
}

/// How the server is stopped.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shutdown {
    /// Sessions are ended, and everything is written.
    Fast,
    /// Every process ends at once, and the next start recovers.
    Immediate,
}

impl Cluster {
    /// Creates and starts a server with this many connections.
    pub(crate) fn start(connections: u32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let account = (fs::metadata(folder.path()).unwrap().uid() == 0).then(account_of_postgres);
        let cluster = Self {
            folder,
            programs: programs(),
            port: free_port(),
            account,
        };
        cluster.own(cluster.folder.path());
        let data = cluster.data();
        let mut create = cluster.program("initdb");
        create.args(["--username", "postgres", "--auth", "trust", "--no-sync"]);
        create.args(["--encoding", "UTF8", "--locale", "C.UTF-8", "--pgdata"]);
        succeed(create.arg(&data));
        let port = cluster.port;
        let settings = format!(
            "\nport = {port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n\
             max_connections = {connections}\n"
        );
        let file = data.join("postgresql.conf");
        let defaults = fs::read_to_string(&file).unwrap();
        fs::write(&file, defaults + &settings).unwrap();
        cluster.resume();
        cluster.ask("postgres", "CREATE ROLE lockstep LOGIN");
        cluster.ask(
            "postgres",
            "CREATE DATABASE lockstep OWNER lockstep ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0",
        );
        cluster
    }

    /// Starts a replica, which replays the log of this server.
    pub(crate) fn replica(&self) -> Self {
        let replica = Self {
            folder: tempfile::tempdir().unwrap(),
            programs: self.programs.clone(),
            port: free_port(),
            account: self.account,
        };
        replica.own(replica.folder.path());
        let mut copy = replica.program("pg_basebackup");
        copy.args(["--host", "127.0.0.1", "--port", &self.port.to_string()]);
        copy.args(["--username", "postgres", "--write-recovery-conf"]);
        copy.args(["--checkpoint", "fast", "--no-sync", "--pgdata"]);
        succeed(copy.arg(replica.data()));
        let file = replica.data().join("postgresql.conf");
        let settings = fs::read_to_string(&file).unwrap();
        let port = format!("port = {}\n", replica.port);
        fs::write(&file, settings + &port).unwrap();
        replica.resume();
        replica
    }

    /// The directory of the server's files.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The address of the schema for the server on a data directory.
    pub(crate) fn url_of(&self, data: &Path) -> String {
        Self::url_at(self.port, "lockstep", data)
    }

    /// The same in any database, through any port.
    pub(crate) fn url_at(port: u16, database: &str, data: &Path) -> String {
        let mut hasher = DefaultHasher::new();
        data.hash(&mut hasher);
        let schema = hasher.finish();
        format!(
            "postgres://lockstep@127.0.0.1:{port}/{database}?options=-csearch_path%3Dfaults_{schema:016x}"
        )
    }

    /// Starts the stopped server; it accepts connections when this function returns.
    pub(crate) fn resume(&self) {
        let mut start = self.program("pg_ctl");
        start.arg("--pgdata").arg(self.data());
        start.arg("--log").arg(self.folder.path().join("log"));
        succeed(start.args(["--wait", "--timeout", "180", "start"]));
    }

    /// Stops the server.
    pub(crate) fn stop(&self, how: Shutdown) {
        let mode = match how {
            Shutdown::Fast => "fast",
            Shutdown::Immediate => "immediate",
        };
        let mut stop = self.program("pg_ctl");
        stop.arg("--pgdata").arg(self.data());
        succeed(stop.args(["--wait", "--timeout", "180", "--mode", mode, "stop"]));
    }

    /// Runs a statement as the administrator of the server; returns the values of its rows.
    pub(crate) fn ask(&self, database: &str, sql: &str) -> String {
        let mut asked = self.client("postgres", database, sql);
        let output = asked.output().unwrap();
        let reason = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{sql}: {reason}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Opens a session of the node's role that another program holds for some seconds.
    pub(crate) fn hold_session(&self, seconds: u32) -> Process {
        let mut held = self.client(
            "lockstep",
            "lockstep",
            &format!("SELECT pg_sleep({seconds})"),
        );
        held.stdout(Stdio::null()).stderr(Stdio::null());
        held.spawn().unwrap()
    }

    /// Gives a file or folder to the account of the server.
    pub(crate) fn own(&self, path: &Path) {
        if let Some((user, group)) = self.account {
            chown(path, Some(user), Some(group)).unwrap();
        }
    }

    fn client(&self, role: &str, database: &str, sql: &str) -> Command {
        let mut client = self.psql(role, database);
        client.args(["--command", sql]);
        client
    }

    /// Prepares the client `psql`, which ends at the first error. Without other arguments it reads statements from its standard
    /// input, which is empty here.
    pub(crate) fn psql(&self, role: &str, database: &str) -> Command {
        let mut client = self.program("psql");
        client.args(["--host", "127.0.0.1", "--port", &self.port.to_string()]);
        client.args(["--username", role, "--dbname", database]);
        client.args(["--no-psqlrc", "--tuples-only", "--no-align"]);
        client.args(["--set", "ON_ERROR_STOP=1"]);
        client
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        command.current_dir("/").stdin(Stdio::null());
        if let Some((user, group)) = self.account {
            command.uid(user).gid(group);
        }
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let mut stop = self.program("pg_ctl");
        stop.arg("--pgdata").arg(self.data());
        // The server has already ended if a test stopped it.
        let _ = stop.args(["--mode", "immediate", "stop"]).output();
    }
}

/// Returns the folder of the newest version that Debian's packages installed.
fn programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let versions = versions.filter_map(|entry| {
        let version = entry.ok()?;
        let number: u32 = version.file_name().to_str()?.parse().ok()?;
        Some((number, version.path().join("bin")))
    });
    versions.max().map(|(_, folder)| folder).unwrap_or_default()
}

/// Returns the user and the group of the account that Debian's package creates.
fn account_of_postgres() -> (u32, u32) {
    let accounts = fs::read_to_string("/etc/passwd").unwrap();
    let line = accounts
        .lines()
        .find_map(|line| line.strip_prefix("postgres:"));
    let line = line.expect("PostgreSQL refuses root: create the account postgres");
    let mut numbers = line
        .split(':')
        .skip(1)
        .map(|number| number.parse().unwrap());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

fn free_port() -> u16 {
    let probe = TcpListener::bind("127.0.0.1:0").unwrap();
    probe.local_addr().unwrap().port()
}

/// Runs a program that starts or stops the server. Its output is not read: the server keeps it open.
fn succeed(command: &mut Command) {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    let status = status.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(status.success(), "{command:?}: {status}");
}
