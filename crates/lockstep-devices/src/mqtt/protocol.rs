//! Packets of MQTT 3.1.1 and 5 as one vocabulary, over the connection state of `mqtt-protocol-core`.

mod incoming;

use std::time::Duration;

use mqtt_protocol_core::mqtt;
use mqtt_protocol_core::mqtt::common::Cursor;
use mqtt_protocol_core::mqtt::connection::{ConnectionOptions, Event, TimerKind};
use mqtt_protocol_core::mqtt::packet::{GenericPacketTrait, Packet, Property, Qos, v3_1_1, v5_0};
use mqtt_protocol_core::mqtt::result_code::{
    ConnectReasonCode, ConnectReturnCode, DisconnectReasonCode, PubackReasonCode, PubrecReasonCode,
    SubackReasonCode, SubackReturnCode, UnsubackReasonCode,
};

use super::MAX_PACKET_BYTES;
use super::topic::TopicError;
pub(super) use incoming::MessageOutcome;
use incoming::{Reply, connect_3, connect_5, filters, reply};

type Connection = mqtt::Connection<mqtt::role::Server>;

/// A packet from the client.
#[derive(Debug)]
pub(super) enum ReceivedPacket {
    Connect(Connect),
    Subscribe {
        packet: u16,
        filters: Vec<(String, u8)>,
    },
    Unsubscribe {
        packet: u16,
        filters: Vec<String>,
    },
    Publish(Publish),
    /// The client received a message.
    Puback(u16),
    /// The client ends the connection in order.
    Disconnect,
}

/// The client's request to connect.
#[derive(Debug)]
pub(super) struct Connect {
    pub(super) client: String,
    pub(super) user_name: String,
    pub(super) password: zeroize::Zeroizing<Vec<u8>>,
    /// Whether an earlier session is forgotten.
    pub(super) is_clean: bool,
    /// The time that the session outlives the connection; zero for none.
    pub(super) session: Duration,
    pub(super) has_will: bool,
}

/// A message from the client.
#[derive(Debug)]
pub(super) struct Publish {
    pub(super) topic: String,
    pub(super) payload: Vec<u8>,
    pub(super) is_retained: bool,
    reply: Reply,
}

/// The reason why a client may not connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ConnectRefusal {
    Credentials,
    /// The server cannot check the credentials now, or the address tried too often.
    Busy,
    /// Too many connections of the device or the account.
    Full,
    /// The client identifier is empty or too long.
    Client,
    /// The connection has a will.
    Will,
}

/// The reason why the server ends a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DisconnectReason {
    TakenOver,
    Revoked,
    ShuttingDown,
    Foreign,
    Retained,
    Unavailable,
}

/// The protocol state of one connection.
pub(super) struct Protocol {
    connection: Connection,
    /// Bytes to send.
    pub(super) out: Vec<u8>,
    received: Vec<ReceivedPacket>,
    /// Bytes that came with CONNECT: the client need not wait for the answer.
    held: Vec<u8>,
    /// Whether CONNECT was received.
    is_introduced: bool,
    /// The longest pause between two packets of the client.
    pub(super) keep_alive: Duration,
    is_v5: bool,
    is_connected: bool,
    /// Whether the connection must be closed once `out` is sent.
    pub(super) is_over: bool,
}

impl Protocol {
    pub(super) fn new() -> Self {
        let options = ConnectionOptions::new()
            .maximum_packet_size_recv(MAX_PACKET_BYTES)
            .receive_maximum(RECEIVE_MAXIMUM);
        let mut connection = Connection::with_options(mqtt::Version::Undetermined, options);
        connection.set_auto_ping_response(true);
        Self {
            connection,
            out: Vec::new(),
            received: Vec::new(),
            held: Vec::new(),
            is_introduced: false,
            keep_alive: MAX_KEEP_ALIVE,
            is_v5: false,
            is_connected: false,
            is_over: false,
        }
    }

    /// Processes received bytes; returns the packets in them. Bytes after CONNECT wait until [`Protocol::accept`]: call
    /// this again then.
    pub(super) fn receive(&mut self, bytes: &[u8]) -> Vec<ReceivedPacket> {
        let mut held = std::mem::take(&mut self.held);
        held.extend_from_slice(bytes);
        let mut cursor = Cursor::new(&held[..]);
        while !self.is_over && (cursor.position() as usize) < held.len() {
            if self.is_introduced && !self.is_connected {
                self.held = held[cursor.position() as usize..].to_vec();
                break;
            }
            let events = self.connection.recv(&mut cursor);
            self.process(events);
        }
        std::mem::take(&mut self.received)
    }

