//! F4: `kill -9` while keys are followed by others, condemned, kept after all, and destroyed with
//! their accounts: every ciphertext ever acknowledged decrypts, or its key is destroyed for good.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use axum::http::Method;
use lockstep_encryption::verify;
use lockstep_store::Timestamp;
use lockstep_vault::document::Trust;
use serde_json::{Value as Json, json};

use crate::app::{Anyone, Dice, PASSWORD};
use crate::child::{self, Child};
use crate::{Figure, Tier};

pub(crate) async fn figures(tier: Tier, seed: u64) -> Vec<Figure> {
    let folder = tempfile::tempdir().unwrap();
    let clock = lockstep_store::SystemClock::shared();
    let mut child = Child::start(folder.path());
    let admin = child.admin().await;
    let key = admin.post("/v1/api-keys", json!({ "name": "keys" })).await;
    let key = key.ok()["key"].as_str().unwrap().to_owned();
    let mut dice = Dice(seed);
    let mut ring = Ring::new(dice.roll());
    let mut erased = [0; 3];
    for round in 1..=tier.turns {
        let said = format!("seed {seed}, kill {round}");
        let caller = Anyone::at(child.address).bearing(&*key);
        let mut victim = Victim::new(&caller, round).await;
        // An erasure takes some milliseconds: every other kill is meant for it.
        let most = [MAX_MICROSECONDS, ERASURE_MICROSECONDS][round as usize % 2];
        let moment = Duration::from_micros(dice.below(most));
        {
            let work = async { tokio::join!(ring.work(&caller), victim.erase(&caller)) };
            let mut work = std::pin::pin!(work);
            // It never ends by itself; the kill takes it in the middle of whatever it does.
            let ended = tokio::time::timeout(moment, &mut work).await;
            drop(child);
            assert!(ended.is_err());
        }
        let start = clock.now();
        child = Child::start(folder.path());
        let caller = Anyone::at(child.address).bearing(&*key);
        ring.settle(&caller, &said).await;
        let settled = victim.settle(&caller, folder.path(), start, &said).await;
        erased[settled] += 1;
    }
    let caller = Anyone::at(child.address).bearing(&*key);
    let sealed = ring.whole(&caller, &format!("seed {seed}")).await;
    // A backup opens the secret of every key that is named.
    let copy = folder.path().join("backup");
    let copied = child::run(
        folder.path(),
        &["backup", "create", copy.to_str().unwrap()],
        "",
    );
    let output = String::from_utf8_lossy(&copied.stderr);
    assert!(copied.status.success(), "seed {seed}: {output}");
    let [before, within, after] = erased;
    vec![Figure {
        what: "F4 `kill -9` while keys are rotated, condemned, kept and destroyed",
        target: format!(
            "{} kills, every acknowledged ciphertext decrypts",
            tier.turns
        ),
        seen: format!(
            "{} kills, {sealed} ciphertexts under {} keys, all decrypt; of {} erasures {before} not \
             begun and whole, {within} begun and finished by the next start, {after} done: nothing \
             of them left but a receipt; seed {seed}",
            tier.turns,
            ring.keys.len(),
            tier.turns,
        ),
    }]
}

/// A client that encrypts and changes its keys in sequence, and knows their expected states.
struct Ring {
    dice: Dice,
    /// The acknowledged state of each key.
    keys: BTreeMap<String, String>,
    sealed: Vec<Sealed>,
    /// The act that was sent and not answered.
    under_way: Option<Act>,
}

struct Sealed {
    key: String,
    data: String,
    envelope: Json,
}

#[derive(Clone)]
enum Act {
    /// May make a key.
    Encrypt,
    /// Of this key, which another follows.
    Rotate(String),
    /// To this key, which is then that.
    Change(String, &'static str),
}

impl Ring {
    fn new(seed: u64) -> Self {
        Self {
            dice: Dice(seed),
            keys: BTreeMap::new(),
            sealed: Vec::new(),
            under_way: None,
        }
    }

    /// Returns one of the keys in this status.
    fn any(&mut self, status: &str) -> Option<String> {
        let those = self.keys.iter().filter(|(_, is)| *is == status);
        let those: Vec<String> = those.map(|(id, _)| id.clone()).collect();
        let place = self.dice.below(those.len().max(1) as u64) as usize;
        those.get(place).cloned()
    }

