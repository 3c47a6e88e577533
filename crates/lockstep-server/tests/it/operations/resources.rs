//! The resources that the variables of paths identify, and the smallest requests that create them.

use std::sync::atomic::{AtomicU32, Ordering};

use axum::http::Method;
use data_encoding::BASE64;
use lockstep_store::Timestamp;
use lockstep_zk::formats::r1cs;
use lockstep_zk::r1cs::{Lc, R1cs, Row};
use lockstep_zk::scalar::Bn254 as Fr;
use serde_json::{Value as Json, json};

use super::shared_document;
use crate::app::{ADMIN_PASSWORD, JUNE, PASSWORD, TestClient, points};
use crate::market::{TOKENS, token};
use crate::modes::until;
use crate::webhooks::WEBHOOKS;

/// The resource that a path variable identifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResourceKind {
    Device,
    UadmDevice,
    /// A UADM device and a command to it.
    Command,
    Key,
    EncryptionKey,
    Job,
    Circuit,
    OwnCircuit,
    Account,
    Ceremony,
    Erasure,
    Session,
    Credential,
    WebhookDelivery,
    Activity,
    Import,
    DataToken,
    Purchase,
    Listing,
    /// An item that can be bought.
    Item,
    Alert,
    /// A custom agent.
    Agent,
    Deployment,
    Workflow,
    /// A run of a workflow, which waits for an approval.
    Run,
    /// An OpenID provider, or the caller's identity there. These servers have no provider.
    Provider,
    /// A resource of this collection.
    Of(&'static str),
}

impl ResourceKind {
    /// Returns the kind of resource that the first variable of a path names. A resource without a
    /// row is one that `POST` on its collection creates.
    pub(crate) fn of(path: &str) -> Self {
        for (start, kind) in [
            ("/v1/sfdp/devices/", Self::Device),
            (
                "/api/uadm/devices/{device_id}/commands/{command_id}",
                Self::Command,
            ),
            ("/api/uadm/devices/", Self::UadmDevice),
            ("/v1/sfdp/activities/", Self::Activity),
            ("/v1/sfdp/imports/", Self::Import),
            ("/v1/sfdp/marketplace/tokens/", Self::DataToken),
            ("/v1/admin/marketplace/tokens/", Self::DataToken),
            ("/market/", Self::DataToken),
            ("/api/marketplace/items/", Self::Listing),
            ("/v1/sfdp/marketplace/items/", Self::Item),
            ("/v1/sfdp/marketplace/purchases/", Self::Purchase),
            ("/v1/api-keys/", Self::Key),
            ("/v1/jobs/", Self::Job),
            ("/v1/encryption/jobs/", Self::Job),
            (
                "/v1/encryption/circuits/{id}/verification-key",
                Self::Circuit,
            ),
            ("/v1/encryption/circuits/", Self::OwnCircuit),
            ("/v1/encryption/keys/", Self::EncryptionKey),
            (
                "/v1/admin/users/{userId}/credentials/{credentialId}",
                Self::Credential,
            ),
            ("/v1/admin/users/", Self::Account),
            (
                "/v1/webhooks/{webhookId}/deliveries/{deliveryId}",
                Self::WebhookDelivery,
            ),
            ("/api/auth/sessions/", Self::Session),
            ("/api/auth/console/oidc/", Self::Provider),
            ("/api/auth/oidc/", Self::Provider),
            ("/api/auth/identities/", Self::Provider),
            ("/v1/admin/ceremonies/", Self::Ceremony),
            ("/v1/admin/erasures/", Self::Erasure),
            ("/v1/admin/alerts/", Self::Alert),
            ("/v1/agents/deployments/", Self::Deployment),
            ("/v1/agents/workflows/", Self::Workflow),
            ("/v1/agents/runs/", Self::Run),
            ("/v1/agents/", Self::Agent),
            ("/api/agents/", Self::Agent),
        ] {
            if path.starts_with(start) {
                return kind;
            }
        }
        let (collection, _) = path.split_once("/{").expect("a path with a variable");
        // A test ends soon, and its kinds are copied.
        Self::Of(collection.to_owned().leak())
    }

