//! The access matrix: every operation of the document, requested by every kind of caller, for own and
//! foreign resources. The expected result follows from the document's own `x-permission`.

use lockstep_store::Value;
use serde_json::{Value as Json, json};

use crate::app::{PASSWORD, TestApp, TestClient};
use crate::operations::{Body, Operation, ResourceKind, document};

/// A kind of caller.
struct Caller {
    name: String,
    anyone: TestClient,
    /// The permissions of the role; empty for a caller without access.
    role: &'static [&'static str],
    /// The scope of the key; empty for all permissions of the role.
    scope: String,
}

const USER: &[&str] = &["own:read", "own:write", "own:report", "own:connect"];
const AUDITOR: &[&str] = &[
    "own:read",
    "own:write",
    "own:report",
    "own:connect",
    "administration:read",
];
const ADMIN: &[&str] = &[
    "own:read",
    "own:write",
    "own:report",
    "own:connect",
    "administration:read",
    "installation:read",
    "administration:write",
];
/// Areas by path prefix, with the names in a key's scopes; the longest matching prefix applies.
const AREAS: &[(&str, &str)] = &[
    ("/v1/sfdp", "fitness"),
    ("/api", "platform"),
    ("/v1/admin", "administration"),
    ("/v1/ws", "administration"),
    ("/v1/api-keys", "administration"),
    ("/v1/webhooks", "administration"),
    // A job has the area of the route that started it; in this test that is always encryption.
    ("/v1/jobs", "encryption"),
    ("/v1/agents", "agents"),
    ("/v1/uadm", "agents"),
    ("/mcp", "agents"),
    ("/v1/encryption", "encryption"),
    ("/", "service"),
];

impl Caller {
    /// Returns the expected result: `None` for success, otherwise the status.
    fn refused(&self, operation: &Operation) -> Option<u16> {
        let permission = operation.permission()?;
        if self.role.is_empty() {
            return Some(401);
        }
        let (_, area) = AREAS
            .iter()
            .find(|(prefix, _)| operation.path.starts_with(prefix))
            .unwrap();
        let verb = permission.split(':').nth(1).unwrap();
        // Write access to an area includes read access.
        let scopes = [format!("{area}:{verb}"), format!("{area}:write")];
        // A ticket has the scopes of its key, and the socket checks them.
        let in_scope = match verb {
            "connect" => true,
            // Reports on every area.
            "report" => self.scope.is_empty(),
            // The report reads points, and these keys have one scope.
            _ if ["data-quality", "export-plan", "erasure-plan"]
                .iter()
                .any(|report| operation.path == format!("/v1/agents/{report}")) =>
            {
                self.scope.is_empty()
            }
            // A deployment stores a workflow, which is of another area.
            _ if operation.path == "/api/agents/deploy" => self.scope.is_empty(),
            _ => self.scope.is_empty() || scopes.contains(&self.scope),
        };
        let granted = self.role.contains(&permission) && in_scope;
        (!granted).then_some(403)
    }
}

async fn all_callers(app: &TestApp) -> Vec<Caller> {
    let caller =
        |name: &str, anyone: TestClient, role: &'static [&'static str], scope: &str| Caller {
            name: name.to_owned(),
            anyone,
            role,
            scope: scope.to_owned(),
        };
    let user = app.account("user", "user", "enterprise").await;
    let auditor = app.account("auditor", "auditor", "enterprise").await;
    let admin = app.account("second-admin", "admin", "enterprise").await;
    let inactive = app.account("gone", "admin", "enterprise").await;
    let key = async |owner: &TestClient, scope: &str| {
        let scopes = if scope.is_empty() {
            json!([])
        } else {
            json!([scope])
        };
        let made = owner.post("/v1/api-keys", json!({ "name": "k", "scopes": scopes }));
        let made = made.await.ok();
        owner.bearing(made["key"].as_str().unwrap())
    };
    let mut all = vec![
        caller("an anonymous client", app.anonymous(), &[], ""),
        caller(
            "a made-up token",
            app.anonymous().bearing("lk_at_0000"),
            &[],
            "",
        ),
    ];
    let key_of_suspended = key(&inactive, "").await;
    let status = json!({ "status": "suspended" });
    let path = format!("/v1/admin/users/{}", inactive.id);
    app.admin().patch(&path, status).await.ok();
    all.push(caller("suspended", inactive, &[], ""));
    all.push(caller(
        "a suspended account's key",
        key_of_suspended,
        &[],
        "",
    ));
    all.push(caller("a user's key", key(&user, "").await, USER, ""));
    for (_, area) in AREAS.iter().filter(|(_, area)| *area != "service") {
        for verb in ["read", "write"] {
            let scope = format!("{area}:{verb}");
            let name = format!("an administrator's key, {scope}");
            if all.iter().any(|caller| caller.name == name) {
                continue;
            }
            all.push(caller(&name, key(&admin, &scope).await, ADMIN, &scope));
            let name = format!("a user's key, {scope}");
            all.push(caller(&name, key(&user, &scope).await, USER, &scope));
        }
    }
    all.push(caller("user", user, USER, ""));
    all.push(caller("auditor", auditor, AUDITOR, ""));
    all.push(caller("administrator", admin, ADMIN, ""));
    all
}

