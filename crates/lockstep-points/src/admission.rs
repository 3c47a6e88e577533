//! Decides which points of an account may be stored, and how.
//!
//! A device's registration states whether it may send points and the encryption mode of its points. The
//! storage options of a request go before the registration's mode.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use lockstep_formats::Point;
use lockstep_store::id::UserId;
use lockstep_store::settings::DefaultType;
use lockstep_store::{StoreError, Timestamp, Tx};
use lockstep_vault::Mode;
use lockstep_web::ApiError;

use crate::chunk;
use crate::columns::{Batch, SeriesPoints};
use crate::device::Device;
use crate::layout::StorageOptions;
use crate::store;

/// The rules by which an account's points are stored, as of one transaction.
#[derive(Clone, Debug)]
pub(crate) struct Admission {
    devices: Arc<RegisteredDevices>,
    /// The modes of stored points: a new point may replace one of them.
    stored_modes: Vec<Mode>,
    options: StorageOptions,
    /// The mode of points for which a block size is named, and no mode.
    default_mode: Option<Mode>,
}

/// The points of a batch that are not stored, by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefusedPoints {
    /// The number of points of each device that is revoked, or whose stored row is damaged.
    pub revoked: BTreeMap<String, u64>,
    /// The number of points that their mode cannot store, by the reason.
    pub unfit: BTreeMap<String, u64>,
}

impl RefusedPoints {
    /// Adds the points of another batch.
    pub fn add(&mut self, other: Self) {
        for (all, others) in [
            (&mut self.revoked, other.revoked),
            (&mut self.unfit, other.unfit),
        ] {
            for (name, points) in others {
                *all.entry(name).or_default() += points;
            }
        }
    }
}

impl Admission {
    /// Reads the rules.
    pub(crate) fn read(tx: &Tx<'_>, user: &UserId) -> Result<Self, StoreError> {
        Ok(Self {
            devices: Arc::new(RegisteredDevices::new(store::device::devices(tx, user)?)),
            stored_modes: store::modes(tx, user)?,
            options: StorageOptions::default(),
            default_mode: None,
        })
    }

    /// Returns the rules with the mode of the setting `encryption.defaultType`.
    #[must_use]
    pub(crate) fn defaulting(self, default: DefaultType) -> Self {
        Self {
            default_mode: Some(default.into()),
            ..self
        }
    }

    /// Returns the rules as they were at an earlier time: without devices that were registered since,
    /// and without revocations since.
    #[must_use]
    pub(crate) fn rules_at(mut self, at: Timestamp) -> Self {
        let mut devices = self.devices.devices.clone();
        devices.retain(|device| device.created_at <= at);
        for device in &mut devices {
            device.revoked_at = device.revoked_at.filter(|revoked| *revoked <= at);
        }
        self.devices = Arc::new(RegisteredDevices::new(devices));
        self
    }

    /// Returns the rules for points with these storage options.
    #[must_use]
    pub(crate) fn with(self, options: StorageOptions) -> Self {
        Self { options, ..self }
    }

    /// Returns the modes in which the account has points.
    pub(crate) fn stored_modes(&self) -> &[Mode] {
        &self.stored_modes
    }

    /// Returns the reason why a point's `device` may not send points; `None` if it may.
    pub(crate) fn device_refusal(&self, named: &str) -> Option<&'static str> {
        self.devices.rule(named)?.refusal()
    }

    /// Returns the storage options for a device's points: those of the request, otherwise those of the
    /// device's registration. A block size without either needs a mode: it gets the default mode.
    pub(crate) fn options(&self, named: &str) -> StorageOptions {
        let of_device = || self.devices.mode(named);
        let default = || {
            let is_sized = self.options.chunk_size.is_some();
            self.default_mode.filter(|_| is_sized)
        };
        StorageOptions {
            mode: self.options.mode.or_else(of_device).or_else(default),
            ..self.options
        }
    }

    /// Returns whether the mode of a series can store all of its points.
    pub(crate) fn can_store(&self, series: &SeriesPoints) -> bool {
        let mode = self.options(&series.device).mode;
        mode.is_none_or(|mode| chunk::can_store(mode, &series.kind, &series.columns))
    }

    /// Returns the reason why a point cannot be stored under its mode; `None` if it can.
    pub(crate) fn refusal(&self, point: &Point<'_>) -> Option<String> {
        let mode = self.options(point.device).mode?;
        chunk::refusal(mode, point.kind, point.unit, point.value, point.timestamp)
    }

    /// Removes the points that may not be stored from a batch, and returns their numbers.
    pub(crate) fn remove_refused(&self, batch: &mut Batch) -> RefusedPoints {
        let mut refused = RefusedPoints::default();
        let mut gone = vec![Vec::new(); batch.series().len()];
        for (series, gone) in batch.series().iter().zip(&mut gone) {
            if self.device_refusal(&series.device).is_some() {
                let count = refused.revoked.entry(series.device.to_string());
                *count.or_default() += series.columns.len() as u64;
                gone.extend(0..series.columns.len());
            } else if !self.can_store(series) {
                for (place, point) in series.points().enumerate() {
                    if let Some(reason) = self.refusal(&point) {
                        *refused.unfit.entry(reason).or_default() += 1;
                        gone.push(place);
                    }
                }
            }
        }
        batch.remove(&gone);
        refused
    }
}