    /// Ends a connection whose client was silent too long.
    pub(super) fn time_out(&mut self) {
        let events = self.connection.notify_timer_fired(TimerKind::PingreqRecv);
        self.process(events);
        self.is_over = true;
    }

    fn process(&mut self, events: Vec<Event>) {
        for event in events {
            match event {
                Event::NotifyPacketReceived(packet) => self.packet(packet),
                Event::RequestSendPacket { packet, .. } => {
                    self.out.extend_from_slice(&packet.to_continuous_buffer());
                }
                Event::RequestTimerReset {
                    kind: TimerKind::PingreqRecv,
                    duration_ms,
                } => self.keep_alive = Duration::from_millis(duration_ms).min(MAX_KEEP_ALIVE),
                Event::RequestClose | Event::NotifyError(_) => self.is_over = true,
                _ => {}
            }
        }
    }

    fn packet(&mut self, packet: Packet) {
        let received = match packet {
            Packet::V3_1_1Connect(packet) => ReceivedPacket::Connect(connect_3(&packet)),
            Packet::V5_0Connect(packet) => {
                self.is_v5 = true;
                ReceivedPacket::Connect(connect_5(&packet))
            }
            Packet::V3_1_1Subscribe(packet) => ReceivedPacket::Subscribe {
                packet: packet.packet_id(),
                filters: filters(packet.entries()),
            },
            Packet::V5_0Subscribe(packet) => ReceivedPacket::Subscribe {
                packet: packet.packet_id(),
                filters: filters(packet.entries()),
            },
            Packet::V3_1_1Unsubscribe(packet) => ReceivedPacket::Unsubscribe {
                packet: packet.packet_id(),
                filters: packet
                    .entries()
                    .iter()
                    .map(|it| it.as_str().to_owned())
                    .collect(),
            },
            Packet::V5_0Unsubscribe(packet) => ReceivedPacket::Unsubscribe {
                packet: packet.packet_id(),
                filters: packet
                    .entries()
                    .iter()
                    .map(|it| it.as_str().to_owned())
                    .collect(),
            },
            Packet::V3_1_1Publish(packet) => ReceivedPacket::Publish(Publish {
                topic: packet.topic_name().to_owned(),
                payload: packet.payload().as_slice().to_vec(),
                is_retained: packet.retain(),
                reply: reply(packet.qos(), packet.packet_id()),
            }),
            Packet::V5_0Publish(packet) => ReceivedPacket::Publish(Publish {
                topic: packet.topic_name().to_owned(),
                payload: packet.payload().as_slice().to_vec(),
                is_retained: packet.retain(),
                reply: reply(packet.qos(), packet.packet_id()),
            }),
            Packet::V3_1_1Puback(packet) => ReceivedPacket::Puback(packet.packet_id()),
            Packet::V5_0Puback(packet) => ReceivedPacket::Puback(packet.packet_id()),
            Packet::V3_1_1Pubrel(packet) => return self.pubcomp(packet.packet_id()),
            Packet::V5_0Pubrel(packet) => return self.pubcomp(packet.packet_id()),
            Packet::V3_1_1Disconnect(_) | Packet::V5_0Disconnect(_) => ReceivedPacket::Disconnect,
            // Answered by the library.
            Packet::V3_1_1Pingreq(_) | Packet::V5_0Pingreq(_) => return,
            // Extended authentication and answers to messages that the server never sends.
            _ => {
                self.is_over = true;
                return;
            }
        };
        self.is_introduced |= matches!(received, ReceivedPacket::Connect(_));
        self.received.push(received);
    }

    /// Accepts the connection.
    pub(super) fn accept(&mut self, has_session: bool, (client, session): (&str, Duration)) {
        self.is_connected = true;
        if !self.is_v5 {
            let packet = v3_1_1::Connack::builder()
                .session_present(has_session)
                .return_code(ConnectReturnCode::Accepted)
                .build();
            return self.send(packet);
        }
        let seconds = u32::try_from(session.as_secs()).unwrap_or(u32::MAX);
        let keep_alive = u16::try_from(MAX_KEEP_ALIVE.as_secs() * 2 / 3).unwrap_or(u16::MAX);
        let mut properties: Vec<Property> = Vec::new();
        let mut add = |property: Option<Property>| properties.extend(property);
        add(mqtt::packet::SessionExpiryInterval::new(seconds)
            .ok()
            .map(Into::into));
        add(mqtt::packet::RetainAvailable::new(0).ok().map(Into::into));
        add(mqtt::packet::WildcardSubscriptionAvailable::new(0)
            .ok()
            .map(Into::into));
        add(mqtt::packet::SharedSubscriptionAvailable::new(0)
            .ok()
            .map(Into::into));
        add(mqtt::packet::SubscriptionIdentifierAvailable::new(0)
            .ok()
            .map(Into::into));
        if self.keep_alive >= MAX_KEEP_ALIVE {
            add(mqtt::packet::ServerKeepAlive::new(keep_alive)
                .ok()
                .map(Into::into));
        }
        if !client.is_empty() {
            add(mqtt::packet::AssignedClientIdentifier::new(client)
                .ok()
                .map(Into::into));
        }
        let packet = v5_0::Connack::builder()
            .session_present(has_session)
            .reason_code(ConnectReasonCode::Success)
            .props(properties)
            .build();
        self.send(packet);
    }

