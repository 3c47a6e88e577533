//! A walk over the OpenAPI document: the guarantees of every operation to its callers. A new operation
//! is included automatically.

use std::collections::BTreeSet;

use axum::http::{Method, header};
use serde_json::json;

use crate::app::TestApp;
use crate::operations::{Body, LIMITED, ResourceKind, assert_limit_headers, document};

fn code_of(path: &str, missing: bool) -> &'static str {
    match (path.starts_with("/api"), missing) {
        (true, true) => "AUTH_REQUIRED",
        (true, false) => "INVALID_TOKEN",
        (false, _) => "AUTH_ERROR",
    }
}

#[tokio::test]
async fn every_protected_operation_needs_a_credential() {
    let app = TestApp::start().await;
    // There are more operations than an address may try in a minute.
    let mut settings = lockstep_store::Settings::clone(&app.state().settings());
    settings.limits.anonymous = 5000;
    app.state().apply(settings);
    let (document, operations) = document(&app.anonymous()).await;
    let anonymous = app.anonymous();
    let mut open = BTreeSet::new();
    for operation in &operations {
        let path = operation.at("usr_1");
        if operation.permission().is_none() {
            open.insert(operation.path.clone());
            assert_eq!(operation.about["security"], json!([]), "{path}");
            continue;
        }
        assert_eq!(
            operation.about["security"],
            json!([{ "bearer": [] }]),
            "{path}"
        );
        let mut spellings = vec![path.clone()];
        if let Some(rest) = path.strip_prefix("/api/") {
            spellings.push(format!("/api/v1/{rest}"));
        }
        for path in spellings {
            let body = operation.body(&document);
            let answer = operation.send(&anonymous, &path, body.clone()).await;
            answer.refused(401, code_of(&path, true));
            let challenge = answer.header("www-authenticate").unwrap();
            assert_eq!(challenge.split(' ').next(), Some("Bearer"));
            let wrong = anonymous.bearing("lk_at_0000");
            let answer = operation.send(&wrong, &path, body).await;
            answer.refused(401, code_of(&path, false));
        }
    }
    let expected = [
        "/.well-known/lockstep-attestation-key",
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp",
        "/api/auth/console",
        "/api/auth/console/oidc",
        "/api/auth/console/oidc/{provider}",
        "/api/auth/oidc",
        "/api/auth/oidc/token",
        "/api/auth/oidc/{provider}",
        "/api/auth/refresh",
        "/api/auth/register",
        "/api/auth/token",
        "/healthz",
        "/market/{id}",
        "/metrics",
        "/readyz",
    ];
    assert!(
        open.iter().eq(expected.iter()),
        "open without a credential: {open:?}"
    );
}

#[tokio::test]
async fn invalid_credentials_are_refused() {
    let app = TestApp::start().await;
    let token = app.admin().token.unwrap();
    for header in [
        "Basic YWRtaW46cGFzc3dvcmQ=".to_owned(),
        format!("Bearer{token}"),
        format!("Bearer {token}x"),
        format!("Bearer {}", token.to_uppercase()),
        format!("Token {token}"),
        token.clone(),
        "Bearer ".to_owned(),
        "Bearer".to_owned(),
        String::new(),
    ] {
        let anonymous = app.anonymous();
        for (path, code) in [
            ("/v1/sfdp/types", "AUTH_ERROR"),
            ("/api/auth/me", "INVALID_TOKEN"),
            ("/v1/api-keys", "AUTH_ERROR"),
        ] {
            let request = anonymous.request(Method::GET, path);
            let request = request.header(header::AUTHORIZATION, &header);
            anonymous.send(request).await.refused(401, code);
        }
    }
}

#[tokio::test]
async fn resources_of_other_accounts_are_not_found() {
    let app = TestApp::start().await;
    let (document, operations) = document(&app.anonymous()).await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    // Bob has a resource of each kind.
    let (device, key) = (
        ResourceKind::Device.make(&bob).await,
        ResourceKind::Key.make(&bob).await,
    );
    let encryption_key = ResourceKind::EncryptionKey.make(&bob).await;
    let job = ResourceKind::Job.make(&bob).await;
    let session = ResourceKind::Session.make(&bob).await;
    for operation in operations.iter().filter(|it| it.path.contains('{')) {
        let id = match ResourceKind::of(&operation.path) {
            ResourceKind::Device => &device,
            ResourceKind::Key => &key,
            ResourceKind::EncryptionKey => &encryption_key,
            ResourceKind::Job => &job,
            // Built-in and uploaded circuits have no owner: they are identified by their digest.
            ResourceKind::Circuit | ResourceKind::OwnCircuit => "circuit:00",
            // Administrators see every account, so this id belongs to no account.
            ResourceKind::Account | ResourceKind::Credential => "usr_01h455vb4pex5vsknk084sn02q",
            // Alerts concern the installation, so this id belongs to none.
            ResourceKind::Alert => "alr_01h455vb4pex5vsknk084sn02q",
            ResourceKind::Session => &session,
            ResourceKind::Ceremony => NO_DIGEST,
            ResourceKind::Provider => "company",
            ResourceKind::Erasure => "era_01h455vb4pex5vsknk084sn02q",
            // Every account sees an item that can be bought, so this id belongs to none.
            ResourceKind::Item => "itm_01h455vb4pex5vsknk084sn02q",
            // Administrators see every token and item, so these ids belong to none.
            ResourceKind::DataToken if operation.path.starts_with("/v1/admin") => {
                "tok_01h455vb4pex5vsknk084sn02q"
            }
            ResourceKind::Of("/v1/admin/marketplace/items") => "itm_01h455vb4pex5vsknk084sn02q",
            kind @ (ResourceKind::Activity
            | ResourceKind::Import
            | ResourceKind::DataToken
            | ResourceKind::Purchase
            | ResourceKind::Listing
            | ResourceKind::UadmDevice
            | ResourceKind::Command
            | ResourceKind::WebhookDelivery
            | ResourceKind::Agent
            | ResourceKind::Deployment
            | ResourceKind::Workflow
            | ResourceKind::Run
            | ResourceKind::Of(_)) => &kind.make(&bob).await,
        };
        let caller = if operation.path.starts_with("/v1/admin") {
            app.admin()
        } else {
            ada.clone()
        };
        for id in [id, "nonsense", "%00", "..%2f..", &"x".repeat(300)] {
            let path = operation.at(id);
            let answer = operation
                .send(&caller, &path, operation.body(&document))
                .await;
            answer.refused(404, "NOT_FOUND");
        }
    }
    // Bob's resources still exist.
    let devices = bob.get("/v1/sfdp/devices").await.ok();
    assert_eq!(devices["devices"][0]["status"], "active");
    assert_eq!(bob.get("/v1/api-keys").await.ok()["total"], 1);
}

