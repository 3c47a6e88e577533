//! F4: `kill -9` while keys are rotated, scheduled for destruction, restored, and destroyed with
//! their accounts. Every acknowledged ciphertext decrypts, unless its key is permanently destroyed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use axum::http::Method;
use lockstep_documents::{VerificationPolicy, verify};
use lockstep_store::Timestamp;
use serde_json::{Value as Json, json};

use crate::app::{PASSWORD, SeededRandom, TestClient};
use crate::child;
use crate::engine::Engine;
use crate::uploads::pass_time;
use crate::{Figure, Tier};

pub(crate) async fn figures(tier: Tier, seed: u64, engine: Engine<'_>) -> Vec<Figure> {
    let folder = tempfile::tempdir().unwrap();
    let clock = lockstep_store::SystemClock::shared();
    let kills = engine.kills(tier.turns);
    let mut child = engine.start(folder.path());
    let admin = child.admin().await;
    let key = admin.post("/v1/api-keys", json!({ "name": "keys" })).await;
    let key = key.ok()["key"].as_str().unwrap().to_owned();
    let mut dice = SeededRandom(seed);
    let mut ring = KeyClient::new(dice.roll());
    let mut erased = [0; 3];
    for round in 1..=kills {
        let context = format!("seed {seed}, kill {round}");
        let caller = TestClient::at(child.address).bearing(&*key);
        let mut victim = Victim::new(&caller, round).await;
        // An erasure takes a few milliseconds, so every other kill comes within that time.
        let most = [MAX_MICROSECONDS, ERASURE_MICROSECONDS][round as usize % 2];
        let moment = Duration::from_micros(dice.below(engine.longest_moment(most)));
        {
            let work = async { tokio::join!(ring.work(&caller), victim.erase(&caller)) };
            let mut work = std::pin::pin!(work);
            // The client never ends by itself; the kill interrupts it at an arbitrary point.
            let ended = tokio::time::timeout(moment, &mut work).await;
            drop(child);
            assert!(ended.is_err());
        }
        let start = clock.now();
        child = engine.start(folder.path());
        let caller = TestClient::at(child.address).bearing(&*key);
        ring.settle(&caller, &context).await;
        let place = (engine, folder.path());
        let settled = victim.settle(&caller, place, start, &context).await;
        erased[settled] += 1;
    }
    let caller = TestClient::at(child.address).bearing(&*key);
    let sealed = ring.assert_all_open(&caller, &format!("seed {seed}")).await;
    // Both check that every recorded key has its secret; a store on PostgreSQL has no backup of its own.
    let copy = folder.path().join("backup");
    let backup = ["backup", "create", copy.to_str().unwrap()];
    let check: &[&str] = match engine.is_embedded() {
        true => &backup,
        false => &["doctor"],
    };
    let checked = child::run(folder.path(), check, "");
    let output = [checked.stdout, checked.stderr].concat();
    let output = String::from_utf8_lossy(&output);
    let is_whole =
        checked.status.success() || output.contains("ok  every key opens, and the store knows it");
    assert!(is_whole, "seed {seed}: {output}");
    let [before, within, after] = erased;
    vec![Figure {
        what: "F4 `kill -9` while keys are rotated, scheduled for destruction, restored and destroyed",
        target: format!("{kills} kills, every acknowledged ciphertext decrypts"),
        seen: format!(
            "{kills} kills, {sealed} ciphertexts under {} keys, all decrypt; of {kills} erasures {before} not \
             begun and intact, {within} begun and finished by the next start, {after} done: nothing \
             of them left but a receipt; seed {seed}",
            ring.keys.len(),
        ),
    }]
}

/// The keys after which none is rotated: an account has at most 256, and the act that a kill interrupts may add one.
const MOST_KEYS: usize = 240;

/// A client that encrypts and changes its keys in sequence, and knows their expected states.
struct KeyClient {
    dice: SeededRandom,
    /// The acknowledged state of each key.
    keys: BTreeMap<String, String>,
    sealed: Vec<SealedData>,
    /// The act that was sent and not answered.
    under_way: Option<KeyAction>,
}

struct SealedData {
    key: String,
    data: String,
    envelope: Json,
}

#[derive(Clone)]
enum KeyAction {
    /// Encrypts; may create a key.
    Encrypt,
    /// Rotates this key: a new key replaces it.
    Rotate(String),
    /// Changes the status of this key.
    Change(String, &'static str),
}

impl KeyClient {
    fn new(seed: u64) -> Self {
        Self {
            dice: SeededRandom(seed),
            keys: BTreeMap::new(),
            sealed: Vec::new(),
            under_way: None,
        }
    }

