//! Fields of received packets.

use std::time::Duration;

use mqtt_protocol_core::mqtt;
use mqtt_protocol_core::mqtt::packet::{Property, Qos, v3_1_1, v5_0};

use super::Connect;
use crate::mqtt::stored;

/// The answer that the client expects to a message.
#[derive(Clone, Copy, Debug)]
pub(in crate::mqtt) enum Reply {
    None,
    Puback(u16),
    Pubrec(u16),
}

/// The outcome of a message, for the answer to the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mqtt) enum MessageOutcome {
    Yes,
    /// The payload is invalid.
    Invalid,
    /// The topic is none of the device's.
    Foreign,
}

pub(super) fn connect_3(packet: &v3_1_1::Connect) -> Connect {
    Connect {
        client: packet.client_id().to_owned(),
        user_name: packet.user_name().unwrap_or_default().to_owned(),
        password: packet.password().unwrap_or_default().to_vec().into(),
        is_clean: packet.clean_session(),
        session: match packet.clean_session() {
            true => Duration::ZERO,
            false => stored::MAX_SESSION,
        },
        has_will: packet.will_flag(),
        has_extended_authentication: false,
    }
}

pub(super) fn connect_5(packet: &v5_0::Connect) -> Connect {
    let session = packet.props().iter().find_map(|property| match property {
        Property::SessionExpiryInterval(interval) => Some(interval.val()),
        _ => None,
    });
    let session = Duration::from_secs(session.unwrap_or(0).into());
    Connect {
        client: packet.client_id().to_owned(),
        user_name: packet.user_name().unwrap_or_default().to_owned(),
        password: packet.password().unwrap_or_default().to_vec().into(),
        is_clean: packet.clean_start(),
        session: session.min(stored::MAX_SESSION),
        has_will: packet.will_flag(),
        has_extended_authentication: packet.props().iter().any(is_of_authentication),
    }
}

fn is_of_authentication(property: &Property) -> bool {
    matches!(
        property,
        Property::AuthenticationMethod(_) | Property::AuthenticationData(_)
    )
}

pub(super) fn filters(entries: &[mqtt::packet::SubEntry]) -> Vec<(String, u8)> {
    let filter = |entry: &mqtt::packet::SubEntry| {
        (
            entry.topic_filter().to_owned(),
            entry.sub_opts().qos() as u8,
        )
    };
    entries.iter().map(filter).collect()
}

