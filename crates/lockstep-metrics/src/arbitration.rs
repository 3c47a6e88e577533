//! Arbitration between devices that measured the same type at the same time: at each moment one device
//! counts.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::Interval;

/// The class of a device, derived from its name. Later variants are preferred: a chest strap measures
/// the heart's electrical signal, the others measure the pulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeviceClass {
    /// A phone: its camera sees a pulse for seconds, and it stays on the table for hours.
    Phone,
    /// A watch, or an unknown device.
    Wrist,
    /// An optical arm band.
    ArmBand,
    /// A chest strap.
    ChestStrap,
}

impl DeviceClass {
    /// Returns the class by the words in a device's name.
    #[must_use]
    pub fn of(name: &str) -> Self {
        let name = name.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if has(ARM_BAND) {
            Self::ArmBand
        } else if has(CHEST_STRAP) {
            Self::ChestStrap
        } else if has(PHONE) {
            Self::Phone
        } else {
            Self::Wrist
        }
    }
}

/// The class of one device, and its sorted, non-overlapping intervals, as [`IntervalBuilder`](super::IntervalBuilder)
/// produces them.
#[derive(Clone, Debug)]
pub struct Readings<I> {
    /// The device's class.
    pub class: DeviceClass,
    /// The device's intervals.
    pub intervals: I,
}

/// The intervals that count, of all devices together: sorted and non-overlapping.
///
/// At every moment the interval with the highest confidence counts. Among equal confidences the better
/// class of device counts, then the first device in the given list, so that the choice is stable. An
/// interval is cut where another takes over. Each interval is read once: n intervals of k devices take
/// n·log k steps and hold k intervals in memory.
#[derive(Debug)]
pub struct Arbitration<I> {
    devices: Vec<Readings<I>>,
    upcoming: BinaryHeap<Reverse<NextInterval>>,
    running: BinaryHeap<RunningInterval>,
    now: i64,
    /// The difference beyond which values contradict each other; `None`: they are not compared.
    beyond: Option<f64>,
    contradicted: i64,
}

impl<I: Iterator<Item = Interval>> Arbitration<I> {
    /// Arbitrates between these devices; of equal readings the first device is preferred.
    #[must_use]
    pub fn new(devices: Vec<Readings<I>>) -> Self {
        let mut arbitration = Self {
            upcoming: BinaryHeap::with_capacity(devices.len()),
            running: BinaryHeap::new(),
            devices,
            now: i64::MIN,
            beyond: None,
            contradicted: 0,
        };
        if arbitration.devices.len() > 1 {
            for device in 0..arbitration.devices.len() {
                arbitration.fetch(device);
            }
        }
        arbitration
    }

    /// Compares the values of devices that overlap: see [`Arbitration::contradicted`].
    #[must_use]
    pub fn comparing(mut self, beyond: Option<f64>) -> Self {
        self.beyond = beyond;
        self
    }

    /// Returns the milliseconds so far in which another device's value differs by more than `beyond` from the one that
    /// counts.
    #[must_use]
    pub fn contradicted(&self) -> i64 {
        self.contradicted
    }

    /// Adds the time from `from` to `to` in which running intervals contradict the value that counts.
    fn compare(&mut self, value: f64, (from, to): (i64, i64)) {
        let Some(beyond) = self.beyond else { return };
        let others = self.running.iter();
        let others = others.filter(|other| (other.value - value).abs() > beyond);
        let overlaps = others.map(|other| (other.to.min(to) - other.from.max(from)).max(0));
        self.contradicted += overlaps.sum::<i64>().min(to - from);
    }

    /// Reads a device's next interval.
    fn fetch(&mut self, device: usize) {
        if let Some(interval) = self.devices[device].intervals.next() {
            let rank = Rank {
                confidence: interval.confidence,
                class: self.devices[device].class,
                order: Reverse(device),
            };
            self.upcoming.push(Reverse(NextInterval { interval, rank }));
        }
    }

