//! Flipped bits of circuits and of evaluation keys: no key seals them, and a scrub finds each.

use data_encoding::HEXLOWER;
use lockstep_store::id::KeyId;
use sha2::{Digest, Sha256};

use super::tampering::{flip_blob, keep_evaluation_key};
use super::*;
use crate::operations::scrub::scrub;
use crate::store::circuits::{Circuit, insert_circuit};

/// Goes through all of these tables; gives what is damaged, as table and reason.
async fn scrubbed(state: &AppState) -> Vec<(String, String)> {
    let mut damaged = Vec::new();
    let mut next = None;
    loop {
        let found = scrub(state.clone(), next).await.unwrap();
        let names = found
            .damaged
            .into_iter()
            .map(|one| (one.table.into_owned(), one.reason));
        damaged.extend(names);
        next = found.next;
        if next.is_none() {
            return damaged;
        }
    }
}

async fn write(
    state: &AppState,
    job: impl FnMut(&mut Tx<'_>) -> Result<(), StoreError> + Send + 'static,
) {
    let written = state.db.write::<_, StoreError, _>("test.blobs", job);
    written.await.unwrap();
}

#[tokio::test]
async fn every_flipped_bit_of_a_large_value_is_found() {
    let home = Home::new().await;
    let state = AppState::with_extensions(
        home.encryption.ctx().clone(),
        &[],
        Identity::NOBODY,
        Policy::default(),
        Vec::new(),
    );
    let user = home.ada.user.clone();
    write(&state, move |tx| {
        let r1cs = b"rows and wires".to_vec();
        let circuit = Circuit {
            id: format!("circuit:{}", HEXLOWER.encode(&Sha256::digest(&r1cs))),
            curve: "bn254".to_owned(),
            r1cs,
            zkey: None,
            wasm: Some(b"makes witnesses".to_vec()),
        };
        insert_circuit(tx, &user, &circuit)?;
        let key = KeyId::generate(tx.now(), &SystemEntropy);
        keep_evaluation_key(tx, &user, &key, b"public half", b"rotations")
    })
    .await;
    // The first scrub records the digests.
    assert_eq!(scrubbed(&state).await, []);
    for (table, column, bytes) in [
        ("circuit", "r1cs", 14),
        ("circuit", "wasm", 15),
        ("evaluation_key", "public", 11),
        ("evaluation_key", "body", 9),
    ] {
        for bit in 0..bytes * 8 {
            write(&state, move |tx| flip_blob(tx, table, column, bit)).await;
            let found = scrubbed(&state).await;
            assert_eq!(found.len(), 1, "{table}.{column}, bit {bit}: {found:?}");
            assert_eq!(found[0].0, table, "{column}, bit {bit}");
            write(&state, move |tx| flip_blob(tx, table, column, bit)).await;
        }
    }
    assert_eq!(scrubbed(&state).await, []);
}