#[tokio::test]
async fn every_role_may_do_exactly_what_the_document_permits() {
    let app = TestApp::start().await;
    let current = lockstep_store::Settings::clone(&app.state().settings());
    // Stored, since the matrix also changes settings.
    let raised = app.state().change_settings("matrix", move |_, _| {
        let mut settings = current.clone();
        settings.limits.anonymous = 10_000;
        settings.limits.custom = 100_000;
        // The accounts of the matrix send more than the platform API's 1000 requests an hour.
        settings.tiers.enterprise.requests.platform = Some(100_000);
        Ok::<_, lockstep_store::StoreError>(settings)
    });
    raised.await.unwrap();
    let (document, operations) = document(&app.anonymous()).await;
    let other = app.account("other", "admin", "enterprise").await;
    let (mut cells, mut wrong) = (0, Vec::new());
    let callers = all_callers(&app).await;
    for operation in &operations {
        let open = operation.permission().is_none();
        let mut at_first = None;
        for caller in &callers {
            let owner = owner_of(caller, &callers);
            let variable = operation.path.contains('{');
            let whose: &[&str] = if variable {
                &["own", "other"]
            } else {
                &["own"]
            };
            for whose in whose {
                let refused = caller.refused(operation);
                let id = match (variable, *whose, refused) {
                    (true, whose, None) => {
                        id_of(operation, whose, &app, caller, (owner, &other)).await
                    }
                    // A job is found before its scope is checked.
                    (true, whose, Some(403)) if is_of_job(operation) => {
                        id_of(operation, whose, &app, caller, (owner, &other)).await
                    }
                    // The request is refused before the id is looked up.
                    _ => "usr_01h455vb4pex5vsknk084sn02q".to_owned(),
                };
                let body = body(operation, &document, caller);
                let answer = operation
                    .send(&caller.anyone, &operation.at(&id), body)
                    .await;
                let right = match (refused, *whose) {
                    (Some(403), "other") if is_of_job(operation) => answer.status == 404,
                    (Some(status), _) => answer.status == status,
                    // The response is the same for every caller.
                    (None, _) if open => *at_first.get_or_insert(answer.status) == answer.status,
                    (None, "other") => answer.status == 404,
                    (None, _) => !matches!(answer.status, 401 | 403 | 404 | 429),
                };
                cells += 1;
                if !right {
                    wrong.push(format!("{}, {whose}: {answer}", caller.name));
                }
            }
        }
    }
    println!(
        "B5: {} operations, {} callers, {cells} cells, {} wrong",
        operations.len(),
        callers.len(),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cells > 700, "the matrix shrank");
}

/// Returns the name of a role's signed-in caller, and of its account.
fn names_of(role: &[&str]) -> (&'static str, &'static str) {
    if role == USER {
        ("user", "user")
    } else if role == AUDITOR {
        ("auditor", "auditor")
    } else {
        ("administrator", "second-admin")
    }
}

/// Returns the client that is signed in to the account of a caller: the caller may be a key, whose scope may allow removal
/// and not creation.
fn owner_of<'c>(caller: &Caller, callers: &'c [Caller]) -> &'c TestClient {
    let (name, _) = names_of(caller.role);
    let owner = callers.iter().find(|one| one.name == name);
    &owner.expect("each role has a signed-in caller").anyone
}

fn is_of_job(operation: &Operation) -> bool {
    operation.path == "/v1/jobs/{jobId}"
}

