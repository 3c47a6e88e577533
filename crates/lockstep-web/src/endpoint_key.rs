//! Keys of endpoints that the operator configured.

use std::sync::Arc;

use zeroize::Zeroizing;

/// The key or the password with which the server authenticates at an endpoint. It is never printed.
#[derive(Clone)]
pub struct EndpointKey(Arc<Zeroizing<String>>);

impl EndpointKey {
    /// Keeps a key.
    #[must_use]
    pub fn new(key: Zeroizing<String>) -> Self {
        Self(Arc::new(key))
    }

    /// Returns the key for a request to its endpoint.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for EndpointKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("EndpointKey(…)")
    }
}
