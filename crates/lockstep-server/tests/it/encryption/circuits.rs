//! Uploaded circuits with uploaded keys: their verification, and their ownership.

use std::time::Duration;

use lockstep_zk::circuits::{Circuit, Kind, RangeInputs};
use lockstep_zk::formats::{json as iden3, ptau, r1cs, wtns, zkey};
use lockstep_zk::groth16::{self, ProvingKey};
use lockstep_zk::r1cs::{Lc, R1cs, Row, Witness};
use lockstep_zk::{Bls12_381, Bn254, Curve, field, scalar};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value as Json, json};

use super::{CODE, base64, post, unbase64};
use crate::app::{Answer, Anyone, TestApp};

type Fr = scalar::Bn254;

/// The files of a circuit with one row, `times`·x·x = y with y public, and of the witness x = 3.
struct Files<E: Curve> {
    r1cs: Vec<u8>,
    /// Derived from `ptau`, with a contribution.
    key: ProvingKey<E>,
    ptau: Vec<u8>,
    wtns: Vec<u8>,
    y: u64,
}

fn files<E: Curve>(times: u64) -> Files<E> {
    let rng = &mut ChaCha20Rng::from_seed([9; 32]);
    let number = E::ScalarField::from;
    let system = R1cs {
        wires: 3,
        outputs: 1,
        public_inputs: 0,
        private_inputs: 1,
        rows: vec![Row {
            a: Lc::from_terms(vec![(2, number(times))]),
            b: Lc::wire(2),
            c: Lc::wire(1),
        }],
        labels: vec![0, 1, 2],
        groups: Vec::new(),
    };
    let y = 9 * times;
    let witness = Witness::new([1, y, 3].map(number).to_vec()).unwrap();
    let powers = ptau::contributed::<E>(2, rng);
    let mut key = groth16::derive(&system, &powers).unwrap();
    groth16::contribute(&mut key, "test", rng);
    Files {
        r1cs: r1cs::write(&system),
        key,
        ptau: ptau::write(&powers),
        wtns: wtns::write(&witness),
        y,
    }
}

/// Uploads a circuit, with the hash of its powers of tau as the published hash.
async fn upload_circuit(
    caller: &Anyone,
    r1cs: &[u8],
    zkey: Option<&[u8]>,
    ptau: Option<&[u8]>,
) -> Answer {
    let hash = ptau.map(|file| iden3::hex(&ptau::file_hash(file)));
    upload_with_hash(caller, r1cs, zkey, ptau, hash.as_deref()).await
}

async fn upload_with_hash(
    caller: &Anyone,
    r1cs: &[u8],
    zkey: Option<&[u8]>,
    ptau: Option<&[u8]>,
    hash: Option<&str>,
) -> Answer {
    let mut body = json!({ "r1cs": base64(r1cs) });
    if let Some(hash) = hash {
        body["ptauHash"] = json!(hash);
    }
    for (name, file) in [("zkey", zkey), ("ptau", ptau)] {
        if let Some(file) = file {
            body[name] = json!(base64(file));
        }
    }
    post(caller, "circuits", body).await
}

async fn prove(caller: &Anyone, circuit: &Json, wtns: &[u8]) -> Answer {
    let body = json!({ "data": base64(wtns), "circuit": circuit });
    post(caller, "zk/prove", body).await
}

async fn verify(caller: &Anyone, proven: &Json, circuit: &Json) -> Json {
    let body = json!({
        "proof": proven["proof"], "publicInputs": proven["publicInputs"], "circuit": circuit,
    });
    post(caller, "zk/verify", body).await.ok()
}

async fn verification_key(caller: &Anyone, circuit: &Json) -> Answer {
    let circuit = circuit.as_str().unwrap();
    let path = format!("/v1/encryption/circuits/{circuit}/verification-key");
    caller.get(&path).await
}

