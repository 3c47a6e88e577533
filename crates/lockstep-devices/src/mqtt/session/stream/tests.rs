//! The memory of a connection, and the time of an incomplete packet.

use std::net::IpAddr;

use lockstep_store::id::UserId;
use lockstep_web::{AppState, BudgetLimits};
use tokio::io::DuplexStream;

use super::*;
use crate::telemetry::tests::state;

const NOW: Option<Duration> = Some(Duration::ZERO);

type Wire = ProtocolStream<DuplexStream>;

fn user(state: &AppState) -> UserId {
    UserId::generate(state.clock.now(), &*state.entropy)
}

fn version_3() -> Vec<u8> {
    b"\x10\x0d\0\x04MQTT\x04\x02\0\0\0\x01c".to_vec()
}

/// MQTT 5, with a session of a minute or none.
fn version_5(has_session: bool) -> Vec<u8> {
    match has_session {
        true => b"\x10\x13\0\x04MQTT\x05\x02\0\0\x05\x11\0\0\0\x3c\0\x01c".to_vec(),
        false => b"\x10\x0e\0\x04MQTT\x05\x02\0\0\0\0\x01c".to_vec(),
    }
}

/// A message with a topic of one letter, 200 004 bytes long.
fn publish() -> Vec<u8> {
    let mut packet = vec![0x30, 0xc0, 0x9a, 0x0c, 0x00, 0x01, b't'];
    packet.resize(4 + 200_000, 0);
    packet
}

/// Returns an accepted connection of an account, and its client.
async fn accepted(state: &AppState, user: &UserId, connect: &[u8]) -> (Wire, DuplexStream) {
    let (mut client, server) = tokio::io::duplex(1 << 20);
    let lease = state.unauthenticated_lease(IpAddr::from([192, 0, 2, 1]));
    let mut wire = ProtocolStream::new(server, lease);
    client.write_all(connect).await.unwrap();
    let packets = wire.read(NOW).await.unwrap();
    let session = match &packets[..] {
        [ReceivedPacket::Connect(connect)] => connect.session,
        other => panic!("{other:?}"),
    };
    wire.protocol.accept(false, ("", session));
    let early = wire.receive_early(state.connection_lease(user));
    assert!(early.is_empty());
    wire.flush().await.unwrap();
    assert!(wire.charge());
    assert_eq!(state.body_bytes(), 0);
    (wire, client)
}

/// Sends bytes, and reads all of them; returns the packets, and whether the budget had the memory for each read.
async fn pass(wire: &mut Wire, client: &mut DuplexStream, bytes: &[u8]) -> (usize, bool) {
    let end = wire.received + bytes.len() as u64;
    client.write_all(bytes).await.unwrap();
    let (mut packets, mut has_memory) = (0, true);
    while wire.received < end && has_memory {
        packets += wire.read(NOW).await.unwrap().len();
        has_memory = wire.charge();
    }
    (packets, has_memory)
}

#[tokio::test]
async fn an_incomplete_packet_is_charged_until_it_is_processed() {
    let folder = tempfile::tempdir().unwrap();
    let state = state(&folder).await;
    let user = user(&state);
    let (mut wire, mut client) = accepted(&state, &user, &version_5(false)).await;
    let packet = publish();
    let (start, rest) = packet.split_at(150_000);
    // The length alone takes no memory.
    let (header, start) = start.split_at(4);
    assert_eq!(pass(&mut wire, &mut client, header).await, (0, true));
    assert_eq!(state.body_bytes(), 0);
    assert_eq!(pass(&mut wire, &mut client, start).await, (0, true));
    let held = state.body_bytes();
    assert!((150_000..=300_000).contains(&held), "{held}");
    assert_eq!(pass(&mut wire, &mut client, rest).await, (1, true));
    assert_eq!(state.body_bytes(), packet.len());
    wire.protocol.finish_processing();
    assert!(wire.charge());
    assert_eq!(state.body_bytes(), 0);
    // The end of the connection releases the bytes, too.
    assert_eq!(pass(&mut wire, &mut client, &packet[..150_000]).await.0, 0);
    assert!(state.body_bytes() >= 150_000);
    drop(wire);
    assert_eq!(state.body_bytes(), 0);
}

