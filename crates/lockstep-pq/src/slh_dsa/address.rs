//! Addresses, which make every hash of a key different (FIPS 205, section 4.2).

/// The kind of data that is hashed under an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    WotsHash = 0,
    WotsPublicKey = 1,
    Tree = 2,
    ForsTree = 3,
    ForsRoots = 4,
    WotsPrf = 5,
    ForsPrf = 6,
}

/// An address. Fields that its kind does not have are zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address {
    pub(super) layer: u32,
    /// The highest 32 of the standard's 96 bits are zero in every set.
    pub(super) tree: u64,
    pub(super) kind: Kind,
    pub(super) key_pair: u32,
    /// The chain, or the height in a tree.
    pub(super) chain_or_height: u32,
    /// The step in a chain, or the index in a tree.
    pub(super) step_or_index: u32,
}

impl Address {
    pub(super) const fn new(layer: u32, tree: u64, kind: Kind) -> Self {
        Self {
            layer,
            tree,
            kind,
            key_pair: 0,
            chain_or_height: 0,
            step_or_index: 0,
        }
    }

    pub(super) const fn of_key_pair(self, key_pair: u32) -> Self {
        Self { key_pair, ..self }
    }

    pub(super) const fn at(self, chain_or_height: u32, step_or_index: u32) -> Self {
        Self {
            chain_or_height,
            step_or_index,
            ..self
        }
    }

    /// The 32 bytes of SHAKE's sets as words, the first byte in the lowest place.
    pub(super) const fn words(&self) -> [u64; 4] {
        let kind = self.kind as u32;
        [
            self.layer.swap_bytes() as u64,
            self.tree.swap_bytes(),
            pair(kind, self.key_pair),
            pair(self.chain_or_height, self.step_or_index),
        ]
    }

    /// The 22 bytes of SHA-2's sets (FIPS 205, section 11.2), with two zero bytes at the end, as
    /// words whose first byte is in the highest place.
    pub(super) const fn compressed(&self) -> [u32; 6] {
        let tree = self.tree;
        let kind = self.kind as u32;
        let [first, second, third] = [self.key_pair, self.chain_or_height, self.step_or_index];
        [
            self.layer << 24 | (tree >> 40) as u32,
            (tree >> 8) as u32,
            (tree as u32) << 24 | kind << 16 | first >> 16,
            first << 16 | second >> 16,
            second << 16 | third >> 16,
            third << 16,
        ]
    }
}

/// Two fields, each with its first byte in the lowest place.
const fn pair(first: u32, second: u32) -> u64 {
    first.swap_bytes() as u64 | (second.swap_bytes() as u64) << 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_the_standard_s_bytes() {
        let address = Address {
            layer: 0x11,
            tree: 0x2122_2324_2526_2728,
            kind: Kind::WotsPrf,
            key_pair: 0x3132_3334,
            chain_or_height: 0x4142_4344,
            step_or_index: 0x5152_5354,
        };
        let bytes: Vec<u8> = address
            .words()
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect();
        assert_eq!(
            bytes,
            [
                0, 0, 0, 0x11, 0, 0, 0, 0, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0, 0, 0,
                5, 0x31, 0x32, 0x33, 0x34, 0x41, 0x42, 0x43, 0x44, 0x51, 0x52, 0x53, 0x54
            ]
        );
        let bytes: Vec<u8> = address
            .compressed()
            .iter()
            .flat_map(|word| word.to_be_bytes())
            .collect();
        assert_eq!(
            bytes,
            [
                0x11, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 5, 0x31, 0x32, 0x33, 0x34,
                0x41, 0x42, 0x43, 0x44, 0x51, 0x52, 0x53, 0x54, 0, 0
            ]
        );
    }
}
