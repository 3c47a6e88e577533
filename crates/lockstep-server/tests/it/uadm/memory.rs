//! Packets that devices send in part: they are charged to a budget. Also, extended authentication.

use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::client::{Device, Options, VERSIONS, Version};
use super::treadmill;
use crate::app::TestApp;

const BUDGET_BYTES: usize = 1 << 20;
const HALF_BYTES: usize = 200_000;

/// The first bytes of a message of 250 000 bytes.
fn half_message(bytes: usize) -> Vec<u8> {
    let mut message = vec![0x30, 0x90, 0xa1, 0x0f];
    message.resize(bytes, 0);
    message
}

/// Returns a CONNECT of MQTT 5 with these properties and the credentials of a device.
fn connect(properties: &[u8], device: &Json) -> Vec<u8> {
    let mut body = b"\0\x04MQTT\x05\xc2\0\0".to_vec();
    body.push(u8::try_from(properties.len()).unwrap());
    body.extend(properties);
    let credentials = &device["credentials"];
    let of_device = |name: &str| credentials[name].as_str().unwrap().to_owned();
    for text in [
        "one".to_owned(),
        of_device("username"),
        of_device("password"),
    ] {
        body.extend(u16::try_from(text.len()).unwrap().to_be_bytes());
        body.extend(text.as_bytes());
    }
    let [low, high] =
        [body.len() % 128 + 128, body.len() / 128].map(|it| u8::try_from(it).unwrap());
    let mut packet = vec![0x10, low, high];
    packet.extend(body);
    packet
}

#[tokio::test]
async fn incomplete_packets_are_charged_to_the_account() {
    let app = TestApp::start_with(|config| {
        config.network.account_body_budget_bytes = BUDGET_BYTES;
    })
    .await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let (of_ada, of_bob) = (treadmill(&ada, "a").await, treadmill(&bob, "b").await);
    let client = |device: &Json, name: &str| Options {
        client: name.to_owned(),
        ..Options::of(device)
    };
    let state = json!({ "text": "x".repeat(12 << 10) }).to_string();
    for version in VERSIONS {
        app.until_held_bytes(|bytes| bytes == 0).await;
        let (mut held, mut charged) = (Vec::new(), 0);
        // Each takes at least its bytes, and at most twice as many.
        for n in 0..=BUDGET_BYTES / HALF_BYTES {
            let options = client(&of_ada, &n.to_string());
            let mut one = Device::try_connect(app.mqtt(), version, &options)
                .await
                .ok()
                .unwrap();
            one.write(&half_message(HALF_BYTES)).await;
            let is_refused = tokio::select! {
                () = app.until_held_bytes(|bytes| bytes >= charged + HALF_BYTES) => false,
                _ = one.closed() => true,
            };
            if is_refused {
                break;
            }
            held.push(one);
            charged = app.state().body_bytes();
        }
        let kept = held.len();
        assert!((2..=5).contains(&kept), "{version:?}: {kept}");
        assert!(charged <= BUDGET_BYTES, "{charged}");
        // The refused connection gave its bytes back.
        app.until_held_bytes(|bytes| bytes == charged).await;
        // With the rest of the budget in use, a message that needs more memory ends its connection.
        let mut requests = app.state().connection_lease(&ada.id.parse().unwrap());
        requests.hold(BUDGET_BYTES - charged).unwrap();
        let mut late = Device::try_connect(app.mqtt(), version, &client(&of_ada, "late"))
            .await
            .ok()
            .unwrap();
        // A short message needs none.
        assert_eq!(late.publish("reported", b"{}", 1).await, Some(0));
        late.write(&half_message(9 << 10)).await;
        let reason = (version == Version::Five).then_some(0x97);
        assert_eq!(late.closed().await, reason, "{version:?}");
        // The devices of others are served.
        let mut other = Device::try_connect(app.mqtt(), version, &client(&of_bob, "one"))
            .await
            .ok()
            .unwrap();
        let published = other.publish("reported", state.as_bytes(), 1).await;
        assert_eq!(published, Some(0), "{version:?}");
        drop((held, requests));
        app.until_held_bytes(|bytes| bytes == 0).await;
        let mut one = Device::try_connect(app.mqtt(), version, &client(&of_ada, "one"))
            .await
            .ok()
            .unwrap();
        let published = one.publish("reported", state.as_bytes(), 1).await;
        assert_eq!(published, Some(0), "{version:?}");
    }
}