    /// Activates the next upcoming interval.
    fn start(&mut self) {
        let Some(Reverse(NextInterval { interval, rank })) = self.upcoming.pop() else {
            return;
        };
        self.fetch(rank.order.0);
        // Intervals that ended while a better one was active remain in the heap. They are at most as
        // many as the devices, or they are removed here.
        if self.running.len() > 2 * self.devices.len() {
            let now = self.now;
            self.running.retain(|running| running.to > now);
        }
        self.running.push(RunningInterval {
            rank,
            from: interval.from,
            to: interval.to,
            value: interval.value,
        });
    }
}

impl<I: Iterator<Item = Interval>> Iterator for Arbitration<I> {
    type Item = Interval;

    fn next(&mut self) -> Option<Interval> {
        // A single device always counts.
        if let [alone] = self.devices.as_mut_slice() {
            return alone.intervals.next();
        }
        loop {
            while self
                .upcoming
                .peek()
                .is_some_and(|next| next.0.interval.from <= self.now)
            {
                self.start();
            }
            while self.running.peek().is_some_and(|best| best.to <= self.now) {
                self.running.pop();
            }
            let Some(best) = self.running.peek() else {
                self.now = self.upcoming.peek()?.0.interval.from;
                continue;
            };
            let (rank, value, mut to) = (best.rank, best.value, best.to);
            // The interval lasts to its end, or to the start of a better one.
            while let Some(next) = self.upcoming.peek()
                && next.0.interval.from < to
            {
                if next.0.rank > rank {
                    to = next.0.interval.from;
                } else {
                    self.start();
                }
            }
            let from = std::mem::replace(&mut self.now, to);
            self.compare(value, (from, to));
            return Some(Interval {
                from,
                to,
                value,
                confidence: rank.confidence,
            });
        }
    }
}

/// The priority of an interval; the greater counts.
#[derive(Clone, Copy, Debug)]
struct Rank {
    confidence: f64,
    class: DeviceClass,
    order: Reverse<usize>,
}

impl Ord for Rank {
    fn cmp(&self, other: &Self) -> Ordering {
        self.confidence
            .total_cmp(&other.confidence)
            .then(self.class.cmp(&other.class))
            .then(self.order.cmp(&other.order))
    }
}

#[derive(Debug)]
struct NextInterval {
    interval: Interval,
    rank: Rank,
}

impl Ord for NextInterval {
    fn cmp(&self, other: &Self) -> Ordering {
        self.interval
            .from
            .cmp(&other.interval.from)
            .then(self.rank.order.cmp(&other.rank.order))
    }
}

#[derive(Debug)]
struct RunningInterval {
    rank: Rank,
    from: i64,
    to: i64,
    value: f64,
}

impl Ord for RunningInterval {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank.cmp(&other.rank)
    }
}

/// Derives equality and partial order from the total order.
macro_rules! ordered {
    ($($name:ident)*) => {$(
        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.cmp(other) == Ordering::Equal
            }
        }

        impl Eq for $name {}
    )*};
}
ordered!(Rank NextInterval RunningInterval);