    /// Returns one of the keys in this status.
    fn any(&mut self, status: &str) -> Option<String> {
        let matching = self.keys.iter().filter(|(_, is)| *is == status);
        let matching: Vec<String> = matching.map(|(id, _)| id.clone()).collect();
        let index = self.dice.below(matching.len().max(1) as u64) as usize;
        matching.get(index).cloned()
    }

    /// Performs random acts without end.
    async fn work(&mut self, caller: &TestClient) {
        loop {
            let roll = self.dice.below(8);
            let act = match roll {
                0..=2 => None,
                3..=5 if self.keys.len() < MOST_KEYS => self.any("active").map(KeyAction::Rotate),
                6 => self
                    .any("rotated")
                    .map(|id| KeyAction::Change(id, "pending_destruction")),
                _ => self
                    .any("pending_destruction")
                    .map(|id| KeyAction::Change(id, "rotated")),
            };
            let act = act.unwrap_or(KeyAction::Encrypt);
            self.under_way = Some(act.clone());
            match act {
                KeyAction::Encrypt => self.encrypt(caller).await,
                KeyAction::Rotate(id) => {
                    let path = format!("/v1/encryption/keys/{id}/rotate");
                    let made = caller.post(&path, json!({})).await.ok();
                    self.keys.insert(id, "rotated".to_owned());
                    self.keys
                        .insert(text(&made["keyId"]), text(&made["status"]));
                }
                KeyAction::Change(id, to) => {
                    let path = format!("/v1/encryption/keys/{id}");
                    let done = if to == "rotated" {
                        caller
                            .post(&format!("{path}/cancel-destruction"), json!({}))
                            .await
                    } else {
                        caller.delete(&path).await
                    };
                    assert_eq!(done.ok()["status"], to);
                    self.keys.insert(id, to.to_owned());
                }
            }
            self.under_way = None;
        }
    }

    async fn encrypt(&mut self, caller: &TestClient) {
        let data = format!("{:08}", self.sealed.len());
        let parameters = match self.dice.below(3) {
            0 => json!({}),
            1 => json!({ "securityLevel": 128 }),
            _ => json!({ "scheme": "X-Wing" }),
        };
        let body = json!({ "data": data, "mode": "Basic", "parameters": parameters });
        let made = caller.post("/v1/encryption/encrypt", body).await.ok();
        let key = text(&made["metadata"]["keyId"]);
        self.keys.entry(key.clone()).or_insert("active".to_owned());
        self.sealed.push(SealedData {
            key,
            data,
            envelope: made["encryptedData"].clone(),
        });
    }

    /// After a crash, asserts that every key has its acknowledged status or the status of the
    /// unanswered act. Also asserts that it opens its ciphertexts.
    async fn settle(&mut self, caller: &TestClient, context: &str) {
        let (mut seen, mut slots) = (BTreeMap::new(), BTreeSet::new());
        for page in 1.. {
            let path = format!("/v1/encryption/keys?limit=100&page={page}");
            let list = caller.get(&path).await.ok();
            let list = list["keys"].as_array().unwrap();
            for key in list {
                let about = &key["metadata"];
                if about["current"] == true {
                    let slot = format!("{} {}", about["scheme"], about["securityLevel"]);
                    assert!(
                        slots.insert(slot),
                        "{context}: two keys are current: {list:?}"
                    );
                }
                seen.insert(text(&key["keyId"]), text(&key["status"]));
            }
            if list.len() < 100 {
                break;
            }
        }
        let under_way = self.under_way.take();
        let mut more = seen
            .keys()
            .filter(|id| !self.keys.contains_key(*id))
            .count();
        for (id, was) in &self.keys {
            let is = seen.get(id);
            let may = match &under_way {
                Some(KeyAction::Rotate(of)) if of == id && is.is_some_and(|is| is == "rotated") => {
                    assert_eq!(more, 1, "{context}: {id} has no successor");
                    more = 0;
                    continue;
                }
                Some(KeyAction::Change(of, to)) if of == id => Some(*to),
                _ => None,
            };
            let fits = is.is_some_and(|is| is == was || Some(&**is) == may);
            assert!(fits, "{context}: {id} was {was}, is {is:?}");
        }
        let most = usize::from(matches!(under_way, Some(KeyAction::Encrypt)));
        assert!(more <= most, "{context}: {more} keys that no act created");
        self.keys = seen;
        for nth in 0..SAMPLE.min(self.sealed.len()) {
            let index = match nth {
                0..10 => self.sealed.len() - 1 - nth,
                _ => self.dice.below(self.sealed.len() as u64) as usize,
            };
            self.assert_opens(caller, &self.sealed[index], context)
                .await;
        }
    }

