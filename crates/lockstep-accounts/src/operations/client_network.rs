//! The network of a client, by which its sign-ins are limited and recognised.

use std::net::IpAddr;

/// The network that one customer of an Internet provider can have: an IPv4 /24 or an IPv6 /48.
pub(super) fn client_network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4((address.to_bits() >> 8 << 8).into()),
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 80 << 80).into()),
    }
}