#[tokio::test]
async fn incomplete_introductions_are_charged_to_the_address() {
    const BYTES: usize = 12 << 10;
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    app.until_held_bytes(|bytes| bytes == 0).await;
    // The beginning of a CONNECT of 16 300 bytes.
    let mut half = vec![0x10, 0xac, 0x7f];
    half.resize(BYTES, 0);
    let mut held = Vec::new();
    // The budget of an address is 1 MiB.
    for _ in 0..=(1 << 20) / BYTES {
        let mut stream = TcpStream::connect(app.mqtt()).await.unwrap();
        let before = app.state().body_bytes();
        stream.write_all(&half).await.unwrap();
        let mut byte = [0];
        let is_refused = tokio::select! {
            () = app.until_held_bytes(|bytes| bytes >= before + BYTES) => false,
            read = stream.read(&mut byte) => read.unwrap_or(0) == 0,
        };
        if is_refused {
            break;
        }
        held.push(stream);
    }
    let (kept, charged) = (held.len(), app.state().body_bytes());
    assert!((40..=(1 << 20) / BYTES).contains(&kept), "{kept}");
    assert!(charged <= 1 << 20, "{charged}");
    // A device whose first packet is short connects.
    let options = Options::of(&device);
    let connected = Device::try_connect(app.mqtt(), Version::Five, &options).await;
    assert!(connected.is_ok());
    drop(held);
    app.until_held_bytes(|bytes| bytes == 0).await;
}

#[tokio::test]
async fn extended_authentication_does_not_connect() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    for (properties, code) in [
        (&[][..], 0),
        // An authentication method, with and without data, and data alone.
        (&[0x15, 0, 1, b'x'], 0x8c),
        (&[0x15, 0, 1, b'x', 0x16, 0, 1, 7], 0x8c),
        (&[0x16, 0, 1, 7], 0x8c),
    ] {
        let mut stream = TcpStream::connect(app.mqtt()).await.unwrap();
        stream
            .write_all(&connect(properties, &device))
            .await
            .unwrap();
        let mut connack = [0; 4];
        stream.read_exact(&mut connack).await.unwrap();
        assert_eq!((connack[0], connack[3]), (0x20, code), "{properties:x?}");
    }
}

/// Two bytes of JSON can become a hundred: what a device sends is bounded before it is parsed, and points are parsed
/// where they are.
#[tokio::test]
async fn small_messages_that_become_large_values_are_refused() {
    let app = TestApp::start_with(|config| {
        config.network.account_body_budget_bytes = 8 * BUDGET_BYTES;
    })
    .await;
    let ada = app.user("ada").await;
    let name = "\u{1f3c3}".repeat(250);
    let device = treadmill(&ada, &name).await;
    let list = |unit: &str, count: usize| format!("[{}0]", format!("{unit},").repeat(count));
    for version in VERSIONS {
        let mut one = Device::connect(app.mqtt(), version, &Options::of(&device)).await;
        let refused = match version {
            Version::Five => Some(0x99),
            Version::Three => Some(0),
        };
        for (topic, message) in [
            (
                "reported",
                format!("{{\"a\":{}}}", list("{\"\":0}", 30_000)),
            ),
            // Short enough as a patch, but not as a state.
            ("reported", format!("{{\"a\":{}}}", list("{\"\":0}", 4000))),
            ("acks", format!("{{\"a\":{}}}", list("{\"\":0}", 30_000))),
            ("telemetry", list("{}", 80_000)),
        ] {
            let sent = one.publish(topic, message.as_bytes(), 1).await;
            assert_eq!(sent, refused, "{version:?} {topic} {}", message.len());
        }
        let error = one.message().await;
        assert_eq!(error.body["topic"], "reported");
        // A whole state of small objects is stored.
        let state = format!("{{\"a\":{}}}", list("{\"x\":1}", 2000));
        assert!(state.len() > 15_000);
        let sent = one.publish("reported", state.as_bytes(), 1).await;
        assert_eq!(sent, Some(0), "{version:?}");
    }
    app.until_held_bytes(|bytes| bytes == 0).await;
}
