//! The kinds of events. A capability lists its kinds with [`event_kinds!`](crate::event_kinds); an
//! event of an unlisted kind cannot be written, because only that macro creates an [`EventKind`].

/// A kind of event in the outbox.
#[derive(Debug, PartialEq, Eq)]
pub struct EventKind {
    name: &'static str,
    about: &'static str,
    readers: EventReaders,
    payload: &'static str,
    channel: Option<Channel>,
}

/// The accounts that may read an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventReaders {
    /// Only the account that the event concerns.
    Owner,
    /// Also auditors and administrators.
    Administration,
    /// Every account: the event contains public facts only.
    Everyone,
}

/// A channel of the socket `/v1/ws`. An event of a kind with a channel concerns no account: its payload is the payload
/// of the message, and names no account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Channel {
    /// Figures of the platform.
    Analytics,
    /// Alert rules whose condition begins or ceases to be met.
    Alerts,
    /// Figures of the machine; sampled, never stored.
    SystemHealth,
    /// Offers of data.
    Marketplace,
    /// Entries of the audit log; read from the log, not from the outbox.
    AuditLogs,
}

impl Channel {
    /// Every channel.
    pub const ALL: [Self; 5] = [
        Self::Analytics,
        Self::Alerts,
        Self::SystemHealth,
        Self::Marketplace,
        Self::AuditLogs,
    ];

    /// Returns the name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Analytics => "analytics",
            Self::Alerts => "alerts",
            Self::SystemHealth => "system-health",
            Self::Marketplace => "marketplace",
            Self::AuditLogs => "audit-logs",
        }
    }

    /// Returns the accounts that may subscribe.
    #[must_use]
    pub const fn readers(self) -> EventReaders {
        match self {
            Self::Marketplace => EventReaders::Everyone,
            Self::Analytics | Self::Alerts | Self::SystemHealth | Self::AuditLogs => {
                EventReaders::Administration
            }
        }
    }
}

impl std::str::FromStr for Channel {
    type Err = NotAChannel;

    fn from_str(text: &str) -> Result<Self, NotAChannel> {
        let named = Self::ALL.into_iter().find(|known| known.as_str() == text);
        named.ok_or(NotAChannel)
    }
}

/// The error for a text that is not a name of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be one of analytics, alerts, system-health, marketplace, audit-logs")]
pub struct NotAChannel;

impl EventKind {
    /// Creates a kind; only [`event_kinds!`](crate::event_kinds) calls this, which also lists it.
    #[doc(hidden)]
    #[must_use]
    pub const fn listed(
        name: &'static str,
        about: &'static str,
        readers: EventReaders,
        payload: &'static str,
    ) -> Self {
        Self {
            name,
            about,
            readers,
            payload,
            channel: None,
        }
    }

    /// Returns the kind as one of a channel; only [`event_kinds!`](crate::event_kinds) calls this.
    #[doc(hidden)]
    #[must_use]
    pub const fn in_channel(self, channel: Channel) -> Self {
        Self {
            channel: Some(channel),
            ..self
        }
    }

    /// Returns the channel that reports the event; `None` if the event concerns one account.
    #[must_use]
    pub const fn channel(&self) -> Option<Channel> {
        self.channel
    }

    /// Returns the name, such as `points.stored`: the topic of the event.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns one sentence that says when the event is written.
    #[must_use]
    pub fn about(&self) -> &'static str {
        self.about.trim()
    }

    /// Returns the accounts that may read the event.
    #[must_use]
    pub const fn readers(&self) -> EventReaders {
        self.readers
    }

    /// Returns an example of the payload as JSON.
    #[must_use]
    pub const fn payload(&self) -> &'static str {
        self.payload
    }
}

impl EventReaders {
    /// Returns the name in documents.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Administration => "administration",
            Self::Everyone => "everyone",
        }
    }
}

/// Declares the kinds of events of a capability as constants, and the constant `EVENTS` that lists
/// them. Each kind has a sentence, a name, its readers ([`EventReaders`]) and an example of its
/// payload. A kind that `/v1/ws` reports also names its [`Channel`]: `Everyone in Marketplace`.
///
/// ```
/// lockstep_store::event_kinds! {
///     /// A note was created.
///     pub(crate) NOTE_CREATED = "note.created", Owner, r#"{"noteId": "n_1"}"#;
/// }
/// assert_eq!(EVENTS, [NOTE_CREATED]);
/// assert_eq!(NOTE_CREATED.about(), "A note was created.");
/// ```
#[macro_export]
macro_rules! event_kinds {
    ($($(#[doc = $about:literal])+ $visible:vis $kind:ident = $name:literal, $readers:ident $(in $channel:ident)?, $payload:literal;)+) => {
        $(
            $(#[doc = $about])+
            $visible const $kind: &$crate::EventKind = &$crate::EventKind::listed(
                $name,
                concat!($($about),+),
                $crate::EventReaders::$readers,
                $payload,
            )$(.in_channel($crate::Channel::$channel))?;
        )+
        /// Every kind of event that this capability writes.
        pub(crate) const EVENTS: &[&$crate::EventKind] = &[$($kind),+];
    };
}
