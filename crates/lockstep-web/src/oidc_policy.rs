//! OpenID providers that the operator configured.

use crate::EndpointKey;

/// An OpenID provider at which people can sign in.
#[derive(Clone, Debug)]
pub struct OidcPolicy {
    /// The name in addresses.
    pub name: String,
    /// The name for people.
    pub label: String,
    /// The issuer, as the provider's own metadata names it.
    pub issuer: String,
    /// The client identifier at the provider.
    pub client_id: String,
    /// The client secret; `None` for a public client.
    pub client_secret: Option<EndpointKey>,
    /// The addresses to which the provider may send people back.
    pub redirect_urls: Vec<String>,
    /// The requested scopes in addition to `openid`.
    pub scopes: Vec<String>,
    /// Whether the first sign-in of an unknown person creates an account.
    pub create_accounts: bool,
}
