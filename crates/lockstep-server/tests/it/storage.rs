//! The limits of an account's storage and responses: lengths, bytes of a page, quotas, the spool.

use std::path::Path;

use lockstep_server::scrub;
use memchr::memmem;
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::app::{JUNE, PASSWORD, SeededRandom, TestApp, TestClient, points};
use crate::modes::until;

/// The bytes that a quota compares are those that are stored, after chunks were made, extended in their rows, rewritten,
/// cut and removed. A scrub counts again, and names the account whose count differed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_counted_bytes_follow_every_change_of_points() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for (device, mode) in [("a", None), ("b", Some("Basic")), ("c", Some("ZK"))] {
        let send = async |at: i64, values: &[f64]| {
            let mut body = points("heart_rate", "bpm", device, JUNE + at, values);
            if let Some(mode) = mode {
                body["encryptionMode"] = json!(mode);
            }
            ada.post("/v1/sfdp/data", body).await.ok();
        };
        for at in 0..8 {
            send(at, &[60.0 + at as f64]).await;
        }
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!(found.repaired, [], "extended: {mode:?}");
        send(3, &[99.0; 4]).await;
        send(-5, &[50.0; 2]).await;
        send(20, &[70.0; 300]).await;
        let some = "startDate=2026-06-01T00:00:02Z&endDate=2026-06-01T00:00:05Z";
        let path = format!("/v1/sfdp/data?device={device}&{some}");
        ada.delete(&path).await.ok();
        send(400, &[71.0]).await;
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!(found.repaired, [], "changed: {mode:?}");
    }
    ada.delete("/v1/sfdp/data?device=b").await.ok();
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!((found.repaired, found.damaged), (vec![], vec![]));
}

