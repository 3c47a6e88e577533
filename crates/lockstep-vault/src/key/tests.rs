use super::*;
use proptest::prelude::*;

const ALL: [Status; 8] = [
    Pending,
    Active,
    Rotated,
    Expired,
    Suspended,
    Revoked,
    PendingDestruction,
    Destroyed,
];
const ACTS: [KeyAction; 9] = [
    Ready, Rotate, Expire, Suspend, Resume, Revoke, Delete, Cancel, Destroy,
];

fn named(mode: Mode, name: Option<&str>) -> Result<NamedScheme, UnsupportedKeySlot> {
    name.map_or(Ok(NamedScheme::usual(mode)), |name| {
        NamedScheme::parse(mode, name)
    })
}

#[test]
fn slots() {
    let level = SecurityLevel::from_bits;
    for (mode, scheme, bits, expected) in [
        (Mode::Basic, None, None, Ok(("AES-256-GCM", 256))),
        (Mode::Basic, None, level(128), Ok(("AES-128-GCM", 128))),
        (
            Mode::Basic,
            Some("aes-192-gcm"),
            None,
            Ok(("AES-192-GCM", 192)),
        ),
        (Mode::Basic, Some("X-Wing"), None, Ok(("X-Wing", 192))),
        (
            Mode::Basic,
            Some("X-Wing"),
            level(256),
            Err("MLKEM1024-P384"),
        ),
        (
            Mode::Basic,
            Some("AES-128-GCM"),
            level(256),
            Err("level 128"),
        ),
        (Mode::Basic, Some("BFV"), None, Err("X-Wing")),
        (Mode::Fhe, None, None, Ok(("BFV", 128))),
        (Mode::Fhe, Some("BFV-sum"), level(256), Ok(("BFV-sum", 256))),
        (Mode::Fhe, Some("CKKS"), None, Err("BFV")),
        (Mode::Zk, None, None, Ok(("Groth16", 128))),
        (Mode::Zk, Some("PGHR13"), level(128), Ok(("PGHR13", 128))),
        (Mode::Zk, None, level(192), Ok(("Groth16", 192))),
        (Mode::Zk, Some("PGHR13"), level(256), Ok(("PGHR13", 256))),
        (
            Mode::Fhe,
            Some("Groth16"),
            None,
            Err("mode FHE has BFV, BFV-sum"),
        ),
    ] {
        let found = named(mode, scheme).and_then(|named| KeySlot::new(named, bits));
        match expected {
            Ok((name, bits)) => {
                let slot = found.unwrap();
                assert_eq!((slot.scheme_name(), slot.level.bits()), (name, bits));
            }
            Err(part) => {
                let reason = found.unwrap_err().reason;
                assert!(reason.contains(part), "{reason}");
            }
        }
    }
    for mode in [Mode::Basic, Mode::Fhe, Mode::Zk] {
        assert_eq!(
            KeySlot::new(NamedScheme::usual(mode), None),
            Ok(KeySlot::usual(mode))
        );
    }
    for bits in [0, 1, 127, 129, 255, 512, u64::MAX] {
        assert_eq!(SecurityLevel::from_bits(bits), None, "{bits}");
    }
}

#[test]
fn no_level_is_under_the_least_that_is_allowed() {
    let level = SecurityLevel::from_bits;
    for (mode, scheme, bits, least, expected) in [
        (Mode::Basic, None, None, 128, Some(256)),
        (Mode::Basic, None, None, 256, Some(256)),
        (Mode::Basic, None, level(128), 192, None),
        (Mode::Basic, Some("AES-128-GCM"), None, 192, None),
        (Mode::Basic, Some("X-Wing"), None, 192, Some(192)),
        (Mode::Basic, Some("X-Wing"), None, 256, None),
        (Mode::Fhe, None, None, 128, Some(128)),
        (Mode::Fhe, None, None, 192, Some(192)),
        (Mode::Fhe, Some("BFV-sum"), None, 256, Some(256)),
        (Mode::Fhe, None, level(128), 192, None),
        (Mode::Zk, None, None, 128, Some(128)),
        (Mode::Zk, None, None, 192, Some(192)),
        (Mode::Zk, None, level(128), 192, None),
    ] {
        let slot = named(mode, scheme).and_then(|named| KeySlot::allowed(named, bits, least));
        let found = slot.as_ref().ok().map(|slot| slot.level.bits());
        assert_eq!(found, expected, "{mode} {scheme:?} {bits:?} {least}");
        if let Err(no) = slot {
            assert_eq!(no.parameter, "parameters.securityLevel");
            assert!(no.reason.contains("at least"), "{}", no.reason);
        }
    }
}

#[test]
fn nothing_comes_back_from_destruction() {
    for act in ACTS {
        assert_eq!(Destroyed.after(act), None, "{act:?}");
    }
    for status in ALL {
        // Only what was condemned is destroyed, and only that can be taken back.
        let condemned = status == PendingDestruction;
        assert_eq!(status.after(Destroy).is_some(), condemned, "{status}");
        assert_eq!(status.after(Cancel).is_some(), condemned, "{status}");
        assert_eq!(status.as_str().parse(), Ok(status));
    }
}

proptest! {
    /// A destroyed key never decrypts again in any sequence of actions, and a key encrypts only
    /// while it also decrypts.
    #[test]
    fn any_life_is_lawful(acts in prop::collection::vec(prop::sample::select(&ACTS[..]), 0..40)) {
        let (mut status, mut before, mut gone) = (Pending, Pending, false);
        for act in acts {
            let next = match status.after(act) {
                Some(NextState::To(next)) => next,
                Some(NextState::Back) => before,
                None => status,
            };
            if matches!(next, Suspended | PendingDestruction) && status.decrypts() {
                before = status;
            }
            status = next;
            gone |= status == Destroyed;
            prop_assert_eq!(gone, status == Destroyed);
            prop_assert!(!status.encrypts() || status.decrypts());
            prop_assert!(before.decrypts());
        }
    }
}
