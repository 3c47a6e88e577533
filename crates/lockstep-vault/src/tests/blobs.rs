//! Flipped bits of circuits and of evaluation keys: no key seals them, and a scrub finds each.

use super::*;
use crate::store::tampering::flip_blob;

/// Goes through all of these tables; gives what is damaged, as table and reason.
async fn scrubbed(vault: &Vault) -> Vec<(String, String)> {
    let mut damaged = Vec::new();
    let mut next = Some("0:/".to_owned());
    while let Some(at) = next {
        let found = vault.scrub_blob_for_a_test(&at).await;
        let names = found
            .damaged
            .into_iter()
            .map(|one| (one.table.into_owned(), one.reason));
        damaged.extend(names);
        next = found
            .next
            .map(|next| next.trim_start_matches("blob:").to_owned());
    }
    damaged
}

#[tokio::test]
async fn every_flipped_bit_of_a_large_value_is_found() {
    let home = Home::new().await;
    let user = home.ada.user.clone();
    home.tamper(move |tx| {
        let r1cs = b"rows and wires".to_vec();
        let circuit = crate::store::circuits::Circuit {
            id: format!("circuit:{}", HEXLOWER.encode(&Sha256::digest(&r1cs))),
            curve: "bn254".to_owned(),
            r1cs,
            zkey: None,
            wasm: Some(b"makes witnesses".to_vec()),
        };
        crate::store::circuits::insert_circuit(tx, &user, &circuit)?;
        let key = lockstep_store::id::KeyId::generate(tx.now(), &SystemEntropy);
        crate::store::keep_evaluation_key(tx, &user, &key, b"public half", b"rotations")
    })
    .await;
    // The first scrub records the digests.
    assert_eq!(scrubbed(&home.vault).await, []);
    for (table, column, bytes) in [
        ("circuit", "r1cs", 14),
        ("circuit", "wasm", 15),
        ("evaluation_key", "public", 11),
        ("evaluation_key", "body", 9),
    ] {
        for bit in 0..bytes * 8 {
            home.tamper(move |tx| flip_blob(tx, table, column, bit))
                .await;
            let found = scrubbed(&home.vault).await;
            assert_eq!(found.len(), 1, "{table}.{column}, bit {bit}: {found:?}");
            assert_eq!(found[0].0, table, "{column}, bit {bit}");
            home.tamper(move |tx| flip_blob(tx, table, column, bit))
                .await;
        }
    }
    assert_eq!(scrubbed(&home.vault).await, []);
}