/// The same limits apply on every path: 256 characters of a device name, 32 of a unit, 2000 of a
/// note.
#[tokio::test]
async fn names_and_notes_have_the_same_limits_on_every_path() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let (fits, long) = ("é".repeat(256), "é".repeat(257));
    let mut body = points("own.type", "u", "d", JUNE, &[1.0; 5]);
    body["data"][0]["device"] = json!(long);
    body["data"][1]["unit"] = json!("é".repeat(33));
    body["data"][2]["metadata"] = json!({ "notes": "é".repeat(2001) });
    body["data"][3]["metadata"] = json!({ "x".repeat(65): 1 });
    let refused = ada.post("/v1/sfdp/data", body).await.ok();
    assert_eq!(refused["processedCount"], 1);
    let errors: Vec<&str> = refused["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error.as_str().unwrap())
        .collect();
    for (error, start) in errors.iter().zip([
        "data[0]: device: must be a string of 1 to 256",
        "data[1]: unit: must be a string of 1 to 32",
        "data[2]: metadata.notes: must have at most 2000",
        "data[3]: metadata.xxxx",
    ]) {
        assert!(error.starts_with(start), "{error}");
    }
    assert_eq!(errors.len(), 4);
    let mut body = points("own.type", &"é".repeat(32), &fits, JUNE, &[1.0]);
    body["data"][0]["metadata"] = json!({ "notes": "é".repeat(2000) });
    assert_eq!(ada.post("/v1/sfdp/data", body).await.ok()["success"], true);

    let device = |kind: &str, name: &str| json!({ "type": kind, "name": name, "capabilities": [] });
    for (kind, name, blamed) in [
        ("watch", long.as_str(), "name"),
        (&"t".repeat(65), "w", "type"),
    ] {
        let answer = ada.post("/v1/sfdp/devices", device(kind, name)).await;
        answer.blames(blamed);
    }
    let answer = ada.post("/v1/sfdp/devices", device("watch", &fits)).await;
    answer.ok();
    let block = json!({
        "type": "heart_rate", "device": long, "keyId": "key_01h455vb4pex5vsknk084sn02q",
        "timestamps": ["2026-06-01T00:00:00Z"], "block": "AAAA",
    });
    ada.post("/v1/sfdp/blocks", block).await.blames("device");
    let asked = points("heart_rate", "bpm", &long, JUNE, &[60.0]);
    let asked = json!({ "dataPoints": asked["data"] });
    let answer = ada.post("/v1/sfdp/insights/generate", asked).await;
    assert_eq!(answer.status, 400, "{answer}");

    // An import shortens a long name and reports it; it refuses a long unit with its row.
    let file = format!(
        "timestamp,type,value,unit,device\n2026-01-01T00:00:00Z,steps,1,count,{long}\n\
         2026-01-01T00:00:01Z,steps,2,count,{long}\n2026-01-01T00:00:02Z,own.x,1,{},d\n",
        "u".repeat(33)
    );
    let imported = ada.import(file).await.ok();
    assert_eq!(imported["processedCount"], 2, "{imported}");
    let errors = imported["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 2, "{imported}");
    assert!(errors[0].as_str().unwrap().starts_with("device: "));
    assert!(errors[1].as_str().unwrap().starts_with("row 3: unit: "));
    let found = ada.get("/v1/sfdp/data?type=steps").await.ok();
    assert_eq!(found["data"][0]["device"], fits);
}

/// A page has at most 16 MiB of points of any size, and the cursor continues after it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_is_bounded_in_bytes() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let (count, note) = (9000, "n".repeat(2000));
    for part in 0..2_i64 {
        let values: Vec<f64> = (0..count / 2).map(|nth| f64::from(nth % 90)).collect();
        let mut body = points(
            "heart_rate",
            "bpm",
            "strap",
            JUNE + part * count as i64,
            &values,
        );
        for point in body["data"].as_array_mut().unwrap() {
            point["metadata"] = json!({ "notes": note });
        }
        let stored = ada.post("/v1/sfdp/data", body).await.ok();
        assert_eq!(stored["processedCount"], count / 2);
    }
    let (mut met, mut pages, mut path) = (0, 0, "/v1/sfdp/data?limit=10000".to_owned());
    let mut last = String::new();
    loop {
        let answer = ada.get(&path).await;
        assert!(answer.bytes.len() < (16 << 20) + 4096);
        let page = answer.ok();
        assert_eq!(page["total"], count);
        let data = page["data"].as_array().unwrap();
        for point in data {
            let at = point["timestamp"].as_str().unwrap();
            assert!(*at > *last, "{at} after {last}");
            last = at.to_owned();
        }
        met += data.len();
        pages += 1;
        assert_eq!(page["hasMore"], !page["nextCursor"].is_null());
        let Some(cursor) = page["nextCursor"].as_str() else {
            break;
        };
        path = format!("/v1/sfdp/data?limit=10000&cursor={cursor}");
    }
    assert_eq!((met, pages), (count as usize, 2));
}

/// The last date of the calendar is accepted.
#[tokio::test]
async fn ranges_may_end_with_the_calendar() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let profile = json!({ "timeZone": "Pacific/Kiritimati" });
    ada.put("/v1/sfdp/profile", profile).await.ok();
    let body = points("heart_rate", "bpm", "strap", JUNE, &[60.0; 10]);
    ada.post("/v1/sfdp/data", body).await.ok();
    for end in ["9999-12-31", "9999-12-31T23:59:59Z", "9999-12-30"] {
        let range = format!("startDate=2026-01-01&endDate={end}");
        let page = ada.get(&format!("/v1/sfdp/data?{range}")).await.ok();
        assert_eq!(page["total"], 10, "{end}");
        for path in ["export", "metrics", "blocks"] {
            let answer = ada.get(&format!("/v1/sfdp/{path}?{range}")).await;
            assert_eq!(answer.status, 200, "{end}: {answer}");
        }
        let asked = json!({
            "operation": "sum", "type": "heart_rate", "startDate": "2026-01-01", "endDate": end,
        });
        let sum = ada.post("/v1/sfdp/aggregate", asked).await.ok();
        assert_eq!(sum["value"], 600.0, "{end}");
        let later = format!("/v1/sfdp/data?startDate={end}");
        assert_eq!(ada.get(&later).await.ok()["total"], 0, "{end}");
    }
    let gone = ada.delete("/v1/sfdp/data?endDate=9999-12-31").await.ok();
    assert_eq!(gone["deletedCount"], 10);
}

