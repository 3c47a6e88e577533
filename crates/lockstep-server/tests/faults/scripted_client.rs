//! Clients that perform acts in sequence, know the expected result of each, and check that a server
//! has all acknowledged results.

mod stored_state;

use std::collections::BTreeMap;
use std::time::Duration;

use axum::http::Method;
use lockstep_store::Timestamp;
use serde_json::{Value as Json, json};

use self::stored_state::{dataset, datasets, id, list, see_points, table_state};
use crate::app::{Answer, JUNE, PASSWORD, SeededRandom, TestClient};
use crate::uploads::pass_time;

/// The state that a client can read of its own data: names and values.
pub(crate) type State = BTreeMap<String, String>;

/// A client and its history.
pub(crate) struct ScriptedClient {
    kind: TargetData,
    dice: SeededRandom,
    /// The acknowledged states; the first is the initial state.
    past: Vec<AcknowledgedState>,
    /// The act that was sent and not answered.
    under_way: Option<AcknowledgedState>,
}

#[derive(Clone, Copy, PartialEq)]
enum TargetData {
    /// Uploads, replaces, imports and deletes the points of this device. With a mode, its blocks
    /// have at most this many points.
    Points(&'static str, Option<(&'static str, u32)>),
    /// Creates, changes and deletes devices, a profile, API keys and accounts.
    Resources,
    /// Creates, replaces and deletes datasets.
    Datasets,
}

/// An acknowledged state, and the length of the log at that time.
#[derive(Clone)]
struct AcknowledgedState {
    begun: usize,
    acknowledged: usize,
    /// The number of acts up to this state.
    acts: u64,
    state: State,
}

/// A request, ready to be sent.
pub(crate) struct Act {
    pub(crate) what: &'static str,
    method: Method,
    path: String,
    body: Body,
    leads_to: State,
}

enum Body {
    None,
    Json(Json),
    /// A recording, and the mode to store it under.
    File(String, Option<&'static str>),
    /// A table of CSV.
    Table(String),
}

impl ScriptedClient {
    pub(crate) fn points(device: &'static str, seed: u64) -> Self {
        Self::new(TargetData::Points(device, None), seed)
    }

    /// Creates the same client under a mode, in blocks of at most `block` points.
    pub(crate) fn under(mode: &'static str, block: u32, seed: u64) -> Self {
        Self::new(TargetData::Points(mode, Some((mode, block))), seed)
    }

    pub(crate) fn resources(seed: u64) -> Self {
        Self::new(TargetData::Resources, seed)
    }

    pub(crate) fn datasets(seed: u64) -> Self {
        Self::new(TargetData::Datasets, seed)
    }

    fn new(kind: TargetData, seed: u64) -> Self {
        Self {
            kind,
            dice: SeededRandom(seed),
            past: vec![AcknowledgedState {
                begun: 0,
                acknowledged: 0,
                acts: 0,
                state: State::new(),
            }],
            under_way: None,
        }
    }

    fn now(&self) -> &AcknowledgedState {
        self.past.last().unwrap()
    }

    /// Returns the number of acknowledged acts.
    pub(crate) fn acknowledged(&self) -> u64 {
        self.past.len() as u64 - 1
    }

    /// Performs `acts` acts in sequence and requires success of each. `position` returns the
    /// current length of the log.
    pub(crate) async fn work(
        &mut self,
        caller: &TestClient,
        acts: u64,
        position: &(dyn Fn() -> usize + Sync),
    ) {
        for _ in 0..acts {
            let act = self.next(caller).await;
            self.begin(&act, position());
            act.send_until_accepted(caller).await.ok();
            self.succeeded(position());
        }
    }

    /// Records that the act was sent: from here on it may have been applied.
    pub(crate) fn begin(&mut self, act: &Act, position: usize) {
        self.under_way = Some(AcknowledgedState {
            begun: position,
            acknowledged: 0,
            acts: self.now().acts + 1,
            state: act.leads_to.clone(),
        });
    }

