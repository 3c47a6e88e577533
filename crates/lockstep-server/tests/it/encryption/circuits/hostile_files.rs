//! Files that do not fit or are hostile, and the limit of circuits.

use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_of_another_circuit_is_refused() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let (files, other) = (files::<Bn254>(1), files::<Bn254>(2));
    let good = zkey::write(&files.key);
    let rng = &mut ChaCha20Rng::from_seed([5; 32]);
    let uncontributed = {
        let system = r1cs::read::<Fr>(&files.r1cs).unwrap();
        let powers = ptau::read::<Bn254>(&files.ptau).unwrap();
        zkey::write(&groth16::derive(&system, &powers).unwrap())
    };
    let key_with = |change: &dyn Fn(&mut ProvingKey<Bn254>)| {
        let mut key = files.key.clone();
        change(&mut key);
        zkey::write(&key)
    };
    let foreign = other_powers();
    let bls = self::files::<Bls12_381>(1);
    for (what, zkey, ptau, blamed) in [
        (
            "another circuit's",
            zkey::write(&other.key),
            &files.ptau,
            "zkey",
        ),
        ("no contribution", uncontributed, &files.ptau, "zkey"),
        (
            "another C point",
            key_with(&|key| key.c[0] = key.beta1),
            &files.ptau,
            "zkey",
        ),
        (
            "another quotient point",
            key_with(&|key| key.h.swap(0, 1)),
            &files.ptau,
            "zkey",
        ),
        (
            "another input point",
            key_with(&|key| key.verifying.ic[1] = key.beta1),
            &files.ptau,
            "zkey",
        ),
        (
            "another alpha",
            key_with(&|key| key.verifying.alpha = key.beta1),
            &files.ptau,
            "zkey",
        ),
        (
            "another delta",
            key_with(&|key| key.verifying.delta = key.verifying.beta),
            &files.ptau,
            "zkey",
        ),
        (
            "another coefficient",
            key_with(&|key| key.coefficients[0].value += Fr::from(1_u64)),
            &files.ptau,
            "zkey",
        ),
        ("of other powers", good.clone(), &foreign, "zkey"),
        ("powers of another curve", good.clone(), &bls.ptau, "ptau"),
        (
            "of another curve",
            zkey::write(&bls.key),
            &files.ptau,
            "zkey",
        ),
    ] {
        let answer = upload_circuit(&ada, &files.r1cs, Some(&zkey), Some(ptau)).await;
        let refusal = answer.refused(400, CODE);
        assert_eq!(refusal["details"]["parameter"], blamed, "{what}: {refusal}");
        assert_no_internals(&refusal, what);
    }
    // Flips a bit in every 37th byte of the key file.
    for index in (0..good.len()).step_by(37) {
        let mut bad = good.clone();
        bad[index] ^= 1;
        let answer = upload_circuit(&ada, &files.r1cs, Some(&bad), Some(&files.ptau)).await;
        if zkey::read::<Bn254>(&bad).is_ok_and(|key| key == files.key) {
            continue;
        }
        answer.refused(400, CODE);
    }
    // Nothing was stored.
    let id = json!(format!("circuit:{}", sha256(&files.r1cs)));
    verification_key(&ada, &id).await.refused(404, "NOT_FOUND");

    // The key is well-formed but belongs to another circuit: it yields no valid proof.
    let wrong = key_with(&|key| key.c[0] = key.beta1);
    let uploaded = upload_circuit(&ada, &files.r1cs, Some(&wrong), None)
        .await
        .ok();
    assert_eq!(uploaded["setup"], "wellformed");
    let refusal = prove(&ada, &uploaded["id"], &files.wtns)
        .await
        .refused(400, CODE);
    assert_no_internals(&refusal, "a proof under it");
    let mut key = other.key.clone();
    groth16::contribute(&mut key, "again", rng);
    upload_circuit(&ada, &files.r1cs, Some(&zkey::write(&key)), None)
        .await
        .ok();
    prove(&ada, &uploaded["id"], &files.wtns)
        .await
        .refused(400, CODE);

    // An invalid witness: of another circuit, too long, of another curve.
    upload_circuit(&ada, &files.r1cs, Some(&good), None)
        .await
        .ok();
    let long = [1, 9, 3, 0].map(Fr::from).to_vec();
    let long = wtns::write(&Witness::new(long).unwrap());
    for (wtns, part) in [
        (&other.wtns, "does not hold"),
        (&long, "has 4 values, expected 3"),
        (&bls.wtns, "another curve"),
    ] {
        let reason = prove(&ada, &uploaded["id"], wtns).await.blames("data");
        assert!(reason.contains(part), "{reason}");
    }
    prove(&ada, &uploaded["id"], &files.wtns).await.ok();
}

