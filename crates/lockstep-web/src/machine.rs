//! Figures of the machine: processors, memory, disk, network.

use std::time::Duration;

use lockstep_store::DiskUse;
use serde::Serialize;
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, Networks, RefreshKind, System};

/// The figures at one time, as `system-health` reports them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MachineFigures {
    /// The busy share of all processors since the last sample, in percent.
    pub cpu: f64,
    /// The used share of the memory, in percent.
    pub memory: f64,
    /// The used share of the disk with the store, in percent, as the alert `storage.disk` counts it; null if the
    /// file system does not report it.
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
    networks: Networks,
}

impl Machine {
    /// Takes the first sample. Blocks.
    ///
    /// # Errors
    /// The operating system does not give the figures.
    pub fn new() -> Result<Self, sysinfo::Error> {
        let kind = RefreshKind::nothing()
            .with_cpu(CpuRefreshKind::nothing().with_usage())
            .with_memory(MemoryRefreshKind::nothing().with_ram());
        Ok(Self {
            system: System::new_with_specifics(kind)?,
            networks: Networks::new_with_refreshed_list()?,
        })
    }

    /// Returns the figures since the last sample, which was taken `since` ago. The store measures its own `disk`
    /// ([`lockstep_store::Db::disk_use`]). Blocks.
    pub fn sample(&mut self, since: Duration, disk: Option<DiskUse>) -> MachineFigures {
        self.system.refresh_cpu_usage();
        self.system
            .refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
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
            storage: disk.map(|disk| rounded(disk.percent())),
            network: rounded(received + sent),
            network_received: rounded(received),
            network_sent: rounded(sent),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_in_their_ranges() {
        let mut machine = Machine::new().unwrap();
        let figures = machine.sample(Duration::from_secs(1), None);
        for share in [figures.cpu, figures.memory] {
            assert!((0.0..=100.0).contains(&share), "{figures:?}");
        }
        assert!(
            figures.memory > 0.0 && figures.network >= 0.0,
            "{figures:?}"
        );
    }

    #[test]
    fn the_storage_is_the_use_that_the_store_reports() {
        let mut machine = Machine::new().unwrap();
        let disk = |total, free| Some(DiskUse { total, free });
        for (disk, storage) in [
            (None, None),
            (disk(1000, 1000), Some(0.0)),
            (disk(3000, 1000), Some(66.7)),
            (disk(1000, 0), Some(100.0)),
        ] {
            let figures = machine.sample(Duration::from_secs(1), disk);
            assert_eq!(figures.storage, storage, "{disk:?}");
        }
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