const PHONE: &[&str] = &["phone"];
const ARM_BAND: &[&str] = &[
    "arm band",
    "armband",
    "arm-band",
    "oh1",
    "verity",
    "tickr fit",
    "rhythm",
    "scosche",
    "coros heart rate",
    "whoop",
    "hw706",
    "hw9",
];
const CHEST_STRAP: &[&str] = &[
    "chest",
    "strap",
    "hrm",
    "h10",
    "h9 ",
    "h7 ",
    "polar h",
    "tickr",
    "zephyr",
    "bioharness",
    "smart sensor",
    "movesense",
];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn device_names_have_classes() {
        for (name, expected) in [
            ("Polar H10 1234", DeviceClass::ChestStrap),
            ("Garmin hrm_dual", DeviceClass::ChestStrap),
            ("Wahoo TICKR 9", DeviceClass::ChestStrap),
            ("Wahoo TICKR FIT", DeviceClass::ArmBand),
            ("Polar Verity Sense", DeviceClass::ArmBand),
            ("Garmin fenix2 1", DeviceClass::Wrist),
            ("", DeviceClass::Wrist),
            ("iPhone 15", DeviceClass::Phone),
        ] {
            assert_eq!(DeviceClass::of(name), expected, "{name}");
        }
    }

    type Series = (DeviceClass, Vec<Interval>);

    fn arbitrate(devices: &[Series]) -> Vec<Interval> {
        let readings = devices.iter().map(|(class, intervals)| Readings {
            class: *class,
            intervals: intervals.iter().copied(),
        });
        Arbitration::new(readings.collect()).collect()
    }

    /// The definition, evaluated for one millisecond.
    fn model(devices: &[Series], at: i64) -> Option<f64> {
        let covering = devices
            .iter()
            .enumerate()
            .flat_map(|(order, (class, intervals))| {
                intervals
                    .iter()
                    .filter(move |interval| (interval.from..interval.to).contains(&at))
                    .map(move |interval| {
                        let rank = Rank {
                            confidence: interval.confidence,
                            class: *class,
                            order: Reverse(order),
                        };
                        (rank, interval.value)
                    })
            });
        covering
            .max_by_key(|(rank, _)| *rank)
            .map(|(_, value)| value)
    }

    fn series() -> impl Strategy<Value = Series> {
        let class = prop_oneof![
            Just(DeviceClass::Phone),
            Just(DeviceClass::Wrist),
            Just(DeviceClass::ArmBand),
            Just(DeviceClass::ChestStrap)
        ];
        let interval = (0_i64..8, 1_i64..12, 60_u8..190, 0_u8..3);
        (class, prop::collection::vec(interval, 0..12)).prop_map(|(class, steps)| {
            let mut at = 0;
            let intervals = steps.into_iter().map(|(gap, length, value, sure)| {
                let from = at + gap;
                at = from + length;
                Interval {
                    from,
                    to: at,
                    value: f64::from(value),
                    confidence: f64::from(sure) / 2.0,
                }
            });
            (class, intervals.collect())
        })
    }

    /// A strap at 150 for 20 s, and a watch that reads each second.
    #[test]
    fn contradicting_devices_are_counted() {
        let interval = |from, to, value| Interval {
            from,
            to,
            value,
            confidence: 1.0,
        };
        let strap = [interval(0, 20_000, 150.0)];
        for (rate, watch, expected) in [
            (90.0, 0..20, 20_000),
            (141.0, 0..20, 0),
            (90.0, 10..40, 10_000),
            (90.0, 20..40, 0),
        ] {
            let watch: Vec<Interval> = watch
                .map(|second| interval(1000 * second, 1000 * (second + 1), rate))
                .collect();
            let devices = [
                (DeviceClass::ChestStrap, strap.to_vec()),
                (DeviceClass::Wrist, watch),
            ];
            for beyond in [Some(10.0), None] {
                let readings = devices.iter().map(|(class, intervals)| Readings {
                    class: *class,
                    intervals: intervals.iter().copied(),
                });
                let mut arbitration = Arbitration::new(readings.collect()).comparing(beyond);
                arbitration.by_ref().for_each(drop);
                let expected = beyond.map_or(0, |_| expected);
                assert_eq!(arbitration.contradicted(), expected, "{rate}");
            }
        }
    }

    proptest! {
        #[test]
        fn the_preferred_device_counts_at_each_moment(
            devices in prop::collection::vec(series(), 0..6)
        ) {
            let counted = arbitrate(&devices);
            prop_assert!(counted.iter().all(|interval| interval.from < interval.to));
            prop_assert!(counted.is_sorted_by(|one, next| one.to <= next.from), "{counted:?}");
            for at in -1..260 {
                let here = counted.iter().find(|interval| (interval.from..interval.to).contains(&at));
                prop_assert_eq!(here.map(|interval| interval.value), model(&devices, at), "at {}", at);
            }
        }

        #[test]
        fn the_same_series_twice_counts_once(one in series()) {
            let once = arbitrate(std::slice::from_ref(&one));
            prop_assert_eq!(&once, &one.1);
            prop_assert_eq!(arbitrate(&[one.clone(), one.clone()]), once);
        }

        #[test]
        fn a_series_in_two_parts_equals_the_whole(one in series(), cut in 0_usize..12) {
            let cut = cut.min(one.1.len());
            let (early, late) = one.1.split_at(cut);
            let parts = [(one.0, early.to_vec()), (one.0, late.to_vec())];
            prop_assert_eq!(arbitrate(&parts), one.1);
        }
    }
}
