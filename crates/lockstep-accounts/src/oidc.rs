//! OpenID Connect: asks a provider who a person is (authorization code flow with PKCE and a nonce).
//!
//! The crate `openidconnect` builds and checks the messages. This module bounds what is kept and awaited, and decides
//! which signatures are accepted.

mod validity;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use chrono::DateTime;
use data_encoding::BASE64URL_NOPAD;
use http_body_util::Full;
use lockstep_store::clock::entropy_array;
use lockstep_store::{Clock, Entropy, Timestamp};
use lockstep_web::http_client::{HttpClient, HttpClientError};
use lockstep_web::{ApiError, BoxedFuture, OidcPolicy};
use openidconnect::core::{
    CoreAuthPrompt, CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod,
    CoreErrorResponseType, CoreIdTokenClaims, CoreJwsSigningAlgorithm, CoreProviderMetadata,
    CoreTokenResponse, CoreUserInfoClaims,
};
use openidconnect::{
    AccessToken, AuthType, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret,
    CsrfToken, EndUserEmail, EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest,
    HttpResponse, IssuerUrl, Nonce, OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier,
    RedirectUrl, RequestTokenError, Scope, SignatureVerificationError, SubjectIdentifier,
    TokenResponse,
};
use tokio::sync::Mutex;
use zeroize::Zeroizing;

use self::validity::ensure_begun;
use crate::names::IdentityName;

/// The providers, by name.
#[derive(Default)]
pub(crate) struct Providers(BTreeMap<String, Provider>);

impl Providers {
    pub(crate) fn new(policies: &[OidcPolicy]) -> Self {
        let providers = policies.iter().cloned();
        Self(
            providers
                .map(|policy| (policy.name.clone(), Provider::new(policy)))
                .collect(),
        )
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &OidcPolicy> {
        self.0.values().map(|provider| &provider.policy)
    }

    /// # Errors
    /// The provider does not exist.
    pub(crate) fn named(&self, name: &str) -> Result<&Provider, ApiError> {
        let found = self.0.get(name);
        found.ok_or_else(|| ApiError::not_found("OpenID provider"))
    }
}

/// A provider at which people can sign in.
pub(crate) struct Provider {
    pub(crate) policy: OidcPolicy,
    http: Arc<HttpClient>,
    known: Mutex<ProviderCache>,
}

/// The provider's metadata and keys. Times are monotonic.
#[derive(Default)]
struct ProviderCache {
    /// The metadata, and when they were read.
    read: Option<(Duration, Arc<CoreProviderMetadata>)>,
    /// When they were last read again because of an unknown key.
    repeated: Option<Duration>,
    /// When they could last not be read: requests that waited do not wait for the next failure.
    failed: Option<Duration>,
}

/// The secrets of a sign-in that has begun.
pub(crate) struct Challenge {
    pub(crate) state: Zeroizing<String>,
    nonce: Zeroizing<String>,
    verifier: Zeroizing<String>,
    redirect: RedirectUrl,
}

/// The identity of a person according to the provider.
#[derive(Clone)]
pub(crate) struct Identity {
    pub(crate) name: IdentityName,
    pub(crate) username: Option<String>,
    /// The e-mail address, if the provider has verified it.
    pub(crate) verified_email: Option<String>,
    /// The time when the person last showed the credentials to the provider, if the provider says it.
    pub(crate) authenticated_at: Option<Timestamp>,
    /// The token for the provider's user information.
    access: AccessToken,
}

type Client = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

impl Provider {
    fn new(policy: OidcPolicy) -> Self {
        Self {
            policy,
            http: Arc::default(),
            known: Mutex::default(),
        }
    }

