//! The record of a key: its slot, its state, and the table of permitted transitions.

use std::time::Duration;

pub use lockstep_fhe::SecurityLevel;
use lockstep_fhe::SetId;
use lockstep_seal::{Cipher, Kem};
use lockstep_store::Timestamp;
use lockstep_store::id::{KeyId, UserId};

mod mode;
mod unusable;

pub use mode::Mode;
pub use unusable::UnusableKeyReason;

/// The scheme of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// A shared key, AES-GCM.
    Aes,
    /// A key pair: X25519 with ML-KEM-768.
    XWing,
    /// A key pair: P-384 with ML-KEM-1024.
    MlKem1024P384,
    /// BFV with products and sums.
    Bfv,
    /// BFV with sums only; smaller ciphertexts.
    BfvSum,
    /// Groth16: proofs of three group elements.
    Groth16,
    /// PGHR13: proofs of eight group elements.
    Pghr13,
}

/// The purpose for which an account has one current key: mode, scheme and level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeySlot {
    /// The encryption mode.
    pub mode: Mode,
    /// The scheme.
    pub scheme: Scheme,
    /// The security level.
    pub level: SecurityLevel,
}

/// The party that holds the secret of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Custody {
    /// The server.
    Server,
    /// Only the owner: the server stores the public half.
    Client,
}

/// The state of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The key exists; its evaluation keys are still being created.
    Pending,
    /// Encrypts and decrypts.
    Active,
    /// Another key is current; this one only decrypts.
    Rotated,
    /// The key expired; it only decrypts.
    Expired,
    /// Suspended by its owner.
    Suspended,
    /// Revoked permanently.
    Revoked,
    /// Scheduled for destruction after the delay.
    PendingDestruction,
    /// Destroyed.
    Destroyed,
}

/// An operation on a key that changes its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyAction {
    /// The evaluation keys were created.
    Ready,
    /// Another key becomes current.
    Rotate,
    /// The key expires.
    Expire,
    /// The owner suspends the key.
    Suspend,
    /// The owner resumes the key.
    Resume,
    /// The owner revokes the key permanently.
    Revoke,
    /// The owner schedules the destruction of the key.
    Delete,
    /// The owner cancels the destruction.
    Cancel,
    /// The delay before the destruction is over.
    Destroy,
}

/// The result of a transition: a fixed state, or the state before the suspension or scheduling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextState {
    To(Status),
    Back,
}

use KeyAction::{Cancel, Delete, Destroy, Expire, Ready, Resume, Revoke, Rotate, Suspend};
use Status::{
    Active, Destroyed, Expired, Pending, PendingDestruction, Revoked, Rotated, Suspended,
};

/// The table of all permitted transitions.
pub(crate) const TRANSITIONS: &[(&[Status], KeyAction, NextState)] = &[
    (&[Pending], Ready, NextState::To(Active)),
    (&[Pending, Active], Rotate, NextState::To(Rotated)),
    (&[Pending, Active, Rotated], Expire, NextState::To(Expired)),
    (
        &[Pending, Active, Rotated, Expired],
        Suspend,
        NextState::To(Suspended),
    ),
    (&[Suspended], Resume, NextState::Back),
    (
        &[Pending, Active, Rotated, Expired, Suspended],
        Revoke,
        NextState::To(Revoked),
    ),
    (
        &[Pending, Active, Rotated, Expired, Suspended, Revoked],
        Delete,
        NextState::To(PendingDestruction),
    ),
    (&[PendingDestruction], Cancel, NextState::Back),
    (&[PendingDestruction], Destroy, NextState::To(Destroyed)),
];

impl Status {
    /// The result of `act` in this state; `None` if the transition is not permitted.
    pub(crate) fn after(self, act: KeyAction) -> Option<NextState> {
        TRANSITIONS
            .iter()
            .find(|(from, by, _)| *by == act && from.contains(&self))
            .map(|(_, _, next)| *next)
    }

    /// Whether the key may encrypt new data.
    #[must_use]
    pub fn encrypts(self) -> bool {
        matches!(self, Pending | Active)
    }

    /// Whether data under the key may be read.
    #[must_use]
    pub fn decrypts(self) -> bool {
        matches!(self, Pending | Active | Rotated | Expired)
    }
}

/// A key, without its secret.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyRecord {
    /// The id of the key.
    pub id: KeyId,
    /// The account that owns the key.
    pub user: UserId,
    /// The slot of the key.
    pub slot: KeySlot,
    /// The party that holds the secret.
    pub custody: Custody,
    /// The state of the key.
    pub status: Status,
    /// The state that a suspended key, or one scheduled for destruction, returns to.
    pub resume: Option<Status>,
    /// Whether the key was suspended when its destruction was scheduled: a cancellation returns it to
    /// suspension.
    pub stopped: bool,
    /// Whether the key is the current key for its mode, scheme and security level.
    pub current: bool,
    /// Whether the secret was ever returned.
    pub exported: bool,
    /// The public half; for a shared key, its check value.
    pub public: Vec<u8>,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time of expiry.
    pub expires_at: Timestamp,
    /// The time of destruction, if it is scheduled.
    pub destroy_at: Option<Timestamp>,
}