fn other_powers() -> Vec<u8> {
    let rng = &mut ChaCha20Rng::from_seed([8; 32]);
    ptau::write(&ptau::contributed::<Bn254>(2, rng))
}

/// Powers of tau made by one person are unverified, regardless of the hash in the request.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn powers_of_tau_without_a_contribution_are_unverified() {
    let app = TestApp::start().await;
    let (ada, admin) = (app.user("ada").await, app.admin());
    let files = files::<Bn254>(1);
    let rng = &mut ChaCha20Rng::from_seed([4; 32]);
    let system = r1cs::read::<Fr>(&files.r1cs).unwrap();
    let powers = ptau::local::<Bn254>(2, rng);
    let mut key = groth16::derive(&system, &powers).unwrap();
    groth16::contribute(&mut key, "only to the key", rng);
    let zkey = zkey::write(&key);
    let file = ptau::write(&powers);
    let uploaded = upload_circuit(&ada, &files.r1cs, Some(&zkey), Some(&file))
        .await
        .ok();
    assert_eq!(uploaded["setup"], "unverified");
    let assurance = uploaded["assurance"].as_str().unwrap();
    assert!(assurance.contains("prove false statements"), "{assurance}");
    // A pin does not change the label.
    let pin = json!({ "vkDigest": uploaded["vkDigest"], "name": "without contributors" });
    admin.post("/v1/admin/ceremonies", pin).await.ok();
    let proven = prove(&ada, &uploaded["id"], &files.wtns).await.ok();
    assert_eq!(proven["metadata"]["setup"], "unverified");
    let verdict = verify(&ada, &proven, &uploaded["id"]).await;
    assert_eq!(
        (&verdict["verified"], &verdict["setup"]),
        (&json!(true), &json!("unverified"))
    );
    // Contributions that do not belong to these powers are refused.
    let mut borrowed = powers.clone();
    let other = ptau::read::<Bn254>(&files.ptau).unwrap();
    borrowed.contributions = other.contributions;
    let file = ptau::write(&borrowed);
    let refused = upload_circuit(&ada, &files.r1cs, Some(&zkey), Some(&file)).await;
    assert!(refused.blames("ptau").contains("powers of tau"));
    for hash in ["", "00", &"g".repeat(128), &"0".repeat(130)] {
        let refused = upload_with_hash(&ada, &files.r1cs, None, None, Some(hash)).await;
        refused.blames("ptauHash");
    }
    let alone = upload_with_hash(&ada, &files.r1cs, None, None, Some(&"0".repeat(128))).await;
    alone.blames("ptauHash");
}