    /// Works without end.
    async fn work(&mut self, caller: &Anyone) {
        loop {
            let roll = self.dice.below(8);
            let act = match roll {
                0..=2 => None,
                3..=5 => self.any("active").map(Act::Rotate),
                6 => self
                    .any("rotated")
                    .map(|id| Act::Change(id, "pending_destruction")),
                _ => self
                    .any("pending_destruction")
                    .map(|id| Act::Change(id, "rotated")),
            };
            let act = act.unwrap_or(Act::Encrypt);
            self.under_way = Some(act.clone());
            match act {
                Act::Encrypt => self.encrypt(caller).await,
                Act::Rotate(id) => {
                    let path = format!("/v1/encryption/keys/{id}/rotate");
                    let made = caller.post(&path, json!({})).await.ok();
                    self.keys.insert(id, "rotated".to_owned());
                    self.keys
                        .insert(text(&made["keyId"]), text(&made["status"]));
                }
                Act::Change(id, to) => {
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

    async fn encrypt(&mut self, caller: &Anyone) {
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
        self.sealed.push(Sealed {
            key,
            data,
            envelope: made["encryptedData"].clone(),
        });
    }

    /// After a crash: every key is what was acknowledged or what was under way, and opens what was
    /// sealed under it.
    async fn settle(&mut self, caller: &Anyone, said: &str) {
        let (mut seen, mut slots) = (BTreeMap::new(), BTreeSet::new());
        for page in 1.. {
            let path = format!("/v1/encryption/keys?limit=100&page={page}");
            let list = caller.get(&path).await.ok();
            let list = list["keys"].as_array().unwrap();
            for key in list {
                let about = &key["metadata"];
                if about["current"] == true {
                    let slot = format!("{} {}", about["scheme"], about["securityLevel"]);
                    assert!(slots.insert(slot), "{said}: two are current: {list:?}");
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
                Some(Act::Rotate(of)) if of == id && is.is_some_and(|is| is == "rotated") => {
                    assert_eq!(more, 1, "{said}: {id} was followed by none");
                    more = 0;
                    continue;
                }
                Some(Act::Change(of, to)) if of == id => Some(*to),
                _ => None,
            };
            let fits = is.is_some_and(|is| is == was || Some(&**is) == may);
            assert!(fits, "{said}: {id} was {was}, is {is:?}");
        }
        let most = usize::from(matches!(under_way, Some(Act::Encrypt)));
        assert!(more <= most, "{said}: {more} keys that nobody asked for");
        self.keys = seen;
        for nth in 0..SAMPLE.min(self.sealed.len()) {
            let place = match nth {
                0..10 => self.sealed.len() - 1 - nth,
                _ => self.dice.below(self.sealed.len() as u64) as usize,
            };
            self.opens(caller, &self.sealed[place], said).await;
        }
    }

    async fn opens(&self, caller: &Anyone, sealed: &Sealed, said: &str) {
        let body = json!({ "encryptedData": sealed.envelope });
        let answer = caller.post("/v1/encryption/decrypt", body).await;
        if self.keys[&sealed.key] == "pending_destruction" {
            answer.refused(400, "INVALID_ENCRYPTION_PARAMETERS");
        } else {
            assert_eq!(answer.status, 200, "{said}: {} {answer}", sealed.key);
            assert_eq!(answer.json()["data"], sealed.data, "{said}");
        }
    }

    /// Takes back every destruction and opens everything; how much that is.
    async fn whole(&mut self, caller: &Anyone, said: &str) -> usize {
        while let Some(id) = self.any("pending_destruction") {
            let path = format!("/v1/encryption/keys/{id}/cancel-destruction");
            let kept = caller.post(&path, json!({})).await.ok();
            self.keys.insert(id, text(&kept["status"]));
        }
        for sealed in &self.sealed {
            self.opens(caller, sealed, said).await;
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
    async fn new(admin: &Anyone, round: u32) -> Self {
        let name = format!("victim-{round}");
        let new = json!({
            "username": name, "email": format!("{name}@example.org"), "password": PASSWORD,
            "tier": "standard",
        });
        admin.post("/v1/admin/users", new).await.ok();
        let own = Anyone::at(admin.address).signed_in(&name, PASSWORD).await;
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

    async fn erase(&mut self, admin: &Anyone) {
        admin.delete(&self.path()).await.ok();
        self.answered = true;
        std::future::pending::<()>().await;
    }

    /// After a crash: it is whole (0), or it was gone before the server said that it is ready again:
    /// by that start (1), or by the one before (2). Afterwards it is gone, nothing of its keys is left,
    /// and there is a receipt.
    async fn settle(&self, admin: &Anyone, data: &Path, start: Timestamp, said: &str) -> usize {
        let nobody = Anyone::at(admin.address);
        let body = json!({ "username": self.name, "password": PASSWORD });
        let pair = nobody.post("/api/auth/token", body).await;
        let begun = pair.status != 200;
        assert!(begun || !self.answered, "{said}: {} is there", self.name);
        if !begun {
            let own = nobody.bearing(text(&pair.json()["access_token"]));
            let body = json!({ "encryptedData": self.envelope });
            let opened = own.post("/v1/encryption/decrypt", body).await.ok();
            assert_eq!(opened["data"], DATA, "{said}");
        }
        let again = admin
            .send(admin.request(Method::DELETE, &self.path()))
            .await;
        // The server completes a started erasure without another request.
        assert_eq!(
            again.status,
            if begun { 404 } else { 200 },
            "{said}: {again}"
        );
        for file in ["keys.db", "keys.db-wal"] {
            let bytes = std::fs::read(data.join(file)).unwrap_or_default();
            let mut parts = bytes.windows(self.id.len());
            let left = parts.any(|part| part == self.id.as_bytes());
            assert!(!left, "{said}: {file} names {}", self.name);
        }
        let of = format!("/v1/admin/erasures?userId={}", self.id);
        let listed = admin.get(&of).await.ok();
        assert_eq!(listed["total"], 1, "{said}: {listed}");
        let erasure = &listed["erasures"][0];
        let receipt = verify(erasure["receipt"].to_string().as_bytes(), &Trust::default());
        assert_eq!(
            receipt.unwrap().says.fields()["removed"]["keys"],
            1,
            "{said}"
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
