//! The header of a relayed connection: version 2 of the PROXY protocol, with fields of its own that name the listener and
//! prove that a node of this installation wrote it a moment ago.
//!
//! The protocol is that of HAProxy (`doc/proxy-protocol.txt`). Its types `0xE0` to `0xEF` are for private use. The header has
//! one form only: TCP over IPv4 or IPv6, and the four fields in this order: listener, time, nonce, code.

use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use lockstep_store::Timestamp;
use lockstep_web::{DigestKey, KeyedDigest};

use crate::serve::ListenerKind;

/// What a connection of another node is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It is a client's, who arrived at such a listener.
    Relay(ListenerKind),
    /// The other node asks about this one.
    Probe,
}

/// What the header of a relayed connection says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RelayHeader {
    pub(super) purpose: Purpose,
    /// The address of the client.
    pub(super) client: SocketAddr,
    /// The address at which the client arrived.
    pub(super) arrived_at: SocketAddr,
    /// When the header was written, by the clock of the node that wrote it.
    pub(super) written: Timestamp,
    /// A random number, another one in each header.
    pub(super) nonce: [u8; NONCE_BYTES],
}

/// Why a header was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    /// It is no header of a node.
    #[error("it does not begin with the header of a node")]
    Malformed,
    /// The code is wrong.
    #[error(
        "its code is wrong: the other node has another root key, or the header was changed or is for another start"
    )]
    Forged,
    /// The time is too far from that of this node.
    #[error(
        "it was written more than 30 seconds ago or ahead: one of both nodes hung or was stopped for as long, or their clocks \
         differ: if this repeats, set the clocks of both nodes"
    )]
    Late,
    /// A header with this nonce was used.
    #[error("it was used before")]
    Repeated,
}

/// The nonces of the headers that are not yet too old to be refused for their time.
#[derive(Default)]
pub(super) struct SeenNonces(BTreeSet<(i64, [u8; NONCE_BYTES])>);

impl SeenNonces {
    /// Takes note of a nonce; returns whether it is new.
    fn take(&mut self, header: &RelayHeader, now: Timestamp) -> bool {
        let oldest = now.0.saturating_sub(MAX_DISTANCE_MS);
        self.0 = self.0.split_off(&(oldest, [0; NONCE_BYTES]));
        self.0.insert((header.written.0, header.nonce))
    }
}

impl RelayHeader {
    /// Writes the header for the start of the active node that has this stamp.
    pub(super) fn write(&self, key: &DigestKey, stamp: &str) -> Vec<u8> {
        let (client, arrived_at) = (canonical(self.client), canonical(self.arrived_at));
        let (family, addresses) = match (client.ip(), arrived_at.ip()) {
            (IpAddr::V4(from), IpAddr::V4(to)) => (TCP4, [from.octets(), to.octets()].concat()),
            (from, to) => (TCP6, [mapped(from), mapped(to)].concat()),
        };
        let length = addresses.len() + 4 + FIELDS_BYTES;
        let mut header = SIGNATURE.to_vec();
        header.extend([VERSION_2_PROXY, family]);
        // At most 36 bytes of addresses, and 69 of fields.
        header.extend((length as u16).to_be_bytes());
        header.extend(addresses);
        header.extend(client.port().to_be_bytes());
        header.extend(arrived_at.port().to_be_bytes());
        append(&mut header, LISTENER, &[code_of(self.purpose)]);
        append(&mut header, WRITTEN, &self.written.0.to_be_bytes());
        append(&mut header, NONCE, &self.nonce);
        header.extend([CODE, 0, size_of::<KeyedDigest>() as u8]);
        let code = key.digest(LABEL, &[stamp.as_bytes(), &header]);
        header.extend(code);
        header
    }

    /// Reads a header that was written for the start of this node with this stamp. A probe of any time is read:
    /// [`Self::is_timely`] tells how much its answer may say.
    ///
    /// # Errors
    /// [`Refusal`].
    pub(super) fn read(
        bytes: &[u8],
        (key, stamp): (&DigestKey, &str),
        now: Timestamp,
        seen: &mut SeenNonces,
    ) -> Result<Self, Refusal> {
        let (signed, code) = bytes
            .split_last_chunk::<{ size_of::<KeyedDigest>() }>()
            .ok_or(Refusal::Malformed)?;
        let header = parse(signed).ok_or(Refusal::Malformed)?;
        if !key.verifies(LABEL, &[stamp.as_bytes(), signed], code) {
            return Err(Refusal::Forged);
        }
        match (header.is_timely(now), header.purpose) {
            (false, Purpose::Probe) => Ok(header),
            (false, Purpose::Relay(_)) => Err(Refusal::Late),
            (true, _) => match seen.take(&header, now) {
                true => Ok(header),
                false => Err(Refusal::Repeated),
            },
        }
    }

    /// Whether the header was written at about `now`.
    pub(super) fn is_timely(&self, now: Timestamp) -> bool {
        self.written.0.abs_diff(now.0) <= MAX_DISTANCE_MS.unsigned_abs()
    }
}

