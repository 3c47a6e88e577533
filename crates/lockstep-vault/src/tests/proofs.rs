//! Proofs and what they are verified with.

use std::pin::pin;

use super::*;
use crate::operations::proofs::{Encoding, Prove, Proven, Scheme};
use crate::operations::verify::{Verdict, Verify};

fn range(scheme: Scheme) -> Prove {
    Prove {
        data: Zeroizing::new(br#"{"value":52,"min":40,"max":60}"#.to_vec()),
        circuit: "range:16".to_owned(),
        scheme,
        curve: Some(CurveName::Bn254),
        precision: None,
        domain: String::new(),
        nonce: Vec::new(),
        encoding: Encoding::Json,
    }
}

impl Home {
    async fn verdict(&self, circuit: &str, proven: &Proven) -> Verdict {
        let asked = Verify {
            proof: proven.proof.clone(),
            public: proven.public.clone(),
            circuit: circuit.to_owned(),
            domain: None,
            nonce: None,
            encoding: Encoding::Json,
        };
        let verdict = self.vault.clone().verify_proof(self.ada.clone(), asked);
        verdict.await.unwrap()
    }
}

/// Nobody waits for the first proof any more as soon as its key is held; the next is made with that
/// key, and can be verified.
#[tokio::test]
async fn a_key_that_is_held_is_known_to_who_verifies() {
    for scheme in [Scheme::Groth16, Scheme::Pghr13] {
        let home = Home::new().await;
        let name = format!("{}/bn254/range:16", scheme.name());
        let prove = || home.vault.clone().prove(home.ada.clone(), range(scheme));
        {
            let mut first = pin!(prove());
            loop {
                tokio::select! {
                    biased;
                    _ = &mut first => panic!("it was to be cut off"),
                    () = tokio::task::yield_now() => {}
                }
                if home.vault.holds_prover(&name) {
                    break;
                }
            }
        }
        let proven = prove().await.unwrap();
        let verdict = home.verdict("range:16", &proven).await;
        assert!(verdict.verified, "{name}");
        assert!(verdict.setup.is_some());
        // What the store does not know any more is not made proofs with either.
        let write = home.vault.ctx().db.write("test.forget", |tx| {
            tampering::forget_verifying_keys(tx)?;
            Ok::<_, StoreError>(())
        });
        write.await.unwrap();
        let again = prove().await.unwrap();
        assert!(home.verdict("range:16", &again).await.verified, "{name}");
    }
}
