//! Moves of the keys with the secrets, or the root key, of another installation. Most of these tests need no server.

use super::*;
use crate::root::write_secret;

/// The paths of the closed keys of a fixture, which would move to a server that nothing asks.
fn moving(installation: &Fixture) -> KeyPaths {
    let url = "postgres://me@127.0.0.1:1/d".parse().unwrap();
    KeyPaths::usual(installation.folder.path()).on_server(url)
}

async fn closed() -> Fixture {
    let installation = Fixture::new().await;
    installation.close().await;
    installation
}

fn refusal(paths: &KeyPaths) -> String {
    let refused = relocation::check_move_to_server(paths);
    refused.unwrap_err().to_string()
}

/// The record of the other installation may be the only one that its keys have.
#[tokio::test]
async fn keys_do_not_move_to_the_secrets_of_another_installation() {
    let (own, other) = (closed().await, closed().await);
    let (paths, of_other) = (moving(&own), moving(&other));
    relocation::check_move_to_server(&paths).unwrap();
    let record = std::fs::read(of_other.in_file().check()).unwrap();
    write_secret(&of_other.check(), &record).unwrap();
    // The root key can be configured, and is the right one then.
    let roots = [
        RootSource::Unconfigured,
        RootSource::File(paths.secrets.join("root.key")),
    ];
    for root in roots {
        let crossed = KeyPaths {
            secrets: of_other.secrets.clone(),
            root,
            ..paths.clone()
        };
        let refused = refusal(&crossed);
        let named = of_other.check().display().to_string();
        assert!(
            refused.contains(&format!("{named} is of the installation"))
                && refused.contains("Set keys.secrets"),
            "{refused}"
        );
        assert_eq!(std::fs::read(of_other.check()).unwrap(), record);
        // The keys of the other one are in its file, so that only its epoch keys are in the folder.
        std::fs::remove_file(of_other.check()).unwrap();
        let refused = refusal(&crossed);
        assert!(
            refused.contains("epochs.json is of another installation"),
            "{refused}"
        );
        write_secret(&of_other.check(), &record).unwrap();
    }
}

#[tokio::test]
async fn keys_do_not_move_with_another_root_key_or_beside_another_record() {
    let own = closed().await;
    let paths = moving(&own);
    let other_root = KeyPaths {
        root: RootSource::Variable(Zeroizing::new("ab".repeat(32))),
        ..paths.clone()
    };
    let refused = relocation::check_move_to_server(&other_root);
    assert!(matches!(refused, Err(VaultError::WrongRoot)), "{refused:?}");
    // An earlier move was interrupted, and the root key was replaced since.
    let record = std::fs::read(paths.in_file().check()).unwrap();
    let mut earlier: serde_json::Value = serde_json::from_slice(&record).unwrap();
    let digits = earlier["check"].as_str().unwrap().len();
    earlier["check"] = "0".repeat(digits).into();
    write_secret(&paths.check(), earlier.to_string().as_bytes()).unwrap();
    let refused = refusal(&paths);
    assert!(refused.contains("is of another root key"), "{refused}");
    write_secret(&paths.check(), &record).unwrap();
    relocation::check_move_to_server(&paths).unwrap();
    std::fs::remove_file(paths.in_file().check()).unwrap();
    let refused = refusal(&paths);
    assert!(refused.contains("keys.check is missing"), "{refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_on_a_server_do_not_move_with_the_secrets_of_another_installation() {
    let (Some(own), Some(other)) = (Installation::new(), Installation::new()) else {
        return;
    };
    own.used().await;
    other.used().await;
    relocation::check_move_to_file(&own.paths).unwrap();
    let crossed = KeyPaths {
        secrets: other.paths.secrets.clone(),
        ..own.paths.clone()
    };
    let refused = relocation::check_move_to_file(&crossed).unwrap_err();
    let refused = refused.to_string();
    assert!(
        refused.contains(own.keys().schema()) && refused.contains("Set keys.secrets"),
        "{refused}"
    );
    let other_root = KeyPaths {
        root: RootSource::Variable(Zeroizing::new("ab".repeat(32))),
        ..own.paths.clone()
    };
    let refused = relocation::check_move_to_file(&other_root);
    assert!(matches!(refused, Err(VaultError::WrongRoot)), "{refused:?}");
}
