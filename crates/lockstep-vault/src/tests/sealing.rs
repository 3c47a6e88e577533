//! With which cipher stored data are sealed.

use lockstep_seal::{Cipher, Suite};

use super::*;
use crate::at_rest::AadContext;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn data_of_each_mode_are_sealed_with_the_cipher_of_its_slot() {
    let fixture = Fixture::new().await;
    let modes = [Mode::Basic, Mode::Fhe, Mode::Zk];
    let (vault, user) = (&fixture.vault, &fixture.ada.user);
    let keys = vault
        .writing_keys(user, &fixture.ada.actor, &modes, &[])
        .await
        .unwrap();
    for (mode, cipher) in [
        (None, Cipher::Aes256Gcm),
        (Some(Mode::Basic), Cipher::Aes256Gcm),
        (Some(Mode::Fhe), Cipher::Aes256Gcm),
        (Some(Mode::Zk), Cipher::Aes128Gcm),
    ] {
        let keys = keys.clone();
        let sealed = vault.ctx().db.read("test.seal", move |tx| {
            let row = AadContext {
                what: "points",
                row: b"1",
            };
            keys.seal(tx, mode, row, b"", b"61 bpm")
        });
        let sealed = sealed.await.unwrap();
        let suite = Header::parse(&sealed).unwrap().suite;
        assert_eq!(suite, Suite::Shared(cipher), "{mode:?}");
    }
}