    /// Creates a resource of this caller; returns its id.
    pub(crate) async fn make(self, owner: &TestClient) -> String {
        if self == Self::Erasure {
            let account = Box::pin(Self::Account.make(owner)).await;
            let path = format!("/v1/admin/users/{account}");
            let erased = owner.delete(&path).await.ok();
            return erased["receiptId"].as_str().unwrap().to_owned();
        }
        if self == Self::Provider {
            return "company".to_owned();
        }
        if self == Self::Session {
            let sessions = owner.get("/api/auth/sessions?limit=100").await.ok();
            let all = sessions["sessions"].as_array().unwrap();
            let current = all.iter().find(|session| session["current"] == true);
            return current.unwrap()["id"].as_str().unwrap().to_owned();
        }
        if self == Self::Credential {
            let account = Box::pin(Self::Account.make(owner)).await;
            let path = format!("/v1/admin/users/{account}");
            let about = owner
                .get("/v1/admin/users?limit=100&search=made-")
                .await
                .ok();
            let all = about["users"].as_array().unwrap();
            let user = all.iter().find(|user| user["id"] == *account).unwrap();
            let name = user["username"].as_str().unwrap();
            TestClient::at(owner.address)
                .signed_in(name, PASSWORD)
                .await;
            let page = owner.get(&format!("{path}/credentials")).await.ok();
            let id = page["credentials"][0]["id"].as_str().unwrap();
            return format!("{account}/{id}");
        }
        if self == Self::Command {
            let device = Box::pin(Self::UadmDevice.make(owner)).await;
            let path = format!("/api/uadm/devices/{device}/control");
            let made = owner.post(&path, json!({ "command": "stop" })).await.ok();
            return format!("{device}/{}", made["command_id"].as_str().unwrap());
        }
        if self == Self::WebhookDelivery {
            make_room(owner).await;
            let webhook = in_collection(WEBHOOKS, owner).await;
            let path = format!("{WEBHOOKS}/{webhook}/test");
            let delivery = owner.post(&path, json!({})).await.ok();
            return format!("{webhook}/{}", delivery["id"].as_str().unwrap());
        }
        if matches!(self, Self::Activity | Self::Import) {
            // Each at another time: recordings of one session would be one activity.
            let count = MADE.fetch_add(1, Ordering::Relaxed);
            let start = Timestamp((JUNE - 3600 * i64::from(count)) * 1000);
            let imported = owner.import(session(start, 3000)).await;
            let id = match self {
                Self::Import => imported.header("lockstep-import-id").map(str::to_owned),
                _ => imported.ok()["activities"][0]["activityId"]
                    .as_str()
                    .map(str::to_owned),
            };
            return id.unwrap();
        }
        if self == Self::DataToken {
            // Over the threshold: no other account sees a pending token.
            return data_token(owner, 5000).await;
        }
        if self == Self::Listing {
            // Withdrawn: no other account sees it.
            let id = listing(owner).await;
            owner
                .delete(&format!("/api/marketplace/items/{id}"))
                .await
                .ok();
            return id;
        }
        if self == Self::Item {
            let anonymous = TestClient::at(owner.address);
            let admin = anonymous.signed_in("admin", ADMIN_PASSWORD).await;
            return in_collection("/v1/admin/marketplace/items", &admin).await;
        }
        if self == Self::Alert {
            let anonymous = TestClient::at(owner.address);
            let admin = anonymous.signed_in("admin", ADMIN_PASSWORD).await;
            let change = json!({ "alerts": { "storagePercent": 1 } });
            admin.patch("/v1/admin/settings", change).await.ok();
            let page = admin.get("/v1/admin/alerts").await.ok();
            return page["alerts"][0]["id"].as_str().unwrap().to_owned();
        }
        if self == Self::Purchase {
            return purchase(owner).await;
        }
        if self == Self::Agent {
            return in_collection("/v1/uadm/agents", owner).await;
        }
        if self == Self::Deployment {
            // Each to a workflow of its own: a second deployment to one workflow replaces the first.
            let workflow = format!("made-{}", MADE.fetch_add(1, Ordering::Relaxed));
            let body = json!({ "agentId": "agt_core_insight", "workflowId": workflow });
            let made = owner.post("/v1/agents/deploy", body).await.ok();
            return made["deploymentId"].as_str().unwrap().to_owned();
        }
        if matches!(self, Self::Workflow | Self::Run) {
            let workflow = workflow(owner).await;
            return match self {
                Self::Run => run(owner, &workflow).await,
                _ => workflow,
            };
        }
        if let Self::Of(collection) = self {
            if collection == WEBHOOKS {
                make_room(owner).await;
            }
            return in_collection(collection, owner).await;
        }
        let count = MADE.fetch_add(1, Ordering::Relaxed);
        let (path, body, id) = match self {
            Self::Device => (
                "/v1/sfdp/devices",
                json!({ "type": "watch", "name": format!("Fenix {count}"), "capabilities": [] }),
                "/deviceId",
            ),
            Self::UadmDevice => (
                "/api/uadm/devices",
                json!({ "device_type": "treadmill", "name": format!("Runner {count}") }),
                "/device_id",
            ),
            Self::Key => ("/v1/api-keys", json!({ "name": "bridge" }), "/id"),
            Self::EncryptionKey => (
                "/v1/encryption/keys/generate",
                json!({ "mode": "Basic" }),
                "/metadata/keyId",
            ),
            Self::Job => (
                "/v1/encryption/encrypt",
                json!({ "data": "", "mode": "Basic" }),
                "/jobId",
            ),
            Self::Circuit => (
                "/v1/encryption/zk/prove",
                json!({ "data": "eyJ2YWx1ZSI6IDF9", "circuit": "commitment" }),
                "/metadata/circuit",
            ),
            Self::OwnCircuit => (
                "/v1/encryption/circuits",
                json!({ "r1cs": BASE64.encode(&circuit(count)) }),
                "/id",
            ),
            Self::Session
            | Self::Provider
            | Self::Credential
            | Self::WebhookDelivery
            | Self::Activity
            | Self::Import
            | Self::DataToken
            | Self::Purchase
            | Self::Listing
            | Self::Item
            | Self::Command
            | Self::Alert
            | Self::Agent
            | Self::Deployment
            | Self::Workflow
            | Self::Run
            | Self::Of(_) => {
                unreachable!("made above")
            }
            Self::Account | Self::Erasure => {
                let name = format!("made-{count}");
                (
                    "/v1/admin/users",
                    json!({
                        "username": name, "email": format!("{name}@example.org"),
                        "password": PASSWORD,
                    }),
                    "/id",
                )
            }
            Self::Ceremony => (
                "/v1/admin/ceremonies",
                json!({ "vkDigest": format!("{count:064x}"), "name": "of a test" }),
                "/vkDigest",
            ),
        };
        let mut request = owner.request(Method::POST, path).json(&body);
        if self == Self::Job {
            request = request.header("Prefer", "respond-async");
        }
        // Only some jobs of an account run at a time.
        let mut ticks = tokio::time::interval(std::time::Duration::from_millis(20));
        let made = loop {
            ticks.tick().await;
            let answer = owner.send(request.try_clone().unwrap()).await;
            if self != Self::Job || answer.status != 429 {
                break answer.ok();
            }
        };
        let id = made.pointer(id).and_then(Json::as_str);
        id.unwrap_or_else(|| panic!("{self:?}: {made}")).to_owned()
    }
}