#[tokio::test]
async fn a_malformed_id_is_not_found_and_named_as_malformed() {
    let app = TestApp::start().await;
    let admin = app.admin();
    for path in [
        "/v1/jobs/nonsense",
        "/v1/jobs/job_",
        "/v1/sfdp/activities/dev_01h455vb4pex5vsknk084sn02q",
        "/v1/sfdp/marketplace/tokens/nonsense",
        "/api/datasets/nonsense",
        "/v1/agents/runs/nonsense",
    ] {
        let error = admin.get(path).await.refused(404, "NOT_FOUND");
        assert_eq!(
            error["message"], "no resource has this id: the id in the path is malformed",
            "{path}"
        );
    }
    let error = admin.get("/v1/jobs/job_01h455vb4pex5vsknk084sn02q").await;
    let error = error.refused(404, "NOT_FOUND");
    let message = error["message"].as_str().unwrap();
    assert!(
        message.starts_with("the job does not exist: jobs are kept for an hour"),
        "{message}"
    );
}

/// The digest of no existing key.
const NO_DIGEST: &str = "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff";

#[tokio::test]
async fn a_misspelt_parameter_is_named() {
    let app = TestApp::start().await;
    let (document, operations) = document(&app.anonymous()).await;
    let admin = app.admin();
    for operation in &operations {
        let is_api = LIMITED
            .iter()
            .any(|prefix| operation.path.starts_with(prefix));
        // The page of an offer looks for the offer first.
        if !is_api || operation.path.starts_with("/market/") {
            continue;
        }
        let path = operation.at("usr_01h455vb4pex5vsknk084sn02q");
        let misspelt = format!("{path}?limti=3");
        let body = operation.body(&document);
        let answer = operation.send(&admin, &misspelt, body.clone()).await;
        answer.blames("limti");
        if let Some(Body::Json(mut body)) = body {
            body["encryptoinMode"] = json!("Basic");
            let answer = operation.send(&admin, &path, Some(Body::Json(body))).await;
            answer.blames("encryptoinMode");
        }
    }
}

#[tokio::test]
async fn a_wrong_method_gets_the_allowed_methods() {
    let app = TestApp::start().await;
    let (_, operations) = document(&app.anonymous()).await;
    let admin = app.admin();
    let paths: BTreeSet<&str> = operations.iter().map(|it| &*it.path).collect();
    for path in paths {
        let here = operations.iter().filter(|it| it.path == path);
        let known: BTreeSet<&Method> = here.clone().map(|it| &it.method).collect();
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "BREW"] {
            let method: Method = method.parse().unwrap();
            if known.contains(&method) {
                continue;
            }
            let at = here.clone().next().unwrap().at("usr_1");
            let answer = admin.send(admin.request(method, &at)).await;
            // Areas D and E use few statuses.
            let (status, code) = if path.starts_with("/api") {
                (405, "VALIDATION_ERROR")
            } else if ["/v1/encryption", "/v1/agents", "/v1/uadm"]
                .iter()
                .any(|area| path.starts_with(area))
            {
                (404, "NOT_FOUND")
            } else {
                (405, "INVALID_REQUEST")
            };
            answer.refused(status, code);
            assert_limit_headers(path, &answer);
            let allowed: BTreeSet<&str> = answer
                .header("allow")
                .unwrap_or_else(|| panic!("no Allow: {answer}"))
                .split(',')
                .map(str::trim)
                .filter(|method| *method != "HEAD")
                .collect();
            let known: BTreeSet<&str> = known.iter().map(|it| it.as_str()).collect();
            assert_eq!(allowed, known, "{answer}");
        }
    }
}

#[tokio::test]
async fn an_unknown_path_is_not_found_in_the_areas_format() {
    let app = TestApp::start().await;
    for (path, limited) in [
        ("/nowhere", false),
        ("/v1", false),
        ("/v1/nowhere", false),
        ("/v1/sfdp", true),
        ("/v1/sfdp/nowhere", true),
        ("/api/nowhere", true),
        ("/api/v1/nowhere", true),
        ("/api/v1", true),
        ("/v1/admin/nowhere", true),
        ("/v1/agents/nowhere", true),
        ("/v1/encryption/nowhere", true),
        ("/v1/sfdp/data/", true),
        ("//v1/sfdp/data", false),
    ] {
        for caller in [app.admin(), app.anonymous()] {
            let answer = caller.get(path).await;
            answer.refused(404, "NOT_FOUND");
            let says = answer.header("x-ratelimit-limit").is_some();
            assert_eq!(says, limited, "{answer}");
        }
    }
}