    /// Starts a sign-in; returns the address at which the person signs in to the provider. If it `asks_again`, the person
    /// shows the credentials there also within a session that exists.
    ///
    /// # Errors
    /// A redirect address that is not configured; the provider does not answer, or its address is not one of the web.
    pub(crate) async fn begin(
        &self,
        redirect: &str,
        asks_again: bool,
        clock: &dyn Clock,
        entropy: &dyn Entropy,
    ) -> Result<(String, Challenge), ApiError> {
        if !self.policy.redirect_urls.iter().any(|url| url == redirect) {
            return Err(ApiError::invalid(
                "redirect_uri",
                "is not configured for this provider: the operator lists the addresses in `redirect_urls`",
            ));
        }
        let challenge = Challenge::generate(entropy, redirect)?;
        let metadata = self.metadata(clock, None).await?;
        let client = self.client(&metadata);
        let (state, nonce) = (
            CsrfToken::new(challenge.state.to_string()),
            challenge.nonce(),
        );
        let pkce = PkceCodeChallenge::from_code_verifier_sha256(&challenge.verifier());
        let mut request = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                move || state,
                move || nonce,
            )
            .set_redirect_uri(Cow::Borrowed(&challenge.redirect))
            .set_pkce_challenge(pkce);
        for scope in &self.policy.scopes {
            request = request.add_scope(Scope::new(scope.clone()));
        }
        if asks_again {
            request = request
                .add_prompt(CoreAuthPrompt::Login)
                .set_max_age(Duration::ZERO);
        }
        let (url, _, _) = request.url();
        // A page opens this address: it must be no script, and no plain text on the network.
        if url.scheme() != "https" && !(self.is_local() && url.scheme() == "http") {
            return Err(self.broken("metadata: the authorization endpoint is not an https address"));
        }
        Ok((url.into(), challenge))
    }

    /// Exchanges the code that the provider gave the person for the person's identity.
    ///
    /// # Errors
    /// A code that the provider refuses; the provider does not answer, or its answer is not valid.
    pub(crate) async fn identify(
        &self,
        code: String,
        challenge: &Challenge,
        clock: &dyn Clock,
    ) -> Result<Identity, ApiError> {
        let metadata = self.metadata(clock, None).await?;
        let token = self.exchange(&metadata, code, challenge).await?;
        let mut metadata = metadata;
        let mut claims = self.claims(&metadata, &token, challenge, clock.now());
        if claims.as_ref().is_err_and(is_unknown_key) {
            // The provider has replaced its keys since they were read.
            metadata = self.metadata(clock, Some(&metadata)).await?;
            claims = self.claims(&metadata, &token, challenge, clock.now());
        }
        let claims =
            claims.map_err(|error| self.broken(format!("ID token: {}", reason(&error))))?;
        let subject = claims.subject().to_string();
        if subject.is_empty() || subject.len() > MAX_SUBJECT_BYTES {
            return Err(self.broken("the subject is empty or too long"));
        }
        Ok(Identity {
            name: IdentityName {
                issuer: self.policy.issuer.clone(),
                subject,
            },
            username: claims.preferred_username().map(|name| name.to_string()),
            verified_email: verified(claims.email(), claims.email_verified()),
            authenticated_at: claims
                .auth_time()
                .map(|at| Timestamp(at.timestamp_millis())),
            access: token.access_token().clone(),
        })
    }

    /// Reads the person's names from the provider's user information. Names that the ID token has stay.
    ///
    /// # Errors
    /// The provider does not answer, or its answer is about another person.
    pub(crate) async fn complete(
        &self,
        identity: Identity,
        clock: &dyn Clock,
    ) -> Result<Identity, ApiError> {
        let metadata = self.metadata(clock, None).await?;
        let client = self.client(&metadata);
        let subject = SubjectIdentifier::new(identity.name.subject.clone());
        let Ok(request) = client.user_info(identity.access.clone(), Some(subject)) else {
            // The provider has no user information.
            return Ok(identity);
        };
        let http = self.http();
        let read: Result<CoreUserInfoClaims, _> = request.request_async(&http).await;
        let read =
            read.map_err(|error| self.broken(format!("user information: {}", reason(&error))))?;
        let name = read.preferred_username().map(|name| name.to_string());
        let email = verified(read.email(), read.email_verified());
        Ok(Identity {
            username: identity.username.or(name),
            verified_email: identity.verified_email.or(email),
            ..identity
        })
    }

