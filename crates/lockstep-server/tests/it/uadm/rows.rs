//! Damaged rows of UADM devices: each costs its own device or command, is named by a scrub, and has a remedy.

use lockstep_server::scrub;
use serde_json::json;

use super::client::{Device, Options, Version};
use super::{path_of, treadmill};
use crate::app::TestApp;
use crate::damage::write;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_device_row_is_named_and_ends_with_the_device() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let sound = treadmill(&ada, "sound").await;
    for (nth, (column, value)) in [
        ("secret", "x'00'"),
        ("secret", "'text'"),
        ("created_at", "'weird'"),
        ("contact_at", "'weird'"),
        ("seen_at", "'weird'"),
        ("body", "x'00'"),
        ("body", "'text'"),
        ("sessions", "x'ff'"),
        ("next_command", "'weird'"),
    ]
    .into_iter()
    .enumerate()
    {
        let device = treadmill(&ada, &format!("Runner {nth}")).await;
        let path = path_of(&device);
        ada.post(&format!("{path}/control"), json!({ "command": "stop" }))
            .await
            .ok();
        let id = device["device_id"].as_str().unwrap();
        let sql = format!("UPDATE uadm_device SET {column} = {value} WHERE id = '{id}'");
        write(&app, move |tx| tx.execute(&sql, &[]).map(drop)).await;
        let case = format!("{column} = {value}");
        for path in [
            path.clone(),
            format!("{path}/twin"),
            format!("{path}/commands"),
        ] {
            ada.get(&path).await.ok();
        }
        ada.get("/api/uadm/devices?limit=100").await.ok();
        let sent = ada
            .post(&format!("{path}/control"), json!({ "command": "stop" }))
            .await;
        assert!(sent.status == 200 || sent.status == 409, "{case}: {sent}");
        let connected = Device::try_connect(app.mqtt(), Version::Five, &Options::of(&device)).await;
        assert_eq!(connected.is_ok(), column != "secret", "{case}");
        drop(connected);
        Device::connect(app.mqtt(), Version::Five, &Options::of(&sound)).await;
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        // A counter and sessions are replaced by their next use; a connection wrote its times.
        let is_silent = !matches!(column, "secret" | "created_at" | "body");
        let is_named = found
            .damaged
            .iter()
            .any(|one| one.table == "uadm_device" && one.row == id);
        assert!(is_silent || is_named, "{case}: {:?}", found.damaged);
        ada.delete(&path).await.ok();
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        assert_eq!(found.damaged, [], "{case}");
    }
}

/// A device whose mode or revocation is unknown must not send points.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_ends_when_the_rows_of_its_device_are_damaged() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut connected = Vec::new();
    // A row: table, column, and whether the connection ends.
    for (nth, (table, column, ends)) in [
        ("device", "type", false),
        ("device", "capabilities", false),
        ("device", "name", true),
        ("device", "mode", true),
        ("device", "revoked_at", true),
        ("uadm_device", "secret", true),
    ]
    .into_iter()
    .enumerate()
    {
        let device = treadmill(&ada, &format!("Runner {nth}")).await;
        let runner = Device::connect(app.mqtt(), Version::Five, &Options::of(&device)).await;
        let id = device["device_id"].as_str().unwrap().to_owned();
        connected.push((runner, format!("{table}.{column}"), ends));
        let sql = format!("UPDATE {table} SET {column} = x'ff' WHERE id = '{id}'");
        write(&app, move |tx| tx.execute(&sql, &[]).map(drop)).await;
    }
    // Those that stay are first: they are used when the others have ended.
    for (runner, case, ends) in connected.iter_mut().rev() {
        if *ends {
            assert_eq!(runner.closed().await, Some(0x87), "{case}");
        } else {
            let answered = runner.publish("reported", br#"{"speed": 8}"#, 1).await;
            assert_eq!(answered, Some(0), "{case}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_command_is_not_sent_and_stops_no_other() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for (nth, (column, value)) in [
        ("state", "'weird'"),
        ("body", "x'00'"),
        ("body", "'text'"),
        ("created_at", "'weird'"),
        ("expires_at", "'weird'"),
        ("delivered_at", "'weird'"),
        ("finished_at", "'weird'"),
        ("id", "x'ff'"),
    ]
    .into_iter()
    .enumerate()
    {
        let device = treadmill(&ada, &format!("Runner {nth}")).await;
        let path = path_of(&device);
        let control = format!("{path}/control");
        let first = ada.post(&control, json!({ "command": "first" })).await.ok();
        let first = first["command_id"].as_str().unwrap();
        let id = device["device_id"].as_str().unwrap();
        let sql = format!("UPDATE uadm_command SET {column} = {value} WHERE device_id = '{id}'");
        write(&app, move |tx| tx.execute(&sql, &[]).map(drop)).await;
        let case = format!("{column} = {value}");
        ada.get(&format!("{path}/commands")).await.ok();
        let found = scrub::all(app.state(), |_| {}).await.unwrap();
        let is_named = found
            .damaged
            .iter()
            .any(|one| one.table == "uadm_command" && (one.row == first || column == "id"));
        assert!(is_named, "{case}: {:?}", found.damaged);
        ada.post(&control, json!({ "command": "second" }))
            .await
            .ok();
        let mut runner = Device::connect(app.mqtt(), Version::Five, &Options::of(&device)).await;
        let mut names = Vec::new();
        while names.last().is_none_or(|name| name != "second") {
            names.push(runner.message().await.body["command"].clone());
        }
        let is_descriptive = column.ends_with("_at") && column != "expires_at";
        assert_eq!(names.len() == 2, is_descriptive, "{case}: {names:?}");
        drop(runner);
        ada.delete(&path).await.ok();
    }
    // An erasure removes them all.
    let account = format!("/v1/admin/users/{}", ada.id);
    app.admin().delete(&account).await.ok();
    let found = scrub::all(app.state(), |_| {}).await.unwrap();
    assert_eq!(found.damaged, []);
}
