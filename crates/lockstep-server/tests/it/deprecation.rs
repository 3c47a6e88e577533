//! Deprecated routes announce it with every response, in the document and in the audit log.

use serde_json::json;

use lockstep_config::{Config, DeprecatedRoute};

use crate::app::TestApp;
use crate::modes::until;

const LINK: &str = "https://example.org/moved";

fn entry(route: Option<&str>, version: Option<&str>) -> DeprecatedRoute {
    DeprecatedRoute {
        route: route.map(str::to_owned),
        version: version.map(str::to_owned),
        since: "2026-01-01".to_owned(),
        sunset: "2027-01-01".to_owned(),
        link: LINK.to_owned(),
    }
}

#[tokio::test]
async fn a_deprecated_route_says_so_and_is_counted() {
    let routes = ["GET /api/datasets", "GET /v1/sfdp/activities/{id}"];
    let app = TestApp::start_with(|config: &mut Config| {
        config.deprecated = routes.map(|route| entry(Some(route), None)).into();
    })
    .await;
    let (ada, admin) = (app.user("ada").await, app.admin());
    let expected = format!("@1767225600; sunset=@1798761600; link=\"{LINK}\"");
    // Successes and refusals, at every spelling of the path.
    for (caller, path, status) in [
        (&ada, "/api/datasets", 200),
        (&ada, "/api/v1/datasets", 200),
        (
            &ada,
            "/v1/sfdp/activities/act_01h455vb4pex5vsknk084sn02q",
            404,
        ),
        (&app.anonymous(), "/api/datasets", 401),
        (&ada, "/api/datasets?limit=0", 400),
    ] {
        let answer = caller.get(path).await;
        assert_eq!(answer.status, status, "{answer}");
        assert_eq!(answer.header("api-deprecation"), Some(&*expected), "{path}");
        assert_eq!(answer.header("deprecation"), Some("@1767225600"), "{path}");
        let sunset = answer.header("sunset");
        assert_eq!(sunset, Some("Fri, 01 Jan 2027 00:00:00 GMT"), "{path}");
    }
    // Other methods and routes do not.
    let new = json!({ "name": "runs", "encryption_mode": "none" });
    for answer in [
        ada.post("/api/datasets", new).await,
        ada.get("/v1/sfdp/activities").await,
    ] {
        assert_eq!(answer.header("api-deprecation"), None, "{answer}");
        assert_eq!(answer.header("sunset"), None);
    }
    let document = app.anonymous().get("/openapi.json").await.ok();
    let paths = &document["paths"];
    assert_eq!(paths["/api/datasets"]["get"]["deprecated"], true);
    assert_eq!(paths["/v1/sfdp/activities/{id}"]["get"]["deprecated"], true);
    assert!(paths["/api/datasets"]["post"]["deprecated"].is_null());
    // Uses of each account, in the audit log.
    let id = paths["/api/datasets"]["get"]["operationId"]
        .as_str()
        .unwrap();
    let action = format!("api.deprecated.{id}");
    app.state()
        .audit_counter()
        .flush(&app.state().db)
        .await
        .unwrap();
    for (user, expected) in [(&*ada.id, 3), ("anonymous", 1)] {
        let asked = json!({ "searchQuery": action, "filters": { "user": user } });
        let log = admin.post("/v1/admin/audit-logs", asked).await.ok();
        let entries = log["logs"].as_array().unwrap().iter();
        let uses: u64 = entries
            .filter_map(|entry| entry["metadata"]["count"].as_u64())
            .sum();
        assert_eq!(uses, expected, "{log}");
    }
    // The text of the metrics is up to a second old, and belongs to the whole process.
    let anonymous = app.anonymous();
    until("the counter of deprecated requests is shown", async || {
        let figures = anonymous.get("/metrics").await;
        String::from_utf8_lossy(&figures.bytes).contains("lockstep_deprecated_requests_total")
    })
    .await;
}

#[tokio::test]
async fn a_deprecated_version_covers_its_routes() {
    let app = TestApp::start_with(|config: &mut Config| {
        config.deprecated = vec![entry(None, Some("v1"))];
    })
    .await;
    let ada = app.user("ada").await;
    for (path, is_deprecated) in [
        ("/v1/sfdp/types", true),
        ("/v1/api-keys", true),
        // Area B answers at both paths alike.
        ("/api/v1/datasets", true),
        ("/api/datasets", true),
        ("/healthz", false),
        ("/openapi.json", false),
    ] {
        let answer = ada.get(path).await;
        assert_eq!(
            answer.header("deprecation").is_some(),
            is_deprecated,
            "{path}"
        );
    }
    let document = app.anonymous().get("/openapi.json").await.ok();
    for (path, mark) in [
        ("/v1/sfdp/types", json!(true)),
        ("/api/datasets", json!(true)),
        ("/healthz", json!(null)),
    ] {
        let operation = &document["paths"][path]["get"];
        assert!(operation.is_object(), "{path}");
        assert_eq!(operation["deprecated"], mark, "{path}");
    }
}

#[tokio::test]
async fn an_unknown_route_is_refused_at_the_start() {
    for (entry, reason) in [
        (
            entry(Some("GET /v1/sfdp/nothing"), None),
            "GET /v1/sfdp/nothing is not an operation",
        ),
        (
            entry(Some("DELETE /v1/sfdp/types"), None),
            "DELETE /v1/sfdp/types is not an operation",
        ),
        (entry(None, Some("v9")), "v9 is not an operation"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut file = folder.path().join("lockstep.toml");
        let config = Config {
            data: folder.path().join("data"),
            listen: ([127, 0, 0, 1], 0).into(),
            deprecated: vec![entry],
            ..Config::default()
        };
        std::fs::write(&file, toml::to_string(&config).unwrap()).unwrap();
        file = file.canonicalize().unwrap();
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_lockstep"))
            .args(["serve", "--config"])
            .arg(&file)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(!run.status.success());
        assert!(said.contains(reason), "{said}");
    }
}