/// Deletes the oldest webhooks of an account, which may have 20 at most.
async fn make_room(owner: &TestClient) {
    let page = owner.get(&format!("{WEBHOOKS}?limit=100")).await.ok();
    let all = page["webhooks"].as_array().unwrap();
    for webhook in all.iter().rev().skip(2) {
        let id = webhook["id"].as_str().unwrap();
        owner.delete(&format!("{WEBHOOKS}/{id}")).await.ok();
    }
}

/// Creates a workflow that requires an approval; returns its name.
async fn workflow(owner: &TestClient) -> String {
    let name = format!("made-{}", MADE.fetch_add(1, Ordering::Relaxed));
    let graph = json!({
        "nodes": [{ "id": "t", "type": "trigger" }, { "id": "ok", "type": "approval", "message": "Go?" }],
        "edges": [{ "from": "t", "to": "ok" }],
    });
    let new = json!({ "workflowId": name, "graph": graph });
    owner.post("/v1/agents/workflows", new).await.ok();
    name
}

/// Starts a run; returns its id once it waits.
async fn run(owner: &TestClient, workflow: &str) -> String {
    let path = format!("/v1/agents/workflows/{workflow}/runs");
    let begun = owner.post(&path, json!({})).await.ok();
    let id = begun["runId"].as_str().unwrap().to_owned();
    until("the run waits", async || {
        let run = owner.get(&format!("/v1/agents/runs/{id}")).await.ok();
        run["status"] == "waiting"
    })
    .await;
    id
}

