//! Proofs and their verification keys.

use lockstep_documents::scheme::ProofScheme;

use std::pin::pin;

use lockstep_web::jobs::Cancel;
use lockstep_zk::circuits::Kind;
use lockstep_zk::{groth16, on_curve, pghr13};

use super::*;
use crate::encryption::ProverName;
use crate::operations::proof::{CreatedProof, NamedCircuit, Prove, Verdict, Verify};
use crate::operations::provers::{RequestedKey, set_up};
use crate::scheme::Encoding;

fn range(scheme: PairingScheme) -> Prove {
    Prove {
        data: Zeroizing::new(br#"{"value":52,"min":40,"max":60}"#.to_vec()),
        circuit: "range:16".to_owned(),
        scheme: ProofScheme::Pairing(scheme),
        curve: Some(CurveName::Bn254),
        level: None,
        precision: None,
        domain: String::new(),
        nonce: Vec::new(),
        bind_owner: false,
        expires_at: None,
        encoding: Encoding::Json,
    }
}

impl Fixture {
    async fn verdict(&self, circuit: &str, proven: &CreatedProof) -> Verdict {
        let asked = Verify {
            proof: proven.proof.clone(),
            public: proven.public.clone(),
            circuit: circuit.to_owned(),
            domain: None,
            nonce: None,
            owner: None,
            expires_at: None,
            encoding: Encoding::Json,
        };
        let verdict = self
            .encryption
            .clone()
            .verify_proof(self.ada.clone(), asked);
        verdict.await.unwrap()
    }
}

/// A proof is worth nothing from the moment its statement ends.
#[tokio::test]
async fn a_proof_expires() {
    let fixture = Fixture::new().await;
    let at = fixture.clock.now().plus(Duration::from_secs(3600));
    let asked = Prove {
        bind_owner: true,
        expires_at: Some(at),
        ..range(PairingScheme::Groth16)
    };
    let proven = fixture
        .encryption
        .clone()
        .prove(fixture.ada.clone(), asked)
        .await;
    let proven = proven.unwrap();
    let verdict = async || {
        let asked = Verify {
            proof: proven.proof.clone(),
            public: proven.public.clone(),
            circuit: "range:16".to_owned(),
            domain: None,
            nonce: None,
            owner: proven.owner.clone(),
            expires_at: Some(at),
            encoding: Encoding::Json,
        };
        let verdict = fixture
            .encryption
            .clone()
            .verify_proof(fixture.ada.clone(), asked);
        verdict.await.unwrap().verified
    };
    assert!(verdict().await);
    // The pseudonym is the one of the account's first signed root.
    let (encryption, user) = (fixture.encryption.clone(), fixture.ada.user.clone());
    let read = fixture.encryption.ctx().db.read("test.root", move |tx| {
        Ok::<_, StoreError>(encryption.signed_roots().next_link(tx, &user)?.owner)
    });
    assert_eq!(Some(read.await.unwrap()), proven.owner);
    fixture.clock.pass(1);
    assert!(!verdict().await);
    let late = Prove {
        expires_at: Some(at),
        ..range(PairingScheme::Groth16)
    };
    let refused = fixture
        .encryption
        .clone()
        .prove(fixture.ada.clone(), late)
        .await;
    assert!(refused.is_err());
}

/// Levels 192 and 256 have their own curves. No level is lowered, and no curve raised.
#[tokio::test]
async fn levels_have_their_curves() {
    let fixture = Fixture::new().await;
    let prove = |level, curve, scheme| {
        let asked = Prove {
            level: Some(level),
            curve,
            ..range(scheme)
        };
        let (encryption, ada) = (fixture.encryption.clone(), fixture.ada.clone());
        encryption.prove(ada, asked)
    };
    for (level, curve) in [(192, CurveName::Bls24_509), (256, CurveName::Bls48_575)] {
        let proven = prove(level, None, PairingScheme::Groth16).await.unwrap();
        assert_eq!(proven.curve, Some(curve));
        let verdict = fixture.verdict("range:16", &proven).await;
        assert!(verdict.verified);
        assert_eq!(
            (verdict.curve, verdict.setup),
            (Some(curve), Some(Setup::Local))
        );
    }
    for (level, curve) in [
        (192, CurveName::Bls12_381),
        (192, CurveName::Bls48_575),
        (256, CurveName::Bn254),
        (128, CurveName::Bls24_509),
    ] {
        let refused = prove(level, Some(curve), PairingScheme::Groth16).await;
        let error = refused.err().unwrap();
        let text = format!("{error:?}");
        assert!(text.contains("parameters.securityLevel"), "{text}");
    }
}

/// No caller waits for the first proof once its key is held; the next is made with that
/// key, and can be verified.
#[tokio::test]
async fn a_key_that_is_held_is_known_to_who_verifies() {
    for scheme in PairingScheme::ALL {
        let fixture = Fixture::new().await;
        let name = ProverName {
            owner: None,
            scheme,
            curve: CurveName::Bn254,
            circuit: "range:16".to_owned(),
        };
        let prove = || {
            fixture
                .encryption
                .clone()
                .prove(fixture.ada.clone(), range(scheme))
        };
        {
            let mut first = pin!(prove());
            loop {
                tokio::select! {
                    biased;
                    _ = &mut first => panic!("it was to be cut off"),
                    () = tokio::task::yield_now() => {}
                }
                if fixture.encryption.holds_prover(&name) {
                    break;
                }
            }
        }
        let proven = prove().await.unwrap();
        let verdict = fixture.verdict("range:16", &proven).await;
        assert!(verdict.verified, "{scheme}");
        assert!(verdict.setup.is_some());
        // A key that was deleted from the store cannot make proofs either.
        let write = fixture.encryption.ctx().db.write("test.forget", |tx| {
            tampering::forget_verifying_keys(tx)?;
            Ok::<_, StoreError>(())
        });
        write.await.unwrap();
        let again = prove().await.unwrap();
        assert!(
            fixture.verdict("range:16", &again).await.verified,
            "{scheme}"
        );
    }
}

#[tokio::test]
async fn the_proving_keys_of_an_erased_account_leave_the_memory() {
    let fixture = Fixture::new().await;
    let (encryption, user) = (&fixture.encryption, &fixture.ada.user);
    let name = |owner: Option<&UserId>| ProverName {
        owner: owner.cloned(),
        scheme: PairingScheme::Groth16,
        curve: CurveName::Bn254,
        circuit: "range:16".to_owned(),
    };
    for owner in [None, Some(user)] {
        encryption.remember_prover(name(owner), Arc::new(()));
    }
    let state = AppState::with_extensions(
        encryption.ctx().clone(),
        &[],
        Identity::REJECTING,
        Policy::default(),
        vec![Arc::new(encryption.clone())],
    );
    let forget = crate::CAPABILITY.forget.unwrap();
    forget(&state, user);
    assert!(encryption.holds_prover(&name(None)));
    assert!(!encryption.holds_prover(&name(Some(user))));
}

/// A stored verification key is read for the first proof under it, and leaves the memory when an account is erased.
#[tokio::test]
async fn a_stored_verification_key_is_read_once() {
    for scheme in PairingScheme::ALL {
        let fixture = Fixture::new().await;
        let asked = range(scheme);
        let proven = fixture
            .encryption
            .clone()
            .prove(fixture.ada.clone(), asked)
            .await
            .unwrap();
        // After a start there is no prover in memory.
        let fixture = fixture.again().await;
        let reads = || fixture.encryption.verification_keys().reads();
        for _ in 0..3 {
            assert!(fixture.verdict("range:16", &proven).await.verified);
            assert_eq!(reads(), 1, "{scheme}");
        }
        let state = AppState::with_extensions(
            fixture.encryption.ctx().clone(),
            &[],
            Identity::REJECTING,
            Policy::default(),
            vec![Arc::new(fixture.encryption.clone())],
        );
        let forget = crate::CAPABILITY.forget.unwrap();
        forget(&state, &fixture.ada.user);
        assert!(fixture.verdict("range:16", &proven).await.verified);
        assert_eq!(reads(), 2, "{scheme}");
    }
}

/// The platform's seal on a stored proving key replaces checks of its points, so every byte under it counts.
#[tokio::test]
async fn a_changed_proving_key_is_refused() {
    let mut fixture = Fixture::new().await;
    let prove = async |fixture: &Fixture| {
        let asked = range(PairingScheme::Groth16);
        let proven = fixture.encryption.clone().prove(fixture.ada.clone(), asked);
        proven.await.map(|proven| proven.digest)
    };
    let digest = prove(&fixture).await.unwrap();
    // A byte of the moduli, one of the points, and one of the seal.
    for (column, byte) in [("zkey", 60), ("zkey", 4000), ("seal", 39)] {
        for is_changed in [true, false] {
            let write = fixture
                .encryption
                .ctx()
                .db
                .write("test.proving_key.flip", move |tx| {
                    tampering::flip_blob(tx, "proving_key", column, 8 * byte)?;
                    Ok::<_, StoreError>(())
                });
            write.await.unwrap();
            fixture = fixture.again().await;
            let again = prove(&fixture).await;
            assert_eq!(again.is_err(), is_changed, "{column}, byte {byte}");
            assert!(is_changed || again.unwrap() == digest);
        }
    }
    // A key without a seal, or under the seal of another root key, is read with all checks and sealed.
    for unsealing in [true, false] {
        let write = fixture
            .encryption
            .ctx()
            .db
            .write("test.proving_key.unseal", move |tx| {
                match unsealing {
                    true => tampering::unseal_proving_keys(tx)?,
                    false => tampering::flip_blob(tx, "proving_key", "seal", 0)?,
                }
                Ok::<_, StoreError>(())
            });
        write.await.unwrap();
        fixture = fixture.again().await;
        assert_eq!(prove(&fixture).await.unwrap(), digest);
        fixture = fixture.again().await;
        assert_eq!(prove(&fixture).await.unwrap(), digest);
        let db = &fixture.encryption.ctx().db;
        let sealed =
            db.read::<_, StoreError, _>("test.proving_key.seals", tampering::sealed_proving_keys);
        assert_eq!(sealed.await.unwrap(), 1);
    }
}

/// A first proof makes its key, which can take minutes: the job says how far it is.
#[tokio::test]
async fn a_set_up_counts_its_steps() {
    let fixture = Fixture::new().await;
    for (scheme, steps) in [
        (PairingScheme::Groth16, groth16::SETUP_STEPS),
        (PairingScheme::Pghr13, pghr13::SETUP_STEPS),
    ] {
        let wanted = RequestedKey {
            named: Arc::new(NamedCircuit::Builtin(Kind::Range { bits: 16 })),
            scheme,
            curve: CurveName::Bn254,
        };
        let cancel = Cancel::default();
        assert_eq!(cancel.progress(), None);
        let mut rng = fixture.encryption.rng();
        on_curve!(wanted.curve, E => {
            set_up::<E>(&wanted, &mut rng, &cancel).unwrap();
        });
        // The proof is left.
        let progress = cancel.progress().unwrap();
        let expected = (steps as u64, steps as u64 + 1);
        assert_eq!((progress.done, progress.total), expected, "{scheme:?}");
    }
}
