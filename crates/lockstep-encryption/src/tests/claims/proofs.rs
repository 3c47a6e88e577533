//! Tests of the proofs of claims: proof systems, keys and audiences.

use super::*;

#[test]
fn proof_systems_are_parsed_by_name() {
    let (groth16, pghr13) = (PairingScheme::Groth16, PairingScheme::Pghr13);
    let (bls, bn254) = (CurveName::Bls12_381, CurveName::Bn254);
    for (scheme, curve, expected) in [
        (None, None, None),
        (Some("bulletproofs"), None, None),
        (None, Some("bn254"), Some((groth16, bn254))),
        (Some("Groth16"), None, Some((groth16, bls))),
        (Some("pghr13"), Some("bn254"), Some((pghr13, bn254))),
    ] {
        let expected = match expected {
            None => ProofSystem::Bulletproofs,
            Some((scheme, curve)) => ProofSystem::Pairing { scheme, curve },
        };
        let parsed = proof_system(scheme, curve).ok();
        assert_eq!(parsed, Some(expected), "{scheme:?} {curve:?}");
    }
    for (scheme, curve, parameter, reason) in [
        (
            Some("Groth17"),
            None,
            "scheme",
            "must be Bulletproofs, Groth16",
        ),
        (Some("Bulletproofs"), Some("bn254"), "curve", "leave it out"),
        (
            None,
            Some("bls24-509"),
            "curve",
            "are on bls12-381 or bn254",
        ),
    ] {
        let refused = proof_system(scheme, curve).unwrap_err();
        let details = refused.details.unwrap();
        assert_eq!(details["parameter"], parameter, "{details}");
        let found = details["reason"].as_str().unwrap();
        assert!(found.contains(reason), "{found}");
    }
}

/// Without a set-up, a claim about any number of days is short, and holds for its days alone.
#[tokio::test]
async fn bulletproofs_prove_claims_of_any_length() {
    let fixture = Fixture::new().await;
    for (days, claim, bits) in [
        (1, between(525, 525), 8),
        (63, between(400, 600), 8),
        (31, between(-100, 1000), 16),
        (
            7,
            Claim {
                min: Some(0),
                ..Claim::default()
            },
            32,
        ),
        (
            2,
            Claim {
                max: Some(1 << 40),
                ..Claim::default()
            },
            64,
        ),
        (3, Claim::default(), 64),
    ] {
        let daily = DailyValues {
            first_day: MONDAY - 70,
            ..daily(&vec![525; days])
        };
        let proof = fixture.claim_of(daily, claim).await.unwrap();
        assert_eq!(proof.scheme, ProofScheme::Bulletproofs);
        assert_eq!(proof.proof["bits"], bits, "{days} days");
        let bytes = proof.proof["proof"].as_str().unwrap().len() / 2;
        assert!(bytes <= 2048, "{bytes} bytes");
        let text = serde_json::to_value(&proof).unwrap();
        assert_eq!(judged(&text).unwrap().says.fields()["setup"], "transparent");
        // As a proof of another scheme, with another name of the set-up, or with a key.
        for (place, value) in [
            ("/scheme", json!("Groth16")),
            ("/setup", json!("local")),
            ("/assurance", json!(Setup::Local.assurance())),
            ("/proof/bits", json!(128)),
        ] {
            let mut bad = text.clone();
            *bad.pointer_mut(place).unwrap() = value;
            assert!(judged(&bad).is_err(), "{place}");
        }
        let mut bad = text.clone();
        bad["curve"] = json!("bn254");
        let why = judged(&bad).unwrap_err().to_string();
        assert!(why.contains("of another scheme"), "{why}");
    }
}

/// The server verifies the proof like any other proof. Only the document binds it to more.
#[tokio::test]
async fn the_proof_is_a_proof_like_others() {
    let fixture = Fixture::new().await;
    let claim = groth16(between(400, 600));
    let proof = fixture.claim(&[525, 400], claim).await.unwrap();
    let asked = |public: &[String], domain: Option<&str>| Verify {
        proof: proof.proof.to_string().into_bytes(),
        public: Json::from(public.to_vec()).to_string().into_bytes(),
        circuit: "between:2".to_owned(),
        domain: domain.map(str::to_owned),
        nonce: None,
        owner: None,
        expires_at: None,
        encoding: Encoding::Json,
    };
    let verify = |asked| {
        fixture
            .encryption
            .clone()
            .verify_proof(fixture.ada.clone(), asked)
    };
    let public = proof.public_inputs.as_ref().unwrap();
    assert!(verify(asked(public, None)).await.unwrap().verified);
    let mut other = public.clone();
    other[1] = "3".to_owned();
    assert!(!verify(asked(&other, None)).await.unwrap().verified);
    assert!(
        verify(asked(public, Some("insurance.example")))
            .await
            .is_err()
    );
}