#[tokio::test]
async fn a_connection_ends_when_the_budget_of_its_account_is_spent() {
    let folder = tempfile::tempdir().unwrap();
    let state = state(&folder).await;
    let (ada, bob) = (user(&state), user(&state));
    for (connect, reason) in [(version_5(true), Some(0x97)), (version_3(), None)] {
        let (mut wire, mut client) = accepted(&state, &ada, &connect).await;
        let (mut other, mut of_bob) = accepted(&state, &bob, &connect).await;
        let mut requests = state.connection_lease(&ada);
        let spent = BudgetLimits::default().account_bytes - (64 << 10);
        requests.hold(spent).unwrap();
        let packet = publish();
        assert_eq!(pass(&mut wire, &mut client, &packet).await, (0, false));
        assert!(wire.protocol.is_over);
        // DISCONNECT with its reason, in MQTT 5.
        assert_eq!(wire.protocol.out.first(), reason.map(|_| &0xe0));
        assert_eq!(wire.protocol.out.get(2), reason.as_ref());
        assert_eq!(pass(&mut other, &mut of_bob, &packet).await, (1, true));
        drop((wire, other));
        assert_eq!(state.body_bytes(), spent);
        drop(requests);
        // A device with short messages is served.
        let (mut wire, mut client) = accepted(&state, &ada, &connect).await;
        let mut requests = state.connection_lease(&ada);
        requests.hold(spent + (64 << 10)).unwrap();
        let short = [0x30, 0x04, 0x00, 0x01, b't', 0x00].repeat(100);
        assert_eq!(pass(&mut wire, &mut client, &short).await, (100, true));
    }
    assert_eq!(state.body_bytes(), 0);
}

#[tokio::test]
async fn messages_to_a_client_are_charged_until_they_are_sent_or_confirmed() {
    const BYTES: usize = 20_000;
    let folder = tempfile::tempdir().unwrap();
    let state = state(&folder).await;
    let user = user(&state);
    for has_session in [false, true] {
        let connect = version_5(has_session);
        let (mut wire, mut client) = accepted(&state, &user, &connect).await;
        let message = ("t".to_owned(), vec![0; BYTES]);
        let packet = wire.protocol.publish(message, (1, false)).unwrap();
        assert!(wire.charge());
        assert!(state.body_bytes() >= BYTES);
        wire.flush().await.unwrap();
        assert!(wire.charge());
        // With a session, the protocol keeps a copy.
        let kept = if has_session { BYTES + 1 } else { 0 };
        assert_eq!(state.body_bytes(), kept);
        let [high, low] = packet.to_be_bytes();
        let puback = [0x40, 0x02, high, low];
        assert_eq!(pass(&mut wire, &mut client, &puback).await, (1, true));
        assert_eq!(state.body_bytes(), 0);
    }
}

#[tokio::test]
async fn a_packet_that_is_not_complete_in_time_ends_the_connection() {
    let folder = tempfile::tempdir().unwrap();
    let state = state(&folder).await;
    let user = user(&state);
    let (mut wire, mut client) = accepted(&state, &user, &version_5(false)).await;
    let packet = [0x30, 0x04, 0x00, 0x01, b't', 0x00];
    let (start, rest) = packet.split_at(2);
    let seconds = Duration::from_secs;
    tokio::time::pause();
    // Without an incomplete packet there is no such limit.
    let read = tokio::time::timeout(seconds(1000), wire.read(NOW)).await;
    assert!(read.is_err());
    assert_eq!(pass(&mut wire, &mut client, start).await, (0, true));
    tokio::time::advance(seconds(50)).await;
    assert_eq!(pass(&mut wire, &mut client, rest).await, (1, true));
    // The next packet has its own time, which further bytes do not extend.
    assert_eq!(pass(&mut wire, &mut client, start).await, (0, true));
    tokio::time::advance(seconds(50)).await;
    assert_eq!(pass(&mut wire, &mut client, &rest[..1]).await, (0, true));
    let read = tokio::time::timeout(seconds(9), wire.read(NOW)).await;
    assert!(read.is_err(), "ended too early");
    let read = tokio::time::timeout(seconds(2), wire.read(NOW)).await;
    assert!(read.is_ok_and(|read| read.is_none()), "ended too late");
    assert!(wire.protocol.is_over);
    assert_eq!(wire.protocol.out.get(2), Some(&0x83));
    // The time also ends while the server does not read.
    for pause in [None, Some(seconds(100))] {
        let (mut wire, mut client) = accepted(&state, &user, &version_5(false)).await;
        assert_eq!(pass(&mut wire, &mut client, start).await, (0, true));
        let read = tokio::time::timeout(seconds(61), wire.read(pause)).await;
        assert!(read.is_ok_and(|read| read.is_none()), "{pause:?}");
    }
}
