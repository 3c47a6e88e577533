//! Maps addresses to the prefixes that limits count as one client.

use std::net::IpAddr;

/// Returns the prefix that limits count an address by: an IPv4 address itself (/32), the /64 of an
/// IPv6 address. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) counts as its IPv4 address.
///
/// Providers assign at least a /64 to each IPv6 subscriber (RFC 6177), so a client can change the
/// last 64 bits for every request.
#[must_use]
pub fn address_prefix(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_subscriber_have_one_prefix() {
        for (address, prefix) in [
            ("192.0.2.1", "192.0.2.1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::"),
            ("2001:db8:1:3::1", "2001:db8:1:3::"),
            ("::1", "::"),
        ] {
            let address: IpAddr = address.parse().unwrap();
            assert_eq!(address_prefix(address), prefix.parse::<IpAddr>().unwrap());
            assert_eq!(
                address_prefix(address_prefix(address)),
                address_prefix(address)
            );
        }
    }
}
