//! `/export` over HTTP and on the command line: an export is complete, or visibly incomplete.

use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use axum::http::{Method, header};
use lockstep_server::execution::{Command as CapabilityCommand, execute};
use lockstep_store::{StoreError, Timestamp, Tx, params};
use serde_json::{Value as Json, json};
use tokio::sync::mpsc;

use crate::app::{ADMIN_PASSWORD, JUNE, TestApp, TestClient, points, until};
use crate::child::{Child, lockstep, run};

/// Points with values that a table could corrupt.
fn odd() -> Json {
    let at = |second: i64| Timestamp((JUNE + second) * 1000 + 7).to_string();
    let mut all = vec![
        json!({ "timestamp": at(0), "type": "weight", "value": 154.5, "unit": "lb", "device": "scale \"é\", left",
            "confidence": 0.75, "metadata": { "activity": "rest", "notes": "after\n\"breakfast\", late", "duration": 3, "tired": true, "x": null } }),
        json!({ "timestamp": at(1), "type": "own.type", "value": -0.1, "unit": "{x}, y", "device": " =HYPERLINK(\"x\") " }),
        json!({ "timestamp": at(2), "type": "power", "value": 1e-7, "unit": "kW", "device": "comma, \"quote\"", "confidence": 0 }),
    ];
    for (nth, device) in ["+1", "-1", "@x", "=1+1", "'", "＝1", "心"]
        .into_iter()
        .enumerate()
    {
        all.push(json!({ "timestamp": at(3 + nth as i64), "type": "heart_rate", "value": 60 + nth, "unit": "bpm", "device": device }));
    }
    json!({ "data": all })
}

/// Returns every stored point without its id.
async fn stored(caller: &TestClient) -> Vec<Json> {
    let page = caller.get("/v1/sfdp/data?limit=10000").await.ok();
    let mut all = page["data"].as_array().unwrap().clone();
    for point in &mut all {
        point.as_object_mut().unwrap().remove("id");
    }
    all
}

#[tokio::test]
async fn an_exported_table_is_read_back_exactly() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    ada.post("/v1/sfdp/data", odd()).await.ok();
    let table = ada.get("/v1/sfdp/export").await;
    assert_eq!(table.status, 200);
    assert_eq!(
        table.header("content-type"),
        Some("text/csv; charset=utf-8")
    );
    let name = table.header("content-disposition").unwrap();
    assert!(
        name.starts_with("attachment; filename=\"lockstep-2") && name.ends_with(".csv\""),
        "{name}"
    );
    assert_eq!(table.header("cache-control"), Some("no-store"));
    let bob = app.user("bob").await;
    let imported = bob.import(table.bytes.clone()).await.ok();
    assert_eq!(imported["success"], true, "{imported}");
    let sent = stored(&ada).await;
    assert_eq!(sent.len(), 10);
    assert_eq!(stored(&bob).await, sent);
    // A second round trip gives the same table.
    assert_eq!(
        bob.get("/v1/sfdp/export?format=csv").await.bytes,
        table.bytes
    );
}