    async fn assert_opens(&self, caller: &TestClient, sealed: &SealedData, context: &str) {
        let body = json!({ "encryptedData": sealed.envelope });
        let answer = loop {
            let answer = caller.post("/v1/encryption/decrypt", body.clone()).await;
            // A release has more ciphertexts than the requests of a minute.
            let pause = answer
                .header("retry-after")
                .filter(|_| answer.status == 429);
            let Some(pause) = pause else { break answer };
            pass_time(Duration::from_secs(pause.parse().unwrap())).await;
        };
        if self.keys[&sealed.key] == "pending_destruction" {
            answer.refused(400, "INVALID_ENCRYPTION_PARAMETERS");
        } else {
            assert_eq!(answer.status, 200, "{context}: {} {answer}", sealed.key);
            assert_eq!(answer.json()["data"], sealed.data, "{context}");
        }
    }

    /// Cancels every scheduled destruction and opens every ciphertext; returns their number.
    async fn assert_all_open(&mut self, caller: &TestClient, context: &str) -> usize {
        while let Some(id) = self.any("pending_destruction") {
            let path = format!("/v1/encryption/keys/{id}/cancel-destruction");
            let kept = caller.post(&path, json!({})).await.ok();
            self.keys.insert(id, text(&kept["status"]));
        }
        for sealed in &self.sealed {
            self.assert_opens(caller, sealed, context).await;
        }
        self.sealed.len()
    }
}

/// An account that is erased with its keys.
struct Victim {
    name: String,
    id: String,
    envelope: Json,
    answered: bool,
}

impl Victim {
    async fn new(admin: &TestClient, round: u32) -> Self {
        let name = format!("victim-{round}");
        let new = json!({
            "username": name, "email": format!("{name}@example.org"), "password": PASSWORD,
            "tier": "standard",
        });
        admin.post("/v1/admin/users", new).await.ok();
        let own = TestClient::at(admin.address)
            .signed_in(&name, PASSWORD)
            .await;
        let body = json!({ "data": DATA, "mode": "Basic" });
        let made = own.post("/v1/encryption/encrypt", body).await.ok();
        Self {
            name,
            id: own.id,
            envelope: made["encryptedData"].clone(),
            answered: false,
        }
    }

    fn path(&self) -> String {
        format!("/v1/admin/users/{}", self.id)
    }

    async fn erase(&mut self, admin: &TestClient) {
        admin.delete(&self.path()).await.ok();
        self.answered = true;
        std::future::pending::<()>().await;
    }

    /// After a crash, determines the state of the erasure: 0 if the account is intact, 1 if this
    /// start finished the erasure before it was ready, 2 if it was finished before this start. Then
    /// asserts that the account and its keys are gone and that there is a receipt.
    async fn settle(
        &self,
        admin: &TestClient,
        (engine, data): (Engine<'_>, &Path),
        start: Timestamp,
        context: &str,
    ) -> usize {
        let anonymous = TestClient::at(admin.address);
        let body = json!({ "username": self.name, "password": PASSWORD });
        let pair = anonymous.post("/api/auth/token", body).await;
        let begun = pair.status != 200;
        assert!(
            begun || !self.answered,
            "{context}: {} still exists",
            self.name
        );
        if !begun {
            let own = anonymous.bearing(text(&pair.json()["access_token"]));
            let body = json!({ "encryptedData": self.envelope });
            let opened = own.post("/v1/encryption/decrypt", body).await.ok();
            assert_eq!(opened["data"], DATA, "{context}");
        }
        let again = admin
            .send(admin.request(Method::DELETE, &self.path()))
            .await;
        // The server completes a started erasure without another request.
        assert_eq!(
            again.status,
            if begun { 404 } else { 200 },
            "{context}: {again}"
        );
        engine.assert_has_no_keys_of(data, &self.id, context);
        let of = format!("/v1/admin/erasures?userId={}", self.id);
        let listed = admin.get(&of).await.ok();
        assert_eq!(listed["total"], 1, "{context}: {listed}");
        let erasure = &listed["erasures"][0];
        let receipt = verify(
            erasure["receipt"].to_string().as_bytes(),
            &VerificationPolicy::default(),
        );
        assert_eq!(
            receipt.unwrap().says.fields()["removed"]["keys"],
            1,
            "{context}"
        );
        let finished: Timestamp = text(&erasure["finishedAt"]).parse().unwrap();
        match begun {
            false => 0,
            true => 1 + usize::from(finished < start),
        }
    }
}

fn text(json: &Json) -> String {
    json.as_str().unwrap().to_owned()
}

/// The number of ciphertexts opened after each kill.
const SAMPLE: usize = 24;
const MAX_MICROSECONDS: u64 = 90_000;
const ERASURE_MICROSECONDS: u64 = 12_000;
/// Arbitrary data in base 64.
const DATA: &str = "b25jZQ==";