    async fn exchange(
        &self,
        metadata: &CoreProviderMetadata,
        code: String,
        challenge: &Challenge,
    ) -> Result<CoreTokenResponse, ApiError> {
        let client = self.client(metadata);
        let request = client
            .exchange_code(AuthorizationCode::new(code))
            .map_err(|error| self.broken(format!("metadata: {error}")))?
            .set_redirect_uri(Cow::Borrowed(&challenge.redirect))
            .set_pkce_verifier(challenge.verifier());
        let http = self.http();
        request
            .request_async(&http)
            .await
            .map_err(|error| match error {
                RequestTokenError::ServerResponse(refused)
                    if *refused.error() == CoreErrorResponseType::InvalidGrant =>
                {
                    ApiError::invalid(
                        "code",
                        "was refused by the provider: a code works once and for a short time; start the sign-in again",
                    )
                }
                // Such as a wrong client secret.
                RequestTokenError::ServerResponse(refused) => {
                    self.broken(format!("token: refused with {}", refused.error()))
                }
                RequestTokenError::Request(error) => self.broken(format!("token: {error}")),
                // The rest of the error may contain the provider's answer, and so a token.
                RequestTokenError::Parse(error, _) => {
                    self.broken(format!("token: the answer is not valid at {}", error.path()))
                }
                RequestTokenError::Other(_) => self.broken("token: the answer is not valid"),
            })
    }

    /// Checks the ID token: signature, issuer, audience, authorized party, expiry, issue time and nonce (OpenID Connect
    /// Core, section 3.1.3.7).
    fn claims(
        &self,
        metadata: &CoreProviderMetadata,
        token: &CoreTokenResponse,
        challenge: &Challenge,
        now: Timestamp,
    ) -> Result<CoreIdTokenClaims, ClaimsVerificationError> {
        let client = self.client(metadata);
        let verifier = client
            .id_token_verifier()
            .set_allowed_algs(ACCEPTED_SIGNATURES.iter().cloned())
            .set_time_fn(move || DateTime::from_timestamp_millis(now.0).unwrap_or_default());
        let none = || ClaimsVerificationError::Other("the answer has no ID token".to_owned());
        let id_token = token.id_token().ok_or_else(none)?;
        let claims = id_token.claims(&verifier, &challenge.nonce())?;
        // The verifier refuses every other audience, but does not read the authorized party.
        let party = claims.authorized_party();
        if party.is_some_and(|party| party.as_str() != self.policy.client_id.as_str()) {
            let other = "the authorized party is another client".to_owned();
            return Err(ClaimsVerificationError::InvalidAudience(other));
        }
        // Nor does it compare the start of the validity with the clock.
        ensure_begun(id_token, claims, now)?;
        Ok(claims.clone())
    }

    fn client(&self, metadata: &CoreProviderMetadata) -> Client {
        let secret = self.policy.client_secret.as_ref();
        let secret = secret.map(|secret| ClientSecret::new(secret.expose().to_owned()));
        let id = ClientId::new(self.policy.client_id.clone());
        let client = CoreClient::from_provider_metadata(metadata.clone(), id, secret);
        let methods = metadata.token_endpoint_auth_methods_supported();
        let takes = |method| methods.is_some_and(|methods| methods.contains(&method));
        match takes(CoreClientAuthMethod::ClientSecretPost)
            && !takes(CoreClientAuthMethod::ClientSecretBasic)
        {
            true => client.set_auth_type(AuthType::RequestBody),
            false => client,
        }
    }

    /// Returns the provider's metadata and keys. Reads them again if they are old, or if they are `outdated`, in which
    /// a key is missing; at most once in [`REPEAT_TIME`] for that, because anyone can send a wrong signature.
    async fn metadata(
        &self,
        clock: &dyn Clock,
        outdated: Option<&Arc<CoreProviderMetadata>>,
    ) -> Result<Arc<CoreProviderMetadata>, ApiError> {
        // One request at a time reads them; the others wait for it.
        let mut known = self.known.lock().await;
        let now = clock.monotonic();
        let within = |at: Duration, most| now.saturating_sub(at) < most;
        if let Some((at, metadata)) = &known.read
            && within(*at, METADATA_TIME)
        {
            let is_outdated = outdated.is_some_and(|outdated| Arc::ptr_eq(outdated, metadata));
            if !is_outdated || known.repeated.is_some_and(|at| within(at, REPEAT_TIME)) {
                return Ok(Arc::clone(metadata));
            }
            known.repeated = Some(now);
        } else if known.failed.is_some_and(|at| within(at, FAILURE_TIME)) {
            return Err(self.broken("metadata: could not be read a moment ago"));
        }
        let issuer = IssuerUrl::new(self.policy.issuer.clone())
            .map_err(|error| self.broken(format!("issuer: {error}")))?;
        let http = self.http();
        let read = CoreProviderMetadata::discover_async(issuer, &http).await;
        let read = read.map_err(|error| {
            known.failed = Some(clock.monotonic());
            self.broken(format!("metadata: {}", reason(&error)))
        })?;
        let metadata = Arc::new(read);
        known.read = Some((now, Arc::clone(&metadata)));
        Ok(metadata)
    }