/// Returns the number of bytes that follow the first [`PREFIX_BYTES`] bytes of a header.
///
/// # Errors
/// [`Refusal::Malformed`], also for a header that is too long.
pub(super) fn length_after(prefix: &[u8; PREFIX_BYTES]) -> Result<usize, Refusal> {
    let mut rest = &prefix[..];
    let signature = take::<12>(&mut rest).ok_or(Refusal::Malformed)?;
    let [version, _, high, low] = take::<4>(&mut rest).ok_or(Refusal::Malformed)?;
    let length = usize::from(u16::from_be_bytes([high, low]));
    let is_header = signature == *SIGNATURE && version == VERSION_2_PROXY;
    match is_header && PREFIX_BYTES + length <= MAX_BYTES {
        true => Ok(length),
        false => Err(Refusal::Malformed),
    }
}

/// Reads everything before the code.
fn parse(signed: &[u8]) -> Option<RelayHeader> {
    let (prefix, mut rest) = signed.split_first_chunk::<PREFIX_BYTES>()?;
    let length = length_after(prefix).ok()?;
    if length != rest.len() + size_of::<KeyedDigest>() {
        return None;
    }
    let [from, to] = match prefix[13] {
        TCP4 => {
            [take::<4>(&mut rest)?, take(&mut rest)?].map(|it| IpAddr::from(Ipv4Addr::from(it)))
        }
        TCP6 => {
            [take::<16>(&mut rest)?, take(&mut rest)?].map(|it| IpAddr::from(Ipv6Addr::from(it)))
        }
        _ => return None,
    };
    let [from_port, to_port] =
        [take::<2>(&mut rest)?, take::<2>(&mut rest)?].map(u16::from_be_bytes);
    let [kind] = field::<1>(&mut rest, LISTENER)?;
    let header = RelayHeader {
        purpose: purpose_of(kind)?,
        client: canonical(SocketAddr::new(from, from_port)),
        arrived_at: canonical(SocketAddr::new(to, to_port)),
        written: Timestamp(i64::from_be_bytes(field(&mut rest, WRITTEN)?)),
        nonce: field(&mut rest, NONCE)?,
    };
    (rest == [CODE, 0, size_of::<KeyedDigest>() as u8]).then_some(header)
}

fn append(header: &mut Vec<u8>, kind: u8, value: &[u8]) {
    // The values have at most 16 bytes.
    header.extend([kind, 0, value.len() as u8]);
    header.extend(value);
}

/// Reads a field of this type and length.
fn field<const N: usize>(rest: &mut &[u8], kind: u8) -> Option<[u8; N]> {
    let [found, high, low] = take::<3>(rest)?;
    let length = usize::from(u16::from_be_bytes([high, low]));
    (found == kind && length == N).then(|| take(rest))?
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, after) = rest.split_first_chunk::<N>()?;
    *rest = after;
    Some(*first)
}

/// Returns the address with the usual form of its host: IPv4 if it is an IPv4 address inside IPv6.
fn canonical(address: SocketAddr) -> SocketAddr {
    SocketAddr::new(address.ip().to_canonical(), address.port())
}

fn mapped(address: IpAddr) -> [u8; 16] {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().octets(),
        IpAddr::V6(address) => address.octets(),
    }
}

/// Returns the number of a purpose in a header. The numbers never change: nodes of two versions may run for a while.
fn code_of(purpose: Purpose) -> u8 {
    match purpose {
        Purpose::Relay(ListenerKind::Http) => 1,
        Purpose::Relay(ListenerKind::Https) => 2,
        Purpose::Relay(ListenerKind::Mqtt) => 3,
        Purpose::Relay(ListenerKind::Mqtts) => 4,
        Purpose::Probe => 5,
    }
}

fn purpose_of(code: u8) -> Option<Purpose> {
    use ListenerKind::{Http, Https, Mqtt, Mqtts};
    let relays = [Http, Https, Mqtt, Mqtts].map(Purpose::Relay);
    relays
        .into_iter()
        .chain([Purpose::Probe])
        .find(|purpose| code_of(*purpose) == code)
}

const SIGNATURE: &[u8; 12] = b"\r\n\r\n\0\r\nQUIT\n";
/// Version 2, and the command PROXY.
const VERSION_2_PROXY: u8 = 0x21;
const TCP4: u8 = 0x11;
const TCP6: u8 = 0x21;
const LISTENER: u8 = 0xE0;
const WRITTEN: u8 = 0xE1;
const NONCE: u8 = 0xE2;
const CODE: u8 = 0xE3;
/// The bytes of a nonce.
pub(super) const NONCE_BYTES: usize = 16;
/// The bytes of all four fields, each after its type and its length.
const FIELDS_BYTES: usize = 4 * 3 + 1 + size_of::<i64>() + NONCE_BYTES + size_of::<KeyedDigest>();
/// The bytes up to the length of what follows.
pub(super) const PREFIX_BYTES: usize = 16;
/// The longest header that is read.
const MAX_BYTES: usize = 1024;
/// How far the time of a header may be from that of the reader.
const MAX_DISTANCE_MS: i64 = 30_000;
const LABEL: &str = "relayed connection";

#[cfg(test)]
mod tests;
