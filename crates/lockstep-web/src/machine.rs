//! Figures of the machine: processors, memory, disk, network.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use sysinfo::{
    CpuRefreshKind, Disk, DiskRefreshKind, Disks, MemoryRefreshKind, Networks, RefreshKind, System,
};

/// The figures at one time, as `system-health` reports them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MachineFigures {
    /// The busy share of all processors since the last sample, in percent.
    pub cpu: f64,
    /// The used share of the memory, in percent.
    pub memory: f64,
    /// The used share of the disk with the data folder, in percent; null if the disk is unknown.
    pub storage: Option<f64>,
    /// Bytes a second received and sent since the last sample, of all interfaces except loopback.
    pub network: f64,
    /// Received bytes per second.
    pub network_received: f64,
    /// Sent bytes per second.
    pub network_sent: f64,
}

/// Measures the machine. Shares of processors and rates of the network need two samples.
#[derive(Debug)]
pub struct Machine {
    system: System,
    disks: Disks,
    networks: Networks,
    folder: PathBuf,
}

impl Machine {
    /// Takes the first sample. `folder` is on the disk to measure. Blocks.
    ///
    /// # Errors
    /// The operating system does not give the figures.
    pub fn new(folder: PathBuf) -> Result<Self, sysinfo::Error> {
        let kind = RefreshKind::nothing()
            .with_cpu(CpuRefreshKind::nothing().with_usage())
            .with_memory(MemoryRefreshKind::nothing().with_ram());
        let folder = std::fs::canonicalize(&folder).unwrap_or(folder);
        Ok(Self {
            system: System::new_with_specifics(kind)?,
            disks: Disks::new_with_refreshed_list_specifics(of_disks())?,
            networks: Networks::new_with_refreshed_list()?,
            folder,
        })
    }

    /// Returns the figures since the last sample, which was taken `since` ago. Blocks.
    pub fn sample(&mut self, since: Duration) -> MachineFigures {
        self.system.refresh_cpu_usage();
        self.system
            .refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
        self.disks.refresh_specifics(true, of_disks());
        self.networks.refresh(true);
        let seconds = since.as_secs_f64().max(0.001);
        let outside = self.networks.iter().filter(|(name, _)| **name != *"lo");
        let (received, sent) = outside.fold((0, 0), |(received, sent), (_, network)| {
            (received + network.received(), sent + network.transmitted())
        });
        let (received, sent) = (received as f64 / seconds, sent as f64 / seconds);
        MachineFigures {
            cpu: rounded(f64::from(self.system.global_cpu_usage())),
            memory: percent(self.system.used_memory(), self.system.total_memory()),
            storage: self.disk().map(|disk| {
                let total = disk.total_space();
                percent(total.saturating_sub(disk.available_space()), total)
            }),
            network: rounded(received + sent),
            network_received: rounded(received),
            network_sent: rounded(sent),
        }
    }

    /// Returns the disk with the longest mount point that contains the folder.
    fn disk(&self) -> Option<&Disk> {
        let holds = |disk: &&Disk| self.folder.starts_with(disk.mount_point());
        let length = |disk: &&Disk| Path::components(disk.mount_point()).count();
        self.disks.iter().filter(holds).max_by_key(length)
    }
}

fn percent(used: u64, total: u64) -> f64 {
    match total {
        0 => 0.0,
        total => rounded((used as f64 / total as f64 * 100.0).min(100.0)),
    }
}

/// Rounds to one decimal.
fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

fn of_disks() -> DiskRefreshKind {
    DiskRefreshKind::nothing().with_storage()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_in_their_ranges() {
        let folder = tempfile::tempdir().unwrap();
        let mut machine = Machine::new(folder.path().to_owned()).unwrap();
        let figures = machine.sample(Duration::from_secs(1));
        for share in [Some(figures.cpu), Some(figures.memory), figures.storage] {
            assert!(
                share.is_none_or(|share| (0.0..=100.0).contains(&share)),
                "{figures:?}"
            );
        }
        assert!(
            figures.memory > 0.0 && figures.network >= 0.0,
            "{figures:?}"
        );
    }

    #[test]
    fn shares_are_percents() {
        for (used, total, expected) in [(0, 0, 0.0), (1, 3, 33.3), (3, 3, 100.0), (4, 3, 100.0)] {
            assert!(
                (percent(used, total) - expected).abs() < 1e-9,
                "{used} of {total}"
            );
        }
    }
}
