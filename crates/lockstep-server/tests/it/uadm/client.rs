//! A device of the tests: a client of MQTT 3.1.1 or 5 on a real socket.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

use mqtt_protocol_core::mqtt;
use mqtt_protocol_core::mqtt::common::Cursor;
use mqtt_protocol_core::mqtt::connection::Event;
use mqtt_protocol_core::mqtt::packet::{
    GenericPacketTrait, Packet, Property, Qos, SubEntry, SubOpts, v3_1_1, v5_0,
};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A version of MQTT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    Three,
    Five,
}

pub(super) const VERSIONS: [Version; 2] = [Version::Three, Version::Five];

/// How a device connects.
#[derive(Clone)]
pub(crate) struct Options {
    pub(crate) client: String,
    pub(crate) user_name: String,
    pub(crate) password: String,
    /// Seconds that the session outlives the connection; 0 forgets an earlier session, too.
    pub(crate) session: u32,
}

impl Options {
    pub(crate) fn of(device: &Json) -> Self {
        let text = |name: &str| device["credentials"][name].as_str().unwrap().to_owned();
        Self {
            client: "one".to_owned(),
            user_name: text("username"),
            password: text("password"),
            session: 0,
        }
    }
}

/// A connected device.
pub(crate) struct Device {
    stream: TcpStream,
    connection: mqtt::Connection<mqtt::role::Client>,
    version: Version,
    waiting: VecDeque<Packet>,
    topic: String,
    pub(crate) has_session: bool,
}

/// A message that the device received.
#[derive(Debug)]
pub(super) struct Message {
    pub(super) topic: String,
    pub(super) body: Json,
    pub(super) is_again: bool,
    packet: Option<u16>,
}

impl Device {
    /// Connects; a refusal is the code of the answer.
    pub(super) async fn try_connect(
        address: SocketAddr,
        version: Version,
        options: &Options,
    ) -> Result<Self, u8> {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let mut device = Self {
            stream,
            connection: mqtt::Connection::new(match version {
                Version::Three => mqtt::Version::V3_1_1,
                Version::Five => mqtt::Version::V5_0,
            }),
            version,
            waiting: VecDeque::new(),
            topic: format!("uadm/{}", options.user_name),
            has_session: false,
        };
        let is_clean = options.session == 0;
        match version {
            Version::Three => {
                let packet = v3_1_1::Connect::builder()
                    .client_id(&options.client)
                    .unwrap()
                    .clean_session(is_clean)
                    .user_name(&options.user_name)
                    .unwrap()
                    .password(options.password.as_str())
                    .unwrap();
                device.send(packet.build().unwrap().into()).await;
            }
            Version::Five => {
                let session: Property = mqtt::packet::SessionExpiryInterval::new(options.session)
                    .unwrap()
                    .into();
                let packet = v5_0::Connect::builder()
                    .client_id(&options.client)
                    .unwrap()
                    .clean_start(is_clean)
                    .user_name(&options.user_name)
                    .unwrap()
                    .password(options.password.as_str())
                    .unwrap()
                    .props(vec![session]);
                device.send(packet.build().unwrap().into()).await;
            }
        }
        match device.packet().await {
            Some(Packet::V3_1_1Connack(packet)) => {
                device.has_session = packet.session_present();
                match packet.return_code() as u8 {
                    0 => Ok(device),
                    code => Err(code),
                }
            }
            Some(Packet::V5_0Connack(packet)) => {
                device.has_session = packet.session_present();
                match packet.reason_code() as u8 {
                    0 => Ok(device),
                    code => Err(code),
                }
            }
            other => panic!("no CONNACK: {other:?}"),
        }
    }

    /// Connects and subscribes to commands and errors.
    pub(crate) async fn connect(address: SocketAddr, version: Version, options: &Options) -> Self {
        let mut device = Self::try_connect(address, version, options).await.unwrap();
        assert_eq!(device.subscribe("commands", 1).await, 1);
        assert_eq!(device.subscribe("errors", 1).await, 1);
        device
    }

    /// Subscribes to a topic of the device; returns the code of the answer.
    pub(crate) async fn subscribe(&mut self, name: &str, qos: u8) -> u8 {
        let filter = format!("{}/{name}", self.topic);
        self.subscribe_to(&filter, qos).await
    }

    pub(super) async fn subscribe_to(&mut self, filter: &str, qos: u8) -> u8 {
        let options = SubOpts::new().set_qos(quality(qos));
        let entry = SubEntry::new(filter, options).unwrap();
        let id = self.connection.acquire_packet_id().unwrap();
        match self.version {
            Version::Three => {
                let packet = v3_1_1::Subscribe::builder()
                    .packet_id(id)
                    .entries(vec![entry]);
                self.send(packet.build().unwrap().into()).await;
            }
            Version::Five => {
                let packet = v5_0::Subscribe::builder()
                    .packet_id(id)
                    .entries(vec![entry]);
                self.send(packet.build().unwrap().into()).await;
            }
        }
        match self
            .expect(|packet| matches!(packet, Packet::V3_1_1Suback(_) | Packet::V5_0Suback(_)))
            .await
        {
            Packet::V3_1_1Suback(packet) => packet.return_codes()[0] as u8,
            Packet::V5_0Suback(packet) => packet.reason_codes()[0] as u8,
            _ => unreachable!(),
        }
    }