#[tokio::test]
async fn each_format_contains_the_selected_points() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let none = ada.get("/v1/sfdp/export?format=omh").await.ok();
    assert_eq!(none, json!([]));
    ada.post("/v1/sfdp/data", odd()).await.ok();
    let day = points("steps", "count", "watch", JUNE + 86_400, &[7.0, 8.0]);
    ada.post("/v1/sfdp/data", day).await.ok();

    for (filter, count) in [
        ("", 12),
        ("&type=heart_rate", 7),
        ("&device=watch", 2),
        ("&startDate=2026-06-02", 2),
        ("&endDate=2026-06-01", 10),
        ("&type=steps&endDate=2026-06-01", 0),
    ] {
        let omh = ada
            .get(&format!("/v1/sfdp/export?format=omh{filter}"))
            .await;
        assert_eq!(omh.header("content-type"), Some("application/json"));
        assert_eq!(omh.ok().as_array().unwrap().len(), count, "{filter}");
        let fhir = ada
            .get(&format!("/v1/sfdp/export?format=fhir{filter}"))
            .await;
        assert_eq!(fhir.header("content-type"), Some("application/fhir+json"));
        let name = fhir.header("content-disposition").unwrap();
        assert!(name.ends_with(".fhir.json\""), "{name}");
        let fhir = fhir.ok();
        assert_eq!(
            fhir["entry"].as_array().map_or(0, Vec::len),
            count,
            "{filter}"
        );
        let csv = ada
            .get(&format!("/v1/sfdp/export?format=csv{filter}"))
            .await;
        let lines = csv.bytes.split(|byte| *byte == b'\n').count();
        // The header, and the empty rest after the last line end.
        assert_eq!(lines, count + 2, "{filter}");
    }
    let bundle = ada
        .get("/v1/sfdp/export?format=fhir&type=weight")
        .await
        .ok();
    let observation = &bundle["entry"][0]["resource"];
    assert_eq!(observation["code"]["coding"][0]["code"], "29463-7");
    assert_eq!(observation["valueQuantity"]["code"], "kg");
    let page = ada.get("/v1/sfdp/data?type=weight").await.ok();
    let id = page["data"][0]["id"].as_str().unwrap().replace('_', "-");
    assert_eq!(observation["id"], id);
    assert!(
        !bundle.to_string().contains("\"ada\""),
        "the bundle contains no account name"
    );

    // Points of other accounts are not exported.
    let bob = app.user("bob").await;
    assert_eq!(bob.get("/v1/sfdp/export?format=omh").await.ok(), json!([]));
}

#[tokio::test]
async fn invalid_parameters_are_named() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for (query, parameter) in [
        ("format=xml", "format"),
        ("format=CSV", "format"),
        ("startDate=soon", "startDate"),
        ("startDate=2026-06-02&endDate=2026-06-01", "startDate"),
        ("type=Heart", "type"),
        ("limit=5", "limit"),
    ] {
        ada.get(&format!("/v1/sfdp/export?{query}"))
            .await
            .blames(parameter);
    }
    let anonymous = app.anonymous().get("/v1/sfdp/export").await;
    anonymous.refused(401, "AUTH_ERROR");
}

/// An export of many pages, in the order of `GET /data`, plain and compressed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_export_is_complete_and_in_order() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let values: Vec<f64> = (0..20_000).map(|nth| f64::from(60 + nth % 90)).collect();
    for device in ["strap", "watch"] {
        let body = points("heart_rate", "bpm", device, JUNE, &values);
        ada.post("/v1/sfdp/data", body).await.ok();
    }
    let plain = ada.get("/v1/sfdp/export").await;
    let text = String::from_utf8(plain.bytes.clone()).unwrap();
    let rows: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(rows.len(), 40_000);
    for (nth, row) in rows.iter().enumerate() {
        let at = Timestamp((JUNE + nth as i64 / 2) * 1000);
        let device = ["strap", "watch"][nth % 2];
        let value = values[nth / 2];
        assert_eq!(*row, format!("{at},heart_rate,{value},bpm,{device},,"));
    }
    for packing in ["gzip", "zstd"] {
        let request = ada.request(Method::GET, "/v1/sfdp/export");
        let packed = ada
            .send(request.header(header::ACCEPT_ENCODING, packing))
            .await;
        assert_eq!(packed.header("content-encoding"), Some(packing));
        let mut unpacked = Vec::new();
        match packing {
            "gzip" => {
                let mut reader = flate2::read::MultiGzDecoder::new(&packed.bytes[..]);
                reader.read_to_end(&mut unpacked).unwrap();
            }
            _ => unpacked = zstd::decode_all(&packed.bytes[..]).unwrap(),
        }
        assert!(packed.bytes.len() * 5 < unpacked.len());
        assert_eq!(unpacked, plain.bytes, "{packing}");
    }
    let bundle = ada
        .get("/v1/sfdp/export?format=fhir&device=strap")
        .await
        .ok();
    assert_eq!(bundle["entry"].as_array().unwrap().len(), 20_000);

    // The audit log counts the export as a read, with the account and the action.
    app.state()
        .audit_counter()
        .flush(&app.state().db)
        .await
        .unwrap();
    let reads = app
        .state()
        .db
        .read::<_, StoreError, _>("test.reads", move |tx| {
            tx.query_one(
            "SELECT COUNT(*) FROM audit_body WHERE user_id = ?1 AND action LIKE 'read %/export'",
            &[lockstep_store::Value::Text(&ada.id)],
            |row| row.at::<i64>(0),
        )
        });
    assert!(reads.await.unwrap() > 0);
}