pub(super) fn reply(qos: Qos, packet: Option<u16>) -> Reply {
    match (qos, packet) {
        (Qos::AtLeastOnce, Some(packet)) => Reply::Puback(packet),
        (Qos::ExactlyOnce, Some(packet)) => Reply::Pubrec(packet),
        _ => Reply::None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::mqtt::protocol::{
        ConnectRefusal, MessageOutcome, Protocol, Publish, ReceivedPacket,
    };

    #[test]
    fn extended_authentication_is_refused() {
        for (properties, is_asked) in [
            (&[][..], false),
            // A session expiry interval.
            (&[0x11, 0, 0, 0, 60], false),
            // An authentication method.
            (&[0x15, 0, 1, b'x'], true),
            // Authentication data, with and without a method.
            (&[0x15, 0, 1, b'x', 0x16, 0, 1, 7], true),
            (&[0x16, 0, 1, 7], true),
        ] {
            let mut body = b"\0\x04MQTT\x05\x02\0\0".to_vec();
            body.push(u8::try_from(properties.len()).unwrap());
            body.extend(properties);
            body.extend(b"\0\x01c");
            let mut packet = vec![0x10, u8::try_from(body.len()).unwrap()];
            packet.extend(body);
            let mut protocol = Protocol::new();
            let connect = match protocol.receive(&packet).pop() {
                Some(ReceivedPacket::Connect(connect)) => connect,
                other => panic!("{properties:x?}: {other:?}"),
            };
            assert_eq!(
                connect.has_extended_authentication, is_asked,
                "{properties:x?}"
            );
            protocol.deny(ConnectRefusal::Authentication);
            // Bad authentication method.
            assert_eq!(protocol.out, [0x20, 0x03, 0x00, 0x8c, 0x00]);
            assert!(protocol.is_over);
        }
    }

    #[test]
    fn a_connect_with_the_reserved_flag_ends_the_connection() {
        for (level, properties) in [(4_u8, &[][..]), (5, &[0_u8][..])] {
            for (flags, is_refused) in [(0x02, false), (0x03, true)] {
                let mut body = b"\0\x04MQTT".to_vec();
                body.extend([level, flags, 0, 60]);
                body.extend(properties);
                body.extend(b"\0\x01c");
                let mut packet = vec![0x10, u8::try_from(body.len()).unwrap()];
                packet.extend(body);
                let mut protocol = Protocol::new();
                let received = protocol.receive(&packet);
                let found = (received.is_empty(), protocol.is_over);
                assert_eq!(found, (is_refused, is_refused), "{level}, {flags}");
                assert!(protocol.out.is_empty());
            }
        }
    }

    #[test]
    fn pings_and_ends_of_no_delivery_are_packets_without_a_message() {
        let mut protocol = Protocol::new();
        protocol.receive(b"\x10\x0d\0\x04MQTT\x04\x02\0\x3c\0\x01c");
        protocol.accept(false, ("", Duration::ZERO));
        let ping = &[0xc0, 0][..];
        let publish = &b"\x34\x05\0\x01t\0\x09"[..];
        let release = &[0x62, 2, 0, 9][..];
        for (packet, expected) in [
            (ping, 1),
            (release, 1),
            (publish, 0),
            (release, 0),
            (release, 1),
        ] {
            let received = protocol.receive(packet);
            if let [ReceivedPacket::Publish(message)] = &received[..] {
                protocol.reply(message, MessageOutcome::Yes);
            }
            let without = received
                .iter()
                .filter(|it| matches!(it, ReceivedPacket::WithoutMessage));
            assert_eq!(without.count(), expected, "{received:?}");
            assert!(!protocol.is_over);
        }
    }

    /// Returns accepted connections of both versions, each with the bytes of a message after its first: with the
    /// quality of service 2 and the packet number 9.
    fn accepted() -> [(Protocol, &'static [u8]); 2] {
        let accepted = |connect: &[u8]| {
            let mut protocol = Protocol::new();
            protocol.receive(connect);
            protocol.accept(false, ("", Duration::ZERO));
            protocol.out.clear();
            protocol
        };
        [
            (
                accepted(b"\x10\x0d\0\x04MQTT\x04\x02\0\x3c\0\x01c"),
                &b"\x05\0\x01t\0\x09"[..],
            ),
            (
                accepted(b"\x10\x0e\0\x04MQTT\x05\x02\0\x3c\0\0\x01c"),
                &b"\x06\0\x01t\0\x09\0"[..],
            ),
        ]
    }

    fn packet(first: u8, rest: &[u8]) -> Vec<u8> {
        [&[first][..], rest].concat()
    }

    fn message(mut received: Vec<ReceivedPacket>) -> Publish {
        match received.pop() {
            Some(ReceivedPacket::Publish(message)) if received.is_empty() => message,
            other => panic!("{other:?} after {received:?}"),
        }
    }

    /// The types of the packets that wait for the client.
    fn sent(protocol: &mut Protocol) -> Vec<u8> {
        let out = std::mem::take(&mut protocol.out);
        let (mut types, mut left) = (Vec::new(), &out[..]);
        while let [first, length, rest @ ..] = left {
            types.push(*first);
            left = &rest[usize::from(*length)..];
        }
        types
    }

    const PUBLISH: u8 = 0x34;
    /// The same message, repeated.
    const AGAIN: u8 = 0x3c;
    const PUBREC: u8 = 0x50;
    const PUBREL: [u8; 4] = [0x62, 2, 0, 9];
    const PUBCOMP: u8 = 0x70;

    #[test]
    fn a_repeated_message_is_confirmed_with_the_first() {
        for (mut protocol, rest) in accepted() {
            let first = message(protocol.receive(&packet(PUBLISH, rest)));
            let is_counted = |received: &[ReceivedPacket]| {
                assert!(
                    matches!(received, [ReceivedPacket::WithoutMessage]),
                    "{received:?}"
                );
            };
            for _ in 0..2 {
                is_counted(&protocol.receive(&packet(AGAIN, rest)));
                assert!(sent(&mut protocol).is_empty());
            }
            protocol.reply(&first, MessageOutcome::Yes);
            assert_eq!(sent(&mut protocol), [PUBREC]);
            is_counted(&protocol.receive(&packet(AGAIN, rest)));
            assert_eq!(sent(&mut protocol), [PUBREC]);
            assert!(protocol.receive(&PUBREL).is_empty());
            assert_eq!(sent(&mut protocol), [PUBCOMP]);
            message(protocol.receive(&packet(PUBLISH, rest)));
            assert!(!protocol.is_over);
        }
    }

    #[test]
    fn a_refused_message_that_was_repeated_has_one_answer() {
        let [_, (mut protocol, rest)] = accepted();
        let both = [packet(PUBLISH, rest), packet(AGAIN, rest)].concat();
        let mut received = protocol.receive(&both);
        received.pop();
        let first = message(received);
        protocol.reply(&first, MessageOutcome::Invalid);
        assert_eq!(protocol.out.get(4), Some(&0x99));
        assert_eq!(sent(&mut protocol), [PUBREC]);
        // The delivery is over: the number may be used again, and there is nothing to release.
        message(protocol.receive(&packet(PUBLISH, rest)));
    }

    #[test]
    fn the_end_of_a_delivery_before_its_answer_ends_the_connection() {
        for (mut protocol, rest) in accepted() {
            message(protocol.receive(&packet(PUBLISH, rest)));
            protocol.receive(&PUBREL);
            assert!(protocol.is_over);
            // DISCONNECT with its reason, in MQTT 5.
            let disconnect = protocol.out.first().copied();
            assert_eq!(disconnect.is_some(), protocol.is_v5());
            assert!(disconnect.is_none_or(|first| first == 0xe0));
            assert_eq!(protocol.out.get(2), protocol.is_v5().then_some(&0x82));
        }
    }
}
