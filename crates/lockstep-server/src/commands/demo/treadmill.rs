//! A simulated treadmill: it connects over MQTT, changes its speed on command, and sends points.

use std::net::SocketAddr;

use mqtt_protocol_core::mqtt;
use mqtt_protocol_core::mqtt::common::Cursor;
use mqtt_protocol_core::mqtt::connection::Event;
use mqtt_protocol_core::mqtt::packet::{GenericPacketTrait, Packet, Qos, SubEntry, SubOpts, v5_0};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::client::Client;
use super::timed;

/// Registers a treadmill, lets it connect, and changes its speed. Returns the command as the owner sees it.
pub(super) async fn show(owner: &Client, broker: Option<SocketAddr>) -> Result<Json, String> {
    let Some(broker) = broker else {
        return Ok(json!({ "skipped": "the server has no broker" }));
    };
    let new = json!({ "device_type": "treadmill", "name": "Treadmill" });
    let device = owner.post("/api/uadm/devices", &new).await?;
    let mut treadmill = Treadmill::connect(broker, &device).await?;
    let running = tokio::spawn(async move { treadmill.execute_one().await });
    let id = device["device_id"].as_str().unwrap_or_default();
    let path = format!("/api/uadm/devices/{id}");
    let command = json!({ "command": "set_speed", "parameters": { "kmh": SPEED } });
    let control = format!("{path}/control");
    let (answer, time) = timed(owner.post(&control, &command)).await;
    let answer = answer?;
    running
        .await
        .map_err(|error| format!("the treadmill ended: {error}"))??;
    let points = owner.get("/v1/sfdp/data?device=Treadmill").await?;
    Ok(json!({
        "device": id, "command": "set_speed", "kmh": SPEED, "status": answer["status"],
        "result": answer["result"], "seconds": time.as_secs_f64(), "points": points["total"],
    }))
}

/// The treadmill's connection.
struct Treadmill {
    stream: TcpStream,
    connection: mqtt::Connection<mqtt::role::Client>,
    topic: String,
}

impl Treadmill {
    /// Connects with the device's credentials, and subscribes to its commands.
    async fn connect(broker: SocketAddr, device: &Json) -> Result<Self, String> {
        let text = |name: &str| device["credentials"][name].as_str().unwrap_or_default();
        let stream = TcpStream::connect(broker).await;
        let mut treadmill = Self {
            stream: stream.map_err(|error| format!("{broker}: {error}"))?,
            connection: mqtt::Connection::new(mqtt::Version::V5_0),
            topic: text("topic").to_owned(),
        };
        let connect = v5_0::Connect::builder()
            .client_id("treadmill")
            .and_then(|it| it.clean_start(true).user_name(text("username")))
            .and_then(|it| it.password(text("password")))
            .map_err(refused)?;
        let connect = connect.build().map_err(refused)?;
        treadmill.send(connect.into()).await?;
        treadmill
            .receive(|packet| matches!(packet, Packet::V5_0Connack(_)))
            .await?;
        let commands = format!("{}/commands", treadmill.topic);
        let options = SubOpts::new().set_qos(Qos::AtLeastOnce);
        let entry = SubEntry::new(commands, options).map_err(refused)?;
        let packet = treadmill.connection.acquire_packet_id().map_err(refused)?;
        let subscribe = v5_0::Subscribe::builder()
            .packet_id(packet)
            .entries(vec![entry])
            .build();
        treadmill.send(subscribe.map_err(refused)?.into()).await?;
        treadmill
            .receive(|packet| matches!(packet, Packet::V5_0Suback(_)))
            .await?;
        Ok(treadmill)
    }

    /// Executes one command: sends the new speed as a point, then the acknowledgement.
    async fn execute_one(&mut self) -> Result<(), String> {
        let packet = self
            .receive(|packet| matches!(packet, Packet::V5_0Publish(_)))
            .await?;
        let Packet::V5_0Publish(message) = packet else {
            return Ok(());
        };
        let command: Json = serde_json::from_slice(message.payload().as_slice())
            .map_err(|error| format!("a command: {error}"))?;
        let kmh = &command["parameters"]["kmh"];
        let point = json!({
            "timestamp": command["created_at"], "type": "speed", "value": kmh, "unit": "km/h",
        });
        self.publish("telemetry", &point).await?;
        let ack = json!({ "command_id": command["command_id"], "result": { "kmh": kmh } });
        self.publish("acks", &ack).await
    }

    /// Publishes a message and waits until the broker has stored its effect.
    async fn publish(&mut self, name: &str, message: &Json) -> Result<(), String> {
        let packet = self.connection.acquire_packet_id().map_err(refused)?;
        let publish = v5_0::Publish::builder()
            .topic_name(format!("{}/{name}", self.topic))
            .and_then(|it| {
                it.qos(Qos::AtLeastOnce)
                    .packet_id(Some(packet))
                    .payload(message.to_string())
                    .build()
            });
        self.send(publish.map_err(refused)?.into()).await?;
        self.receive(|packet| matches!(packet, Packet::V5_0Puback(_)))
            .await?;
        Ok(())
    }

    async fn send(&mut self, packet: Packet) -> Result<(), String> {
        for event in self.connection.send(packet) {
            if let Event::RequestSendPacket { packet, .. } = event {
                let bytes = packet.to_continuous_buffer();
                let sent = self.stream.write_all(&bytes).await;
                sent.map_err(|error| format!("MQTT: {error}"))?;
            }
        }
        Ok(())
    }

    /// Returns the next packet of a kind.
    async fn receive(&mut self, wanted: impl Fn(&Packet) -> bool) -> Result<Packet, String> {
        loop {
            // One byte at a time: at most one packet ends at a byte.
            let byte = self.stream.read_u8().await;
            let byte = [byte.map_err(|error| format!("MQTT: {error}"))?];
            for event in self.connection.recv(&mut Cursor::new(&byte[..])) {
                match event {
                    Event::NotifyPacketReceived(packet) if wanted(&packet) => return Ok(packet),
                    Event::NotifyError(error) => return Err(refused(error)),
                    _ => {}
                }
            }
        }
    }
}

fn refused(error: mqtt::result_code::MqttError) -> String {
    format!("MQTT: {error:?}")
}

/// The new speed in kilometres an hour.
const SPEED: f64 = 9.5;
