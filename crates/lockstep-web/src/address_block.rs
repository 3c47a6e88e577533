//! Blocks of addresses in the configuration.

use std::net::IpAddr;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A block of addresses: `10.0.0.0/8`, `fd00::/8`; a single address is a block of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AddressBlock {
    first: IpAddr,
    bits: u8,
}

impl AddressBlock {
    /// Whether the block contains the address; `::ffff:192.0.2.1` counts as `192.0.2.1`.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.first, address.to_canonical()) {
            (IpAddr::V4(first), IpAddr::V4(address)) => {
                let kept = u32::MAX.checked_shl(32 - u32::from(self.bits));
                (first.to_bits() ^ address.to_bits()) & kept.unwrap_or(0) == 0
            }
            (IpAddr::V6(first), IpAddr::V6(address)) => {
                let kept = u128::MAX.checked_shl(128 - u32::from(self.bits));
                (first.to_bits() ^ address.to_bits()) & kept.unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

impl FromStr for AddressBlock {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text}: must be an address or a block such as 10.0.0.0/8");
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let first: IpAddr = address.parse().map_err(|_| wrong())?;
        let limit = if first.is_ipv4() { 32 } else { 128 };
        let bits = match bits {
            Some(bits) => bits.parse().map_err(|_| wrong())?,
            None => limit,
        };
        if bits > limit {
            return Err(wrong());
        }
        Ok(Self { first, bits })
    }
}

impl TryFrom<String> for AddressBlock {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<AddressBlock> for String {
    fn from(block: AddressBlock) -> Self {
        format!("{}/{}", block.first, block.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn address_blocks_are_parsed_and_matched() {
        for (block, address, inside) in [
            ("10.0.0.0/8", "10.255.0.1", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("10.1.2.3/8", "10.9.9.9", true),
            ("192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
            ("192.0.2.1/32", "::ffff:192.0.2.1", true),
            ("0.0.0.0/0", "203.0.113.7", true),
            ("0.0.0.0/0", "2001:db8::1", false),
            ("::/0", "2001:db8::1", true),
            ("::/0", "192.0.2.1", false),
            ("fd00::/8", "fdff::1", true),
            ("fd00::/8", "fe00::1", false),
            ("::1", "::1", true),
        ] {
            let parsed: AddressBlock = block.parse().unwrap();
            assert_eq!(
                parsed.contains(address.parse().unwrap()),
                inside,
                "{block} {address}"
            );
            assert_eq!(String::from(parsed).parse(), Ok(parsed));
        }
        for wrong in [
            "",
            "/",
            "10.0.0.0/33",
            "::/129",
            "10.0.0/8",
            "a",
            "1.2.3.4/-1",
            "1.2.3.4/",
        ] {
            assert!(wrong.parse::<AddressBlock>().is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn a_block_contains_the_addresses_with_its_prefix(first: u32, other: u32, bits in 0_u8..=32) {
            let block = AddressBlock { first: IpAddr::V4(first.into()), bits };
            let text = |address: u32| format!("{address:032b}")[..usize::from(bits)].to_owned();
            prop_assert_eq!(
                block.contains(IpAddr::V4(other.into())),
                text(first) == text(other)
            );
        }
    }
}
