//! Tests guest code under a stopped clock, so that only its fuel limit ends it.

use std::time::Instant;

use lockstep_documents::scheme::ProofScheme;
use lockstep_web::Area;
use lockstep_web::jobs::Jobs;
use lockstep_zk::formats::r1cs;
use lockstep_zk::r1cs::{Lc, R1cs, Row};
use lockstep_zk::scalar::Bn254 as Fr;

use super::*;
use crate::operations::circuits::CircuitFiles;
use crate::operations::proof::Prove;
use crate::scheme::Encoding;

/// circom's interface by hand: wires 1, y = 2·x, x.
const DOUBLE: &str = include_str!("../../../lockstep-zk/src/machine/double.wat");

#[expect(clippy::disallowed_methods, reason = "a test measures time")]
fn now() -> Instant {
    Instant::now()
}

async fn until(what: impl Fn() -> bool) -> Duration {
    let began = now();
    while !what() {
        tokio::task::yield_now().await;
        assert!(began.elapsed() < Duration::from_secs(60), "it never came");
    }
    began.elapsed()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancelled_job_stops_its_guest() {
    let fixture = Fixture::new().await;
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
    let step = "(i32.store (i32.const 64)";
    let endless = DOUBLE.replace(step, &format!("(loop $again (br $again)) {step}"));
    let upload_circuit = CircuitFiles {
        r1cs: r1cs::write(&system),
        zkey: None,
        ptau: None,
        ptau_hash: None,
        wasm: Some(wat::parse_str(endless).unwrap()),
    };
    let kept = fixture
        .encryption
        .upload_circuit(&fixture.ada, upload_circuit, IdempotencyKey::default())
        .await;
    let circuit = kept.unwrap().id;
    let jobs = Jobs::new(fixture.encryption.ctx());
    let pool = || fixture.encryption.pool().working();
    for forgotten_with_its_account in [false, true] {
        let asked = Prove {
            data: Zeroizing::new(br#"{"x":21}"#.to_vec()),
            circuit: circuit.clone(),
            scheme: ProofScheme::Pairing(PairingScheme::Groth16),
            curve: None,
            level: None,
            precision: None,
            domain: String::new(),
            nonce: Vec::new(),
            bind_owner: false,
            expires_at: None,
            encoding: Encoding::Json,
        };
        let work = fixture.encryption.clone().prove(fixture.ada.clone(), asked);
        let work = async move { work.await.map(|_| ()) };
        let user = &fixture.ada.user;
        let job = jobs
            .begin((Area::Encryption, user), &IdempotencyKey::default(), work)
            .unwrap();
        until(|| pool() == 1).await;
        // It is inside of the guest soon; it would be there for seconds.
        let began = now();
        until(|| began.elapsed() > Duration::from_millis(50)).await;
        assert_eq!(pool(), 1, "the guest ended by itself");
        if forgotten_with_its_account {
            jobs.forget_account(user);
        } else {
            jobs.forget(user, &job).unwrap();
        }
        let stopped = until(|| pool() == 0).await;
        assert!(stopped < Duration::from_secs(1), "{stopped:?}");
        assert!(jobs.state(user, &job).is_err());
        assert!(jobs.forget(user, &job).is_err());
    }
}