/// Breaks the body of a series' last chunk.
async fn damage(app: &TestApp) {
    let damaged = app
        .state()
        .db
        .write::<_, StoreError, _>("test.damage", |tx: &mut Tx<'_>| {
            tx.execute(
                "UPDATE seg_body SET body = X'00' WHERE id =
                 (SELECT body_id FROM seg WHERE t0 = (SELECT MAX(t0) FROM seg))",
                params![],
            )
        });
    assert_eq!(damaged.await.unwrap(), 1);
}

/// An export that fails after its beginning never looks complete.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_error_in_the_middle_is_visible() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let values = vec![61.0; 40_000];
    let body = points("heart_rate", "bpm", "strap", JUNE, &values);
    ada.post("/v1/sfdp/data", body).await.ok();
    // More data than the socket buffers hold, so that the last page is read after the damage.
    let path = "/v1/sfdp/export?format=omh";
    let mut answer = ada.request(Method::GET, path).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    damage(&app).await;
    let broken = loop {
        match answer.chunk().await {
            Ok(Some(_)) => {}
            Ok(None) => break false,
            Err(_) => break true,
        }
    };
    assert!(broken, "an export without some points looks complete");
    // The next export reports the missing points before its first byte.
    for format in ["csv", "omh", "fhir"] {
        for packing in ["identity", "gzip", "zstd"] {
            let path = format!("/v1/sfdp/export?format={format}");
            let request = ada.request(Method::GET, &path);
            let request = request.header(header::ACCEPT_ENCODING, packing);
            let answer = request.send().await.unwrap();
            assert_eq!(answer.status(), 200);
            let skipped = answer.headers().get("lockstep-skipped-points");
            assert!(skipped.is_some(), "{format} {packing} looks complete");
            assert!(answer.bytes().await.is_ok(), "{format} {packing}");
        }
    }
}

/// An export ends at the point that was the latest when it began, and when the account is erased.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn points_stored_during_an_export_are_not_included() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let values = vec![61.0; 50_000];
    let body = points("heart_rate", "bpm", "strap", JUNE, &values);
    ada.post("/v1/sfdp/data", body).await.ok();
    let begin = || {
        ada.request(Method::GET, "/v1/sfdp/export?format=fhir")
            .send()
    };

    let mut answer = begin().await.unwrap();
    let mut bytes = answer.chunk().await.unwrap().unwrap().to_vec();
    let later = points("heart_rate", "bpm", "strap", JUNE + 50_000, &values[..10]);
    ada.post("/v1/sfdp/data", later).await.ok();
    while let Some(piece) = answer.chunk().await.unwrap() {
        bytes.extend(piece);
    }
    let bundle: Json = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(bundle["entry"].as_array().unwrap().len(), 50_000);

    let mut answer = begin().await.unwrap();
    answer.chunk().await.unwrap().unwrap();
    let path = format!("/v1/admin/users/{}", ada.id);
    let suspended = json!({ "status": "suspended" });
    app.admin().patch(&path, suspended).await.ok();
    let outcome = loop {
        match answer.chunk().await {
            Ok(Some(_)) => {}
            other => break other,
        }
    };
    assert!(outcome.is_err(), "a suspended account continues to read");
}