impl KeyRecord {
    /// Returns the time from which the key encrypts no new data. A rotation period that was reduced after the creation of
    /// the key ends it earlier; a longer one does not postpone its expiry.
    pub(crate) fn period_end(&self, rotation_period: Duration) -> Timestamp {
        self.expires_at.min(self.created_at.plus(rotation_period))
    }
}

/// The reason why no slot matches the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsupportedKeySlot {
    /// The invalid parameter: `mode`, `parameters.scheme` or `parameters.securityLevel`.
    pub parameter: &'static str,
    /// The problem, and the supported values.
    pub reason: String,
}

/// A scheme as the API names it. Some names fix the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedScheme {
    mode: Mode,
    name: &'static str,
    scheme: Scheme,
    level: Option<SecurityLevel>,
}

impl NamedScheme {
    /// The default scheme of a mode. It fixes no level.
    #[must_use]
    pub fn usual(mode: Mode) -> Self {
        let scheme = match mode {
            Mode::Basic => Scheme::Aes,
            Mode::Fhe => Scheme::Bfv,
            Mode::Zk => Scheme::Groth16,
        };
        Self {
            mode,
            name: scheme.as_str(),
            scheme,
            level: None,
        }
    }

    /// The scheme of this name, in any case, and of any mode; `None` if no scheme has it.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        let mut all = SCHEMES.iter().copied();
        all.find(|known| known.name.eq_ignore_ascii_case(name))
    }

    /// The scheme of this name in a mode.
    ///
    /// # Errors
    /// [`UnsupportedKeySlot`] that lists the names in the mode.
    pub fn parse(mode: Mode, name: &str) -> Result<Self, UnsupportedKeySlot> {
        Self::find(name)
            .filter(|known| known.mode == mode)
            .ok_or_else(|| {
                let known = SCHEMES.iter().filter(|known| known.mode == mode);
                let known: Vec<&str> = known.map(|known| known.name).collect();
                UnsupportedKeySlot {
                    parameter: "parameters.scheme",
                    reason: format!("mode {mode} has {}", known.join(", ")),
                }
            })
    }

    /// The scheme without its level.
    #[must_use]
    pub fn scheme(self) -> Scheme {
        self.scheme
    }

    /// The name in the API.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.name
    }
}

impl KeySlot {
    /// The slot of the default scheme and level of a mode.
    #[must_use]
    pub fn usual(mode: Mode) -> Self {
        Self {
            mode,
            scheme: NamedScheme::usual(mode).scheme,
            level: usual_level(mode),
        }
    }

    /// The slot of a scheme and level; without a level, that of the scheme's name or the mode's default.
    ///
    /// # Errors
    /// [`UnsupportedKeySlot`] if the values contradict each other or no such slot exists.
    pub fn new(
        named: NamedScheme,
        level: Option<SecurityLevel>,
    ) -> Result<Self, UnsupportedKeySlot> {
        let NamedScheme {
            mode,
            name,
            scheme,
            level: only,
        } = named;
        let refuse = |reason: String| {
            Err(UnsupportedKeySlot {
                parameter: "parameters.securityLevel",
                reason,
            })
        };
        let level = level.or(only).unwrap_or(usual_level(mode));
        if let Some(only) = only.filter(|only| *only != level) {
            let instead = match (scheme, level) {
                (Scheme::XWing, SecurityLevel::Bits256) => "; for 256 there is MLKEM1024-P384",
                _ => "",
            };
            return refuse(format!("{name} has level {only}, not {level}{instead}"));
        }
        Ok(Self {
            mode,
            scheme,
            level,
        })
    }

    /// Whether a key can be of this mode, scheme and level.
    pub(crate) fn is_possible(self) -> bool {
        let named = NamedScheme::find(self.scheme_name());
        named.is_some_and(|named| Self::new(named, Some(self.level)) == Ok(self))
    }

    /// As [`KeySlot::new`], with at least `least` bits. If the default level is lower, the lowest permitted
    /// level is used.
    ///
    /// # Errors
    /// [`UnsupportedKeySlot`] if no such slot exists.
    pub fn allowed(
        named: NamedScheme,
        level: Option<SecurityLevel>,
        least: u32,
    ) -> Result<Self, UnsupportedKeySlot> {
        let usual = Self::new(named, level)?;
        let enough = |slot: &Self| slot.at_least(least).is_ok();
        let slot = match level {
            None if !enough(&usual) => SecurityLevel::ALL
                .into_iter()
                .find_map(|level| Self::new(named, Some(level)).ok().filter(enough))
                .unwrap_or(usual),
            _ => usual,
        };
        slot.at_least(least).map(|()| slot)
    }