/// A verification key of which every discrete logarithm is known, and a forged proof under it: that the
/// days' values were between 180 and 190.
fn forged(proof: &Proof) -> Proof {
    let g1 = <Bn254 as Pairing>::G1Affine::generator().into_group();
    let g2 = <Bn254 as Pairing>::G2Affine::generator();
    let known: Vec<Fr> = (2..13_u64).map(Fr::from).collect();
    let key = groth16::VerifyingKey::<Bn254> {
        alpha: g1.into_affine(),
        beta: g2,
        gamma: g2,
        delta: g2,
        ic: known.iter().map(|one| (g1 * one).into_affine()).collect(),
    };
    let root = root(proof);
    let claim = Claim {
        min: Some(1800),
        max: Some(1900),
        audience: "bank.example".to_owned(),
        ..Claim::default()
    };
    let signed = digest(&proof.attested_root.record);
    let kind = circuit(root.count);
    let public: [Fr; 10] = public_inputs(&claim, &root, signed, kind, key.digest()).unwrap();
    let sum: Fr = known[0]
        + known[1..]
            .iter()
            .zip(&public)
            .map(|(one, input)| *one * input)
            .sum::<Fr>();
    // e(A, B) = e(α, β) e(sum, γ) e(C, δ), all of it over the generators.
    let made = groth16::Proof::<Bn254> {
        a: (g1 * (sum + Fr::from(2))).into_affine(),
        b: g2,
        c: g1.into_affine(),
        key_digest: Some(key.digest()),
    };
    let read = |text: String| serde_json::from_str::<Json>(&text).unwrap();
    let statement = Statement::new(&claim, &root, hex(&signed));
    Proof {
        id: Some(statement.id()),
        statement,
        proof: read(iden3::write_proof(&made)),
        public_inputs: serde_json::from_value(read(iden3::write_public(&public))).unwrap(),
        verification_key: Some(read(iden3::write_verifying_key(&key))),
        vk_digest: Some(hex(&key.digest())),
        ..proof.clone()
    }
}

/// The creator of a key can prove anything under it, so the key must be the one that the platform signed.
#[tokio::test]
async fn a_key_of_somebody_elses_proves_nothing() {
    let (fixture, eves) = (Fixture::new().await, Fixture::new().await);
    let honest = bn254(between(400, 600));
    let proof = fixture.claim(&[525, 400], honest.clone()).await.unwrap();
    let other = fixture
        .claim(&[525], bn254(Claim::default()))
        .await
        .unwrap();
    let eve = eves.claim(&[525, 400], honest).await.unwrap();
    let attester = fixture.encryption.attester();
    let judged = |proof: &Proof| {
        let text = serde_json::to_vec(proof).unwrap();
        let trust = VerificationPolicy {
            attester: Some(attester.key().fingerprint()),
            ..expecting(&serde_json::to_value(proof).unwrap())
        };
        verify(&text, &trust).map_err(|no| no.to_string())
    };
    judged(&proof).unwrap();
    judged(&other).unwrap();
    let bad = forged(&proof);
    let with = |key_attestation: &Document| Proof {
        key_attestation: Some(key_attestation.clone()),
        ..bad.clone()
    };
    let said = |by: &Attester, record: &KeyRecord| {
        let signed = by.attest(CIRCUIT_KEY, Timestamp(0), record);
        by.document(CIRCUIT_KEY, signed)
    };
    let record = KeyRecord {
        circuit: bad.circuit.clone().unwrap(),
        scheme: PairingScheme::Groth16,
        curve: CurveName::Bn254,
        vk_digest: bad.vk_digest.clone().unwrap(),
        setup: bad.setup,
    };
    // All of it is right but for who says that the key is one: were it signed, it would be trusted.
    judged(&with(&said(&attester, &record))).unwrap();
    let key_of = |proof: &Proof| proof.key_attestation.clone().unwrap();
    let not_the_one = "is not the one that was signed for this circuit";
    for (attestation, reason) in [
        (&key_of(&bad), not_the_one),
        (&key_of(&other), not_the_one),
        (&key_of(&eve), "different signers"),
        (
            &said(&eves.encryption.attester(), &record),
            "different signers",
        ),
        (&proof.attested_root, "another format"),
    ] {
        let why = judged(&with(attestation)).unwrap_err();
        assert!(why.contains(reason), "{why}");
    }
    // A key that is right, and of another platform, with a proof that holds under it.
    let exchanged = Proof {
        attested_root: proof.attested_root.clone(),
        ..eve.clone()
    };
    let why = judged(&exchanged).unwrap_err();
    assert!(why.contains("different signers"), "{why}");
    // Each signed field, and nothing else.
    let rows: [fn(&mut KeyRecord); 5] = [
        |it| it.circuit = "between:1:0".to_owned(),
        |it| it.scheme = PairingScheme::Pghr13,
        |it| it.curve = CurveName::Bls12_381,
        |it| it.vk_digest = "0".repeat(64),
        |it| it.setup = Setup::Ceremony,
    ];
    for change in rows {
        let mut changed = record.clone();
        change(&mut changed);
        let why = judged(&with(&said(&attester, &changed))).unwrap_err();
        assert!(why.contains(not_the_one), "{changed:?}: {why}");
    }
    let mut more = serde_json::to_value(&record).unwrap();
    more["more"] = json!(1);
    let signed = attester.attest(CIRCUIT_KEY, Timestamp(0), more);
    let why = judged(&with(&attester.document(CIRCUIT_KEY, signed))).unwrap_err();
    assert!(why.contains("the signed key"), "{why}");
    // The signed root alone is a valid document.
    let alone = serde_json::to_value(&proof.key_attestation).unwrap();
    assert_eq!(
        super::super::claims::judged(&alone).unwrap().says.fields()["vkDigest"],
        proof.vk_digest.unwrap()
    );
}