    /// Publishes to a topic of the device, and waits for the answer; returns its code. `None` if the connection ended.
    pub(super) async fn publish(&mut self, name: &str, body: &[u8], qos: u8) -> Option<u8> {
        let topic = format!("{}/{name}", self.topic);
        self.publish_to(&topic, body, (qos, false)).await
    }

    /// Publishes many messages at once with the quality of service 1; returns the number of their confirmations.
    pub(super) async fn publish_all(&mut self, name: &str, bodies: &[String]) -> usize {
        let topic = format!("{}/{name}", self.topic);
        let mut bytes = Vec::new();
        for body in bodies {
            let id = self.connection.acquire_packet_id().unwrap();
            let packet: Packet = match self.version {
                Version::Three => {
                    let packet = v3_1_1::Publish::builder().topic_name(&*topic).unwrap();
                    let packet = packet.qos(Qos::AtLeastOnce).packet_id(id);
                    packet.payload(body.as_bytes()).build().unwrap().into()
                }
                Version::Five => {
                    let packet = v5_0::Publish::builder().topic_name(&*topic).unwrap();
                    let packet = packet.qos(Qos::AtLeastOnce).packet_id(id);
                    packet.payload(body.as_bytes()).build().unwrap().into()
                }
            };
            for event in self.connection.send(packet) {
                if let Event::RequestSendPacket { packet, .. } = event {
                    bytes.extend(packet.to_continuous_buffer());
                }
            }
        }
        self.write(&bytes).await;
        let is_confirmation =
            |packet: &Packet| matches!(packet, Packet::V3_1_1Puback(_) | Packet::V5_0Puback(_));
        let mut confirmed = 0;
        while confirmed < bodies.len() && self.try_expect(is_confirmation).await.is_some() {
            confirmed += 1;
        }
        confirmed
    }

    pub(super) async fn publish_to(
        &mut self,
        topic: &str,
        body: &[u8],
        (qos, is_retained): (u8, bool),
    ) -> Option<u8> {
        let id = (qos > 0).then(|| self.connection.acquire_packet_id().unwrap());
        let qos = quality(qos);
        match self.version {
            Version::Three => {
                let packet = v3_1_1::Publish::builder().topic_name(topic).unwrap();
                let packet = packet
                    .qos(qos)
                    .packet_id(id)
                    .payload(body)
                    .retain(is_retained);
                self.send(packet.build().unwrap().into()).await;
            }
            Version::Five => {
                let packet = v5_0::Publish::builder().topic_name(topic).unwrap();
                let packet = packet
                    .qos(qos)
                    .packet_id(id)
                    .payload(body)
                    .retain(is_retained);
                self.send(packet.build().unwrap().into()).await;
            }
        }
        if qos == Qos::AtMostOnce {
            return Some(0);
        }
        let id = id.unwrap();
        loop {
            let packet = self
                .try_expect(|packet| {
                    matches!(
                        packet,
                        Packet::V3_1_1Puback(_)
                            | Packet::V5_0Puback(_)
                            | Packet::V3_1_1Pubrec(_)
                            | Packet::V5_0Pubrec(_)
                            | Packet::V3_1_1Pubcomp(_)
                            | Packet::V5_0Pubcomp(_)
                    )
                })
                .await?;
            match packet {
                Packet::V3_1_1Puback(_) | Packet::V3_1_1Pubcomp(_) | Packet::V5_0Pubcomp(_) => {
                    return Some(0);
                }
                Packet::V5_0Puback(packet) => {
                    return Some(packet.reason_code().map_or(0, |code| code as u8));
                }
                // The library sends PUBREL.
                Packet::V3_1_1Pubrec(_) => {
                    let packet = v3_1_1::Pubrel::builder().packet_id(id).build().unwrap();
                    self.send(packet.into()).await;
                }
                Packet::V5_0Pubrec(packet) => match packet.reason_code().map_or(0, |it| it as u8) {
                    0 => {
                        let packet = v5_0::Pubrel::builder().packet_id(id).build().unwrap();
                        self.send(packet.into()).await;
                    }
                    code => return Some(code),
                },
                _ => unreachable!(),
            }
        }
    }

    /// Answers a command; returns the code of the broker's answer.
    pub(super) async fn acknowledge(&mut self, command: &Message, result: Json) -> Option<u8> {
        let ack = json!({ "command_id": command.body["command_id"], "result": result });
        self.publish("acks", ack.to_string().as_bytes(), 1).await
    }

    /// Returns the next message, and confirms it.
    pub(super) async fn message(&mut self) -> Message {
        self.next_message().await.expect("the connection ended")
    }

    /// Returns the next message, and confirms it; `None` if the connection ended.
    pub(super) async fn next_message(&mut self) -> Option<Message> {
        let message = self.unconfirmed().await?;
        self.confirm(&message).await;
        Some(message)
    }

