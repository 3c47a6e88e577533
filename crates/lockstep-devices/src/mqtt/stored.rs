//! MQTT sessions that outlive their connection: the subscriptions of a client identifier, stored with the device.

use std::collections::BTreeMap;
use std::time::Duration;

use data_encoding::HEXLOWER;
use lockstep_store::Timestamp;
use lockstep_web::digest::{DigestKey, KeyedDigest};
use serde::{Deserialize, Serialize};

use super::topic::Outbound;

/// The subscriptions of a session: the granted quality of service by topic.
pub(crate) type Subscriptions = BTreeMap<Outbound, u8>;

/// The stored sessions of a device, by the keyed digest of the client identifier.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Sessions(BTreeMap<String, Session>);

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Session {
    subscriptions: Subscriptions,
    /// The time when the session ends unless its client connects again.
    expires_at: Timestamp,
}

/// Returns the digest of a client identifier: a serial number or a name could be guessed. Sessions that an earlier
/// version stored under plain digests, or that were stored before the root key was replaced, are not found.
pub(crate) fn digest(key: &DigestKey, client: &str) -> KeyedDigest {
    key.digest("client identifier", &[client.as_bytes()])
}

/// The purpose of the key of these digests.
pub(crate) const DIGESTS: &str = "mqtt clients";

impl Sessions {
    /// Parses the stored text. A damaged text has no sessions: clients then subscribe again.
    pub(crate) fn parse(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// Returns the text to store.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| "{}".to_owned())
    }

    /// Returns the session of a client, if there is one.
    pub(crate) fn find(&self, client: &KeyedDigest, now: Timestamp) -> Option<&Subscriptions> {
        let session = self.0.get(&HEXLOWER.encode(client))?;
        (session.expires_at > now).then_some(&session.subscriptions)
    }

    /// Stores the session of a client. Of too many sessions, the one that ends first is removed.
    pub(crate) fn put(
        &mut self,
        client: &KeyedDigest,
        subscriptions: Subscriptions,
        (now, kept): (Timestamp, Duration),
    ) {
        self.0.retain(|_, session| session.expires_at > now);
        let session = Session {
            subscriptions,
            expires_at: now.plus(kept),
        };
        self.0.insert(HEXLOWER.encode(client), session);
        while self.0.len() > MAX_SESSIONS {
            let first = self.0.iter().min_by_key(|(_, session)| session.expires_at);
            let Some(name) = first.map(|(name, _)| name.clone()) else {
                return;
            };
            self.0.remove(&name);
        }
    }

    /// Removes the session of a client; returns whether there was one.
    pub(crate) fn remove(&mut self, client: &KeyedDigest) -> bool {
        self.0.remove(&HEXLOWER.encode(client)).is_some()
    }
}

/// The maximum number of stored sessions of a device.
const MAX_SESSIONS: usize = 8;
/// The longest time that a session outlives its connection.
pub(crate) const MAX_SESSION: Duration = Duration::from_secs(7 * 24 * 3600);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_are_bounded_and_end() {
        let key = DigestKey::new(zeroize::Zeroizing::new([1; 32]));
        let digest = |client: &str| digest(&key, client);
        let mut sessions = Sessions::default();
        let subscriptions = Subscriptions::from([(Outbound::Commands, 1)]);
        let minute = Duration::from_secs(60);
        for nth in 0..=MAX_SESSIONS {
            let now = Timestamp(nth as i64);
            sessions.put(
                &digest(&nth.to_string()),
                subscriptions.clone(),
                (now, minute),
            );
        }
        let found = |nth: usize, now| {
            sessions
                .find(&digest(&nth.to_string()), Timestamp(now))
                .is_some()
        };
        assert!(!found(0, 10) && found(1, 10) && found(MAX_SESSIONS, 10));
        assert!(!found(1, 60_001) && found(2, 60_001));
        let parsed = Sessions::parse(&sessions.text());
        assert_eq!(
            parsed.find(&digest("3"), Timestamp(9)),
            Some(&subscriptions)
        );
        assert!(
            Sessions::parse("damaged")
                .find(&digest("3"), Timestamp(9))
                .is_none()
        );
    }
}
