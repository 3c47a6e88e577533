//! UADM devices over MQTT 3.1.1: the processor time of telemetry, and the round trip of a command.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use crate::http::Connection;
use crate::server::Server;
use crate::{Sizes, at_most, posted, share_of};

/// Points of a message; each is of a type of its own.
const VALUES: usize = 5;
const MAX_CORE_PERCENT: f64 = 10.0;
const MAX_ROUND_TRIP_MS: f64 = 10.0;

struct Device {
    stream: TcpStream,
    id: String,
    /// The PUBACK packets that were received.
    confirmed: usize,
    /// Received bytes that are not a complete packet yet.
    rest: Vec<u8>,
}

/// Measures commands to one device, and telemetry of all, in turn of the accounts.
pub(crate) fn measure(server: &Server, mqtt: SocketAddr, tokens: &[String], sizes: &Sizes) {
    let mut devices: Vec<Device> = (0..sizes.devices)
        .map(|nth| Device::connect(server.address, mqtt, &tokens[nth % tokens.len()], nth))
        .collect();
    round_trips(server.address, &tokens[0], &mut devices[0], sizes.commands);
    telemetry(server, &mut devices, sizes);
}

/// Sends commands one after another; the device answers each at once.
fn round_trips(address: SocketAddr, token: &str, device: &mut Device, commands: usize) {
    device.subscribe();
    let mut connection = Connection::open(address);
    let path = format!("/api/uadm/devices/{}/control", device.id);
    let mut stream = device.stream.try_clone().expect("a second handle");
    let topic = format!("uadm/{}", device.id);
    let answering = std::thread::spawn(move || answer_commands(&mut stream, &topic, commands));
    let taken: Vec<Duration> = (0..commands)
        .map(|_| {
            let start = Instant::now();
            let answer = posted(&mut connection, &path, token, r#"{"command": "set_speed"}"#);
            assert_eq!(answer["status"], "acknowledged", "{answer}");
            start.elapsed()
        })
        .collect();
    answering.join().expect("the device answers");
    let at = share_of(taken);
    println!("-- commands: 99 of 100 in {:.1} ms", at(0.99));
    at_most(
        "a command to a connected device until its answer, median",
        at(0.5),
        MAX_ROUND_TRIP_MS,
        "ms",
    );
}

/// Each device sends a message a second, spread over the second.
fn telemetry(server: &Server, devices: &mut [Device], sizes: &Sizes) {
    let count = devices.len();
    for device in &*devices {
        device.stream.set_nonblocking(true).expect("nonblocking");
    }
    let start = Instant::now();
    let (mut cpu, mut since, mut before) = (0.0, start, 0);
    for second in 0..sizes.warm_up + sizes.seconds {
        if second == sizes.warm_up {
            (cpu, since) = (server.cpu_seconds(), Instant::now());
            before = devices.iter().map(|device| device.confirmed).sum();
        }
        for nth in 0..count {
            let share = nth as f64 / count as f64;
            let due = Duration::from_secs_f64(second as f64 + share);
            std::thread::sleep(due.saturating_sub(start.elapsed()));
            devices[nth].send(second);
            devices[(nth + count / 2) % count].read();
        }
    }
    let (cpu, seconds) = (server.cpu_seconds() - cpu, since.elapsed().as_secs_f64());
    let confirmed: usize = devices.iter().map(|device| device.confirmed).sum();
    println!(
        "-- telemetry: {:.0} messages confirmed a second",
        (confirmed - before) as f64 / seconds
    );
    let figure = format!("core for {count} devices that send {VALUES} values a second");
    at_most(&figure, cpu / seconds * 100.0, MAX_CORE_PERCENT, "%");
}

impl Device {
    fn connect(api: SocketAddr, mqtt: SocketAddr, token: &str, nth: usize) -> Self {
        let mut connection = Connection::open(api);
        let new = format!(r#"{{"device_type": "bench", "name": "device {nth}"}}"#);
        let made = posted(&mut connection, "/api/uadm/devices", token, &new);
        let id = made["device_id"].as_str().expect("an id").to_owned();
        let password = made["credentials"]["password"]
            .as_str()
            .expect("a password");
        let mut body = text("MQTT");
        body.extend([4, 0xc2, 0, 120]);
        for field in ["bench", &id, password] {
            body.extend(text(field));
        }
        let mut stream = TcpStream::connect(mqtt).expect("MQTT");
        stream.set_nodelay(true).expect("nodelay");
        stream.write_all(&packet(0x10, &body)).expect("sent");
        let mut answer = [0; 4];
        stream.read_exact(&mut answer).expect("CONNACK");
        assert_eq!(answer, [0x20, 2, 0, 0]);
        Self {
            stream,
            id,
            confirmed: 0,
            rest: Vec::new(),
        }
    }

    fn subscribe(&mut self) {
        let mut body = vec![0, 1];
        body.extend(text(&format!("uadm/{}/commands", self.id)));
        body.push(1);
        self.stream.write_all(&packet(0x82, &body)).expect("sent");
        let mut answer = [0; 5];
        self.stream.read_exact(&mut answer).expect("SUBACK");
        assert_eq!(answer, [0x90, 3, 0, 1, 1]);
    }

    fn send(&mut self, second: usize) {
        let points: Vec<String> = (0..VALUES)
            .map(|nth| {
                let (minute, second) = (second / 60, second % 60);
                format!(
                    r#"{{"timestamp":"2026-06-01T10:{minute:02}:{second:02}Z","type":"sensor_{nth}","value":{second}.5,"unit":"u"}}"#
                )
            })
            .collect();
        let topic = format!("uadm/{}/telemetry", self.id);
        let number = u16::try_from(second + 1).expect("few seconds");
        let message = publish(&topic, number, format!("[{}]", points.join(",")).as_bytes());
        self.stream.write_all(&message).expect("the server reads");
    }

    /// Counts the confirmations that have arrived.
    fn read(&mut self) {
        let mut buffer = [0; 256];
        match self.stream.read(&mut buffer) {
            Ok(0) => panic!("the server closed the connection of a device"),
            Ok(count) => self.rest.extend(&buffer[..count]),
            Err(error) if error.kind() == ErrorKind::WouldBlock => return,
            Err(error) => panic!("{error}"),
        }
        let whole = self.rest.len() / 4 * 4;
        for packet in self.rest[..whole].chunks(4) {
            assert_eq!(packet[..2], [0x40, 2], "a PUBACK");
            self.confirmed += 1;
        }
        self.rest.drain(..whole);
    }
}

/// Confirms and acknowledges commands on a blocking connection.
fn answer_commands(stream: &mut TcpStream, topic: &str, commands: usize) {
    let mut answered = 0;
    while answered < commands {
        let (kind, body) = read_packet(stream);
        if kind & 0xf0 != 0x30 {
            continue;
        }
        let name = usize::from(u16::from_be_bytes([body[0], body[1]]));
        stream
            .write_all(&packet(0x40, &body[2 + name..4 + name]))
            .expect("sent");
        let command: serde_json::Value = serde_json::from_slice(&body[4 + name..]).expect("JSON");
        let ack = format!(r#"{{"command_id": {}}}"#, command["command_id"]);
        answered += 1;
        let number = u16::try_from(answered).expect("few commands");
        let message = publish(&format!("{topic}/acks"), number, ack.as_bytes());
        stream.write_all(&message).expect("sent");
    }
    // The last confirmation.
    while read_packet(stream)
        != (
            0x40,
            u16::try_from(commands).expect("few").to_be_bytes().to_vec(),
        )
    {}
}

fn read_packet(stream: &mut TcpStream) -> (u8, Vec<u8>) {
    let mut byte = [0];
    stream.read_exact(&mut byte).expect("a packet");
    let kind = byte[0];
    let (mut length, mut shift) = (0, 0);
    loop {
        stream.read_exact(&mut byte).expect("a length");
        length |= usize::from(byte[0] & 0x7f) << shift;
        shift += 7;
        if byte[0] & 0x80 == 0 {
            break;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).expect("a body");
    (kind, body)
}

fn publish(topic: &str, number: u16, payload: &[u8]) -> Vec<u8> {
    let mut body = text(topic);
    body.extend(number.to_be_bytes());
    body.extend(payload);
    packet(0x32, &body)
}

fn text(text: &str) -> Vec<u8> {
    let length = u16::try_from(text.len()).expect("a short text");
    [&length.to_be_bytes(), text.as_bytes()].concat()
}

fn packet(kind: u8, body: &[u8]) -> Vec<u8> {
    let (mut packet, mut length) = (vec![kind], body.len());
    loop {
        let more = if length > 0x7f { 0x80 } else { 0 };
        packet.push((length & 0x7f) as u8 | more);
        length >>= 7;
        if more == 0 {
            break;
        }
    }
    packet.extend(body);
    packet
}