/// A received file is sealed, has no name, and is deleted afterwards.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_spool_has_no_readable_data() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let rows: Vec<String> = (0..20_000)
        .map(|nth| {
            format!(
                "2026-01-01T00:{:02}:{:02}.{:03}Z,own.canary,7,zq7-canary,strap",
                nth / 60 % 60,
                nth % 60,
                nth / 3600
            )
        })
        .collect();
    let file = format!("timestamp,type,value,unit,device\n{}\n", rows.join("\n"));
    let mut body =
        b"--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n".to_vec();
    body.extend(file.as_bytes());
    body.extend(b"\r\n--edge--\r\n");
    let head = format!(
        "POST /v1/sfdp/import HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\
         Content-Type: multipart/form-data; boundary=edge\r\nContent-Length: {}\r\n\r\n",
        ada.token.clone().unwrap(),
        body.len()
    );
    let mut stream = TcpStream::connect(ada.address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(&body[..body.len() - 100]).await.unwrap();
    let spool = app.folder.path().canonicalize().unwrap().join("spool");
    // All but the last 64 KiB is on disk while the server waits for the end of the body.
    until("the file is in the spool", async || {
        let there: usize = open_files(&spool).iter().map(Vec::len).sum();
        there + (128 << 10) > body.len()
    })
    .await;
    let usage = ada.get("/v1/sfdp/usage").await.ok();
    assert!(usage["quotas"]["spoolBytes"]["used"].as_u64().unwrap() > 1 << 20);
    for file in open_files(&spool) {
        assert!(!holds(&file, b"zq7-canary") && !holds(&file, b"2026-01-01T00"));
    }
    assert_eq!(std::fs::read_dir(&spool).unwrap().count(), 0);
    stream.write_all(&body[body.len() - 100..]).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("\"processedCount\":20000"), "{answer}");
    assert!(open_files(&spool).is_empty());
    let usage = ada.get("/v1/sfdp/usage").await.ok();
    assert_eq!(usage["quotas"]["spoolBytes"]["used"], 0);
    // No other file of the data directory contains the data either.
    let folder = app.stop().await;
    assert!(!anywhere(folder.path(), b"zq7-canary"));
}

/// Returns the bytes of this process's open files in a folder, including unnamed files.
fn open_files(folder: &Path) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc/self/fd").unwrap().flatten() {
        let is_there =
            std::fs::read_link(entry.path()).is_ok_and(|target| target.starts_with(folder));
        if is_there && let Ok(bytes) = std::fs::read(entry.path()) {
            found.push(bytes);
        }
    }
    found
}

fn anywhere(folder: &Path, needle: &[u8]) -> bool {
    std::fs::read_dir(folder).unwrap().flatten().any(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return anywhere(&path, needle);
        }
        std::fs::read(path).is_ok_and(|bytes| holds(&bytes, needle))
    })
}

fn holds(bytes: &[u8], needle: &[u8]) -> bool {
    memmem::find(bytes, needle).is_some()
}

/// The bytes of waiting files are limited, for an account and in total.
#[tokio::test]
async fn the_spool_is_bounded() {
    let app = TestApp::start_with(|config| {
        config.quotas.standard.spool_bytes = 10_000;
        config.storage.spool_bytes = 20_000;
    })
    .await;
    let ada = app.account("ada", "user", "standard").await;
    let root = app.admin();
    for (caller, fits, over) in [(&ada, 9000, 11_000), (&root, 19_000, 21_000)] {
        let answer = caller.import(vec![b'x'; over]).await;
        answer.refused(413, "INVALID_REQUEST");
        assert!(answer.header("retry-after").is_none(), "{answer}");
        // A file within the limit is read, regardless of its content.
        let answer = caller.import(vec![b'x'; fits]).await;
        assert_eq!(answer.status, 422, "{answer}");
    }
}

