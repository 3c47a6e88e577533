//! Connections that stay open after a refused upload.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::mpsc;
use std::time::Duration;

use lockstep_store::{Db, Settings, StoreError};
use lockstep_web::gate;
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::app::{TestApp, until};
use crate::attacks::connect_from;

/// Occupies a connection for reading credentials before it returns. Dropping the result frees it.
async fn occupy_credential_reader(db: &Db) -> mpsc::Sender<()> {
    let (end, ending) = mpsc::channel::<()>();
    let (begun, beginning) = tokio::sync::oneshot::channel();
    let db = db.clone();
    tokio::spawn(async move {
        db.read_credential::<(), StoreError, _>("held", move |_| {
            begun.send(()).unwrap();
            // The sender sends nothing: it is dropped.
            let _ = ending.recv();
            Ok(())
        })
        .await
    });
    beginning.await.unwrap();
    end
}

/// Reads one response with a JSON body; returns its head and its body.
async fn read_answer(stream: &mut TcpStream) -> (String, Json) {
    let mut bytes = Vec::new();
    loop {
        let count = stream.read_buf(&mut bytes).await.unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert_ne!(count, 0, "the connection ended: {text}");
        if let Some((head, body)) = text.split_once("\r\n\r\n")
            && let Ok(body) = serde_json::from_str(body)
        {
            return (head.to_owned(), body);
        }
    }
}

/// The rest of a refused body begins no request: no deadline for a head starts with it.
#[tokio::test]
async fn the_rest_of_a_refused_body_leads_to_no_further_answer() {
    let app = TestApp::start_with(|config| config.network.header_seconds = 1).await;
    let ada = app.user("ada").await;
    let made = ada.post("/v1/api-keys", json!({ "name": "k" })).await.ok();
    let path = format!("/v1/api-keys/{}", made["id"].as_str().unwrap());
    ada.delete(&path).await.ok();
    // The first use of a credential that was issued here is not counted as a guess. This is the first use: the next is counted before
    // the store is asked.
    let key = made["key"].as_str().unwrap();
    let refused = ada.bearing(key).get("/v1/sfdp/devices").await;
    refused.refused(401, "AUTH_ERROR");
    let mut settings = Settings::clone(&app.state().settings());
    settings.limits.anonymous = 1;
    app.state().apply(settings);
    // The request waits for the check of its key: its body arrives after its head and before the refusal.
    let readers = [
        occupy_credential_reader(&app.state().db).await,
        occupy_credential_reader(&app.state().db).await,
    ];
    let body = "x".repeat(2000);
    let head = format!(
        "POST /v1/sfdp/data HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {key}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let mut stream = connect_from(1, ada.address, head.as_bytes()).await;
    // The server has read the head once it counts the request against the address.
    let address = IpAddr::V4(Ipv4Addr::new(127, 0, 7, 1));
    let is_counted = || {
        let is_admitted = gate::admit_attempt(app.state(), address);
        if is_admitted {
            gate::withdraw_attempt(app.state(), address);
        }
        !is_admitted
    };
    let counted = tokio::time::timeout(Duration::from_secs(4), until(is_counted)).await;
    assert!(counted.is_ok(), "the head was not read");
    stream.write_all(body.as_bytes()).await.unwrap();
    // A body that arrives after the refusal ends the connection.
    tokio::time::sleep(Duration::from_millis(50)).await;
    drop(readers);
    let (head, refusal) = read_answer(&mut stream).await;
    assert!(head.starts_with("HTTP/1.1 401 "), "{head}: {refusal}");
    // Longer than the head's time limit, shorter than that of an idle connection.
    let mut byte = [0];
    let pause = Duration::from_millis(1800);
    let read = tokio::time::timeout(pause, stream.read(&mut byte)).await;
    assert!(read.is_err(), "an answer without a request, or the end");
    let next = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    stream.write_all(next).await.unwrap();
    let (head, health) = read_answer(&mut stream).await;
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}: {health}");
}
