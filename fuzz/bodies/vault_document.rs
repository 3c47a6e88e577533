//! Any bytes as a document signed by a platform. Verifies it alone, with a named signer, and as a
//! reader who expects another audience and nonce.

use lockstep_documents::{Fingerprint, VerificationError, VerificationPolicy, verify};
use serde_json::Value as Json;

/// Returns whether the document is valid.
pub(crate) fn run(data: &[u8]) -> bool {
    let expecting = expecting(data);
    let alone = verify(data, &expecting);
    let named = |attester: Option<Fingerprint>| VerificationPolicy {
        attester,
        ..expecting.clone()
    };
    let other = verify(data, &named("0".repeat(64).parse().ok()));
    match &alone {
        Ok(verified) => {
            assert!(!verified.known_signer, "no signer was named");
            assert!(
                matches!(other, Err(VerificationError::Refused(_))),
                "a document of another signer is accepted"
            );
            let own = verify(data, &named(Some(verified.attester)));
            assert!(
                own.is_ok_and(|own| own.known_signer),
                "the document's own signer is known"
            );
            let first = verified.format == "lockstep-proof/1";
            let is_open = expecting.audience.is_none() && expecting.nonce.is_none() && !first;
            let unexpected = verify(data, &VerificationPolicy::default());
            assert_eq!(
                unexpected.is_ok(),
                is_open,
                "only an open document verifies for other readers"
            );
            let elsewhere = VerificationPolicy {
                audience: Some("an audience that no document names".to_owned()),
                ..expecting
            };
            assert!(verify(data, &elsewhere).is_err(), "another audience");
        }
        Err(_) => assert!(other.is_err()),
    }
    alone.is_ok()
}

/// Trusts the audience and nonce of the document, and accepts the first format too.
fn expecting(data: &[u8]) -> VerificationPolicy {
    let document: Json = serde_json::from_slice(data).unwrap_or_default();
    let named = |name: &str| {
        let text = document["statement"][name].as_str().unwrap_or_default();
        (!text.is_empty()).then(|| text.to_owned())
    };
    VerificationPolicy {
        audience: named("audience"),
        nonce: named("nonce").and_then(|text| text.parse().ok()),
        accept_proof_1: true,
        ..VerificationPolicy::default()
    }
}