/// Checks the label, the proof and the verdict of a key, from its file alone or with its powers of
/// tau.
async fn check_setup_label<E: Curve>(admin: &Anyone, ada: &Anyone, bob: &Anyone, curve: &str) {
    let files = files::<E>(1);
    let (zkey, digest) = (zkey::write(&files.key), files.key.verifying.digest());
    let digest = json!(iden3::hex(&digest));
    let mut circuit = Json::Null;
    let hash = iden3::hex(&ptau::file_hash(&files.ptau));
    let (file, other) = (Some(&*files.ptau), "0".repeat(128));
    for (ptau, published, setup) in [
        (None, None, "wellformed"),
        // Contributions alone do not prove who contributed.
        (file, None, "unverified"),
        (file, Some(&other), "unverified"),
        (None, None, "unverified"),
        (file, Some(&hash.to_uppercase()), "derived"),
        // The result of an earlier check is kept.
        (None, None, "derived"),
        (file, None, "derived"),
    ] {
        let published = published.map(String::as_str);
        let uploaded = upload_with_hash(ada, &files.r1cs, Some(&zkey), ptau, published).await;
        let uploaded = uploaded.ok();
        circuit = uploaded["id"].clone();
        let shown = (setup != "wellformed").then_some(json!(hash));
        assert_eq!(uploaded.get("ptauHash"), shown.as_ref(), "{setup}");
        assert_eq!(uploaded["setup"], setup, "{curve}");
        assert_eq!(uploaded["vkDigest"], digest);
        assert_eq!(
            (
                &uploaded["curve"],
                &uploaded["constraints"],
                &uploaded["publicInputs"]
            ),
            (&json!(curve), &json!(1), &json!(1))
        );
        let proven = prove(ada, &circuit, &files.wtns).await.ok();
        let public = unbase64(proven["publicInputs"].as_str().unwrap());
        assert_eq!(
            String::from_utf8(public).unwrap(),
            format!("[\"{}\"]", files.y)
        );
        assert_eq!(proven["metadata"]["setup"], setup, "{curve}");
        assert_eq!(proven["metadata"]["vkDigest"], digest);
        let verdict = verify(ada, &proven, &circuit).await;
        assert_eq!(
            (
                &verdict["verified"],
                &verdict["setup"],
                &verdict["vkDigest"]
            ),
            (&json!(true), &json!(setup), &digest),
            "{curve}: {verdict}"
        );
        let mut other = proven.clone();
        other["publicInputs"] = json!(base64(b"[\"10\"]"));
        assert_eq!(verify(ada, &other, &circuit).await["verified"], false);
        // An account that did not upload the key cannot verify with it.
        let verdict = verify(bob, &proven, &circuit).await;
        assert_eq!(
            (&verdict["verified"], &verdict["setup"]),
            (&json!(false), &Json::Null)
        );
    }
    let key = verification_key(ada, &circuit).await.ok();
    assert_eq!(
        (&key["setup"], &key["vkDigest"], &key["curve"]),
        (&json!("derived"), &digest, &json!(curve))
    );
    check_ceremony_label(admin, ada, &circuit, &files, &digest).await;
    let text = key["verificationKey"].to_string();
    let read = iden3::read_verifying_key::<E>(&text).unwrap();
    assert_eq!(read, files.key.verifying);

    verification_key(bob, &circuit)
        .await
        .refused(404, "NOT_FOUND");
    let refused = prove(bob, &circuit, &files.wtns).await.blames("circuit");
    assert!(refused.contains("no circuit of this digest"), "{refused}");
}

