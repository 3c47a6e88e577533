use tokio::net::TcpListener;
use zeroize::Zeroizing;

use super::super::header::{PREFIX_BYTES, SeenNonces};
use super::*;

const STAMP: &str = "one-start";

fn key(byte: u8) -> DigestKey {
    DigestKey::new(Zeroizing::new([byte; 32]))
}

fn facts(version: &str, certificate: Option<&str>, listeners: &[&str]) -> NodeFacts {
    NodeFacts {
        version: version.to_owned(),
        certificate: certificate.map(str::to_owned),
        listeners: listeners.iter().map(|name| (*name).to_owned()).collect(),
    }
}

fn usual() -> NodeFacts {
    facts("0.1.0", Some("ab"), &["https", "mqtt"])
}

/// Asks a node whose clock is `ahead` milliseconds ahead; `change` changes its answer.
async fn ask_one(ahead: i64, change: impl Fn(&mut Vec<u8>)) -> Result<Asked, String> {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let active = Active {
        node: ActiveNode {
            address: "node1:8444".to_owned(),
            stamp: STAMP.to_owned(),
            since: Timestamp(0),
        },
        addresses: vec![listener.local_addr().unwrap()],
        key: key(1),
    };
    let answering = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        // The addresses are of IPv4.
        let mut bytes = vec![0; PREFIX_BYTES + 0x51];
        stream.read_exact(&mut bytes).await.unwrap();
        let now = Timestamp(SystemClock::shared().now().0 + ahead);
        let mut seen = SeenNonces::default();
        let question = RelayHeader::read(&bytes, (&key(1), STAMP), now, &mut seen).unwrap();
        assert_eq!(question.purpose, Purpose::Probe);
        // To a socket of this test, so that the answer can be changed.
        let between = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut reader = TcpStream::connect(between.local_addr().unwrap())
            .await
            .unwrap();
        let (mut writer, _) = between.accept().await.unwrap();
        let written = answer(&mut writer, &question, (&key(1), STAMP), usual(), now).await;
        written.unwrap();
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await.unwrap();
        change(&mut bytes);
        stream.write_all(&bytes).await.unwrap();
    };
    let (asked, ()) = tokio::join!(active.ask(), answering);
    asked
}

#[tokio::test]
async fn a_probe_is_answered_with_the_time_and_what_must_be_the_same() {
    let asked = ask_one(5000, |_| {}).await.unwrap();
    assert_eq!(asked.answer.facts, Some(usual()));
    let found = compared("node1:8444", &asked, &usual());
    let fine: Vec<bool> = found.iter().map(|one| one.fine).collect();
    assert_eq!(fine, [true, false, true, true, true]);
    let ahead = asked.answer.time.0 - 5000;
    assert!((asked.before.0..=asked.after.0).contains(&ahead), "{ahead}");
    assert!(found[1].said.contains("NTP"), "{}", found[1].said);
}

/// It may be a copy of a question that was sent long ago.
#[tokio::test]
async fn the_answer_to_a_question_whose_time_is_off_says_only_the_time() {
    let asked = ask_one(-31_000, |_| {}).await.unwrap();
    assert_eq!(asked.answer.facts, None);
    let found = compared("node1:8444", &asked, &usual());
    let fine: Vec<bool> = found.iter().map(|one| one.fine).collect();
    assert_eq!(fine, [true, false]);
    assert!(found[1].said.contains("refuses"), "{}", found[1].said);
}

#[tokio::test]
async fn an_answer_with_a_changed_byte_is_refused() {
    let whole = std::cell::Cell::new(0);
    let asked = ask_one(0, |bytes| whole.set(bytes.len())).await;
    assert!(asked.is_ok());
    for place in 0..whole.get() {
        let changed = ask_one(0, |bytes| bytes[place] ^= 1).await;
        let reason = changed.map(drop).unwrap_err();
        assert!(reason.contains("is not of a node"), "{place}: {reason}");
    }
    let none = ask_one(0, Vec::clear).await;
    let reason = none.map(drop).unwrap_err();
    assert!(reason.contains("another root key"), "{reason}");
}

#[test]
fn what_differs_is_named_with_its_remedy() {
    for (own, differing, said) in [
        (usual(), None, ""),
        (
            facts("0.2.0", Some("ab"), &["https", "mqtt"]),
            Some(0),
            "the active node has 0.1.0, and this node 0.2.0: update",
        ),
        (
            facts("0.1.0", Some("cd"), &["https", "mqtt"]),
            Some(1),
            "they differ: clients see another server",
        ),
        (
            facts("0.1.0", None, &["https", "mqtt"]),
            Some(1),
            "this node has none: ",
        ),
        (
            facts("0.1.0", Some("ab"), &["https"]),
            Some(2),
            "the active node has https, mqtt, and this node https: give",
        ),
    ] {
        let found = settings(&usual(), &own);
        let wrong = found.iter().position(|one| !one.fine);
        assert_eq!(wrong, differing);
        if let Some(wrong) = wrong {
            assert!(found[wrong].said.contains(said), "{}", found[wrong].said);
        }
    }
    // No digest is shown.
    let found = settings(&usual(), &usual());
    assert!(found.iter().all(|one| !one.said.contains("ab")));
}

#[test]
fn clocks_agree_within_two_seconds_and_the_time_of_the_probe() {
    for (ahead, trip, fine) in [
        (0, 0, true),
        (2001, 0, true),
        (2002, 0, false),
        (-2001, 0, true),
        (-2002, 0, false),
        (2500, 1000, true),
        (2502, 1000, false),
    ] {
        let asked = Asked {
            answer: Answer {
                time: Timestamp(1_000_000 + trip / 2 + ahead),
                facts: Some(usual()),
            },
            before: Timestamp(1_000_000),
            after: Timestamp(1_000_000 + trip),
        };
        assert_eq!(clocks(&asked).fine, fine, "{ahead} {trip}");
    }
}