    /// Refuses the connection.
    pub(super) fn deny(&mut self, denied: ConnectRefusal) {
        let (old, new) = match denied {
            ConnectRefusal::Credentials => (
                ConnectReturnCode::BadUserNameOrPassword,
                ConnectReasonCode::BadUserNameOrPassword,
            ),
            ConnectRefusal::Busy => (
                ConnectReturnCode::ServerUnavailable,
                ConnectReasonCode::ServerBusy,
            ),
            ConnectRefusal::Full => (
                ConnectReturnCode::ServerUnavailable,
                ConnectReasonCode::QuotaExceeded,
            ),
            ConnectRefusal::Client => (
                ConnectReturnCode::IdentifierRejected,
                ConnectReasonCode::ClientIdentifierNotValid,
            ),
            ConnectRefusal::Will => (
                ConnectReturnCode::NotAuthorized,
                ConnectReasonCode::ImplementationSpecificError,
            ),
        };
        match self.is_v5 {
            true => self.send(
                v5_0::Connack::builder()
                    .session_present(false)
                    .reason_code(new)
                    .build(),
            ),
            false => {
                self.send(
                    v3_1_1::Connack::builder()
                        .session_present(false)
                        .return_code(old)
                        .build(),
                );
            }
        }
        self.is_over = true;
    }

    /// Answers a subscription: for each filter the granted quality of service, or the refusal.
    pub(super) fn suback(&mut self, packet: u16, granted: &[Result<u8, TopicError>]) {
        if self.is_v5 {
            let codes = granted.iter().map(|granted| match granted {
                Ok(0) => SubackReasonCode::GrantedQos0,
                Ok(_) => SubackReasonCode::GrantedQos1,
                Err(TopicError::Wildcard) => SubackReasonCode::WildcardSubscriptionsNotSupported,
                Err(TopicError::Shared) => SubackReasonCode::SharedSubscriptionsNotSupported,
                Err(TopicError::Foreign) => SubackReasonCode::NotAuthorized,
            });
            let codes = codes.collect();
            return self.send(
                v5_0::Suback::builder()
                    .packet_id(packet)
                    .reason_codes(codes)
                    .build(),
            );
        }
        let codes = granted.iter().map(|granted| match granted {
            Ok(0) => SubackReturnCode::SuccessMaximumQos0,
            Ok(_) => SubackReturnCode::SuccessMaximumQos1,
            Err(_) => SubackReturnCode::Failure,
        });
        let codes = codes.collect();
        self.send(
            v3_1_1::Suback::builder()
                .packet_id(packet)
                .return_codes(codes)
                .build(),
        );
    }

    /// Answers the end of subscriptions; `existed` says for each filter whether it was subscribed.
    pub(super) fn unsuback(&mut self, packet: u16, existed: &[bool]) {
        if self.is_v5 {
            let codes = existed.iter().map(|existed| match existed {
                true => UnsubackReasonCode::Success,
                false => UnsubackReasonCode::NoSubscriptionExisted,
            });
            let codes = codes.collect();
            return self.send(
                v5_0::Unsuback::builder()
                    .packet_id(packet)
                    .reason_codes(codes)
                    .build(),
            );
        }
        self.send(v3_1_1::Unsuback::builder().packet_id(packet).build());
    }

