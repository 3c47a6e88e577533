//! The server as a client of MQTT 5: the packets that it exchanges with an external broker.

use std::time::Duration;

use mqtt_protocol_core::mqtt;
use mqtt_protocol_core::mqtt::common::Cursor;
use mqtt_protocol_core::mqtt::connection::{ConnectionOptions, Event};
use mqtt_protocol_core::mqtt::packet::{
    GenericPacketTrait, Packet, Property, Qos, RetainHandling, SubEntry, SubOpts, v5_0,
};
use mqtt_protocol_core::mqtt::result_code::{
    DisconnectReasonCode, MqttError, PubackReasonCode, SubackReasonCode,
};

use crate::mqtt::MAX_PACKET_BYTES;
use crate::mqtt::unconfirmed::Unconfirmed;

/// A packet from the broker.
#[derive(Debug)]
pub(in crate::mqtt) enum ReceivedPacket {
    /// The answer to CONNECT; `None` if the broker accepts the client, otherwise its reason.
    Connack(Option<String>),
    /// The answer to SUBSCRIBE: whether the broker granted every filter.
    Suback(bool),
    Message(Message),
    Puback(u16, DeliveryResult),
    /// The broker ends the connection, with its reason.
    Disconnect(String),
}

/// A message from the broker.
#[derive(Debug)]
pub(in crate::mqtt) struct Message {
    pub(in crate::mqtt) topic: String,
    pub(in crate::mqtt) payload: Vec<u8>,
    pub(in crate::mqtt) is_retained: bool,
    /// The number of the packet; `None` if the broker expects no confirmation.
    pub(in crate::mqtt) packet: Option<u16>,
}

/// The delivery state of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mqtt) enum DeliveryResult {
    /// The broker took the message; as far as it says, a client receives it.
    Accepted,
    /// No client has a subscription that matches.
    NoSubscriber,
    /// The broker refuses the message.
    Refused,
}

/// The CONNECT packet of the server for the broker.
pub(in crate::mqtt) struct Introduction<'a> {
    pub(in crate::mqtt) client_id: &'a str,
    /// The user name and the password; `None` for a connection without credentials.
    pub(in crate::mqtt) credentials: Option<(&'a str, &'a str)>,
    /// The time for which the broker keeps messages while the server is away; zero for no session.
    pub(in crate::mqtt) session: Duration,
}

/// A message to publish.
pub(in crate::mqtt) struct Publication {
    pub(in crate::mqtt) topic: String,
    pub(in crate::mqtt) payload: Vec<u8>,
    /// Whether the broker confirms the message.
    pub(in crate::mqtt) is_confirmed: bool,
    /// Whether the broker keeps the message for later subscribers.
    pub(in crate::mqtt) is_retained: bool,
    /// The time after which the broker drops the message.
    pub(in crate::mqtt) expires_in: Option<Duration>,
}

/// The protocol state of the connection.
pub(in crate::mqtt) struct Client {
    connection: mqtt::Connection<mqtt::role::Client>,
    /// Bytes to send.
    pub(in crate::mqtt) out: Vec<u8>,
    received: Vec<ReceivedPacket>,
    /// The messages that the connection keeps until the broker confirms them.
    unconfirmed: Unconfirmed,
    /// Whether the connection must be closed.
    pub(in crate::mqtt) is_over: bool,
}

impl Client {
    pub(in crate::mqtt) fn new() -> Self {
        let options = ConnectionOptions::new()
            .maximum_packet_size_recv(MAX_PACKET_BYTES)
            .receive_maximum(RECEIVE_MAXIMUM);
        Self {
            connection: mqtt::Connection::with_options(mqtt::Version::V5_0, options),
            out: Vec::new(),
            received: Vec::new(),
            unconfirmed: Unconfirmed::default(),
            is_over: false,
        }
    }