/// The word about a key is kept with it, and one that is not this platform's is not handed on.
#[tokio::test]
async fn a_key_keeps_its_attestation() {
    let fixture = Fixture::new().await;
    let claim = || groth16(Claim::default());
    let first = fixture.claim(&[525], claim()).await.unwrap();
    let fixture = fixture.again().await;
    let second = fixture.claim(&[525], claim()).await.unwrap();
    assert_eq!(second.key_attestation, first.key_attestation);
    let db = &fixture.encryption.ctx().db;
    let write = db.write::<_, StoreError, _>("test", tampering::unsign_proving_keys);
    write.await.unwrap();
    let fixture = fixture.again().await;
    let third = fixture.claim(&[525], claim()).await.unwrap();
    assert_ne!(third.vk_digest, first.vk_digest);
    for proof in [first, third] {
        judged(&serde_json::to_value(&proof).unwrap()).unwrap();
    }
}

/// A holder of a Groth16 proof can derive another proof without the witness: the claim stays the same,
/// and so does what identifies it.
#[tokio::test]
async fn a_proof_made_anew_is_the_same_claim() {
    let fixture = Fixture::new().await;
    let claim = bn254(between(400, 600));
    let proof = fixture.claim(&[525, 400], claim.clone()).await.unwrap();
    let made = iden3::read_proof::<Bn254>(&proof.proof.to_string()).unwrap();
    let r = Fr::from(7_u64);
    let anew = groth16::Proof::<Bn254> {
        a: (made.a * r).into_affine(),
        b: (made.b * r.inverse().unwrap()).into_affine(),
        ..made
    };
    let other = Proof {
        proof: serde_json::from_str(&iden3::write_proof(&anew)).unwrap(),
        ..proof.clone()
    };
    let again = fixture.claim(&[525, 400], claim).await.unwrap();
    let texts = [&proof, &other, &again].map(|proof| serde_json::to_value(proof).unwrap());
    let ids = texts.each_ref().map(|text| judged(text).unwrap().id);
    let files = texts.map(|text| text.to_string());
    assert!(files[0] != files[1] && files[1] != files[2] && files[0] != files[2]);
    assert_eq!(ids, [(); 3].map(|()| proof.id.clone().unwrap()));

    // The other curve has a root of its own, and the claim is the same.
    let curve = fixture.claim(&[525, 400], between(400, 600)).await.unwrap();
    assert_ne!(curve.statement.root_record, proof.statement.root_record);
    assert_eq!(curve.id, proof.id);
    // Each part of the statement, its subject and its reader make a different claim.
    let eve = Fixture::new().await;
    let mut ids = vec![proof.id];
    for other in [
        fixture.claim(&[525, 400], bn254(between(400, 601))).await,
        fixture.claim(&[525], bn254(between(400, 600))).await,
        fixture.claim(&[525, 400], bn254(Claim::default())).await,
        eve.claim(&[525, 400], bn254(between(400, 600))).await,
    ] {
        let id = other.unwrap().id;
        assert!(!ids.contains(&id));
        ids.push(id);
    }
}

