//! The stream of a connection: its memory is charged to a budget, and an incomplete packet has a time limit.

use std::pin::Pin;
use std::time::Duration;

use lockstep_web::ConnectionLease;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::Sleep;

use crate::mqtt::protocol::{DisconnectReason, Protocol, ReceivedPacket};

/// A connection with its protocol state.
pub(super) struct ProtocolStream<S> {
    stream: S,
    pub(super) protocol: Protocol,
    buffer: Box<[u8; READ_BYTES]>,
    /// Whether sending may wait for the bandwidth that all connections share.
    pub(super) has_limited_bandwidth: bool,
    /// The bytes received so far.
    pub(super) received: u64,
    /// The memory of the client's address; after CONNECT, that of its account.
    lease: ConnectionLease,
    /// The number of the incomplete packet, if there is one, and the end of its time.
    incomplete: Option<(u64, Pin<Box<Sleep>>)>,
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> ProtocolStream<S> {
    pub(super) fn new(stream: S, lease: ConnectionLease) -> Self {
        Self {
            stream,
            protocol: Protocol::new(),
            buffer: Box::new([0; READ_BYTES]),
            has_limited_bandwidth: false,
            received: 0,
            lease,
            incomplete: None,
        }
    }

    /// Sends the waiting bytes; a client that does not read is an error.
    pub(super) async fn flush(&mut self) -> std::io::Result<()> {
        if self.protocol.out.is_empty() {
            return Ok(());
        }
        let out = std::mem::take(&mut self.protocol.out);
        let sending = async {
            self.stream.write_all(&out).await?;
            self.stream.flush().await
        };
        let time = match self.has_limited_bandwidth {
            true => LIMITED_WRITE_TIME,
            false => WRITE_TIME,
        };
        let sent = tokio::time::timeout(time, sending).await;
        sent.unwrap_or_else(|_| Err(std::io::ErrorKind::TimedOut.into()))
    }

    /// Sends the waiting bytes, and closes the connection.
    pub(super) async fn close(&mut self) {
        // The client may be gone.
        let _ = self.flush().await;
        let _ = tokio::time::timeout(WRITE_TIME, self.stream.shutdown()).await;
    }

    /// Reads some bytes after a pause; returns the packets in them. `None` at the end of the connection, also of one
    /// whose packet is incomplete for too long. Without a pause, nothing is read, and only the latter ends the wait.
    pub(super) async fn read(&mut self, pause: Option<Duration>) -> Option<Vec<ReceivedPacket>> {
        let (stream, buffer) = (&mut self.stream, &mut self.buffer[..]);
        let reading = async {
            match pause {
                None => std::future::pending().await,
                Some(pause) if pause.is_zero() => {}
                Some(pause) => tokio::time::sleep(pause).await,
            }
            stream.read(buffer).await
        };
        let read = match &mut self.incomplete {
            None => reading.await,
            Some((_, end)) => tokio::select! {
                // The last byte may have arrived in time.
                biased;
                read = reading => read,
                () = end => {
                    self.protocol.disconnect(DisconnectReason::Incomplete);
                    return None;
                }
            },
        };
        let count = read.ok()?;
        if count == 0 {
            return None;
        }
        self.received += count as u64;
        let packets = self.protocol.receive(&self.buffer[..count]);
        self.time_incomplete_packet();
        Some(packets)
    }

    /// Returns the packets that came with CONNECT. From now on, `lease` pays for the memory.
    pub(super) fn receive_early(&mut self, lease: ConnectionLease) -> Vec<ReceivedPacket> {
        self.lease = lease;
        let packets = self.protocol.receive(&[]);
        self.time_incomplete_packet();
        packets
    }

    /// Charges the bytes in memory; returns whether the budget has them. If not, the connection is over, and messages
    /// that wait for the client are dropped.
    pub(super) fn charge(&mut self) -> bool {
        let held = self.protocol.held_bytes();
        let charged = match held {
            0..=FREE_BYTES => 0,
            _ => held,
        };
        let has_memory = self.lease.hold(charged).is_ok();
        if !has_memory {
            self.protocol.out = Vec::new();
            self.protocol.disconnect(DisconnectReason::OutOfMemory);
        }
        has_memory
    }

    /// Starts the time of an incomplete packet with its first byte.
    fn time_incomplete_packet(&mut self) {
        let number = self.protocol.incomplete_packet();
        if number != self.incomplete.as_ref().map(|(number, _)| *number) {
            let timed = |number| (number, Box::pin(tokio::time::sleep(PACKET_TIME)));
            self.incomplete = number.map(timed);
        }
    }
}

/// The bytes that are read at once.
const READ_BYTES: usize = 8 << 10;
/// The bytes of a connection that no budget counts, as those of its read buffer: a device with short messages is served
/// also while the budget of its account is spent.
const FREE_BYTES: usize = READ_BYTES;
/// The time for a client to accept the bytes that the server sends.
const WRITE_TIME: Duration = Duration::from_secs(10);
/// The same while the bandwidth is limited (`network.maxBandwidth`): the wait for other connections is a part of it.
const LIMITED_WRITE_TIME: Duration = Duration::from_secs(120);
/// The time for a packet to arrive, after its first byte.
const PACKET_TIME: Duration = Duration::from_secs(60);

#[cfg(test)]
mod tests;