    /// Processes received bytes; returns the packets in them.
    pub(in crate::mqtt) fn receive(&mut self, bytes: &[u8]) -> Vec<ReceivedPacket> {
        let mut cursor = Cursor::new(bytes);
        while !self.is_over && (cursor.position() as usize) < bytes.len() {
            let events = self.connection.recv(&mut cursor);
            self.process(events);
        }
        std::mem::take(&mut self.received)
    }

    /// Sends CONNECT.
    pub(in crate::mqtt) fn connect(&mut self, introduction: &Introduction<'_>) {
        let seconds = u32::try_from(introduction.session.as_secs()).unwrap_or(u32::MAX);
        let session = mqtt::packet::SessionExpiryInterval::new(seconds);
        let properties: Vec<Property> = session.into_iter().map(Into::into).collect();
        let packet = v5_0::Connect::builder().client_id(introduction.client_id);
        let packet = packet.and_then(|packet| match introduction.credentials {
            None => Ok(packet),
            Some((user, password)) => packet
                .user_name(user)
                .and_then(|packet| packet.password(password)),
        });
        self.send(packet.and_then(|packet| {
            let keep_alive = u16::try_from(KEEP_ALIVE.as_secs()).unwrap_or(u16::MAX);
            let packet = packet.clean_start(introduction.session.is_zero());
            packet.keep_alive(keep_alive).props(properties).build()
        }));
    }

    /// Subscribes to filters. Retained messages are not requested: each message counts once, when it is
    /// sent.
    pub(in crate::mqtt) fn subscribe(&mut self, filters: &[&str]) {
        let options = SubOpts::new()
            .set_qos(Qos::AtLeastOnce)
            .set_rh(RetainHandling::DoNotSendRetained);
        let entries: Result<Vec<SubEntry>, MqttError> = filters
            .iter()
            .map(|filter| SubEntry::new(*filter, options))
            .collect();
        let packet = self.connection.acquire_packet_id();
        self.send(packet.and_then(|packet| {
            let subscribe = v5_0::Subscribe::builder().packet_id(packet);
            subscribe.entries(entries?).build()
        }));
    }

    /// Whether another message with a confirmation can be sent now: the broker takes it, and there is memory for it.
    pub(in crate::mqtt) fn has_window(&self) -> bool {
        let vacancy = self.connection.get_receive_maximum_vacancy_for_send();
        let has_memory = self.unconfirmed.bytes() < MAX_UNCONFIRMED_BYTES;
        !self.is_over && has_memory && vacancy.is_none_or(|vacancy| vacancy > 0)
    }

    /// Sends a message; returns the number of the packet if the broker confirms it.
    pub(in crate::mqtt) fn publish(&mut self, publication: Publication) -> Option<u16> {
        let packet = match publication.is_confirmed {
            false => None,
            true => Some(self.connection.acquire_packet_id().ok()?),
        };
        let expiry = publication.expires_in.and_then(|time| {
            let seconds = u32::try_from(time.as_secs().max(1)).unwrap_or(u32::MAX);
            mqtt::packet::MessageExpiryInterval::new(seconds).ok()
        });
        let properties: Vec<Property> = expiry.into_iter().map(Into::into).collect();
        if let Some(packet) = packet {
            let bytes = publication.topic.len() + publication.payload.len();
            self.unconfirmed.insert(packet, bytes);
        }
        let message = v5_0::Publish::builder().topic_name(publication.topic.as_str());
        self.send(message.and_then(|message| {
            let qos = match packet {
                None => Qos::AtMostOnce,
                Some(_) => Qos::AtLeastOnce,
            };
            let message = message.qos(qos).packet_id(packet).props(properties);
            let message = message.retain(publication.is_retained);
            message.payload(publication.payload).build()
        }));
        packet
    }

    /// Confirms a message of the broker.
    pub(in crate::mqtt) fn confirm(&mut self, packet: u16) {
        self.send(v5_0::Puback::builder().packet_id(packet).build());
    }

    /// Asks the broker for a sign of life.
    pub(in crate::mqtt) fn ping(&mut self) {
        self.send(v5_0::Pingreq::builder().build());
    }

