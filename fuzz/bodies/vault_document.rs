//! Any bytes as a document that a platform signed: judged alone, and with a signer that is named.

use lockstep_vault::Fingerprint;
use lockstep_vault::document::{Trust, Unverified, verify};

/// Whether it holds.
pub(crate) fn run(data: &[u8]) -> bool {
    let alone = verify(data, &Trust::default());
    let named = |text: &str| Trust {
        attester: text.parse::<Fingerprint>().ok(),
        ..Trust::default()
    };
    let other = verify(data, &named(&"0".repeat(64)));
    match &alone {
        Ok(verified) => {
            assert!(!verified.known_signer, "nobody was named");
            assert!(
                matches!(other, Err(Unverified::Refused(_))),
                "another signs it"
            );
            let own = verify(data, &named(&verified.attester));
            assert!(own.is_ok_and(|own| own.known_signer), "its own signer");
        }
        Err(_) => assert!(other.is_err()),
    }
    alone.is_ok()
}