/// The devices of an account, and what holds for the points that name them: the points of a thousand devices arrive
/// together, and each is asked for several times.
#[derive(Debug)]
struct RegisteredDevices {
    /// The oldest first.
    devices: Vec<Device>,
    /// By the value of `device` in points: the id of a device, or its name.
    rules: HashMap<String, DeviceRule>,
    /// Whether a rule has a mode: each series of an upload is asked several times for that of its device.
    has_modes: bool,
}

/// What holds for points whose `device` names some devices, at least one.
#[derive(Clone, Copy, Debug, Default)]
struct DeviceRule {
    has_active: bool,
    has_damaged: bool,
    /// The mode of the oldest active device.
    mode: Option<Mode>,
}

impl RegisteredDevices {
    /// Takes the devices of an account, the oldest first.
    fn new(devices: Vec<Device>) -> Self {
        let mut rules: HashMap<String, DeviceRule> = HashMap::with_capacity(2 * devices.len());
        for device in &devices {
            for named in [device.id.as_str(), device.name.as_str()] {
                rules.entry(named.to_owned()).or_default().add(device);
            }
        }
        let has_modes = rules.values().any(|rule| rule.mode.is_some());
        Self {
            devices,
            rules,
            has_modes,
        }
    }

    /// Returns the mode of points with this `device`, if it names an active one.
    fn mode(&self, named: &str) -> Option<Mode> {
        match self.has_modes {
            true => self.rule(named)?.mode,
            false => None,
        }
    }

    /// Returns what holds for points with this `device`; `None` if it names no device.
    fn rule(&self, named: &str) -> Option<&DeviceRule> {
        self.rules.get(named)
    }
}

impl DeviceRule {
    /// Adds a device that is younger than those before; one may be added twice.
    fn add(&mut self, device: &Device) {
        if device.is_active() && !self.has_active {
            self.has_active = true;
            self.mode = device.mode;
        }
        self.has_damaged |= device.is_damaged;
    }

    /// Returns the reason why the points may not be stored: all of the devices are revoked or damaged.
    fn refusal(&self) -> Option<&'static str> {
        match (self.has_active, self.has_damaged) {
            (true, _) => None,
            (false, true) => Some(DAMAGED_DEVICE),
            (false, false) => Some(REVOKED_DEVICE),
        }
    }
}

/// Returns whether a point's `device` names only revoked or damaged devices. After a revocation, another
/// device may use the name.
#[must_use]
pub fn is_revoked(devices: &[Device], named: &str) -> bool {
    let meant: Vec<&Device> = devices.iter().filter(|device| device.is(named)).collect();
    are_revoked(&meant)
}

/// Returns whether the devices that a point names are all revoked or damaged.
fn are_revoked(meant: &[&Device]) -> bool {
    !meant.is_empty() && meant.iter().all(|device| !device.is_active())
}

/// Returns the error if every point names a revoked or damaged device.
#[must_use]
pub fn all_revoked() -> ApiError {
    ApiError::device(
        "every point names a device that is revoked or whose stored row is damaged: register it again",
    )
}

const REVOKED_DEVICE: &str = "is revoked";
const DAMAGED_DEVICE: &str =
    "is a device whose stored row is damaged: delete it and register it again";

/// The maximum number of series per account; a page opens a chunk of each.
pub const MAX_SERIES: u64 = 10_000;

#[cfg(test)]
mod tests {
    use lockstep_store::SystemEntropy;
    use lockstep_store::id::DeviceId;

    use super::*;

    fn device(name: &str, mode: Option<Mode>, revoked_at: Option<i64>) -> Device {
        Device {
            id: DeviceId::generate(Timestamp(0), &SystemEntropy),
            kind: "watch".to_owned(),
            name: name.to_owned(),
            capabilities: Vec::new(),
            mode,
            created_at: Timestamp(0),
            last_sync: None,
            revoked_at: revoked_at.map(Timestamp),
            is_damaged: false,
        }
    }

    fn admission(options: StorageOptions) -> Admission {
        let mut damaged = device("damaged", None, None);
        damaged.is_damaged = true;
        Admission {
            devices: Arc::new(RegisteredDevices::new(vec![
                damaged,
                device("watch", Some(Mode::Fhe), None),
                device("lost", Some(Mode::Zk), Some(5)),
                device("sold", None, Some(5)),
                device("sold", Some(Mode::Basic), None),
            ])),
            stored_modes: Vec::new(),
            options,
            default_mode: None,
        }
    }

