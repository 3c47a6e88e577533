//! Turns of the epoch whose account keys are on PostgreSQL: what a replica lacks, and another node.

use super::*;

/// The numbers of the epochs whose keys are in the folder of secrets.
fn epochs(installation: &Installation) -> Vec<i64> {
    let text = std::fs::read(installation.paths.epochs()).unwrap();
    let file: serde_json::Value = serde_json::from_slice(&text).unwrap();
    let all = file["epochs"].as_array().unwrap().iter();
    all.map(|epoch| epoch["n"].as_i64().unwrap()).collect()
}

/// A replica that was promoted lacks the turn, so that the keys are wrapped a second time, long after the epoch began. The next
/// failover may lose that, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_epochs_are_kept_for_an_hour_after_the_keys_were_wrapped_again() {
    let Some(installation) = Installation::new() else {
        return;
    };
    let made = installation.used().await;
    let folder = tempfile::tempdir().unwrap();
    let replica = installation.node(folder.path());
    relocation::copy_to_file(&replica).unwrap().unwrap();
    relocation::name_file(&replica).unwrap();
    let vault = installation.open(&installation.paths).await;
    installation.clock.pass(31);
    round(&vault).await.unwrap();
    assert_eq!(epochs(&installation), [1, 2]);
    close(&vault).await;

    installation.keys().remove_schema().unwrap();
    relocation::copy_to_server(&replica).unwrap();
    let vault = open_as(&installation.paths, &installation.clock, true).await;
    let vault = vault.unwrap();
    installation.clock.pass(1);
    for _ in 0..2 {
        round(&vault).await.unwrap();
        assert_eq!(epochs(&installation), [1, 2]);
    }
    close(&vault).await;
    // It is not known how long before its end the process wrapped keys.
    let vault = installation.open(&installation.paths).await;
    round(&vault).await.unwrap();
    assert_eq!(epochs(&installation), [1, 2]);
    installation.clock.pass(1);
    round(&vault).await.unwrap();
    assert_eq!(epochs(&installation), [2]);
    assert!(installation.reads(&vault, &made).await);
    close(&vault).await;
}

/// The account keys are under the newest epoch key of the other node, which is in this file alone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_does_not_replace_the_epochs_that_another_node_has_written() {
    let Some(installation) = Installation::new() else {
        return;
    };
    installation.used().await;
    let vault = installation.open(&installation.paths).await;
    installation.clock.pass(31);
    let path = installation.paths.epochs();
    let before = std::fs::read(&path).unwrap();
    let mut file: serde_json::Value = serde_json::from_slice(&before).unwrap();
    let mut newer = file["epochs"][0].clone();
    newer["n"] = 2.into();
    file["epochs"].as_array_mut().unwrap().push(newer);
    let of_the_other = file.to_string();
    std::fs::write(&path, &of_the_other).unwrap();
    let refused = round(&vault).await.err().unwrap().log.unwrap();
    assert!(refused.contains("another node has written it"), "{refused}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), of_the_other);
    // A folder of secrets that is not mounted any more gets no file.
    std::fs::remove_file(&path).unwrap();
    assert!(round(&vault).await.is_err());
    assert!(!path.exists());
    std::fs::write(&path, before).unwrap();
    round(&vault).await.unwrap();
    assert_eq!(epochs(&installation), [1, 2]);
    close(&vault).await;
}
