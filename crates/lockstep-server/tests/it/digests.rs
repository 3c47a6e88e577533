//! No file contains a digest that confirms a guess of a request: not of a body, of a field, or of
//! an idempotency key.

use std::path::Path;

use axum::http::Method;
use data_encoding::{BASE32_NOPAD, BASE64_NOPAD, BASE64URL_NOPAD, HEXLOWER, HEXUPPER};
use md5::Md5;
use serde_json::{Value as Json, json};
use sha1::Sha1;
use sha2::digest::Digest;
use sha2::{Sha256, Sha384, Sha512};

use crate::app::{JUNE, PASSWORD, TestClient, points};
use crate::child::{Child, run};
use crate::encryption::base64;
use crate::patterns::Patterns;
use crate::uadm::client::{Device, Options, Version};
use crate::uadm::treadmill;

/// The searched digests.
#[derive(Default)]
struct Guesses(Patterns);

impl Guesses {
    /// Adds a request body as sent, in canonical JSON, and each of its fields.
    fn add_body(&mut self, raw: &[u8]) {
        self.add("a body", raw);
        let json: Json = serde_json::from_slice(raw).unwrap();
        self.add("a canonical body", json.to_string().as_bytes());
        self.add_fields(&json);
    }

    fn add_fields(&mut self, json: &Json) {
        match json {
            Json::Object(fields) => fields.values().for_each(|field| self.add_fields(field)),
            Json::Array(all) => all.iter().for_each(|field| self.add_fields(field)),
            field => {
                let text = field.to_string();
                self.add(&text, text.as_bytes());
                if let Some(content) = field.as_str() {
                    self.add(content, content.as_bytes());
                }
                if let Some(number) = field.as_f64() {
                    self.add(&text, &number.to_le_bytes());
                    self.add(&text, &number.to_be_bytes());
                }
            }
        }
    }

    /// Adds a text under every digest algorithm and encoding. Only the first 16 bytes of each
    /// digest are searched, so that truncated digests are found too.
    fn add(&mut self, name: &str, text: &[u8]) {
        for (algorithm, digest) in [
            ("SHA-256", Sha256::digest(text).to_vec()),
            ("SHA-384", Sha384::digest(text).to_vec()),
            ("SHA-512", Sha512::digest(text).to_vec()),
            ("SHA-1", Sha1::digest(text).to_vec()),
            ("MD5", Md5::digest(text).to_vec()),
            ("BLAKE2b", blake2::Blake2b512::digest(text).to_vec()),
            ("BLAKE2s", blake2::Blake2s256::digest(text).to_vec()),
        ] {
            let (short, shorter) = (&digest[..16], &digest[..15]);
            for written in [
                short.to_vec(),
                HEXLOWER.encode(short).into_bytes(),
                HEXUPPER.encode(short).into_bytes(),
                BASE64_NOPAD.encode(shorter).into_bytes(),
                BASE64URL_NOPAD.encode(shorter).into_bytes(),
                BASE32_NOPAD.encode(shorter).into_bytes(),
                BASE32_NOPAD.encode(shorter).to_lowercase().into_bytes(),
            ] {
                self.0.insert(&format!("{algorithm} of {name}"), written);
            }
        }
    }

    /// Returns every digest found in a file below the folder, with the file's name.
    fn found_below(&self, folder: &Path) -> Vec<String> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                found.extend(self.found_below(&path));
            } else if let Ok(bytes) = std::fs::read(&path) {
                let names = self.0.found_in(&bytes);
                found.extend(names.iter().map(|(name, _)| format!("{name} in {path:?}")));
            }
        }
        found
    }
}

/// Sends a body under an idempotency key, and adds the digests of both to the search.
async fn post_once(guesses: &mut Guesses, caller: &TestClient, path: &str, body: Json) -> Json {
    // The body of a client that does not sort fields and adds white space.
    let raw = serde_json::to_string_pretty(&body).unwrap();
    let key = format!("{path}-odd-key");
    guesses.add_body(raw.as_bytes());
    guesses.add("an idempotency key", key.as_bytes());
    let request = caller.request(Method::POST, path);
    let request = request.header("Content-Type", "application/json");
    let request = request.header("Idempotency-Key", key);
    caller.send(request.body(raw)).await.ok()
}