    /// Ends the connection in order; the broker keeps the session.
    pub(in crate::mqtt) fn disconnect(&mut self) {
        let code = DisconnectReasonCode::NormalDisconnection;
        self.send(v5_0::Disconnect::builder().reason_code(code).build());
        self.is_over = true;
    }

    fn process(&mut self, events: Vec<Event>) {
        for event in events {
            match event {
                Event::NotifyPacketReceived(packet) => self.packet(packet),
                Event::RequestSendPacket { packet, .. } => {
                    self.out.extend_from_slice(&packet.to_continuous_buffer());
                }
                Event::RequestClose | Event::NotifyError(_) => self.is_over = true,
                _ => {}
            }
        }
    }

    fn packet(&mut self, packet: Packet) {
        let received = match packet {
            Packet::V5_0Connack(packet) => {
                let code = packet.reason_code();
                ReceivedPacket::Connack((code as u8 != 0).then(|| format!("{code:?}")))
            }
            Packet::V5_0Suback(packet) => {
                let is_granted = |code: &SubackReasonCode| (*code as u8) < REFUSAL;
                ReceivedPacket::Suback(packet.reason_codes().iter().all(is_granted))
            }
            Packet::V5_0Publish(packet) => ReceivedPacket::Message(Message {
                topic: packet.topic_name().to_owned(),
                payload: packet.payload().as_slice().to_vec(),
                is_retained: packet.retain(),
                packet: packet.packet_id(),
            }),
            Packet::V5_0Puback(packet) => {
                self.unconfirmed.confirm(packet.packet_id());
                let reach = match packet.reason_code() {
                    None | Some(PubackReasonCode::Success) => DeliveryResult::Accepted,
                    Some(PubackReasonCode::NoMatchingSubscribers) => DeliveryResult::NoSubscriber,
                    Some(_) => DeliveryResult::Refused,
                };
                ReceivedPacket::Puback(packet.packet_id(), reach)
            }
            Packet::V5_0Disconnect(packet) => {
                self.is_over = true;
                ReceivedPacket::Disconnect(format!("{:?}", packet.reason_code()))
            }
            Packet::V5_0Pingresp(_) => return,
            // The server sends no request that has another answer.
            _ => {
                self.is_over = true;
                return;
            }
        };
        self.received.push(received);
    }

    fn send<P>(&mut self, packet: Result<P, MqttError>)
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

/// Codes from this one on are refusals.
const REFUSAL: u8 = 0x80;
/// The maximum number of messages of the broker that wait for a confirmation.
pub(in crate::mqtt) const RECEIVE_MAXIMUM: u16 = 1024;
/// The bytes of messages without a confirmation before no more are sent.
const MAX_UNCONFIRMED_BYTES: usize = 16 << 20;
/// The longest silence of the server that the broker accepts.
const KEEP_ALIVE: Duration = Duration::from_secs(60);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_that_the_broker_does_not_confirm_take_bounded_memory() {
        const BYTES: usize = 1 << 20;
        let mut client = Client::new();
        client.connect(&Introduction {
            client_id: "lockstep",
            credentials: None,
            session: Duration::from_secs(60),
        });
        // CONNACK without properties: the broker takes 65 535 messages.
        let packets = client.receive(&[0x20, 0x03, 0x00, 0x00, 0x00]);
        assert!(matches!(packets[..], [ReceivedPacket::Connack(None)]));
        let mut sent = Vec::new();
        while client.has_window() {
            sent.extend(client.publish(Publication {
                topic: "t".to_owned(),
                payload: vec![0; BYTES],
                is_confirmed: true,
                is_retained: false,
                expires_in: None,
            }));
            assert!(sent.len() <= MAX_UNCONFIRMED_BYTES / BYTES);
        }
        assert!(!client.is_over);
        let [high, low] = sent[0].to_be_bytes();
        let packets = client.receive(&[0x40, 0x02, high, low]);
        assert!(matches!(packets[..], [ReceivedPacket::Puback(..)]));
        assert!(client.has_window());
    }
}