    /// Returns a message that came before the broker's answer to a ping, and confirms it.
    pub(super) async fn message_or_empty(&mut self) -> Option<Json> {
        let ping = match self.version {
            Version::Three => v3_1_1::Pingreq::builder().build().unwrap().into(),
            Version::Five => v5_0::Pingreq::builder().build().unwrap().into(),
        };
        self.send(ping).await;
        let is_pong =
            |packet: &Packet| matches!(packet, Packet::V3_1_1Pingresp(_) | Packet::V5_0Pingresp(_));
        self.expect(is_pong).await;
        let is_message =
            |packet: &Packet| matches!(packet, Packet::V3_1_1Publish(_) | Packet::V5_0Publish(_));
        if !self.waiting.iter().any(is_message) {
            return None;
        }
        Some(self.message().await.body)
    }

    /// Returns the next message and does not confirm it; `None` if the connection ended.
    pub(super) async fn unconfirmed(&mut self) -> Option<Message> {
        let packet = self
            .try_expect(|packet| {
                matches!(packet, Packet::V3_1_1Publish(_) | Packet::V5_0Publish(_))
            })
            .await?;
        let body = |bytes: &[u8]| match bytes {
            [] => Json::Null,
            bytes => serde_json::from_slice(bytes).unwrap(),
        };
        Some(match packet {
            Packet::V3_1_1Publish(packet) => Message {
                topic: packet.topic_name().to_owned(),
                body: body(packet.payload().as_slice()),
                is_again: packet.dup(),
                packet: packet.packet_id(),
            },
            Packet::V5_0Publish(packet) => Message {
                topic: packet.topic_name().to_owned(),
                body: body(packet.payload().as_slice()),
                is_again: packet.dup(),
                packet: packet.packet_id(),
            },
            _ => unreachable!(),
        })
    }

    pub(super) async fn confirm(&mut self, message: &Message) {
        let Some(id) = message.packet else { return };
        match self.version {
            Version::Three => {
                self.send(
                    v3_1_1::Puback::builder()
                        .packet_id(id)
                        .build()
                        .unwrap()
                        .into(),
                )
                .await;
            }
            Version::Five => {
                self.send(
                    v5_0::Puback::builder()
                        .packet_id(id)
                        .build()
                        .unwrap()
                        .into(),
                )
                .await;
            }
        }
    }

    /// Waits until the broker closes the connection; returns the code of its DISCONNECT, if it sent one.
    pub(super) async fn closed(&mut self) -> Option<u8> {
        let mut code = None;
        while let Some(packet) = self.packet().await {
            if let Packet::V5_0Disconnect(packet) = packet {
                code = packet.reason_code().map(|code| code as u8);
            }
        }
        code
    }

    async fn expect(&mut self, wanted: impl Fn(&Packet) -> bool) -> Packet {
        self.try_expect(wanted).await.expect("the connection ended")
    }

    async fn try_expect(&mut self, wanted: impl Fn(&Packet) -> bool) -> Option<Packet> {
        if let Some(index) = self.waiting.iter().position(&wanted) {
            return self.waiting.remove(index);
        }
        loop {
            let packet = self.read().await?;
            if wanted(&packet) {
                return Some(packet);
            }
            self.waiting.push_back(packet);
        }
    }

    async fn packet(&mut self) -> Option<Packet> {
        match self.waiting.pop_front() {
            Some(packet) => Some(packet),
            None => self.read().await,
        }
    }

    async fn read(&mut self) -> Option<Packet> {
        let read = tokio::time::timeout(ANSWER_TIMEOUT, self.read_now()).await;
        read.expect("the broker sent nothing")
    }

    async fn read_now(&mut self) -> Option<Packet> {
        loop {
            // One byte at a time: a packet ends at its last byte.
            let mut byte = [0];
            if self.stream.read(&mut byte).await.ok()? == 0 {
                return None;
            }
            let events = self.connection.recv(&mut Cursor::new(&byte[..]));
            for event in events {
                match event {
                    Event::NotifyPacketReceived(packet) => return Some(packet),
                    Event::RequestSendPacket { packet, .. } => {
                        self.write(&packet.to_continuous_buffer()).await;
                    }
                    Event::NotifyError(error) => panic!("{error:?}"),
                    _ => {}
                }
            }
        }
    }

    async fn send(&mut self, packet: Packet) {
        for event in self.connection.send(packet) {
            match event {
                Event::RequestSendPacket { packet, .. } => {
                    self.write(&packet.to_continuous_buffer()).await;
                }
                Event::NotifyError(error) => panic!("{error:?}"),
                _ => {}
            }
        }
    }

    /// Writes bytes as they are.
    pub(super) async fn write(&mut self, bytes: &[u8]) {
        // The broker may have closed the connection: reading then tells.
        let _ = self.stream.write_all(bytes).await;
    }
}

fn quality(qos: u8) -> Qos {
    [Qos::AtMostOnce, Qos::AtLeastOnce, Qos::ExactlyOnce][usize::from(qos)]
}

/// The longest time in which the broker answers.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);