/// The identifier is what its definition says, reckoned without this code's types.
#[tokio::test]
async fn an_id_is_reckoned_from_the_document_alone() {
    let fixture = Fixture::new().await;
    let proof = fixture.claim(&[525, 400], between(400, 600)).await.unwrap();
    let mut statement = serde_json::to_value(&proof.statement).unwrap();
    statement.as_object_mut().unwrap().remove("rootRecord");
    let Json::Object(members) = statement else {
        panic!("no object");
    };
    let mut members: Vec<(String, Json)> = members.into_iter().collect();
    members.sort_by(|one, other| one.0.cmp(&other.0));
    let members = members
        .iter()
        .map(|(name, value)| format!("\"{name}\":{value}"));
    let canonical = format!("{{{}}}", members.collect::<Vec<_>>().join(","));
    let expected = Sha256::digest([b"lockstep claim v1\0", canonical.as_bytes()].concat());
    assert_eq!(proof.id, Some(hex(&expected)));
}

/// A claim that names its reader says nothing to who does not expect it.
#[tokio::test]
async fn a_claim_for_another_reader_is_refused() {
    let fixture = Fixture::new().await;
    let text = |claim: Claim| async {
        serde_json::to_value(fixture.claim(&[525], claim).await.unwrap()).unwrap()
    };
    let named = text(between(400, 600)).await;
    let open = text(Claim::default()).await;
    let trust = |audience: Option<&str>, nonce: Option<&[u8]>| VerificationPolicy {
        audience: audience.map(str::to_owned),
        nonce: nonce.map(|nonce| BASE64.encode(nonce).parse().unwrap()),
        ..VerificationPolicy::default()
    };
    let (audience, nonce) = (Some("insurance.example"), Some(&b"chosen by them"[..]));
    for (document, audience, nonce, says) in [
        (&named, audience, nonce, None),
        (&named, None, nonce, Some("--audience")),
        (&named, audience, None, Some("--nonce")),
        (&named, None, None, Some("--audience")),
        (
            &named,
            Some("insurance.example "),
            nonce,
            Some("audience differs"),
        ),
        (
            &named,
            audience,
            Some(&b"chosen by then"[..]),
            Some("nonce differs"),
        ),
        (&open, None, None, None),
        (&open, audience, None, Some("names no audience")),
        (&open, None, nonce, Some("names no nonce")),
    ] {
        let found = verify(document.to_string().as_bytes(), &trust(audience, nonce));
        match says {
            None => drop(found.unwrap()),
            Some(says) => {
                let why = found.unwrap_err().to_string();
                assert!(why.starts_with("refused") && why.contains(says), "{why}");
            }
        }
    }
}

/// A verifier reads a key for the first proof under it. A key with a changed byte is another key.
#[tokio::test]
async fn a_verifier_reads_a_key_once() {
    let fixture = Fixture::new().await;
    for scheme in PairingScheme::ALL {
        let claim = paired(between(400, 600), scheme, CurveName::Bn254);
        let proof = fixture.claim(&[525, 400], claim).await.unwrap();
        let text = serde_json::to_value(&proof).unwrap();
        let trust = expecting(&text);
        let judge = |text: &Json| verify(text.to_string().as_bytes(), &trust);
        for _ in 0..3 {
            judge(&text).unwrap();
            assert_eq!(trust.keys.reads(), 1, "{scheme}");
        }
        // The kept key makes no false proof true.
        let mut of_others = text.clone();
        of_others["publicInputs"][1] = json!("3");
        assert!(judge(&of_others).is_err(), "{scheme}");
        assert_eq!(trust.keys.reads(), 1, "{scheme}");
        let mut changed = text.clone();
        let number = changed["verificationKey"]["IC"][0][0].as_str().unwrap();
        let last = if number.ends_with('1') { "2" } else { "1" };
        let number = format!("{}{last}", &number[..number.len() - 1]);
        changed["verificationKey"]["IC"][0][0] = json!(number);
        // A member that nobody reads.
        let mut longer = text.clone();
        longer["verificationKey"]["more"] = json!(1);
        for (other, reads) in [(&changed, 2), (&longer, 3), (&longer, 3)] {
            assert!(judge(other).is_err(), "{scheme}");
            assert_eq!(trust.keys.reads(), reads, "{scheme}");
        }
        judge(&text).unwrap();
        assert_eq!(trust.keys.reads(), 3, "{scheme}");
    }
}