/// Returns an id for the path's variable: the caller's own or another's. In administration it
/// returns an existing or an unknown account.
async fn id_of(
    operation: &Operation,
    whose: &str,
    app: &TestApp,
    caller: &Caller,
    (owner, other): (&TestClient, &TestClient),
) -> String {
    let kind = ResourceKind::of(&operation.path);
    match (kind, whose) {
        (ResourceKind::Account | ResourceKind::Erasure | ResourceKind::Credential, "own") => {
            kind.make(&app.admin()).await
        }
        (ResourceKind::Credential, _) => {
            "usr_01h455vb4pex5vsknk084sn02q/ak_01h455vb4pex5vsknk084sn02q".to_owned()
        }
        (ResourceKind::Erasure, _) => "era_01h455vb4pex5vsknk084sn02q".to_owned(),
        (ResourceKind::Account, _) => "usr_01h455vb4pex5vsknk084sn02q".to_owned(),
        // All administrators see the ceremony, and no other role does.
        (ResourceKind::Ceremony, "own") => kind.make(&app.admin()).await,
        (ResourceKind::Ceremony, _) => "f".repeat(64),
        (ResourceKind::DataToken, "other") if operation.path.starts_with("/v1/admin") => {
            "tok_01h455vb4pex5vsknk084sn02q".to_owned()
        }
        (ResourceKind::Item | ResourceKind::Of("/v1/admin/marketplace/items"), "other") => {
            "itm_01h455vb4pex5vsknk084sn02q".to_owned()
        }
        // All administrators see an alert.
        (ResourceKind::Alert, "other") => "alr_01h455vb4pex5vsknk084sn02q".to_owned(),
        // The id of no uploaded circuit; built-in circuits belong to all accounts.
        (ResourceKind::Circuit, "other") => format!("circuit:{:064}", 0),
        (ResourceKind::Provider, "own") => {
            link(app, &caller.anyone).await;
            "company".to_owned()
        }
        (ResourceKind::Provider, _) => "other".to_owned(),
        // The request ends the session: it must not be the session of the other cells.
        (ResourceKind::Session, "own") => {
            let (_, account) = names_of(caller.role);
            let owner = app.anonymous().signed_in(account, PASSWORD).await;
            kind.make(&owner).await
        }
        (_, "own") => kind.make(owner).await,
        _ => kind.make(other).await,
    }
}

/// Links an identity to the caller's account; no client can sign in with it.
async fn link(app: &TestApp, caller: &TestClient) {
    let Some(id) = caller.get("/api/auth/me").await.json()["id"]
        .as_str()
        .map(str::to_owned)
    else {
        return;
    };
    crate::damage::write(app, move |tx| {
        let sql = "INSERT OR IGNORE INTO identity(user_id, provider, digest, index_check, sealed, created_at)
                   VALUES (?1, 'company', ?2, ?3, ?3, 0)";
        let digest = Value::Blob(id.as_bytes());
        tx.execute(sql, &[Value::Text(&id), digest, Value::Blob(&[0; 32])])
            .map(drop)
    })
    .await;
}

/// Returns the request body. A sign-in has the right password, so that it does not count as a
/// failure. A new API key has the scope of its creator.
fn body(operation: &Operation, document: &Json, caller: &Caller) -> Option<Body> {
    let signs_in = ["/api/auth/token", "/api/auth/console"].contains(&&*operation.path);
    if signs_in && operation.method == reqwest::Method::POST {
        return Some(Body::Json(
            json!({ "username": "user", "password": PASSWORD }),
        ));
    }
    if operation.path.ends_with("/unlink") {
        return Some(Body::Json(json!({ "password": PASSWORD })));
    }
    let mut body = operation.body(document);
    if operation.path == "/v1/admin/settings" && body.is_some() {
        // The example lowers the limits that this test needs.
        return Some(Body::Json(json!({ "wallet": { "gasLimit": 100 } })));
    }
    if operation.path == "/v1/api-keys"
        && !caller.scope.is_empty()
        && let Some(Body::Json(key)) = &mut body
    {
        key["scopes"] = json!([caller.scope]);
    }
    // A key with scopes deploys to a workflow of its own.
    if operation.path == "/v1/agents/deploy"
        && !caller.scope.is_empty()
        && let Some(Body::Json(deployment)) = &mut body
    {
        deployment["workflowId"] = json!(format!("of-{}", caller.scope.replace(':', "-")));
    }
    body
}