    /// Answers a message. In MQTT 3.1.1 an answer has no reason: a message to a foreign topic ends the connection.
    pub(super) fn reply(&mut self, message: &Publish, accepted: MessageOutcome) {
        let is_foreign = accepted == MessageOutcome::Foreign;
        if is_foreign && (!self.is_v5 || matches!(message.reply, Reply::None)) {
            return self.disconnect(DisconnectReason::Foreign);
        }
        match (message.reply, self.is_v5) {
            (Reply::None, _) => {}
            (Reply::Puback(packet), false) => {
                self.send(v3_1_1::Puback::builder().packet_id(packet).build());
            }
            (Reply::Pubrec(packet), false) => {
                self.send(v3_1_1::Pubrec::builder().packet_id(packet).build());
            }
            (Reply::Puback(packet), true) => {
                let code = match accepted {
                    MessageOutcome::Yes => PubackReasonCode::Success,
                    MessageOutcome::Invalid => PubackReasonCode::PayloadFormatInvalid,
                    MessageOutcome::Foreign => PubackReasonCode::NotAuthorized,
                };
                self.send(
                    v5_0::Puback::builder()
                        .packet_id(packet)
                        .reason_code(code)
                        .build(),
                );
            }
            (Reply::Pubrec(packet), true) => {
                let code = match accepted {
                    MessageOutcome::Yes => PubrecReasonCode::Success,
                    MessageOutcome::Invalid => PubrecReasonCode::PayloadFormatInvalid,
                    MessageOutcome::Foreign => PubrecReasonCode::NotAuthorized,
                };
                self.send(
                    v5_0::Pubrec::builder()
                        .packet_id(packet)
                        .reason_code(code)
                        .build(),
                );
            }
        }
    }

    fn pubcomp(&mut self, packet: u16) {
        match self.is_v5 {
            true => self.send(v5_0::Pubcomp::builder().packet_id(packet).build()),
            false => self.send(v3_1_1::Pubcomp::builder().packet_id(packet).build()),
        }
    }

    /// Whether the client takes another message with an answer now.
    pub(super) fn has_window(&self) -> bool {
        let vacancy = self.connection.get_receive_maximum_vacancy_for_send();
        vacancy.is_none_or(|vacancy| vacancy > 0)
    }

    /// Sends a message; with a quality of service of 1, returns the number of the packet that the client confirms.
    pub(super) fn publish(
        &mut self,
        (topic, payload): (String, Vec<u8>),
        (qos, is_again): (u8, bool),
    ) -> Option<u16> {
        let packet = match qos {
            0 => None,
            _ => Some(self.connection.acquire_packet_id().ok()?),
        };
        let qos = match qos {
            0 => Qos::AtMostOnce,
            _ => Qos::AtLeastOnce,
        };
        let is_again = is_again && packet.is_some();
        if self.is_v5 {
            let message = v5_0::Publish::builder().topic_name(topic.as_str());
            self.send(message.and_then(|it| {
                let it = it.qos(qos).dup(is_again).packet_id(packet);
                it.payload(payload).build()
            }));
        } else {
            let message = v3_1_1::Publish::builder().topic_name(topic.as_str());
            self.send(message.and_then(|it| {
                let it = it.qos(qos).dup(is_again).packet_id(packet);
                it.payload(payload).build()
            }));
        }
        packet
    }

    /// Ends the connection. MQTT 3.1.1 has no packet for the reason.
    pub(super) fn disconnect(&mut self, farewell: DisconnectReason) {
        let code = match farewell {
            DisconnectReason::TakenOver => DisconnectReasonCode::SessionTakenOver,
            DisconnectReason::Revoked | DisconnectReason::Foreign => {
                DisconnectReasonCode::NotAuthorized
            }
            DisconnectReason::ShuttingDown => DisconnectReasonCode::ServerShuttingDown,
            DisconnectReason::Retained => DisconnectReasonCode::RetainNotSupported,
            DisconnectReason::Unavailable => DisconnectReasonCode::ServerBusy,
        };
        if self.is_v5 && self.is_connected {
            self.send(v5_0::Disconnect::builder().reason_code(code).build());
        }
        self.is_over = true;
    }

    /// Whether the client uses MQTT 5.
    pub(super) fn is_v5(&self) -> bool {
        self.is_v5
    }

    fn send<P>(&mut self, packet: Result<P, mqtt::result_code::MqttError>)
    where
        P: Into<Packet>,
    {
        match packet {
            Ok(packet) => {
                let events = self.connection.send(packet.into());
                self.process(events);
            }
            Err(error) => {
                tracing::warn!(?error, "an MQTT packet cannot be made");
                self.is_over = true;
            }
        }
    }
}

/// The maximum number of messages of a client that wait for their answer: more than the shortest messages of one read, since a client
/// of MQTT 3.1.1 knows no limit. The session stops reading long before.
const RECEIVE_MAXIMUM: u16 = 2048;
/// The longest pause between two packets of a client, regardless of its requested keep-alive.
pub(super) const MAX_KEEP_ALIVE: Duration = Duration::from_secs(1800);
