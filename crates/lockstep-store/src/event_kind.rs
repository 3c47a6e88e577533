//! The kinds of events. A capability lists its kinds with [`event_kinds!`](crate::event_kinds); an
//! event of an unlisted kind cannot be written, because only that macro creates an [`EventKind`].

/// A kind of event in the outbox.
#[derive(Debug, PartialEq, Eq)]
pub struct EventKind {
    name: &'static str,
    about: &'static str,
    readers: EventReaders,
    payload: &'static str,
}

/// The accounts that may read an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventReaders {
    /// Only the account that the event concerns.
    Owner,
    /// Also auditors and administrators.
    Administration,
}

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
        }
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
        }
    }
}

/// Declares the kinds of events of a capability as constants, and the constant `EVENTS` that lists
/// them. Each kind has a sentence, a name, its readers ([`EventReaders`]) and an example of its
/// payload.
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
    ($($(#[doc = $about:literal])+ $visible:vis $kind:ident = $name:literal, $readers:ident, $payload:literal;)+) => {
        $(
            $(#[doc = $about])+
            $visible const $kind: &$crate::EventKind = &$crate::EventKind::listed(
                $name,
                concat!($($about),+),
                $crate::EventReaders::$readers,
                $payload,
            );
        )+
        /// Every kind of event that this capability writes.
        pub(crate) const EVENTS: &[&$crate::EventKind] = &[$($kind),+];
    };
}