    /// The client as the library calls it.
    fn http(
        &self,
    ) -> impl Fn(HttpRequest) -> BoxedFuture<Result<HttpResponse, HttpClientError>> + use<> {
        let http = Arc::clone(&self.http);
        // A provider elsewhere must not send requests to services of this machine.
        let is_local = self.is_local();
        move |request: HttpRequest| {
            if !is_local && request.uri().scheme_str() != Some("https") {
                return Box::pin(std::future::ready(Err(HttpClientError::Insecure)));
            }
            let (http, request) = (
                Arc::clone(&http),
                request.map(|body| Full::new(Bytes::from(body))),
            );
            Box::pin(async move {
                http.send_whole(request, MAX_ANSWER_BYTES, ANSWER_TIME)
                    .await
            })
        }
    }

    /// Whether the provider is on this machine: only there the configuration allows an issuer without TLS.
    fn is_local(&self) -> bool {
        self.policy.issuer.starts_with("http:")
    }

    fn broken(&self, log: impl AsRef<str>) -> ApiError {
        ApiError::provider(
            &self.policy.label,
            format!("OpenID provider {}: {}", self.policy.name, log.as_ref()),
        )
    }
}

impl Challenge {
    /// # Errors
    /// A redirect address that is not an absolute address.
    pub(crate) fn generate(entropy: &dyn Entropy, redirect: &str) -> Result<Self, ApiError> {
        let redirect = RedirectUrl::new(redirect.to_owned())
            .map_err(|_| ApiError::invalid("redirect_uri", "must be an absolute address"))?;
        let random = || Zeroizing::new(BASE64URL_NOPAD.encode(&entropy_array::<32>(entropy)));
        Ok(Self {
            state: random(),
            nonce: random(),
            verifier: random(),
            redirect,
        })
    }

    fn nonce(&self) -> Nonce {
        Nonce::new(self.nonce.to_string())
    }

    fn verifier(&self) -> PkceCodeVerifier {
        PkceCodeVerifier::new(self.verifier.to_string())
    }
}

fn verified(email: Option<&EndUserEmail>, is_verified: Option<bool>) -> Option<String> {
    let email = email.filter(|_| is_verified == Some(true));
    email.map(|email| email.as_str().to_owned())
}

/// The text of an error with its cause, where that contains nothing of the provider's answer.
fn reason(error: &(dyn std::error::Error + 'static)) -> String {
    let cause = error
        .source()
        .filter(|cause| cause.is::<HttpClientError>() || cause.is::<SignatureVerificationError>());
    match cause {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

fn is_unknown_key(error: &ClaimsVerificationError) -> bool {
    matches!(
        error,
        ClaimsVerificationError::SignatureVerification(
            SignatureVerificationError::NoMatchingKey | SignatureVerificationError::CryptoError(_)
        )
    )
}

/// The signatures that ID tokens may have: those with a public key. A symmetric key would be the client secret.
const ACCEPTED_SIGNATURES: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];
/// The longest time for which the provider's metadata and keys are kept.
const METADATA_TIME: Duration = Duration::from_secs(600);
/// The time for which keys are not read again for another signature that none of them made.
const REPEAT_TIME: Duration = Duration::from_secs(10);
/// The time after a failure to read the metadata before the next attempt.
const FAILURE_TIME: Duration = Duration::from_secs(5);
/// The longest time of one answer of the provider.
const ANSWER_TIME: Duration = Duration::from_secs(10);
/// The maximum number of bytes of one answer of the provider.
const MAX_ANSWER_BYTES: usize = 256 << 10;
/// The longest subject, of which the standard allows 255 characters.
const MAX_SUBJECT_BYTES: usize = 255;
