//! The messages that a connection keeps until the other side confirms them.

use std::collections::HashMap;

/// The sizes of unconfirmed messages, by their packets, and the sum of these sizes.
#[derive(Debug, Default)]
pub(super) struct Unconfirmed {
    sizes: HashMap<u16, usize>,
    bytes: usize,
}

impl Unconfirmed {
    /// Adds a message that was sent. A packet number that is used again replaces its message.
    pub(super) fn insert(&mut self, packet: u16, bytes: usize) {
        self.confirm(packet);
        self.sizes.insert(packet, bytes);
        self.bytes += bytes;
    }

    /// Removes a confirmed message. Unknown packets change nothing.
    pub(super) fn confirm(&mut self, packet: u16) {
        self.bytes -= self.sizes.remove(&packet).unwrap_or(0);
    }

    /// Returns the bytes of all unconfirmed messages.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::Unconfirmed;

    #[test]
    fn the_sum_is_that_of_the_unconfirmed_messages() {
        let mut unconfirmed = Unconfirmed::default();
        for (packet, bytes, expected) in [(1, 10, 10), (2, 5, 15), (1, 3, 8), (3, 0, 8)] {
            unconfirmed.insert(packet, bytes);
            assert_eq!(unconfirmed.bytes(), expected);
        }
        for (packet, expected) in [(9, 8), (1, 5), (1, 5), (2, 0), (3, 0)] {
            unconfirmed.confirm(packet);
            assert_eq!(unconfirmed.bytes(), expected);
        }
    }
}