/// An account over its quota can read and delete, but not store. Concurrent uploads share the rest
/// of the quota.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_stores_at_most_the_quota_of_its_tier() {
    let app = TestApp::start_with(|config| {
        config.quotas.standard.bytes = 300_000;
        config.quotas.standard.series = 6;
        config.quotas.premium.chunks = 40;
    })
    .await;
    let ada = app.account("ada", "user", "standard").await;
    let usage = ada.get("/v1/sfdp/usage").await.ok();
    assert_eq!(usage["tier"], "standard");
    assert_eq!(
        usage["quotas"]["bytes"],
        json!({ "used": 0, "limit": 300_000 })
    );
    assert_eq!(usage["writable"], true);

    let uploads: Vec<_> = (0..8)
        .map(|nth| {
            let ada = ada.clone();
            tokio::spawn(async move {
                let body = noise(nth, JUNE + nth as i64 * 10_000);
                ada.post("/v1/sfdp/data", body).await
            })
        })
        .collect();
    let mut refused = 0;
    for upload in uploads {
        let answer = upload.await.unwrap();
        if answer.status != 200 {
            over_quota(&answer, "bytes");
            refused += 1;
        }
    }
    assert!((1..8).contains(&refused), "{refused} of 8 refused");
    let usage = ada.get("/v1/sfdp/usage").await.ok();
    let used = usage["quotas"]["bytes"]["used"].as_u64().unwrap();
    assert!((100_000..=300_000).contains(&used), "{usage}");
    assert_eq!(usage["modes"][0]["bytes"], used, "{usage}");
    assert_eq!(usage["modes"][0]["encryptionMode"], Json::Null);
    let total = ada.get("/v1/sfdp/data?limit=1").await.ok()["total"].clone();
    assert_eq!(usage["modes"][0]["points"], total);
    // An import ends at the same limit.
    let mut dice = SeededRandom(7);
    let rows: Vec<String> = (0..60_000)
        .map(|nth| {
            let (hour, minute, second) = (nth / 3600, nth / 60 % 60, nth % 60);
            let value = dice.roll();
            format!("2026-01-02T{hour:02}:{minute:02}:{second:02}Z,own.x,0.{value},u,file")
        })
        .collect();
    let file = format!("timestamp,type,value,unit,device\n{}\n", rows.join("\n"));
    over_quota(&ada.import(file).await, "bytes");

    // A deletion frees its bytes.
    ada.delete("/v1/sfdp/data").await.ok();
    let usage = ada.get("/v1/sfdp/usage").await.ok();
    for quota in ["bytes", "series", "chunks"] {
        assert_eq!(usage["quotas"][quota]["used"], 0, "{usage}");
    }
    ada.post("/v1/sfdp/data", noise(1, JUNE)).await.ok();

    let mut body = points("own.type", "u", "d", JUNE, &[1.0; 7]);
    for nth in 0..7 {
        body["data"][nth]["device"] = json!(format!("device {nth}"));
    }
    let answer = ada.post("/v1/sfdp/data", body).await;
    over_quota(&answer, "series");
    let premium = app.account("bob", "user", "premium").await;
    let body = points("own.type", "u", "d", JUNE, &[1.0; 60]);
    let body = crate::modes::under(Some("Basic"), Some(1), body);
    over_quota(&premium.post("/v1/sfdp/data", body).await, "chunks");

    // A lowered quota deletes nothing: stored points can be read and deleted.
    let tier = json!({ "tier": "standard" });
    let cy = app.account("cy", "user", "enterprise").await;
    for nth in 0..5 {
        let body = noise(nth, JUNE + nth as i64 * 10_000);
        cy.post("/v1/sfdp/data", body).await.ok();
    }
    let path = format!("/v1/admin/users/{}", cy.id);
    app.admin().patch(&path, tier).await.ok();
    over_quota(
        &cy.post("/v1/sfdp/data", noise(9, JUNE - 90_000)).await,
        "bytes",
    );
    assert_eq!(cy.get("/v1/sfdp/data?limit=1").await.ok()["total"], 50_000);
    let gone = cy.delete("/v1/sfdp/data?type=own.noise").await.ok();
    assert_eq!(gone["deletedCount"], 50_000);
    cy.post("/v1/sfdp/data", noise(9, JUNE)).await.ok();
    // An erased account uses no storage.
    app.admin().delete(&path).await.ok();
    let again = app.anonymous();
    let answer = again.post(
        "/api/auth/token",
        json!({ "username": "cy", "password": PASSWORD }),
    );
    assert_eq!(answer.await.status, 401);
}

