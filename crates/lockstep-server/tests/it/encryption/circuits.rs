//! Uploaded circuits with uploaded keys: their verification, and their ownership.

mod hostile_files;

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
use crate::app::{Answer, TestApp, TestClient};

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
    caller: &TestClient,
    r1cs: &[u8],
    zkey: Option<&[u8]>,
    ptau: Option<&[u8]>,
) -> Answer {
    let hash = ptau.map(|file| iden3::hex(&ptau::file_hash(file)));
    upload_with_hash(caller, r1cs, zkey, ptau, hash.as_deref()).await
}

async fn upload_with_hash(
    caller: &TestClient,
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

async fn prove(caller: &TestClient, circuit: &Json, wtns: &[u8]) -> Answer {
    let body = json!({ "data": base64(wtns), "circuit": circuit });
    post(caller, "zk/prove", body).await
}

async fn verify(caller: &TestClient, proven: &Json, circuit: &Json) -> Json {
    let body = json!({
        "proof": proven["proof"], "publicInputs": proven["publicInputs"], "circuit": circuit,
    });
    post(caller, "zk/verify", body).await.ok()
}

async fn verification_key(caller: &TestClient, circuit: &Json) -> Answer {
    let circuit = circuit.as_str().unwrap();
    let path = format!("/v1/encryption/circuits/{circuit}/verification-key");
    caller.get(&path).await
}

/// Checks the label, the proof and the verdict of a key, from its file alone or with its powers of
/// tau.
async fn check_setup_label<E: Curve>(
    admin: &TestClient,
    ada: &TestClient,
    bob: &TestClient,
    curve: &str,
) {
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
    admin: &TestClient,
    ada: &TestClient,
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
    // Readers differ in which value of a repeated name they take.
    let twice = base64(br#"{"x":20,"\u0078":21}"#);
    let body = json!({ "data": twice, "circuit": circuit });
    let reason = post(&ada, "zk/prove", body).await.blames("data");
    assert!(reason.contains("it has the input \"x\" twice"), "{reason}");
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