    /// Some devices share a name, and some have the id of another as their name.
    #[test]
    fn devices_are_found_by_id_and_by_name() {
        let mut devices: Vec<Device> = [
            ("b", Some(Mode::Fhe), Some(5)),
            ("a", Some(Mode::Zk), Some(5)),
            ("", None, None),
            ("b", Some(Mode::Basic), None),
            ("aa", Some(Mode::Zk), None),
            ("c", Some(Mode::Fhe), None),
        ]
        .map(|(name, mode, revoked_at)| device(name, mode, revoked_at))
        .into();
        devices[2].is_damaged = true;
        let ids: Vec<String> = devices.iter().map(|it| it.id.as_str().to_owned()).collect();
        devices[5].name.clone_from(&ids[0]);
        devices[4].name.clone_from(&ids[4]);
        let registered = RegisteredDevices::new(devices.clone());
        let mut found = 0;
        for named in ["a", "b", "", "ab", "z"]
            .into_iter()
            .chain(ids.iter().map(|id| &**id))
        {
            let meant: Vec<&Device> = devices.iter().filter(|device| device.is(named)).collect();
            let rule = registered.rule(named);
            assert_eq!(rule.is_some(), !meant.is_empty(), "{named}");
            let refusal = rule.and_then(DeviceRule::refusal);
            assert_eq!(refusal.is_some(), are_revoked(&meant), "{named}");
            let is_damaged = meant.iter().any(|device| device.is_damaged);
            assert_eq!(refusal == Some(DAMAGED_DEVICE), is_damaged, "{named}");
            let oldest = meant.iter().find(|device| device.is_active());
            let mode = oldest.and_then(|device| device.mode);
            assert_eq!(registered.mode(named), mode, "{named}");
            found += meant.len();
        }
        assert_eq!(found, 11);
        assert!(RegisteredDevices::new(Vec::new()).rule("a").is_none());
        let of_one = |mode| RegisteredDevices::new(vec![device("a", mode, None)]).mode("a");
        assert_eq!(
            (of_one(None), of_one(Some(Mode::Zk))),
            (None, Some(Mode::Zk))
        );
    }

    #[test]
    fn the_request_goes_before_the_registration() {
        let asked = StorageOptions {
            mode: Some(Mode::Basic),
            chunk_size: Some(7),
        };
        for (device, refusal, mode) in [
            ("watch", None, Some(Mode::Fhe)),
            ("lost", Some(REVOKED_DEVICE), None),
            ("damaged", Some(DAMAGED_DEVICE), None),
            ("sold", None, Some(Mode::Basic)),
            ("unknown", None, None),
        ] {
            let rules = admission(StorageOptions::default());
            assert_eq!(rules.device_refusal(device), refusal, "{device}");
            assert_eq!(rules.options(device).mode, mode, "{device}");
            let rules = admission(asked).options(device);
            assert_eq!((rules.mode, rules.chunk_size), (asked.mode, Some(7)));
        }
        // A repeated request finds the devices of its first time.
        let before = admission(StorageOptions::default()).rules_at(Timestamp(4));
        assert_eq!(before.device_refusal("lost"), None);
    }

    #[test]
    fn a_block_size_without_a_mode_gets_the_default_mode() {
        for (default, chunk_size, device, mode) in [
            (DefaultType::Zk, Some(7), "unknown", Some(Mode::Zk)),
            (DefaultType::Aes, Some(7), "unknown", Some(Mode::Basic)),
            (DefaultType::Fhe, None, "unknown", None),
            (DefaultType::Zk, Some(7), "watch", Some(Mode::Fhe)),
        ] {
            let options = StorageOptions {
                mode: None,
                chunk_size,
            };
            let rules = admission(options).defaulting(default);
            assert_eq!(rules.options(device).mode, mode, "{default:?} {device}");
        }
    }

    #[test]
    fn points_that_may_not_be_stored_are_removed_and_counted() {
        let mut batch = Batch::default();
        for (at, value, device) in [
            (1, 61.0, "watch"),
            (2, 1e300, "watch"),
            (3, 62.0, "lost"),
            (4, 1e300, "unknown"),
            (5, 63.0, "watch"),
            (6, 1e300, "lost"),
        ] {
            batch.push(&Point {
                timestamp: at,
                kind: "heart_rate",
                value,
                unit: "bpm",
                device,
                confidence: None,
                metadata: None,
            });
        }
        let refused = admission(StorageOptions::default()).remove_refused(&mut batch);
        assert_eq!(refused.revoked, BTreeMap::from([("lost".to_owned(), 2)]));
        assert_eq!(refused.unfit.values().sum::<u64>(), 1);
        assert_eq!(batch.len(), 3);
        let left: Vec<(&str, &[i64])> = batch
            .series()
            .iter()
            .map(|series| (&*series.device, series.columns.timestamps()))
            .collect();
        assert_eq!(left, [("watch", &[1, 5][..]), ("unknown", &[4])]);
    }
}