#[test]
fn commands_create_no_store() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let table = "timestamp,type,value,unit\n2026-06-01T00:00:00Z,weight,70,kg\n";
    std::fs::write(file("in.csv"), table).unwrap();
    for args in [
        &["doctor"][..],
        &["audit", "verify"],
        &["backup", "create", &file("copy")],
        &["export", &file("out.csv")],
        &["import", &file("in.csv")],
        &["user", "list"],
    ] {
        let ran = run(&folder.path().join("mistyped"), args, "");
        let printed = String::from_utf8(ran.stderr).unwrap();
        assert!(!ran.status.success(), "{args:?}");
        assert!(
            printed.contains("there is no store in"),
            "{args:?}: {printed}"
        );
    }
    let left = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 1, "in.csv");
}

#[tokio::test]
async fn the_command_line_exports_points() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let table = "timestamp,type,value,unit,device\n2026-06-01T00:00:00Z,weight,70,kg,scale\n\
        2026-06-02T00:00:00Z,steps,7000,count,watch\n";
    std::fs::write(file("in.csv"), table).unwrap();
    let child = Child::start(&data);
    let ran = |args: &[&str]| run(&data, args, "");
    // An unreadable file does not affect the others.
    std::fs::write(file("junk.txt"), "no recording").unwrap();
    let files = [&file("junk.txt"), &file("none.fit"), &file("in.csv")];
    let read = ran(&["import", files[0], files[1], files[2]]);
    let (out, printed) = [read.stdout, read.stderr]
        .map(|text| String::from_utf8(text).unwrap())
        .into();
    assert!(
        !read.status.success() && out.contains("2 points"),
        "{out}{printed}"
    );
    assert!(
        printed.contains("junk.txt") && printed.contains("none.fit"),
        "{printed}"
    );
    std::fs::remove_file(file("junk.txt")).unwrap();
    // Through the server that holds the directory, and without a server.
    let out = ran(&["export", &file("out.csv")]);
    assert!(out.status.success(), "{out:?}");
    assert_eq!(String::from_utf8(out.stdout).unwrap(), "2 points\n");
    // It has the mode under which it was written beside its target.
    let about = std::fs::metadata(file("out.csv")).unwrap();
    assert_eq!(about.permissions().mode() & 0o777, 0o600);
    let (fine, _) = child.end();
    assert!(fine);
    let args = [
        "export",
        &file("out.json"),
        "--format",
        "fhir",
        "--type",
        "weight",
    ];
    assert!(ran(&args).status.success());
    let bundle: Json = serde_json::from_slice(&std::fs::read(file("out.json")).unwrap()).unwrap();
    assert_eq!(bundle["entry"].as_array().unwrap().len(), 1);
    let text = std::fs::read_to_string(file("out.csv")).unwrap();
    assert!(
        text.ends_with("2026-06-02T00:00:00.000Z,steps,7000,count,watch,,\r\n"),
        "{text}"
    );
    // The output counts the points left out, and names the remedy.
    let child = Child::start(&data);
    let admin = TestClient::at(child.address)
        .signed_in("admin", ADMIN_PASSWORD)
        .await;
    let body = points("heart_rate", "bpm", "strap", JUNE, &[61.0, 62.0, 63.0]);
    let body = crate::modes::under(Some("Basic"), None, body);
    admin.post("/v1/sfdp/data", body).await.ok();
    let keys = admin.get("/v1/encryption/keys").await.ok();
    let key = keys["keys"][0]["keyId"].as_str().unwrap();
    let resume = format!("POST /v1/encryption/keys/{key}/resume");
    let path = format!("/v1/encryption/keys/{key}/suspend");
    admin.post(&path, json!({})).await.ok();
    let out = ran(&["export", &file("part.csv")]);
    assert_eq!(out.status.code(), Some(1), "{out:?}");
    assert_eq!(String::from_utf8(out.stdout).unwrap(), "2 points\n");
    let printed = String::from_utf8(out.stderr).unwrap();
    assert!(
        printed.contains("3 points are left out") && printed.contains(&resume),
        "{printed}"
    );
    std::fs::remove_file(file("part.csv")).unwrap();
    let (fine, _) = child.end();
    assert!(fine);
    // An existing file is not overwritten, and an error leaves no file.
    let again = ran(&["export", &file("out.csv")]);
    assert!(!again.status.success());
    let printed = String::from_utf8(again.stderr).unwrap();
    assert!(
        printed.contains("out.csv: the file exists already"),
        "{printed}"
    );
    assert_eq!(std::fs::read_to_string(file("out.csv")).unwrap(), text);
    assert!(
        !ran(&["export", &file("no.csv"), "--from", "soon"])
            .status
            .success()
    );
    let left = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 4, "the directory, in.csv, out.csv, out.json");
}