/// Checks the label of a ceremony while an administrator has pinned the key.
async fn check_ceremony_label<E: Curve>(
    admin: &Anyone,
    ada: &Anyone,
    circuit: &Json,
    files: &Files<E>,
    digest: &Json,
) {
    let path = format!("/v1/admin/ceremonies/{}", digest.as_str().unwrap());
    admin.delete(&path).await.refused(404, "NOT_FOUND");
    let pin = json!({ "vkDigest": digest, "name": "of a test" });
    ada.post("/v1/admin/ceremonies", pin.clone())
        .await
        .refused(403, "PERMISSION_DENIED");
    for setup in ["ceremony", "derived"] {
        if setup == "ceremony" {
            let pinned = admin.post("/v1/admin/ceremonies", pin.clone()).await.ok();
            assert_eq!(pinned["vkDigest"], *digest);
            // A repeated pin is stored once.
            admin.post("/v1/admin/ceremonies", pin.clone()).await.ok();
            let all = admin.get("/v1/admin/ceremonies").await.ok();
            assert_eq!((&all["total"], &all["ceremonies"][0]), (&json!(1), &pinned));
        } else {
            admin.delete(&path).await.ok();
        }
        let proven = prove(ada, circuit, &files.wtns).await.ok();
        assert_eq!(proven["metadata"]["setup"], setup);
        let verdict = verify(ada, &proven, circuit).await;
        assert_eq!(
            (&verdict["verified"], &verdict["setup"]),
            (&json!(true), &json!(setup))
        );
        assert_eq!(verification_key(ada, circuit).await.ok()["setup"], setup);
        let zkey = zkey::write(&files.key);
        let uploaded = upload_circuit(ada, &files.r1cs, Some(&zkey), None)
            .await
            .ok();
        assert_eq!(uploaded["setup"], setup);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pin_needs_a_derived_key_and_is_audited() {
    let app = TestApp::start().await;
    let (ada, admin) = (app.user("ada").await, app.admin());
    let files = files::<Bn254>(8);
    let zkey = zkey::write(&files.key);
    let uploaded = upload_circuit(&ada, &files.r1cs, Some(&zkey), None)
        .await
        .ok();
    let pin = json!({ "vkDigest": uploaded["vkDigest"], "name": "without contributors" });
    admin.post("/v1/admin/ceremonies", pin).await.ok();
    // The key was not checked against the circuit, and a pin does not replace that check.
    let proven = prove(&ada, &uploaded["id"], &files.wtns).await.ok();
    assert_eq!(proven["metadata"]["setup"], "wellformed");
    let uploaded = upload_circuit(&ada, &files.r1cs, Some(&zkey), Some(&files.ptau))
        .await
        .ok();
    assert_eq!(uploaded["setup"], "ceremony");
    for (digest, name, blamed) in [
        (json!("00"), json!("x"), "vkDigest"),
        (json!("G".repeat(64)), json!("x"), "vkDigest"),
        (uploaded["vkDigest"].clone(), json!(" "), "name"),
        (uploaded["vkDigest"].clone(), json!("x".repeat(201)), "name"),
    ] {
        let pin = json!({ "vkDigest": digest, "name": name });
        admin.post("/v1/admin/ceremonies", pin).await.blames(blamed);
    }
    let digest = uploaded["vkDigest"].as_str().unwrap().to_owned();
    let entries = app
        .state()
        .db
        .read::<_, lockstep_store::StoreError, _>("test.pins", |tx| {
            tx.query(
                "SELECT details FROM audit_body WHERE action = 'ceremony.pin'",
                &[],
                |row| row.at::<String>(0),
            )
        });
    assert_eq!(entries.await.unwrap(), [format!("ceremony.pin {digest}")]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_uploaded_key_is_labelled_by_its_checks() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    check_setup_label::<Bn254>(&app.admin(), &ada, &bob, "bn254").await;
    check_setup_label::<Bls12_381>(&app.admin(), &ada, &bob, "bls12-381").await;

    // Without an uploaded key the server generates one, and every account with the circuit verifies
    // with it.
    let own = files::<Bn254>(5);
    let uploaded = upload_circuit(&ada, &own.r1cs, None, None).await.ok();
    assert_eq!(
        (&uploaded["setup"], &uploaded["vkDigest"]),
        (&Json::Null, &Json::Null)
    );
    verification_key(&ada, &uploaded["id"])
        .await
        .refused(404, "NOT_FOUND");
    let proven = prove(&ada, &uploaded["id"], &own.wtns).await.ok();
    assert_eq!(proven["metadata"]["setup"], "local");
    let verdict = verify(&bob, &proven, &uploaded["id"]).await;
    assert_eq!(
        (&verdict["verified"], &verdict["setup"]),
        (&json!(true), &json!("local"))
    );
    // An inline circuit needs no upload and has the same id.
    let along = json!(format!("r1cs:{}", base64(&own.r1cs)));
    let again = prove(&bob, &along, &own.wtns).await.ok();
    assert_eq!(again["metadata"]["circuit"], uploaded["id"]);
    assert_eq!(verify(&bob, &again, &along).await["verified"], true);
}

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
    for place in (0..good.len()).step_by(37) {
        let mut bad = good.clone();
        bad[place] ^= 1;
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

/// Powers of tau made by one person are unverified, whatever hash the request states.
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
    for (place, name) in names.iter().enumerate() {
        let file = &good[place];
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
        bad.push(good[(place + 1) % 3].clone());
        for bytes in bad {
            let mut all = good.clone();
            all[place] = bytes;
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

fn sha256(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    iden3::hex(&Sha256::digest(bytes))
}

/// A hand-written module with circom's interface over BN254: wires 1, y = 2·x, x.
const DOUBLE: &str = include_str!("../../../../lockstep-zk/src/machine/double.wat");

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn named_inputs_are_proven_with_an_uploaded_witness_generator() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let system = R1cs {
        wires: 3,
        outputs: 1,
        public_inputs: 0,
        private_inputs: 1,
        rows: vec![Row {
            a: Lc::from_terms(vec![(2, Fr::from(2u64))]),
            b: Lc::wire(0),
            c: Lc::wire(1),
        }],
        labels: vec![0, 1, 2],
        groups: Vec::new(),
    };
    let upload_circuit = async |text: &str| {
        let wasm = wat::parse_str(text).unwrap();
        let body = json!({ "r1cs": base64(&r1cs::write(&system)), "wasm": base64(&wasm) });
        ada.post("/v1/encryption/circuits", body).await
    };
    let prove = async |circuit: &Json, data: Json, parameters: Json| {
        let data = base64(&serde_json::to_vec(&data).unwrap());
        let body = json!({ "data": data, "circuit": circuit, "parameters": parameters });
        post(&ada, "zk/prove", body).await
    };
    let uploaded = upload_circuit(DOUBLE).await.ok();
    assert_eq!(uploaded["namedInputs"], true);
    let circuit = uploaded["id"].clone();
    for (x, scheme, public) in [
        (json!(21), "Groth16", "[\"42\"]"),
        (json!("21"), "PGHR13", "[\"42\"]"),
        (json!(["0x15"]), "Groth16", "[\"42\"]"),
    ] {
        let parameters = json!({ "scheme": scheme });
        let proven = prove(&circuit, json!({ "x": x }), parameters).await.ok();
        let found = unbase64(proven["publicInputs"].as_str().unwrap());
        assert_eq!(String::from_utf8(found).unwrap(), public, "{x}");
        let verdict = verify(&ada, &proven, &circuit).await;
        assert_eq!(verdict["verified"], true, "{x}");
    }
    // Unknown inputs, too many inputs, and no inputs.
    for (data, expected) in [
        (json!({}), "has 0 values, the circuit takes 1"),
        (json!({ "y": 1 }), "is not an input"),
        (json!({ "x": [1, 2] }), "has 2 values, expected 1"),
        (json!({ "x": 1.5 }), "whole numbers"),
        (json!({ "x": {} }), "whole numbers"),
    ] {
        let reason = prove(&circuit, data.clone(), json!({}))
            .await
            .blames("data");
        assert!(reason.contains(expected), "{data}: {reason}");
    }
    // A witness computed by the client is still accepted.
    let witness = Witness::new([1u64, 42, 21].map(Fr::from).to_vec()).unwrap();
    let data = base64(&wtns::write(&witness));
    let body = json!({ "data": data, "circuit": circuit });
    post(&ada, "zk/prove", body).await.ok();

    // A generator that exceeds a limit is stopped, and the error names the limit.
    let x = json!({ "x": 21 });
    for (hook, blamed, expected) in [
        (
            "(loop $again (br $again))",
            "wasm",
            "its .wasm was stopped: it ran for more than",
        ),
        (
            "(drop (memory.grow (i32.const 30000)))",
            "wasm",
            "the limit is 134217728",
        ),
        ("unreachable", "wasm", "trapped"),
    ] {
        let answer = upload_circuit(&DOUBLE.replace(";; hook", hook)).await;
        let reason = answer.blames(blamed);
        assert!(reason.contains(expected), "{hook}: {reason}");
    }
    // The generator's witness is checked like any other.
    let wrong = DOUBLE.replace("(i32.sub (i32.const 3) (local.get 0))", "(i32.const 1)");
    assert_ne!(wrong, DOUBLE);
    let uploaded = upload_circuit(&wrong).await.ok();
    let reason = prove(&uploaded["id"], x.clone(), json!({}))
        .await
        .blames("data");
    assert!(reason.contains("row 0"), "{reason}");
    // A generator that exceeds a limit or fails an assertion during proving.
    let late = |code: &str| {
        DOUBLE.replace(
            "(i32.store (i32.const 64) (i32.load (i32.const 0))))",
            &format!("{code} (i32.store (i32.const 64) (i32.load (i32.const 0))))"),
        )
    };
    for (code, blamed, expected) in [
        (
            "(drop (memory.grow (i32.const 30000)))",
            "circuit",
            "send a .wtns",
        ),
        ("(call $exception (i32.const 4))", "data", "assert failed"),
    ] {
        let uploaded = upload_circuit(&late(code)).await.ok();
        let reason = prove(&uploaded["id"], x.clone(), json!({}))
            .await
            .blames(blamed);
        assert!(reason.contains(expected), "{code}: {reason}");
    }
    // An invalid module, a module of another field, and a module of another circuit.
    for wasm in [b"\0asm".to_vec(), Vec::new()] {
        let body = json!({ "r1cs": base64(&r1cs::write(&system)), "wasm": base64(&wasm) });
        ada.post("/v1/encryption/circuits", body)
            .await
            .blames("wasm");
    }
    let other = files::<Bls12_381>(2);
    let module = base64(&wat::parse_str(DOUBLE).unwrap());
    let body = json!({ "r1cs": base64(&other.r1cs), "wasm": module });
    ada.post("/v1/encryption/circuits", body)
        .await
        .blames("wasm");
    let larger = DOUBLE.replace(
        "\"getWitnessSize\") (result i32) (i32.const 3)",
        "\"getWitnessSize\") (result i32) (i32.const 4)",
    );
    let reason = upload_circuit(&larger).await.blames("wasm");
    assert!(reason.contains("has 4 values, expected 3"), "{reason}");
    // Without a module the server cannot compute a witness.
    let body = json!({ "r1cs": base64(&r1cs::write(&system)) });
    let uploaded = ada.post("/v1/encryption/circuits", body).await.ok();
    assert_eq!(uploaded["namedInputs"], false);
    let reason = prove(&circuit, x, json!({})).await.blames("data");
    assert!(reason.contains("its .wasm file"), "{reason}");
}
