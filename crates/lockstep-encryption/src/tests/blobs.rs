//! Flipped bits of circuits and of evaluation keys: no key seals them, and a scrub finds each.

use data_encoding::HEXLOWER;
use lockstep_store::id::KeyId;
use sha2::{Digest, Sha256};

use super::tampering::{damage_blobs, flip_blob, keep_evaluation_key};
use super::*;
use crate::operations::scrub::scrub;
use crate::store::circuits::{Circuit, insert_circuit};

/// Checks every row of these tables; returns the table and the reason of each damage.
async fn scrubbed(state: &AppState) -> Vec<(String, String)> {
    let mut damaged = Vec::new();
    let mut next = None;
    loop {
        let found = scrub(state.clone(), next.clone()).await.unwrap();
        assert!(
            found.next.is_none() || found.next != next,
            "{next:?}: it does not advance"
        );
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
    let fixture = Fixture::new().await;
    let state = AppState::with_extensions(
        fixture.encryption.ctx().clone(),
        &[],
        Identity::REJECTING,
        Policy::default(),
        Vec::new(),
    );
    let user = fixture.ada.user.clone();
    write(&state, move |tx| {
        let r1cs = b"rows and wires".to_vec();
        let circuit = Circuit {
            id: format!("circuit:{}", HEXLOWER.encode(&Sha256::digest(&r1cs))),
            curve: CurveName::Bn254,
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

/// A row whose name is of another type: its table, how it is inserted beside a good one, and the column
/// that is named.
const MISNAMED: &[(&str, &str, &str)] = &[
    (
        "evaluation_key",
        "(user_id, key_id, public, body) VALUES ('usr_x', x'ff00fe', x'01', x'02')",
        "key_id",
    ),
    (
        "evaluation_key",
        "(user_id, key_id, public, body) VALUES (x'ff', 'key_x', x'01', x'02')",
        "user_id",
    ),
    (
        "circuit",
        "(user_id, id, curve, r1cs, created_at) VALUES ('usr_x', x'ff00fe', 'bn254', x'01', 1)",
        "id",
    ),
    (
        "circuit",
        "(user_id, id, curve, r1cs, created_at) VALUES (x'', x'', 'bn254', x'01', 1)",
        "user_id",
    ),
    (
        "proving_key",
        "(user_id, name, zkey) VALUES ('usr_x', x'ff00fe', x'01')",
        "name",
    ),
    (
        "proving_key",
        "(user_id, name, zkey) VALUES (x'ff', 'name', x'01')",
        "user_id",
    ),
    (
        "verifying_key",
        "(user_id, digest, circuit, scheme, curve, setup, body, created_at)
         VALUES ('usr_x', 'weird', 'c', 'groth16', 'bn254', 's', '{}', 1)",
        "digest",
    ),
    (
        "verifying_key",
        "(user_id, digest, circuit, scheme, curve, setup, body, created_at)
         VALUES (x'ff', x'00', 'c', 'groth16', 'bn254', 's', '{}', 1)",
        "user_id",
    ),
];

#[tokio::test]
async fn a_name_of_another_type_is_named_once_and_passed_over() {
    let fixture = Fixture::new().await;
    let state = AppState::with_extensions(
        fixture.encryption.ctx().clone(),
        &[],
        Identity::REJECTING,
        Policy::default(),
        Vec::new(),
    );
    let user = fixture.ada.user.clone();
    write(&state, move |tx| {
        let key = KeyId::generate(tx.now(), &SystemEntropy);
        keep_evaluation_key(tx, &user, &key, b"public half", b"rotations")
    })
    .await;
    assert_eq!(scrubbed(&state).await, []);
    for (table, row, column) in MISNAMED {
        let sql = format!("INSERT INTO {table}{row}");
        write(&state, move |tx| damage_blobs(tx, &sql)).await;
        let found = scrubbed(&state).await;
        let [(named, reason)] = &found[..] else {
            panic!("{table}.{column}: {found:?}");
        };
        assert_eq!(named, table, "{column}");
        let column_of = format!("table {table}, column {column}:");
        assert!(reason.starts_with(&column_of), "{reason}");
        let key = match *table {
            "evaluation_key" => "key_id",
            "circuit" => "id",
            "proving_key" => "name",
            _ => "digest",
        };
        let kind = if key == "digest" { "blob" } else { "text" };
        let sql = format!(
            "DELETE FROM {table} WHERE typeof(user_id) <> 'text' OR typeof({key}) <> '{kind}'"
        );
        write(&state, move |tx| damage_blobs(tx, &sql)).await;
    }
    assert_eq!(scrubbed(&state).await, []);
}
