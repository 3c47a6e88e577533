//! The topics of a device.

use lockstep_store::id::DeviceId;
use serde::{Deserialize, Serialize};

/// A topic that a device publishes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inbound {
    /// Answers to commands.
    Acks,
    /// Points.
    Telemetry,
    /// Changes of the reported state.
    Reported,
}

/// A topic that a device subscribes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outbound {
    /// Commands.
    Commands,
    /// The desired state of the twin.
    Desired,
    /// Errors in messages that the device published.
    Errors,
}

/// The reason why a topic is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TopicError {
    /// The filter has a wildcard.
    Wildcard,
    /// The filter names a shared subscription.
    Shared,
    /// The topic belongs to another device, or is none of the device's topics.
    Foreign,
}

impl Inbound {
    /// Returns the name of the topic below the device's prefix.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Acks => "acks",
            Self::Telemetry => "telemetry",
            Self::Reported => "reported",
        }
    }

    /// Parses the topic of a message from `device`.
    pub(crate) fn parse(topic: &str, device: &DeviceId) -> Option<Self> {
        let name = below_device_prefix(topic, device)?;
        let all = [Self::Acks, Self::Telemetry, Self::Reported];
        all.into_iter().find(|topic| topic.name() == name)
    }
}

impl Outbound {
    fn name(self) -> &'static str {
        match self {
            Self::Commands => "commands",
            Self::Desired => "desired",
            Self::Errors => "errors",
        }
    }

    /// Returns the topic of a device.
    pub(crate) fn of(self, device: &DeviceId) -> String {
        format!("{PREFIX}{device}/{}", self.name())
    }

    /// Parses a topic filter of `device`.
    pub(crate) fn parse(filter: &str, device: &DeviceId) -> Result<Self, TopicError> {
        if filter.starts_with("$share/") {
            return Err(TopicError::Shared);
        }
        if filter.contains(['#', '+']) {
            return Err(TopicError::Wildcard);
        }
        let name = below_device_prefix(filter, device).ok_or(TopicError::Foreign)?;
        let all = [Self::Commands, Self::Desired, Self::Errors];
        let found = all.into_iter().find(|topic| topic.name() == name);
        found.ok_or(TopicError::Foreign)
    }
}

/// Parses the topic of a message that came through another broker: its device, and which of the device's topics it is.
pub(crate) fn inbound(topic: &str) -> Option<(DeviceId, Inbound)> {
    let (device, _) = topic.strip_prefix(PREFIX)?.split_once('/')?;
    let device: DeviceId = device.parse().ok()?;
    let inbound = Inbound::parse(topic, &device)?;
    Some((device, inbound))
}

/// Returns the part of a topic below the device's prefix.
fn below_device_prefix<'t>(topic: &'t str, device: &DeviceId) -> Option<&'t str> {
    let rest = topic.strip_prefix(PREFIX)?.strip_prefix(device.as_str())?;
    rest.strip_prefix('/')
}

const PREFIX: &str = "uadm/";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_topics_are_accepted() {
        let device = DeviceId::from_bytes([1; 16]);
        let other = DeviceId::from_bytes([2; 16]);
        for (filter, expected) in [
            (format!("uadm/{device}/commands"), Ok(Outbound::Commands)),
            (format!("uadm/{device}/desired"), Ok(Outbound::Desired)),
            (format!("uadm/{device}/errors"), Ok(Outbound::Errors)),
            (format!("uadm/{device}/acks"), Err(TopicError::Foreign)),
            (format!("uadm/{other}/commands"), Err(TopicError::Foreign)),
            (format!("uadm/{device}/commands/"), Err(TopicError::Foreign)),
            (format!("/uadm/{device}/commands"), Err(TopicError::Foreign)),
            (format!("uadm/{device}"), Err(TopicError::Foreign)),
            (format!("uadm/{device}/#"), Err(TopicError::Wildcard)),
            ("uadm/+/commands".to_owned(), Err(TopicError::Wildcard)),
            ("#".to_owned(), Err(TopicError::Wildcard)),
            (
                format!("$share/g/uadm/{device}/commands"),
                Err(TopicError::Shared),
            ),
            ("$SYS/broker".to_owned(), Err(TopicError::Foreign)),
            (String::new(), Err(TopicError::Foreign)),
        ] {
            assert_eq!(Outbound::parse(&filter, &device), expected, "{filter}");
        }
        for (topic, expected) in [
            (format!("uadm/{device}/acks"), Some(Inbound::Acks)),
            (format!("uadm/{device}/telemetry"), Some(Inbound::Telemetry)),
            (format!("uadm/{device}/reported"), Some(Inbound::Reported)),
            (format!("uadm/{device}/commands"), None),
            (format!("uadm/{other}/acks"), None),
        ] {
            assert_eq!(Inbound::parse(&topic, &device), expected, "{topic}");
            let of_any = inbound(&topic).filter(|(of, _)| *of == device);
            assert_eq!(of_any.map(|(_, topic)| topic), expected, "{topic}");
        }
        assert_eq!(
            Outbound::parse(&Outbound::Desired.of(&device), &device),
            Ok(Outbound::Desired)
        );
        for topic in [
            "",
            "uadm/",
            "uadm/x/acks",
            "uadm//acks",
            "other/acks",
            "$SYS/acks",
        ] {
            assert_eq!(inbound(topic), None, "{topic}");
        }
    }
}