/// Offers a point of the owner at a price; returns the id of the token.
async fn data_token(owner: &TestClient, price: u32) -> String {
    let body = points("heart_rate", "bpm", "strap", JUNE, &[60.0]);
    owner.post("/v1/sfdp/data", body).await.ok();
    let mut token = token(10, &[]);
    token["price"] = json!(price);
    let made = owner.post(TOKENS, token).await.ok();
    made["tokenId"].as_str().unwrap().to_owned()
}

/// Lists a dataset of the owner; returns the id of the listing.
pub(crate) async fn listing(owner: &TestClient) -> String {
    let name = format!("rides {}", MADE.fetch_add(1, Ordering::Relaxed));
    let dataset = json!({
        "name": name, "encryption_mode": "none", "data": { "watts": [200, 210, 190] },
    });
    let made = owner.post("/api/datasets", dataset).await.ok();
    let body = json!({ "title": "Rides", "price": 25, "dataset_id": made["id"] });
    let listing = owner.post("/api/marketplace/items", body).await.ok();
    listing["id"].as_str().unwrap().to_owned()
}

/// Makes the owner buy a token of another account; returns the id of the purchase.
async fn purchase(owner: &TestClient) -> String {
    let anonymous = TestClient::at(owner.address);
    let admin = anonymous.signed_in("admin", ADMIN_PASSWORD).await;
    let name = format!("made-{}", MADE.fetch_add(1, Ordering::Relaxed));
    let new = json!({
        "username": name, "email": format!("{name}@example.org"), "password": PASSWORD,
    });
    admin.post("/v1/admin/users", new).await.ok();
    let seller = anonymous.signed_in(&name, PASSWORD).await;
    let token = data_token(&seller, 5).await;
    let path = format!("{TOKENS}/{token}/purchase");
    let made = owner.post(&path, json!({})).await.ok();
    made["purchaseId"].as_str().unwrap().to_owned()
}

/// Creates a resource with the smallest valid body and returns its id: the field `id`, or the first
/// one that ends with `Id` or `_id`.
async fn in_collection(collection: &str, owner: &TestClient) -> String {
    let (document, operations) = shared_document(owner).await;
    let create = operations
        .iter()
        .find(|one| one.method == Method::POST && one.path == collection);
    let create = create.unwrap_or_else(|| {
        panic!("no POST {collection}: add a row for its resource to ResourceKind::of")
    });
    let body = create.body(document);
    let made = create.send(owner, collection, body).await.ok();
    let fields = made.as_object().unwrap();
    let is_id = |name: &str| name.ends_with("Id") || name.ends_with("_id");
    let id = fields.get("id").or_else(|| {
        let named = fields.iter().find(|(name, _)| is_id(name));
        named.map(|(_, id)| id)
    });
    let id = id.and_then(Json::as_str);
    id.unwrap_or_else(|| panic!("no id: {made}")).to_owned()
}

/// Returns a circuit of one row, different for each `nth`.
fn circuit(nth: u32) -> Vec<u8> {
    r1cs::write(&R1cs::<Fr> {
        wires: 3,
        outputs: 1,
        public_inputs: 0,
        private_inputs: 1,
        rows: vec![Row {
            a: Lc::wire(2),
            b: Lc::wire(2),
            c: Lc::wire(1),
        }],
        labels: vec![0, 1, 2 + u64::from(nth)],
        groups: Vec::new(),
    })
}

/// Returns a session without points, as Google Fit writes it.
pub(crate) fn session(start: Timestamp, seconds: i64) -> Vec<u8> {
    let end = Timestamp(start.0 + seconds * 1000);
    let session = json!({
        "fitnessActivity": "running", "startTime": start.to_string(), "endTime": end.to_string(),
        "duration": format!("{seconds}s"),
    });
    session.to_string().into_bytes()
}

static MADE: AtomicU32 = AtomicU32::new(0);