/// Asserts that a refusal names no file, line, type or address of this program.
#[track_caller]
fn assert_no_internals(refusal: &Json, what: &str) {
    // Excludes the request id, which is random.
    let text = format!("{} {}", refusal["message"], refusal["details"]);
    for inside in [".rs", "::", "panicked", "0x", "Error", "SELECT"] {
        assert!(!text.contains(inside), "{what}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_that_pretends_to_be_built_in_stays_under_its_digest() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    // A built-in circuit, uploaded with a key whose maker may have kept the toxic waste.
    let range = Circuit::<Fr>::new(Kind::Range { bits: 16 });
    let rng = &mut ChaCha20Rng::from_seed([7; 32]);
    let key = groth16::setup::<Bn254>(range.system(), rng).unwrap();
    let file = r1cs::write(range.system());
    let uploaded = upload_circuit(&ada, &file, Some(&zkey::write(&key)), None).await;
    let uploaded = uploaded.ok();
    let inputs = RangeInputs {
        value: 52,
        min: 40,
        max: 60,
        scale: 0,
        blinding: Fr::from(5_u64),
        statement: Fr::from(6_u64),
    };
    let witness = range.witness(&inputs.inputs().unwrap()).unwrap();
    let forged = prove(&ada, &uploaded["id"], &wtns::write(&witness))
        .await
        .ok();
    assert_eq!(
        verify(&ada, &forged, &uploaded["id"]).await["verified"],
        true
    );

    let honest = json!({ "value": 52, "min": 40, "max": 60 });
    let honest = json!({
        "data": base64(honest.to_string().as_bytes()), "circuit": "range:16",
        "parameters": { "curve": "bn254" },
    });
    let honest = post(&bob, "zk/prove", honest).await.ok();
    assert_ne!(honest["metadata"]["vkDigest"], uploaded["vkDigest"]);
    let mut nameless = forged.clone();
    let proof = unbase64(forged["proof"].as_str().unwrap());
    let mut proof: Json = serde_json::from_slice(&proof).unwrap();
    proof.as_object_mut().unwrap().remove("vkDigest").unwrap();
    nameless["proof"] = json!(base64(proof.to_string().as_bytes()));
    proof["vkDigest"] = honest["metadata"]["vkDigest"].clone();
    let mut renamed = forged.clone();
    renamed["proof"] = json!(base64(proof.to_string().as_bytes()));
    for caller in [&ada, &bob] {
        for proof in [&forged, &nameless, &renamed] {
            let verdict = verify(caller, proof, &json!("range:16")).await;
            assert_eq!(verdict["verified"], false, "{verdict}");
        }
        let path = "/v1/encryption/circuits/range:16/verification-key?curve=bn254";
        let found = caller.get(path).await.ok();
        assert_eq!(
            (&found["setup"], &found["vkDigest"]),
            (&json!("local"), &honest["metadata"]["vkDigest"])
        );
        assert_eq!(
            verify(caller, &honest, &json!("range:16")).await["verified"],
            true
        );
    }

    // The built-in circuit's key under another circuit's id, and one key for two circuits: a key's
    // digest belongs to one circuit.
    let mut borrowed = key.clone();
    let path = "/v1/encryption/circuits/range:16/verification-key?curve=bn254";
    let public = ada.get(path).await.ok()["verificationKey"].to_string();
    borrowed.verifying = iden3::read_verifying_key(&public).unwrap();
    let again = upload_circuit(&ada, &file, Some(&zkey::write(&borrowed)), None).await;
    assert!(again.blames("zkey").contains("another circuit"));
    assert_eq!(
        verify(&ada, &honest, &json!("range:16")).await["verified"],
        true
    );

    let (one, two) = (files::<Bn254>(1), files::<Bn254>(2));
    let first = zkey::write(&one.key);
    let uploaded = upload_circuit(&ada, &one.r1cs, Some(&first), Some(&one.ptau))
        .await
        .ok();
    assert_eq!(uploaded["setup"], "derived");
    let second = upload_circuit(&ada, &two.r1cs, Some(&first), None).await;
    assert!(second.blames("zkey").contains("another circuit"));
    prove(
        &ada,
        &json!(format!("circuit:{}", sha256(&two.r1cs))),
        &two.wtns,
    )
    .await
    .blames("circuit");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_files_are_refused_and_nothing_breaks() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let files = files::<Bn254>(1);
    let good = [
        files.r1cs.clone(),
        zkey::write(&files.key),
        files.ptau.clone(),
    ];
    let uploaded = upload_circuit(&ada, &good[0], Some(&good[1]), Some(&good[2]))
        .await
        .ok();
    let circuit = uploaded["id"].clone();
    let names = ["r1cs", "zkey", "ptau"];
    for (index, name) in names.iter().enumerate() {
        let file = &good[index];
        let mut bad: Vec<Vec<u8>> = Vec::new();
        for end in [0, 3, 4, 11, 12, 20, 24, file.len() / 2, file.len() - 1] {
            bad.push(file[..end].to_vec());
        }
        bad.push([&file[..], b"x"].concat());
        bad.push(vec![0xff; 4096]);
        bad.push([&file[..12], &[0xff; 200][..]].concat());
        // Impossible counts, lengths and versions.
        for at in (4..28).step_by(4) {
            let mut huge = file.clone();
            huge[at..at + 4].fill(0xff);
            bad.push(huge);
        }
        bad.push(good[(index + 1) % 3].clone());
        for bytes in bad {
            let mut all = good.clone();
            all[index] = bytes;
            let answer = upload_circuit(&ada, &all[0], Some(&all[1]), Some(&all[2])).await;
            let refusal = answer.refused(400, CODE);
            assert_eq!(refusal["details"]["parameter"], *name, "{refusal}");
            assert_no_internals(&refusal, name);
        }
    }
    for end in [4, 12, 40, files.wtns.len() / 2, files.wtns.len() - 1] {
        prove(&ada, &circuit, &files.wtns[..end])
            .await
            .blames("data");
    }
    for at in (4..76).step_by(4) {
        let mut huge = files.wtns.clone();
        huge[at..at + 4].fill(0xff);
        prove(&ada, &circuit, &huge).await.blames("data");
    }
    let mut values = files.wtns.clone();
    let end = values.len();
    values[end - field::width::<Fr>()..].fill(0xff);
    prove(&ada, &circuit, &values).await.blames("data");

    // A circuit larger than the limit is refused before key generation.
    let wide = R1cs::<Fr> {
        wires: 200_000,
        outputs: 0,
        public_inputs: 0,
        private_inputs: 0,
        rows: Vec::new(),
        labels: vec![0; 200_000],
        groups: Vec::new(),
    };
    let public = R1cs {
        wires: 70_000,
        public_inputs: 69_999,
        labels: vec![0; 70_000],
        ..wide.clone()
    };
    for (system, part) in [
        (wide, "200000 wires"),
        (public, "69999 rows and public wires"),
    ] {
        let bytes = r1cs::write(&system);
        let reason = upload_circuit(&ada, &bytes, None, None)
            .await
            .blames("r1cs");
        assert!(reason.contains(part), "{reason}");
        let along = json!(format!("r1cs:{}", base64(&bytes)));
        prove(&ada, &along, &files.wtns).await.blames("circuit");
    }
    // Powers of tau are accepted only with a key.
    upload_circuit(&ada, &good[0], None, Some(&good[2]))
        .await
        .blames("ptau");
    for body in [
        json!({}),
        json!({ "r1cs": 7 }),
        json!({ "r1cs": base64(&good[0]), "more": 1 }),
    ] {
        let refusal = post(&ada, "circuits", body).await.refusal();
        assert_eq!(refusal["code"], "INVALID_REQUEST", "{refusal}");
    }
    post(&ada, "circuits", json!({ "r1cs": "%" }))
        .await
        .blames("r1cs");
    // The server still works, within a short time.
    let clock = lockstep_store::SystemClock::shared();
    let start = clock.monotonic();
    prove(&ada, &circuit, &files.wtns).await.ok();
    assert!(clock.monotonic().saturating_sub(start) < Duration::from_secs(10));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_has_a_limit_of_circuits() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let file = |labels: u64| {
        let mut system = r1cs::read::<Fr>(&files::<Bn254>(1).r1cs).unwrap();
        system.labels[2] = labels;
        r1cs::write(&system)
    };
    for nth in 0..64 {
        upload_circuit(&ada, &file(2 + nth), None, None).await.ok();
    }
    let reason = upload_circuit(&ada, &file(66), None, None)
        .await
        .blames("r1cs");
    assert!(reason.contains("64 circuits"), "{reason}");
    // Uploading one again adds none; a repeated request gets the same answer.
    upload_circuit(&ada, &file(2), None, None).await.ok();
    let body = json!({ "r1cs": base64(&file(3)) });
    let path = "/v1/encryption/circuits";
    let first = ada.post_once(path, "twice", body.clone()).await.ok();
    assert_eq!(ada.post_once(path, "twice", body).await.ok(), first);
    // Inline circuits count too, and deleted ones do not.
    let wtns = files::<Bn254>(1).wtns;
    let inline = |labels: u64| json!(format!("r1cs:{}", base64(&file(labels))));
    let reason = prove(&ada, &inline(66), &wtns).await.blames("circuit");
    assert!(reason.contains("64 circuits"), "{reason}");
    let gone = format!("{path}/{}", first["id"].as_str().unwrap());
    assert_eq!(ada.delete(&gone).await.ok()["deleted"], true);
    ada.delete(&gone).await.refused(404, "NOT_FOUND");
    let proven = prove(&ada, &inline(66), &wtns).await.ok();
    assert_eq!(verify(&ada, &proven, &inline(66)).await["verified"], true);
    let reason = upload_circuit(&ada, &file(3), None, None)
        .await
        .blames("r1cs");
    assert!(reason.contains("64 circuits"), "{reason}");
    // Its key is deleted with it, on disk and in memory. A new key has another digest.
    let circuit = proven["metadata"]["circuit"].clone();
    let path = format!("{path}/{}", circuit.as_str().unwrap());
    assert_eq!(ada.delete(&path).await.ok()["deleted"], true);
    verification_key(&ada, &circuit)
        .await
        .refused(404, "NOT_FOUND");
    let verdict = verify(&ada, &proven, &circuit).await;
    assert_eq!(
        (&verdict["verified"], &verdict["setup"]),
        (&json!(false), &Json::Null)
    );
    let again = prove(&ada, &inline(66), &wtns).await.ok();
    assert_ne!(
        again["metadata"]["vkDigest"],
        proven["metadata"]["vkDigest"]
    );
    assert_eq!(verify(&ada, &again, &circuit).await["verified"], true);
    // Every account can verify with it until its owner is erased.
    let bob = app.user("bob").await;
    assert_eq!(verify(&bob, &again, &circuit).await["verified"], true);
    let path = format!("/v1/admin/users/{}", ada.id);
    app.admin().delete(&path).await.ok();
    let verdict = verify(&bob, &again, &circuit).await;
    assert_eq!(
        (&verdict["verified"], &verdict["setup"]),
        (&json!(false), &Json::Null)
    );
}