    pub(crate) fn succeeded(&mut self, position: usize) {
        let done = self.under_way.take().unwrap();
        self.past.push(AcknowledgedState {
            acknowledged: position,
            ..done
        });
    }

    /// Records that the act was refused and must not have happened.
    pub(crate) fn failed(&mut self) {
        self.under_way = None;
    }

    /// Returns the next act. Asks the server for the ids of resources to remove.
    pub(crate) async fn next(&mut self, caller: &TestClient) -> Act {
        match self.kind {
            TargetData::Points(device, under) => self.next_points(device, under),
            TargetData::Resources => self.next_resource_change(caller).await,
            TargetData::Datasets => self.next_dataset(caller).await,
        }
    }

    fn next_points(&mut self, device: &str, under: Option<(&'static str, u32)>) -> Act {
        let mut state = self.now().state.clone();
        let acts = self.now().acts;
        let moment = |second: i64| Timestamp((JUNE + second) * 1000).to_string();
        let value = |second: i64| (60 + (second + acts as i64 * 7) % 97) as f64;
        // Every act has its own seconds, except acts that replace points.
        let first = acts as i64 * UPLOADED;
        let seconds: Vec<i64> = (first..first + UPLOADED).collect();
        let mut act = Act {
            what: "upload",
            method: Method::POST,
            path: "/v1/sfdp/data".to_owned(),
            body: Body::None,
            leads_to: State::new(),
        };
        match self.dice.below(8) {
            roll @ 0..=3 => {
                let mut texts: Vec<String> = seconds.iter().map(|second| moment(*second)).collect();
                if roll == 3 && !state.is_empty() {
                    act.what = "replace";
                    texts = state.keys().rev().take(30).cloned().collect();
                }
                let points = texts.iter().zip(&seconds).map(|(at, second)| {
                    json!({ "timestamp": at, "type": "heart_rate", "value": value(*second),
                        "unit": "bpm", "device": device })
                });
                let mut body = json!({ "data": points.collect::<Vec<_>>() });
                if let Some((mode, block)) = under {
                    body["encryptionMode"] = json!(mode);
                    body["chunkSize"] = json!(block);
                }
                act.body = Body::Json(body);
                let values = seconds.iter().map(|second| value(*second).to_string());
                state.extend(texts.into_iter().zip(values));
            }
            4 | 5 => {
                act.what = "import";
                act.path = "/v1/sfdp/import".to_owned();
                let mut file = "timestamp,type,value,unit,device\n".to_owned();
                for second in &seconds {
                    let (at, value) = (moment(*second), value(*second));
                    file += &format!("{at},heart_rate,{value},bpm,{device}\n");
                    state.insert(at, value.to_string());
                }
                act.body = Body::File(file, under.map(|(mode, _)| mode));
            }
            _ => {
                act.what = "delete";
                act.method = Method::DELETE;
                // A deletion in the middle splits chunks; the oldest points stay deleted.
                let keys: Vec<String> = state.keys().cloned().collect();
                let from = match keys.len() {
                    0..200 => keys.len() / 3,
                    _ => 0,
                };
                let to = (from + 60 + keys.len() / 2).min(keys.len());
                let nothing = (moment(-10), moment(-5));
                let range = match keys.get(from..to) {
                    Some([first, .., last]) => (first.clone(), last.clone()),
                    _ => nothing,
                };
                act.path = format!(
                    "/v1/sfdp/data?device={device}&startDate={}&endDate={}",
                    range.0, range.1
                );
                state.retain(|at, _| *at < range.0 || *at > range.1);
            }
        }
        act.leads_to = state;
        act
    }

    async fn next_resource_change(&mut self, caller: &TestClient) -> Act {
        let mut state = self.now().state.clone();
        let acts = self.now().acts;
        let (name, turn) = (format!("resource-{}", acts / 8), acts % 8);
        let (what, method, path, body) = match turn {
            0 => {
                state.insert(format!("device {name}"), "active".to_owned());
                let body = json!({ "type": "watch", "name": name, "capabilities": ["steps"] });
                ("device", Method::POST, "/v1/sfdp/devices".to_owned(), body)
            }
            1 => {
                let weight = 50 + acts % 100;
                state.insert("weight".to_owned(), weight.to_string());
                let body = json!({ "weightKg": weight });
                ("profile", Method::PUT, "/v1/sfdp/profile".to_owned(), body)
            }
            2 => {
                state.insert(format!("key {name}"), String::new());
                let body = json!({ "name": name });
                ("key", Method::POST, "/v1/api-keys".to_owned(), body)
            }
            3 => {
                state.insert(format!("user {name}"), "standard".to_owned());
                let body = json!({ "username": name, "email": format!("{name}@example.org"),
                    "password": PASSWORD, "tier": "standard" });
                ("account", Method::POST, "/v1/admin/users".to_owned(), body)
            }
            4 => {
                state.insert(format!("user {name}"), "premium".to_owned());
                let path = format!("/v1/admin/users/{}", id(caller, "user", &name).await);
                (
                    "account change",
                    Method::PATCH,
                    path,
                    json!({ "tier": "premium" }),
                )
            }
            5 => {
                state.insert(format!("device {name}"), "revoked".to_owned());
                let path = format!("/v1/sfdp/devices/{}", id(caller, "device", &name).await);
                ("device removal", Method::DELETE, path, Json::Null)
            }
            6 => {
                state.remove(&format!("key {name}"));
                let path = format!("/v1/api-keys/{}", id(caller, "key", &name).await);
                ("key removal", Method::DELETE, path, Json::Null)
            }
            _ => {
                state.remove(&format!("user {name}"));
                let path = format!("/v1/admin/users/{}", id(caller, "user", &name).await);
                ("account removal", Method::DELETE, path, Json::Null)
            }
        };
        let body = match body {
            Json::Null => Body::None,
            body => Body::Json(body),
        };
        Act {
            what,
            method,
            path,
            body,
            leads_to: state,
        }
    }

    async fn next_dataset(&mut self, caller: &TestClient) -> Act {
        let mut state = self.now().state.clone();
        let acts = self.now().acts;
        let (name, turn) = (format!("dataset-{}", acts / 4), acts % 4);
        let mut act = Act {
            what: "dataset",
            method: Method::POST,
            path: "/api/datasets".to_owned(),
            body: Body::None,
            leads_to: State::new(),
        };
        if turn > 0 {
            let (id, _) = dataset(caller, &name).await;
            act.path = format!("/api/datasets/{id}");
        }
        match turn {
            0 => {
                let table = json!({ "n": [acts], "v": [7] });
                act.body = Body::Json(json!({
                    "name": name, "encryption_mode": "basic", "data": table,
                }));
                state.insert(name, table_state(&format!("n,v\n{acts},7\n")));
            }
            1 | 2 => {
                act.what = "dataset upload";
                act.method = Method::PUT;
                act.path += "/data";
                // The first has several groups of rows: a kill can come between two of them.
                let rows = if turn == 1 { 9000 } else { 3 };
                let rows: String = (0..rows)
                    .map(|n| format!("{n},{}\n", (n + acts) % 97))
                    .collect();
                let table = format!("n,v\n{rows}");
                state.insert(name, table_state(&table));
                act.body = Body::Table(table);
            }
            _ => {
                act.what = "dataset removal";
                act.method = Method::DELETE;
                state.remove(&name);
            }
        }
        act.leads_to = state;
        act
    }

    /// Reads the client's state from the server.
    pub(crate) async fn see(&self, caller: &TestClient) -> State {
        match self.kind {
            TargetData::Points(device, _) => see_points(caller, device).await,
            TargetData::Datasets => {
                let mut state = State::new();
                for (id, name) in datasets(caller).await {
                    let path = format!("/api/datasets/{id}/data");
                    let request = caller.request(Method::GET, &path);
                    let answer = caller.send(request.header("Accept", "text/csv")).await;
                    let table = String::from_utf8(answer.bytes).unwrap();
                    state.insert(name, table_state(&table));
                }
                state
            }
            TargetData::Resources => {
                let mut state = State::new();
                for resource in ["device", "key", "user"] {
                    for (name, value, _) in list(caller, resource).await {
                        state.insert(format!("{resource} {name}"), value);
                    }
                }
                let profile = caller.get("/v1/sfdp/profile").await.ok();
                if let Some(weight) = profile["weightKg"].as_f64() {
                    state.insert("weight".to_owned(), weight.to_string());
                }
                state
            }
        }
    }

    /// Asserts that a server whose disk was cut at this log position has every act acknowledged by
    /// then and no partial act.
    pub(crate) async fn assert_holds(&self, caller: &TestClient, position: usize, context: &str) {
        self.assert_holds_between(caller, position, position, context)
            .await;
    }

    /// The same for a server whose state may be from any time between two positions.
    pub(crate) async fn assert_holds_between(
        &self,
        caller: &TestClient,
        from: usize,
        to: usize,
        context: &str,
    ) {
        let seen = self.see(caller).await;
        let moments = self.past.iter().chain(&self.under_way);
        let last = self
            .past
            .iter()
            .rposition(|moment| moment.acknowledged <= from)
            .unwrap();
        let mut possible = moments
            .enumerate()
            .filter(|(nth, moment)| *nth == last || (*nth > last && moment.begun <= to));
        assert!(
            possible.any(|(_, moment)| moment.state == seen),
            "{context}: not the acknowledged state\n{seen:?}\n{:?}",
            self.past[last].state
        );
    }

    /// After a crash, determines whether the unanswered act was applied, and continues from that
    /// state. Returns whether it was applied.
    pub(crate) async fn settle(&mut self, caller: &TestClient, context: &str) -> bool {
        let seen = self.see(caller).await;
        let under_way = self.under_way.take();
        if seen == self.now().state {
            // If both states are equal, the act may have been applied or not; only the next act
            // differs.
            if let Some(same) = under_way.filter(|moment| moment.state == seen) {
                self.past.push(same);
            }
            return false;
        }
        match under_way.filter(|moment| moment.state == seen) {
            Some(kept) => self.past.push(kept),
            None => panic!(
                "{context}: not the acknowledged state\n{seen:?}\n{:?}",
                self.now().state
            ),
        }
        true
    }

    /// Discards every state before the server's current one, which becomes position 0 of a new log.
    pub(crate) async fn adopt(&mut self, caller: &TestClient) {
        let seen = self.see(caller).await;
        let mut moments = self.past.iter().chain(&self.under_way);
        let here = moments.rfind(|moment| moment.state == seen);
        let mut here = here.unwrap().clone();
        (here.begun, here.acknowledged) = (0, 0);
        (self.past, self.under_way) = (vec![here], None);
    }
}

impl Act {
    /// Sends the act again while the server refuses it for want of a processor, as a client does. The refused
    /// attempts changed nothing.
    async fn send_until_accepted(&self, caller: &TestClient) -> Answer {
        for _ in 0..MOST_REFUSALS {
            let answer = self.send(caller).await;
            if answer.status != 503 || answer.header("retry-after").is_none() {
                return answer;
            }
            pass_time(RETRY_PAUSE).await;
        }
        self.send(caller).await
    }

    pub(crate) async fn send(&self, caller: &TestClient) -> Answer {
        let request = caller.request(self.method.clone(), &self.path);
        let request = match &self.body {
            Body::None => request,
            Body::Json(body) => request.json(body),
            Body::File(text, mode) => {
                let part = reqwest::multipart::Part::bytes(text.clone().into_bytes());
                let part = part.file_name("recording.csv");
                let mut form = reqwest::multipart::Form::new().part("file", part);
                if let Some(mode) = mode {
                    form = form.text("encryptionMode", *mode);
                }
                request.multipart(form)
            }
            Body::Table(table) => request
                .header("Content-Type", "text/csv")
                .body(table.clone()),
        };
        caller.send(request).await
    }
}

/// Points of one upload.
const UPLOADED: i64 = 40;

/// How often an act is sent again, and the pause before, while other programs take the processors.
const MOST_REFUSALS: usize = 60;
const RETRY_PAUSE: Duration = Duration::from_secs(1);