/// Connects a device over MQTT with a session that outlives the connection.
async fn connect_device(guesses: &mut Guesses, child: &Child, owner: &TestClient) {
    let device = treadmill(owner, "mill").await;
    let options = Options {
        client: "treadmill of Grace, serial 7391".to_owned(),
        session: 3600,
        ..Options::of(&device)
    };
    guesses.add("a client identifier", options.client.as_bytes());
    drop(Device::connect(child.mqtt(), Version::Five, &options).await);
    // The session is stored and found again.
    let connected = Device::connect(child.mqtt(), Version::Five, &options).await;
    assert!(connected.has_session);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_file_holds_a_digest_of_a_request() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start(folder.path());
    let admin = child.admin().await;
    let mut guesses = Guesses::default();
    let new = json!({
        "username": "grace.hopper", "email": "grace@navy.example.org",
        "password": "an odd 7391 xyzzy secret", "tier": "enterprise",
    });
    post_once(&mut guesses, &admin, "/v1/admin/users", new).await;
    let anonymous = TestClient::at(child.address);
    let grace = anonymous.signed_in("grace.hopper", "an odd 7391 xyzzy secret");
    let grace = grace.await;
    let mut upload = points(
        "heart_rate",
        "bpm",
        "Chest strap of Grace",
        JUNE,
        &[61.0, 187.25],
    );
    upload["encryptionMode"] = json!("Basic");
    for (path, body) in [
        ("/v1/sfdp/data", upload),
        (
            "/v1/sfdp/devices",
            json!({ "type": "watch", "name": "Grace's watch", "capabilities": [] }),
        ),
        ("/v1/api-keys", json!({ "name": "bridge of Grace" })),
        ("/v1/encryption/keys/generate", json!({ "mode": "Basic" })),
        (
            "/v1/encryption/encrypt",
            json!({ "data": base64(b"[72.5]"), "mode": "Basic" }),
        ),
    ] {
        post_once(&mut guesses, &grace, path, body).await;
    }
    connect_device(&mut guesses, &child, &grace).await;
    // Bodies without an idempotency key, and files.
    let profile = json!({ "weightKg": 77.25, "maxHeartRate": 190, "birthDate": "1906-12-09" });
    guesses.add_body(profile.to_string().as_bytes());
    grace.put("/v1/sfdp/profile", profile).await.ok();
    let recording = "timestamp,type,value,unit,device\n2026-01-01T00:00:00Z,weight,77.5,kg,scale\n";
    guesses.add("a file", recording.as_bytes());
    grace.import(recording).await.ok();
    let sign_in = json!({ "username": "grace.hopper", "password": PASSWORD });
    guesses.add_body(sign_in.to_string().as_bytes());
    anonymous
        .post("/api/auth/token", sign_in)
        .await
        .refused(401, "INVALID_TOKEN");

    // Searches while the server runs (with its log), in a backup, and after the server ended.
    let mut found = guesses.found_below(folder.path());
    let backup = tempfile::tempdir().unwrap();
    let copy = backup.path().join("copy");
    let args = ["backup", "create", &*copy.to_string_lossy()];
    assert!(run(folder.path(), &args, "").status.success());
    found.extend(guesses.found_below(backup.path()));
    let (fine, _) = child.end();
    assert!(fine);
    found.extend(guesses.found_below(folder.path()));
    assert!(found.is_empty(), "{}", found.join("\n"));

    // A planted digest is found, so the search works.
    let planted = Sha256::digest(recording.as_bytes());
    std::fs::write(folder.path().join("planted"), planted).unwrap();
    assert_eq!(guesses.found_below(folder.path()).len(), 1);
}

/// A repeated request is recognised after a restart, because the key of digests is stored.
#[tokio::test]
async fn a_repeated_request_is_recognised_after_a_restart() {
    let app = crate::app::TestApp::start().await;
    let ada = app.user("ada").await;
    let body = points("steps", "count", "watch", JUNE, &[7.0]);
    let first = ada
        .post_once("/v1/sfdp/data", "once", body.clone())
        .await
        .ok();
    let folder = app.stop().await;
    let app = crate::app::TestApp::start_in(folder, |_| {}).await;
    let ada = app.anonymous().signed_in("ada", PASSWORD).await;
    let again = ada.post_once("/v1/sfdp/data", "once", body).await.ok();
    assert_eq!(first, again);
    let other = points("steps", "count", "watch", JUNE, &[8.0]);
    let other = ada.post_once("/v1/sfdp/data", "once", other).await;
    other.refused(409, "CONFLICT");
}
