//! The forms of the root key, and the permissions of the files that hold it.

use std::path::PathBuf;

use data_encoding::BASE64;

use super::*;

#[tokio::test]
async fn a_root_key_is_read_in_each_form_from_a_file_of_its_user_alone() {
    let fixture = Fixture::new().await;
    fixture.close().await;
    let folder = fixture.folder.path();
    let digits = std::fs::read_to_string(folder.join("secrets/root.key")).unwrap();
    let digits = digits.trim();
    let bytes = HEXLOWER.decode(digits.as_bytes()).unwrap();
    let other = folder.join("other.key");
    let test = |text: &[u8], mode: u32, source: fn(PathBuf) -> RootSource| {
        // A file that its own user may not write is replaced.
        let _ = std::fs::remove_file(&other);
        std::fs::write(&other, text).unwrap();
        std::fs::set_permissions(&other, std::fs::Permissions::from_mode(mode)).unwrap();
        let root = source(other.clone());
        let tested = test_root(&KeyPaths {
            root,
            ..KeyPaths::usual(folder)
        });
        tested.map_err(|error| error.to_string())
    };
    for text in [
        digits.to_owned(),
        digits.to_uppercase(),
        format!("  {digits}\n"),
        BASE64.encode(&bytes),
    ] {
        assert_eq!(test(text.as_bytes(), 0o600, RootSource::File), Ok(()));
    }
    assert_eq!(test(&bytes, 0o600, RootSource::File), Ok(()));
    for text in [
        digits[2..].to_owned(),
        format!("{digits}00"),
        BASE64.encode(&bytes[1..]),
        BASE64.encode(&[&bytes[..], b"a"].concat()),
    ] {
        let refused = test(text.as_bytes(), 0o600, RootSource::File).unwrap_err();
        assert!(refused.contains("must be 32 bytes"), "{refused}");
    }
    let file: fn(PathBuf) -> RootSource = RootSource::File;
    let credential: fn(PathBuf) -> RootSource = RootSource::Credential;
    for (mode, source, is_read) in [
        (0o400, file, true),
        (0o440, file, false),
        (0o640, file, false),
        (0o604, file, false),
        (0o400, credential, true),
        // As the service manager writes it for a service with a user of its own.
        (0o440, credential, true),
        (0o460, credential, false),
        (0o444, credential, false),
    ] {
        match test(digits.as_bytes(), mode, source) {
            Ok(()) => assert!(is_read, "{mode:o}"),
            Err(refused) => {
                assert!(!is_read, "{mode:o}: {refused}");
                assert!(refused.contains("other users of this machine"), "{refused}");
            }
        }
    }
}
