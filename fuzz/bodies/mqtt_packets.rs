//! Any bytes as the packets of a device or of an external broker: no panic, the same outcome however the bytes are
//! read unless the connection ends, and no answer that is much longer than the packets.

use lockstep_devices::mqtt::replay::{Replay, replay_broker, replay_device};

/// The first byte chooses the peer; the rest are its bytes. Returns the number of packets that were understood.
pub(crate) fn run(data: &[u8]) -> usize {
    let Some((peer, bytes)) = data.split_first() else {
        return 0;
    };
    let replay: fn(&[u8], usize) -> Replay = match peer % 2 {
        0 => replay_device,
        _ => replay_broker,
    };
    let whole = replay(bytes, READ_BYTES);
    for read_bytes in [1, 7, 64] {
        let split = replay(bytes, read_bytes);
        // In one read, a peer may answer what was not asked yet: that ends the connection. Answers of the protocol
        // itself, as PINGRESP, may overtake others of the same read.
        if !whole.is_over && !split.is_over {
            let told = |replay: &Replay| (replay.packets, replay.sent.len());
            assert_eq!(told(&split), told(&whole), "in reads of {read_bytes} bytes");
        }
    }
    assert!(whole.sent.len() <= MAX_ANSWER_BYTES + 8 * bytes.len());
    whole.packets
}

/// The bytes that a connection reads at once.
const READ_BYTES: usize = 8 << 10;
/// An answer to CONNECT or DISCONNECT may be longer than the packet.
const MAX_ANSWER_BYTES: usize = 256;
