//! The load of the machine, measured at most once a second.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lockstep_store::DiskUse;
use lockstep_web::machine::{Machine, MachineFigures};

/// The load of the machine. A figure is `None` where the system does not report it, and after a start until two
/// measurements exist.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Health {
    /// The share of the processors' time that was used since the measurement before, in percent.
    pub(crate) cpu: Option<f64>,
    /// The share of the memory that is used, in percent.
    pub(crate) memory: Option<f64>,
    /// The share of the disk that is used, in percent.
    pub(crate) storage: Option<f64>,
    /// Bytes received and sent a second since the measurement before, without the loopback interface.
    pub(crate) network: Option<f64>,
}

/// The measurements of the machine.
#[derive(Debug, Default)]
pub(crate) struct Monitor(Mutex<Option<MeasuredHealth>>);

#[derive(Debug)]
struct MeasuredHealth {
    machine: Machine,
    at: Duration,
    health: Health,
}

impl Monitor {
    /// Measures, unless the last measurement is younger than [`MIN_INTERVAL`]. `disk` is the disk of the store.
    pub(crate) fn measure(&self, now: Duration, disk: Option<DiskUse>) -> Health {
        let mut measured = self.measured();
        let Some(last) = measured.as_mut() else {
            let Ok(mut machine) = Machine::new() else {
                return Health::default();
            };
            let figures = machine.sample(MIN_INTERVAL, disk);
            // Shares of processors and rates of the network need two measurements.
            let health = Health {
                cpu: None,
                network: None,
                ..of(figures)
            };
            *measured = Some(MeasuredHealth {
                machine,
                at: now,
                health,
            });
            return health;
        };
        let passed = now.saturating_sub(last.at);
        if passed >= MIN_INTERVAL {
            last.health = of(last.machine.sample(passed, disk));
            last.at = now;
        }
        last.health
    }

    fn measured(&self) -> MutexGuard<'_, Option<MeasuredHealth>> {
        // Ignores poisoning: no holder of this lock leaves a half-done change.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn of(figures: MachineFigures) -> Health {
    Health {
        cpu: Some(figures.cpu),
        memory: Some(figures.memory),
        storage: figures.storage,
        network: Some(figures.network),
    }
}

/// The shortest time between two measurements: the system counts the processors' time in steps of 10 ms.
const MIN_INTERVAL: Duration = Duration::from_secs(1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_need_two_measurements_and_young_ones_are_kept() {
        let monitor = Monitor::default();
        let at = |millis| monitor.measure(Duration::from_millis(millis), None);
        let first = at(10_000);
        assert_eq!((first.cpu, first.network), (None, None));
        assert!(first.memory.is_some_and(|share| share > 0.0), "{first:?}");
        assert_eq!(at(10_999), first);
        let second = at(11_000);
        assert!(
            second.cpu.is_some() && second.network.is_some(),
            "{second:?}"
        );
    }
}
