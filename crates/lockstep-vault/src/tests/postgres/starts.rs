//! Starts that wait for another node, whose keys are on PostgreSQL.

use super::*;
use crate::root::expect_shared_secrets;

/// The record was read before the lock of the keys was free. Under the old root key, the start would have removed the keys
/// under the new one, if the other node had died before it removed the old ones.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_that_read_the_record_before_the_root_key_was_replaced_is_refused() {
    let Some(installation) = Installation::new() else {
        return;
    };
    let made = installation.used().await;
    let entropy: Arc<dyn Entropy> = Arc::new(SystemEntropy);
    let waiting = unlock(&installation.paths, &entropy).unwrap();
    let file = installation.folder.path().join("new.key");
    std::fs::write(&file, "ab".repeat(32)).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
    let vault = installation.open(&installation.paths).await;
    let replaced = vault.platform_keys().replace_root(&file, false).await;
    replaced.unwrap();
    close(&vault).await;
    let check = std::fs::read(installation.paths.check()).unwrap();
    let options = store_options(&installation.paths, &installation.clock);
    let db = Db::open(options, crate::CAPABILITY.migrations).unwrap();
    let ctx = Ctx::new(db, installation.clock.clone(), entropy).await;
    let ctx = ctx.unwrap();
    let refused = waiting.open(&ctx).await.err().unwrap().to_string();
    assert!(
        refused.contains("has changed since this start read it"),
        "{refused}"
    );
    ctx.db.close().await;
    assert_eq!(std::fs::read(installation.paths.check()).unwrap(), check);
    let replaced = KeyPaths {
        root: RootSource::File(file),
        ..installation.paths.clone()
    };
    let vault = installation.open(&replaced).await;
    assert!(installation.reads(&vault, &made).await);
    close(&vault).await;
}

/// It would wait as a standby that can never take over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_without_the_secrets_of_the_installation_is_refused_before_it_waits() {
    let (Some(installation), Some(other)) = (Installation::new(), Installation::new()) else {
        return;
    };
    let paths = &installation.paths;
    // Before the first start there is nothing to compare with.
    expect_shared_secrets(paths).unwrap();
    installation.used().await;
    expect_shared_secrets(paths).unwrap();
    other.used().await;
    let wrong = KeyPaths {
        secrets: other.paths.secrets.clone(),
        ..paths.clone()
    };
    let refused = expect_shared_secrets(&wrong).unwrap_err().to_string();
    assert!(refused.contains("of another installation"), "{refused}");
    let missing = KeyPaths {
        secrets: paths.secrets.join("missing"),
        ..paths.clone()
    };
    let refused = expect_shared_secrets(&missing).unwrap_err().to_string();
    assert!(refused.contains("keys.check is missing"), "{refused}");
}
