//! Replays recorded bytes of a peer through the protocol state of a connection, without a socket or a store: for the
//! fuzz target of MQTT packets and the tests that replay its corpus.

use std::collections::VecDeque;
use std::time::Duration;

use lockstep_store::id::DeviceId;

use super::external::client::{Client, Introduction, ReceivedPacket as FromBroker};
use super::protocol::{MessageOutcome, Protocol, ReceivedPacket};
use super::topic::{Inbound, Outbound, inbound};

/// The outcome of a replay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    /// The number of packets that were understood.
    pub packets: usize,
    /// The bytes that would be sent.
    pub sent: Vec<u8>,
    /// Whether the connection would be closed.
    pub is_over: bool,
}

/// Replays the bytes of a device, in reads of `read_bytes`. Accepts every client as the device whose id has 16 bytes of
/// value 1.
#[must_use]
pub fn replay_device(bytes: &[u8], read_bytes: usize) -> Replay {
    let device = DeviceId::from_bytes([1; 16]);
    let (mut protocol, mut replay) = (Protocol::new(), Replay::default());
    for read in bytes.chunks(read_bytes.max(1)) {
        let mut packets = VecDeque::from(protocol.receive(read));
        while let Some(packet) = packets.pop_front() {
            replay.packets += 1;
            let is_connect = matches!(packet, ReceivedPacket::Connect(_));
            answer(&mut protocol, packet, &device);
            if protocol.is_over {
                break;
            }
            if is_connect {
                packets.extend(protocol.receive(&[]));
            }
        }
        replay.sent.append(&mut protocol.out);
        if protocol.is_over {
            break;
        }
    }
    replay.is_over = protocol.is_over;
    replay
}

fn answer(protocol: &mut Protocol, packet: ReceivedPacket, device: &DeviceId) {
    match packet {
        ReceivedPacket::Connect(connect) => protocol.accept(false, ("assigned", connect.session)),
        ReceivedPacket::Subscribe { packet, filters } => {
            let granted = filters
                .iter()
                .map(|(filter, qos)| Outbound::parse(filter, device).map(|_| (*qos).min(1)));
            let granted: Vec<_> = granted.collect();
            protocol.suback(packet, &granted);
        }
        ReceivedPacket::Unsubscribe { packet, filters } => {
            protocol.unsuback(packet, &vec![false; filters.len()]);
        }
        ReceivedPacket::Publish(message) => {
            let accepted = match Inbound::parse(&message.topic, device) {
                Some(_) => MessageOutcome::Yes,
                None => MessageOutcome::Foreign,
            };
            protocol.reply(&message, accepted);
        }
        ReceivedPacket::Puback(_) | ReceivedPacket::WithoutMessage => {}
        ReceivedPacket::Disconnect => protocol.is_over = true,
    }
}

/// Replays the bytes of an external broker, in reads of `read_bytes`.
#[must_use]
pub fn replay_broker(bytes: &[u8], read_bytes: usize) -> Replay {
    let (mut client, mut replay) = (Client::new(), Replay::default());
    client.connect(&Introduction {
        client_id: "lockstep",
        credentials: Some(("lockstep", "secret")),
        session: Duration::from_secs(60),
    });
    client.out.clear();
    for read in bytes.chunks(read_bytes.max(1)) {
        for packet in client.receive(read) {
            replay.packets += 1;
            match packet {
                FromBroker::Connack(None) => client.subscribe(&["uadm/+/acks"]),
                FromBroker::Message(message) => {
                    let _ = inbound(&message.topic);
                    if let Some(packet) = message.packet {
                        client.confirm(packet);
                    }
                }
                _ => {}
            }
        }
        replay.sent.append(&mut client.out);
        if client.is_over {
            break;
        }
    }
    replay.is_over = client.is_over;
    replay
}
