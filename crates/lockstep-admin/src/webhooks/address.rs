//! Decides to which addresses a webhook may be sent. An address of the private network is refused, so
//! that a webhook cannot reach services that only this machine or its network can reach.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use lockstep_web::AddressBlock;

/// Whether a webhook may be sent to an address: a public one, or one that the operator allows.
pub(crate) fn is_allowed(address: IpAddr, allow_private: &[AddressBlock]) -> bool {
    is_public(address) || allow_private.iter().any(|block| block.contains(address))
}

/// Whether an address is globally reachable by the registries of special-purpose addresses (RFC 6890). An IPv6
/// address that contains an IPv4 address by a translation is refused: the translator may reach the private
/// network. Only the mapped form `::ffff:a.b.c.d` counts as its IPv4 address.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => !within_v4(address, PRIVATE_V4),
        IpAddr::V6(address) => within_v6(address, GLOBAL_V6) && !within_v6(address, PRIVATE_V6),
    }
}

fn within_v4(address: Ipv4Addr, blocks: &[(Ipv4Addr, u32)]) -> bool {
    let bits = address.to_bits();
    blocks
        .iter()
        .any(|(first, length)| (bits ^ first.to_bits()).leading_zeros() >= *length)
}

fn within_v6(address: Ipv6Addr, blocks: &[(Ipv6Addr, u32)]) -> bool {
    let bits = address.to_bits();
    blocks
        .iter()
        .any(|(first, length)| (bits ^ first.to_bits()).leading_zeros() >= *length)
}

const PRIVATE_V4: &[(Ipv4Addr, u32)] = &[
    // This network (RFC 791); some systems connect 0.0.0.0 to the machine itself.
    (Ipv4Addr::new(0, 0, 0, 0), 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    // Carrier-grade NAT (RFC 6598).
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    // Link-local, with the metadata services of clouds.
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    // Protocol assignments, and the three blocks for documentation.
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    // Relays of 6to4 (RFC 7526).
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    // Benchmarks (RFC 2544).
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    // Multicast, reserved, broadcast.
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
];

/// The block of global unicast addresses. Outside of it are loopback, unique local (fc00::/7), link-local
/// (fe80::/10), multicast (ff00::/8), NAT64 (64:ff9b::/96, 64:ff9b:1::/48) and IPv4-compatible addresses.
const GLOBAL_V6: &[(Ipv6Addr, u32)] = &[(Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3)];

/// Blocks within the global one that are not reachable, or that contain an IPv4 address.
const PRIVATE_V6: &[(Ipv6Addr, u32)] = &[
    // Protocol assignments: Teredo, benchmarks, ORCHID.
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    // 6to4.
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_are_allowed() {
        for (address, expected) in [
            ("1.1.1.1", true),
            ("8.8.8.8", true),
            ("100.63.255.255", true),
            ("100.128.0.0", true),
            ("172.15.255.255", true),
            ("172.32.0.0", true),
            ("192.167.255.255", true),
            ("198.17.255.255", true),
            ("223.255.255.255", true),
            ("0.0.0.0", false),
            ("0.1.2.3", false),
            ("10.0.0.1", false),
            ("10.255.255.255", false),
            ("100.64.0.1", false),
            ("100.127.255.255", false),
            ("127.0.0.1", false),
            ("127.255.255.254", false),
            ("169.254.169.254", false),
            ("172.16.0.1", false),
            ("172.31.255.255", false),
            ("192.0.0.1", false),
            ("192.0.2.1", false),
            ("192.88.99.1", false),
            ("192.168.1.1", false),
            ("198.18.0.1", false),
            ("198.19.255.255", false),
            ("198.51.100.7", false),
            ("203.0.113.7", false),
            ("224.0.0.1", false),
            ("239.255.255.255", false),
            ("240.0.0.1", false),
            ("255.255.255.255", false),
            ("2606:4700:4700::1111", true),
            ("2a00:1450:4001::200e", true),
            ("2001:200::1", true),
            ("2003::1", true),
            ("::", false),
            ("::1", false),
            ("::ffff:127.0.0.1", false),
            ("::ffff:10.0.0.1", false),
            ("::ffff:169.254.169.254", false),
            ("::ffff:1.1.1.1", true),
            ("::127.0.0.1", false),
            ("::1.1.1.1", false),
            ("::ffff:0:127.0.0.1", false),
            ("64:ff9b::127.0.0.1", false),
            ("64:ff9b::1.1.1.1", false),
            ("64:ff9b:1::1", false),
            ("100::1", false),
            ("2001::1", false),
            ("2001:2::1", false),
            ("2001:20::1", false),
            ("2001:db8::1", false),
            ("2002:7f00:1::1", false),
            ("3fff::1", false),
            ("5f00::1", false),
            ("fc00::1", false),
            ("fd12:3456::1", false),
            ("fe80::1", false),
            ("fec0::1", false),
            ("ff02::1", false),
        ] {
            assert_eq!(
                is_allowed(address.parse().unwrap(), &[]),
                expected,
                "{address}"
            );
        }
    }

    #[test]
    fn the_operator_allows_single_private_addresses() {
        let allowed = ["127.0.0.1/32".parse().unwrap(), "fd00::/8".parse().unwrap()];
        for (address, expected) in [
            ("127.0.0.1", true),
            ("::ffff:127.0.0.1", true),
            ("127.0.0.2", false),
            ("fd00::7", true),
            ("fc00::7", false),
            ("169.254.169.254", false),
        ] {
            assert_eq!(
                is_allowed(address.parse().unwrap(), &allowed),
                expected,
                "{address}"
            );
        }
    }
}
