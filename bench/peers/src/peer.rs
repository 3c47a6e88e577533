//! Another product as a child process on a fresh directory.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

pub(crate) struct Peer {
    pub(crate) address: SocketAddr,
    child: Child,
    folder: tempfile::TempDir,
}

impl Peer {
    /// Starts VictoriaMetrics with its default settings, except that it keeps points older than a
    /// month.
    pub(crate) fn victoria() -> Self {
        let folder = tempfile::tempdir().expect("a fresh directory");
        let address = free();
        let mut command = Command::new("victoria-metrics");
        command.arg(format!(
            "-storageDataPath={}",
            folder.path().join("data").display()
        ));
        command.args([
            format!("-httpListenAddr={address}"),
            "-retentionPeriod=5y".to_owned(),
        ]);
        Self::start(command, address, folder)
    }

    /// Starts InfluxDB 1.x with Debian's settings, except for directories and ports.
    pub(crate) fn influx() -> Self {
        let folder = tempfile::tempdir().expect("a fresh directory");
        let address = free();
        Self::start(influx_command(folder.path(), address), address, folder)
    }

    fn start(mut command: Command, address: SocketAddr, folder: tempfile::TempDir) -> Self {
        let child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the product starts");
        let peer = Self {
            address,
            child,
            folder,
        };
        while TcpStream::connect(peer.address).is_err() {
            std::thread::sleep(Duration::from_millis(20));
        }
        peer
    }

    pub(crate) fn cpu_seconds(&self) -> f64 {
        cpu_seconds(self.child.id())
    }

    /// Stops the process as an operator would.
    fn stop(&mut self) {
        let told = Command::new("kill")
            .arg(self.child.id().to_string())
            .status();
        assert!(told.is_ok_and(|status| status.success()));
        self.child.wait().expect("it ends");
    }

    /// Stops the process; returns the bytes of its directory.
    pub(crate) fn stop_and_measure(mut self) -> u64 {
        self.stop();
        bytes(self.folder.path(), "")
    }

    /// Returns the bytes of InfluxDB's `.tsm` files. InfluxDB keeps new points in a log until they
    /// are cold, so it is restarted with settings that make them cold at once. Files that it
    /// allocates regardless of the content (64 MiB of series files) are not counted.
    pub(crate) fn influx_settled(mut self) -> u64 {
        self.stop();
        let mut command = influx_command(self.folder.path(), self.address);
        command.env("INFLUXDB_DATA_CACHE_SNAPSHOT_WRITE_COLD_DURATION", "1s");
        command.env("INFLUXDB_DATA_COMPACT_FULL_WRITE_COLD_DURATION", "1s");
        let folder = std::mem::replace(
            &mut self.folder,
            tempfile::tempdir().expect("a fresh directory"),
        );
        let mut again = Self::start(command, self.address, folder);
        std::thread::sleep(Duration::from_secs(12));
        again.stop();
        bytes(&again.folder.path().join("data/bench"), ".tsm")
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // The process has already ended if it was stopped.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn influx_command(folder: &Path, address: SocketAddr) -> Command {
    let mut command = Command::new("influxd");
    command.args(["-config", "/etc/influxdb/influxdb.conf"]);
    for (name, value) in [
        ("META_DIR", "meta"),
        ("DATA_DIR", "data"),
        ("DATA_WAL_DIR", "wal"),
    ] {
        command.env(format!("INFLUXDB_{name}"), folder.join(value));
    }
    command.env("INFLUXDB_HTTP_BIND_ADDRESS", address.to_string());
    command.env("INFLUXDB_BIND_ADDRESS", free().to_string());
    command
}

/// Returns the user and system time of all threads of a process.
pub(crate) fn cpu_seconds(id: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).expect("it runs");
    let after_name = stat.rsplit(')').next().expect("a name in parentheses");
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let ticks = |place: usize| fields[place].parse::<f64>().expect("a number");
    // Fields 14 and 15 of proc(5), in hundredths of a second.
    (ticks(11) + ticks(12)) / 100.0
}

/// Returns the bytes of the files whose names end with `end`.
fn bytes(path: &Path, end: &str) -> u64 {
    let entries = std::fs::read_dir(path).expect("a directory");
    let sizes = entries.flatten().map(|entry| {
        let kind = entry.file_type().expect("a kind");
        if kind.is_dir() {
            bytes(&entry.path(), end)
        } else if !entry.file_name().to_string_lossy().ends_with(end) {
            0
        } else {
            entry.metadata().map_or(0, |metadata| metadata.len())
        }
    });
    sizes.sum()
}

fn free() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address")
}
