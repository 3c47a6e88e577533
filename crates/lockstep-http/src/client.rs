//! Finds the client's address: the peer of the connection, or, behind a trusted proxy, the address
//! that the proxy reports.
//!
//! Only `X-Forwarded-For` is read and `Forwarded` is not: a server that reads two headers would
//! believe the one that the proxy does not overwrite.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName};

use lockstep_config::Network;

/// Returns the client's address. Each proxy appends the address of its peer. Read from the right,
/// the first address that is not a trusted proxy is the client. An unreadable entry ends the
/// search: the last trusted proxy then counts as the client.
pub(crate) fn address(peer: IpAddr, headers: &HeaderMap, network: &Network) -> IpAddr {
    let mut client = peer.to_canonical();
    if !network.trusts(client) {
        return client;
    }
    for value in headers.get_all(FORWARDED_FOR).iter().rev() {
        let Ok(value) = value.to_str() else {
            return client;
        };
        for hop in value.rsplit(',') {
            let Some(address) = hop_address(hop.trim()) else {
                return client;
            };
            client = address;
            if !network.trusts(client) {
                return client;
            }
        }
    }
    client
}

/// Whether a trusted proxy says with `X-Forwarded-Proto` that the client's connection to it is encrypted.
pub(crate) fn is_forwarded_over_tls(peer: IpAddr, headers: &HeaderMap, network: &Network) -> bool {
    let mut values = headers.get_all(FORWARDED_PROTO).iter();
    let is_https = values
        .next()
        .is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"https"));
    network.trusts(peer.to_canonical()) && is_https && values.next().is_none()
}

/// Parses `192.0.2.1` or `2001:db8::1`, optionally with a port as some proxies write it.
fn hop_address(hop: &str) -> Option<IpAddr> {
    let bare = hop
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(hop);
    let address = bare.parse::<IpAddr>().ok();
    let address = address.or_else(|| Some(hop.parse::<SocketAddr>().ok()?.ip()));
    Some(address?.to_canonical())
}

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;
    use proptest::prelude::*;

    fn network() -> Network {
        Network {
            trusted_proxies: vec!["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()],
            ..Network::default()
        }
    }

    fn asked(peer: &str, forwarded: &[&[u8]]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, HeaderValue::from_bytes(value).unwrap());
        }
        address(peer.parse().unwrap(), &headers, &network()).to_string()
    }

    #[test]
    fn the_first_untrusted_address_from_the_right_is_the_client() {
        for (peer, forwarded, client) in [
            // An untrusted peer cannot report another address.
            ("203.0.113.9", &["192.0.2.1"][..], "203.0.113.9"),
            ("203.0.113.9", &[], "203.0.113.9"),
            ("10.0.0.1", &[], "10.0.0.1"),
            ("10.0.0.1", &["192.0.2.1"], "192.0.2.1"),
            ("::ffff:10.0.0.1", &["192.0.2.1"], "192.0.2.1"),
            // Addresses that the client invents are further left, and are ignored.
            ("10.0.0.1", &["198.51.100.1, 192.0.2.1"], "192.0.2.1"),
            ("10.0.0.1", &["198.51.100.1", "192.0.2.1"], "192.0.2.1"),
            ("10.0.0.1", &["192.0.2.1, 10.9.9.9,10.0.0.2"], "192.0.2.1"),
            (
                "10.0.0.1",
                &["192.0.2.1", "10.9.9.9", "10.0.0.2"],
                "192.0.2.1",
            ),
            ("10.0.0.1", &["10.7.7.7, 10.9.9.9"], "10.7.7.7"),
            ("10.0.0.1", &["192.0.2.1:4711"], "192.0.2.1"),
            ("fd00::1", &["[2001:db8::7]:4711"], "2001:db8::7"),
            ("fd00::1", &["[2001:db8::7]"], "2001:db8::7"),
            ("fd00::1", &["2001:db8::7"], "2001:db8::7"),
            ("10.0.0.1", &["::ffff:192.0.2.1"], "192.0.2.1"),
            // An unreadable entry ends the search.
            ("10.0.0.1", &["unknown"], "10.0.0.1"),
            ("10.0.0.1", &[""], "10.0.0.1"),
            ("10.0.0.1", &["192.0.2.1, "], "10.0.0.1"),
            ("10.0.0.1", &["192.0.2.1, _hidden, 10.0.0.2"], "10.0.0.2"),
            ("10.0.0.1", &["192.0.2.1; 10.0.0.2"], "10.0.0.1"),
            ("10.0.0.1", &["192.0.2.256"], "10.0.0.1"),
        ] {
            let values: Vec<&[u8]> = forwarded.iter().map(|value| value.as_bytes()).collect();
            assert_eq!(asked(peer, &values), client, "{peer} {forwarded:?}");
        }
        assert_eq!(asked("10.0.0.1", &[b"192.0.2.1", b"\xff\xfe"]), "10.0.0.1");
    }

    proptest! {
        /// A client's address is the one that the trusted proxy saw, regardless of the headers that the
        /// client sends.
        #[test]
        fn no_client_can_choose_its_address(made_up in "[ -~]{0,60}", client: [u8; 4]) {
            let client = IpAddr::from(client);
            prop_assume!(!network().trusts(client));
            let seen = client.to_string();
            let headers = format!("{made_up}, {seen}");
            prop_assert_eq!(&asked("10.0.0.1", &[headers.as_bytes()]), &seen);
            prop_assert_eq!(&asked("10.0.0.1", &[made_up.as_bytes(), seen.as_bytes()]), &seen);
            // The header of a client without the proxy is ignored.
            prop_assert_eq!(&asked(&seen, &[made_up.as_bytes()]), &seen);
        }

        #[test]
        fn any_bytes_never_panic(bytes in prop::collection::vec(32_u8..=255, 0..80)) {
            prop_assume!(!bytes.contains(&127));
            asked("10.0.0.1", &[&bytes]);
        }
    }
}
