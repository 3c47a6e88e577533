//! A registered device: its owner's description, its status, and the names by which points name it.

use std::time::Duration;

use lockstep_store::Timestamp;
use lockstep_store::id::DeviceId;
use lockstep_vault::Mode;

/// A registered device.
#[derive(Clone, Debug)]
pub struct Device {
    /// The device's id; a point's `device` may name the id or [`Device::name`].
    pub id: DeviceId,
    /// The kind of device, as its owner describes it.
    pub kind: String,
    /// The name that the owner gave the device.
    pub name: String,
    /// The quantities that the device measures, or its functions.
    pub capabilities: Vec<String>,
    /// The default storage mode of its points, used if a request names none; `None` uses the
    /// account's own key.
    pub mode: Option<Mode>,
    /// The time of registration.
    pub created_at: Timestamp,
    /// The time when a point of the device last arrived; updated at most once a minute.
    pub last_sync: Option<Timestamp>,
    /// The time of revocation.
    pub revoked_at: Option<Timestamp>,
    /// Whether its stored name, mode or revocation cannot be read. Points of such a device are refused,
    /// since their mode is unknown: it counts as revoked until it is deleted and registered again.
    pub is_damaged: bool,
}

/// The status of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DeviceStatus)]
pub enum Status {
    /// The device may send points.
    Active,
    /// The device's key is being generated.
    Pending,
    /// The device may send points, and has sent none for 30 days.
    Inactive,
    /// The server refuses the device's points.
    Revoked,
}

impl Device {
    /// Returns the device's status at `now`; `key_is_ready` says whether all keys of its mode
    /// exist.
    #[must_use]
    pub fn status(&self, now: Timestamp, key_is_ready: bool) -> Status {
        if !self.is_active() {
            Status::Revoked
        } else if !key_is_ready {
            Status::Pending
        } else if now.since(self.last_sync.unwrap_or(self.created_at)) > SILENCE {
            Status::Inactive
        } else {
            Status::Active
        }
    }

    /// Whether the device may send points.
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.revoked_at.is_none() && !self.is_damaged
    }

    /// Whether a point's `device` names this device.
    #[must_use]
    pub fn is(&self, named: &str) -> bool {
        self.id.as_str() == named || self.name == named
    }
}

/// Returns the values of `device` by which points name the devices that `named` names: `named` itself, and the id
/// and the name of each of these devices. Revoked devices are included, since their points are kept.
#[must_use]
pub fn names_of_device(devices: &[Device], named: String) -> Vec<String> {
    // The unreadable name of a damaged device is empty.
    let meant = devices
        .iter()
        .filter(|device| !named.is_empty() && device.is(&named));
    let mut names: Vec<String> = meant
        .flat_map(|device| [device.id.as_str().to_owned(), device.name.clone()])
        .filter(|name| !name.is_empty() && *name != named)
        .collect();
    names.push(named);
    names.sort();
    names.dedup();
    names
}

/// The maximum number of devices of an account, including revoked ones.
pub const MAX_DEVICES: usize = 1000;

const SILENCE: Duration = Duration::from_secs(30 * 24 * 3600);

#[cfg(test)]
mod tests {
    use super::*;
    use lockstep_store::SystemEntropy;

    fn device(name: &str, last_sync: Option<Timestamp>, revoked_at: Option<Timestamp>) -> Device {
        Device {
            id: DeviceId::generate(Timestamp(0), &SystemEntropy),
            kind: "watch".to_owned(),
            name: name.to_owned(),
            capabilities: Vec::new(),
            mode: None,
            created_at: Timestamp(0),
            last_sync,
            revoked_at,
            is_damaged: false,
        }
    }

    #[test]
    fn an_id_and_a_name_mean_the_same_device() {
        let all = [
            device("Fenix", None, None),
            device("H10", None, Some(Timestamp(5))),
            device("H10", None, None),
            Device {
                is_damaged: true,
                ..device("", None, None)
            },
        ];
        let id = |nth: usize| all[nth].id.as_str();
        for (named, mut expected) in [
            ("Fenix", vec![id(0), "Fenix"]),
            (id(0), vec![id(0), "Fenix"]),
            ("H10", vec![id(1), id(2), "H10"]),
            (id(1), vec![id(1), "H10"]),
            (id(2), vec![id(2), "H10"]),
            ("fenix", vec!["fenix"]),
            (id(3), vec![id(3)]),
            ("", vec![""]),
        ] {
            expected.sort_unstable();
            assert_eq!(names_of_device(&all, named.to_owned()), expected, "{named}");
        }
    }

    #[test]
    fn status_by_time() {
        let day = |days: i64| Timestamp(days * 86_400_000);
        for (last_sync, revoked_at, now, ready, status) in [
            (None, None, day(0), true, Status::Active),
            (None, None, day(0), false, Status::Pending),
            (None, None, day(30), true, Status::Active),
            (None, None, day(31), true, Status::Inactive),
            (None, None, day(31), false, Status::Pending),
            (Some(day(5)), None, day(31), true, Status::Active),
            (Some(day(5)), None, day(36), true, Status::Inactive),
            (Some(day(5)), Some(day(6)), day(6), true, Status::Revoked),
            (Some(day(5)), Some(day(6)), day(6), false, Status::Revoked),
        ] {
            let device = device("Fenix", last_sync, revoked_at);
            assert_eq!(
                device.status(now, ready),
                status,
                "{last_sync:?} {revoked_at:?} {now}"
            );
            assert!(device.is("Fenix") && device.is(device.id.as_str()) && !device.is("fenix"));
        }
    }
}
