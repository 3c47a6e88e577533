//! Any bytes as a document that a platform signed: judged alone, with a signer that is named, and by who
//! does not expect the audience and the nonce that it names.

use lockstep_encryption::verify;
use lockstep_vault::Fingerprint;
use lockstep_vault::document::{Trust, Unverified};
use serde_json::Value as Json;

/// Whether it holds.
pub(crate) fn run(data: &[u8]) -> bool {
    let expecting = expecting(data);
    let alone = verify(data, &expecting);
    let named = |attester: Option<Fingerprint>| Trust {
        attester,
        ..expecting.clone()
    };
    let other = verify(data, &named("0".repeat(64).parse().ok()));
    match &alone {
        Ok(verified) => {
            assert!(!verified.known_signer, "nobody was named");
            assert!(
                matches!(other, Err(Unverified::Refused(_))),
                "another signs it"
            );
            let own = verify(data, &named(Some(verified.attester)));
            assert!(own.is_ok_and(|own| own.known_signer), "its own signer");
            let first = verified.format == "lockstep-proof/1";
            let is_open = expecting.audience.is_none() && expecting.nonce.is_none() && !first;
            let unexpected = verify(data, &Trust::default());
            assert_eq!(unexpected.is_ok(), is_open, "for whoever reads it");
            let elsewhere = Trust {
                audience: Some("somebody else, whoever it names".to_owned()),
                ..expecting
            };
            assert!(verify(data, &elsewhere).is_err(), "another audience");
        }
        Err(_) => assert!(other.is_err()),
    }
    alone.is_ok()
}

/// Who expects what the document names, and takes the first format too.
fn expecting(data: &[u8]) -> Trust {
    let document: Json = serde_json::from_slice(data).unwrap_or_default();
    let named = |name: &str| {
        let text = document["statement"][name].as_str().unwrap_or_default();
        (!text.is_empty()).then(|| text.to_owned())
    };
    Trust {
        audience: named("audience"),
        nonce: named("nonce").and_then(|text| text.parse().ok()),
        accept_proof_1: true,
        ..Trust::default()
    }
}