    /// Refuses a level below `minimum` bits.
    ///
    /// # Errors
    /// [`UnsupportedKeySlot`].
    pub(crate) fn at_least(self, minimum: u32) -> Result<(), UnsupportedKeySlot> {
        if u32::from(self.level.bits()) >= minimum {
            return Ok(());
        }
        Err(UnsupportedKeySlot {
            parameter: "parameters.securityLevel",
            reason: format!(
                "{} is of level {}; it must be at least {minimum}: the administrator decided so",
                self.scheme_name(),
                self.level
            ),
        })
    }

    /// The name of the scheme in the API.
    #[must_use]
    pub fn scheme_name(self) -> &'static str {
        let mut named = SCHEMES
            .iter()
            .filter(|known| known.mode == self.mode && known.scheme == self.scheme);
        named
            .clone()
            .find(|known| known.level == Some(self.level))
            .or_else(|| named.next())
            .map_or("", |known| known.name)
    }

    /// The cipher of the shared key.
    pub fn cipher(self) -> Cipher {
        match self.level {
            SecurityLevel::Bits128 => Cipher::Aes128Gcm,
            SecurityLevel::Bits192 => Cipher::Aes192Gcm,
            SecurityLevel::Bits256 => Cipher::Aes256Gcm,
        }
    }

    /// The mechanism of a key pair; `None` for other schemes.
    pub fn kem(self) -> Option<Kem> {
        match self.scheme {
            Scheme::XWing => Some(Kem::XWing),
            Scheme::MlKem1024P384 => Some(Kem::MlKem1024P384),
            _ => None,
        }
    }

    /// The parameter set of homomorphic encryption; `None` for other schemes.
    pub fn set(self) -> Option<SetId> {
        match (self.scheme, self.level) {
            (Scheme::Bfv, SecurityLevel::Bits128) => Some(SetId::Bfv128),
            (Scheme::Bfv, SecurityLevel::Bits192) => Some(SetId::Bfv192),
            (Scheme::Bfv, SecurityLevel::Bits256) => Some(SetId::Bfv256),
            (Scheme::BfvSum, SecurityLevel::Bits128) => Some(SetId::Bfv128Sum),
            (Scheme::BfvSum, SecurityLevel::Bits192) => Some(SetId::Bfv192Sum),
            (Scheme::BfvSum, SecurityLevel::Bits256) => Some(SetId::Bfv256Sum),
            _ => None,
        }
    }
}

fn usual_level(mode: Mode) -> SecurityLevel {
    match mode {
        Mode::Basic => SecurityLevel::Bits256,
        Mode::Fhe | Mode::Zk => SecurityLevel::Bits128,
    }
}

/// Every scheme with its name in the API.
const SCHEMES: &[NamedScheme] = {
    const fn row(
        mode: Mode,
        name: &'static str,
        scheme: Scheme,
        level: Option<SecurityLevel>,
    ) -> NamedScheme {
        NamedScheme {
            mode,
            name,
            scheme,
            level,
        }
    }
    use Mode::{Basic, Fhe, Zk};
    use SecurityLevel::{Bits128, Bits192, Bits256};
    &[
        row(Basic, "AES-128-GCM", Scheme::Aes, Some(Bits128)),
        row(Basic, "AES-192-GCM", Scheme::Aes, Some(Bits192)),
        row(Basic, "AES-256-GCM", Scheme::Aes, Some(Bits256)),
        row(Basic, "X-Wing", Scheme::XWing, Some(Bits192)),
        row(
            Basic,
            "MLKEM1024-P384",
            Scheme::MlKem1024P384,
            Some(Bits256),
        ),
        row(Fhe, "BFV", Scheme::Bfv, None),
        row(Fhe, "BFV-sum", Scheme::BfvSum, None),
        row(Zk, "Groth16", Scheme::Groth16, None),
        row(Zk, "PGHR13", Scheme::Pghr13, None),
    ]
};

macro_rules! written {
    ($type:ident { $($variant:ident $text:literal),* $(,)? }) => {
        impl $type {
            /// Returns the name as it is written in the API.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }
        }

        impl std::str::FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                match text {
                    $($text => Ok(Self::$variant),)*
                    _ => Err(format!("must be one of {}", [$($text),*].join(", "))),
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

written!(Mode { Basic "Basic", Fhe "FHE", Zk "ZK" });
written!(Custody { Server "server", Client "client" });
written!(Scheme {
    Aes "AES", XWing "X-Wing", MlKem1024P384 "MLKEM1024-P384", Bfv "BFV", BfvSum "BFV-sum",
    Groth16 "Groth16", Pghr13 "PGHR13",
});
written!(Status {
    Pending "pending", Active "active", Rotated "rotated", Expired "expired",
    Suspended "suspended", Revoked "revoked", PendingDestruction "pending_destruction",
    Destroyed "destroyed",
});

#[cfg(test)]
mod tests;