/// Exports all points into an empty folder, and sends a signal to the command once it has begun a file. The file must be
/// removed.
async fn stop_export(data: &Path, folder: &Path, signal: &str) -> Output {
    let files = || std::fs::read_dir(folder).unwrap().count();
    let process = lockstep(data)
        .args(["export", "--format", "fhir"])
        .arg(folder.join("out.json"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let time = Duration::from_secs(60);
    let begun = tokio::time::timeout(time, until(|| files() == 1)).await;
    assert!(begun.is_ok(), "no file was begun");
    let id = process.id().to_string();
    let sent = Command::new("kill").args([signal, &id]).status().unwrap();
    assert!(sent.success());
    let output = process.wait_with_output().unwrap();
    let removed = tokio::time::timeout(time, until(|| files() == 0)).await;
    let left: Vec<_> = std::fs::read_dir(folder).unwrap().collect();
    assert!(removed.is_ok(), "{left:?} {output:?}");
    output
}

#[tokio::test]
async fn a_stopped_export_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let (data, out) = (folder.path().join("data"), folder.path().join("out"));
    std::fs::create_dir(&out).unwrap();
    let child = Child::start(&data);
    let admin = child.admin().await;
    let values = vec![61.0; 40_000];
    for device in ["ring", "strap", "watch"] {
        let body = points("heart_rate", "bpm", device, JUNE, &values);
        admin.post("/v1/sfdp/data", body).await.ok();
    }
    // The server that holds the directory stops when the command has ended. The command itself ignores Ctrl-C where the
    // tests run in the background.
    let stopped = stop_export(&data, &out, "-TERM").await;
    assert_eq!(stopped.status.code(), None, "{stopped:?}");
    admin.get("/v1/sfdp/data?limit=1").await.ok();
    let (fine, _) = child.end();
    assert!(fine);
    // Without a server.
    let stopped = stop_export(&data, &out, "-INT").await;
    assert_eq!(stopped.status.code(), Some(1), "{stopped:?}");
    let printed = String::from_utf8(stopped.stderr).unwrap();
    assert!(printed.contains("stopped by a signal"), "{printed}");
}

#[tokio::test]
async fn an_export_without_its_audit_entry_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    ada.post("/v1/sfdp/data", odd()).await.ok();
    let trap = "CREATE TRIGGER trap BEFORE INSERT ON audit_body WHEN NEW.action = 'points.export'
        BEGIN SELECT RAISE(ABORT, 'cut off by the test'); END";
    let db = &app.state().db;
    let set = db.write::<_, StoreError, _>("test.trap", move |tx| tx.execute(trap, &[]).map(drop));
    set.await.unwrap();
    let request = json!({ "user": "ada", "file": folder.path().join("out.csv"), "format": "csv" });
    let command = CapabilityCommand::OfCapability {
        name: "export".to_owned(),
        request,
        creates_store: false,
    };
    let (steps, _) = mpsc::channel(16);
    let exported = execute(app.state(), command, &steps).await;
    assert!(exported.is_err(), "{exported:?}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