fn over_quota(answer: &crate::app::Answer, quota: &str) {
    let error = answer.refused(403, "PERMISSION_DENIED");
    assert_eq!(error["details"]["quota"], quota, "{answer}");
    let (used, limit) = (&error["details"]["used"], &error["details"]["limit"]);
    assert!(used.as_u64() > limit.as_u64(), "{answer}");
}

/// Returns 10 000 points that do not compress.
fn noise(seed: u64, start: i64) -> Json {
    let mut dice = SeededRandom(seed);
    let values: Vec<f64> = (0..10_000)
        .map(|_| dice.roll() as f64 / u64::MAX as f64)
        .collect();
    points("own.noise", "u", "strap", start, &values)
}

/// Texts that a spreadsheet would evaluate are exported as plain text and are read back unchanged.
#[tokio::test]
async fn no_cell_of_an_export_is_a_formula() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let names = [
        "=cmd|'/C calc'!A0",
        "+1",
        "-1",
        "@SUM(A1)",
        "＝1",
        "  +1",
        "'=1",
        "''",
        "plain",
        " =1",
    ];
    let mut body = points("own.type", "u", "d", JUNE, &vec![-5.0; names.len()]);
    for (nth, name) in names.iter().enumerate() {
        body["data"][nth]["device"] = json!(name);
        body["data"][nth]["unit"] = json!(name);
    }
    ada.post("/v1/sfdp/data", body).await.ok();
    let exported = ada.get("/v1/sfdp/export").await;
    let text = String::from_utf8(exported.bytes.clone()).unwrap();
    let mut cells = csv_cells(&text);
    assert_eq!(cells.len(), (names.len() + 1) * 7);
    let numbers: Vec<String> = cells.iter().skip(9).step_by(7).cloned().collect();
    assert!(numbers.iter().all(|number| number == "-5"), "{numbers:?}");
    cells.retain(|cell| cell != "-5");
    let dangerous = |cell: &&String| {
        cell.trim_start_matches(' ')
            .starts_with(['=', '+', '-', '@', '\t', '\r'])
    };
    assert_eq!(cells.iter().find(dangerous), None);
    bob.import(exported.bytes).await.ok();
    let both = [every(&ada).await, every(&bob).await];
    assert_eq!(both[0], both[1]);
    let mut found: Vec<&str> = both[1]
        .iter()
        .map(|point| point["device"].as_str().unwrap())
        .collect();
    let mut sent = names.to_vec();
    found.sort_unstable();
    sent.sort_unstable();
    assert_eq!(found, sent);
}

async fn every(caller: &TestClient) -> Vec<Json> {
    let page = caller.get("/v1/sfdp/data").await.ok();
    let mut points = page["data"].as_array().unwrap().clone();
    for point in &mut points {
        point.as_object_mut().unwrap().remove("id");
    }
    points
}

/// Splits a table into cells according to RFC 4180.
fn csv_cells(text: &str) -> Vec<String> {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '"' if quoted && rest.peek() == Some(&'"') => {
                rest.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(std::mem::take(&mut cell)),
            '\r' if !quoted && rest.peek() == Some(&'\n') => {
                rest.next();
                cells.push(std::mem::take(&mut cell));
            }
            other => cell.push(other),
        }
    }
    cells
}
