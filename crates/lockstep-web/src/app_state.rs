//! The state that all capabilities share.
//!
//! The state holds the list of capabilities and the open sockets, and the functions of both, and of the
//! sockets' feeds, take the state. They are therefore its submodules.

pub mod capability;
pub(crate) mod feed;
pub(crate) mod hub;

use std::any::Any;
use std::collections::HashMap;
use std::future::Future;
use std::net::IpAddr;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

use axum::extract::FromRef;
use lockstep_store::clock::entropy_array;
use lockstep_store::id::UserId;
use lockstep_store::{Ctx, EventKind, StoreError, Tx, WriteCheck};
use zeroize::Zeroizing;

use crate::access::Role;
use crate::address::address_prefix;
use crate::api_error::ApiError;
use crate::area::Area;
use crate::audit_counter::AuditCounter;
use crate::budget::{AnswerLease, BodyBudget, ConnectionLease, Payer};
use crate::caller::{Caller, Credential, StoredRights};
use crate::digest::DigestKey;
use crate::jobs::Jobs;
use crate::known_credentials::KnownCredentials;
use crate::limits::Limiter;
use crate::policy::Policy;
use crate::quota::{QuotaGate, TierOf};
use crate::recent::RecentCounts;
use crate::turns::Turns;
use crate::work::WorkQueues;

pub use capability::Capability;
pub use hub::SocketHub;

/// A boxed future that can be sent between threads.
pub type BoxedFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The shared application state: store context, policy, limits, counters and capabilities. Cheap to
/// clone; dereferences to the [`Ctx`].
#[derive(Clone)]
pub struct AppState(Arc<Inner>);

struct Inner {
    ctx: Ctx,
    capabilities: &'static [&'static Capability],
    identity: Identity,
    policy: Policy,
    audit_counter: AuditCounter,
    recent: RecentCounts,
    work: WorkQueues,
    jobs: Jobs,
    sockets: SocketHub,
    accounts: Limiter<(Area, UserId)>,
    addresses: Limiter<IpAddr>,
    uncounted_answers: Turns<IpAddr>,
    known_credentials: KnownCredentials,
    digests: DigestKey,
    bodies: BodyBudget,
    extensions: Vec<Extension>,
}

/// A value that a capability holds in memory while the server runs; see [`AppState::extension`].
pub type Extension = Arc<dyn Any + Send + Sync>;

/// The functions that resolve credentials to accounts, implemented by the crate that keeps the
/// accounts.
#[derive(Clone, Copy)]
pub struct Identity {
    /// Resolves a bearer credential.
    pub authenticate: fn(AppState, String) -> BoxedFuture<Result<Caller, ApiError>>,
    /// Returns the caller for work that an account ordered earlier with a credential of these rights.
    pub caller_later: fn(&Tx<'_>, &UserId, &StoredRights) -> Result<Option<Caller>, StoreError>,
    /// Whether the sign-in or API key of a caller still exists, and its account is active and has the same role. The expiry
    /// of a token or of an API key during a request does not matter.
    pub has_rights: fn(&Tx<'_>, &Caller) -> Result<bool, StoreError>,
    /// Resolves a ticket and consumes it.
    pub redeem: fn(AppState, String) -> BoxedFuture<Result<Caller, ApiError>>,
    /// Resolves a credential that was shown earlier to its current state.
    pub current_caller: fn(AppState, Credential) -> BoxedFuture<Result<Caller, ApiError>>,
    /// Returns the tier of an account, or `None` if the account does not exist.
    pub tier_of: TierOf,
    /// Whether an account is active: its devices may connect.
    pub is_active: fn(&Tx<'_>, &UserId) -> Result<bool, StoreError>,
    /// Returns the account with this id, user name or e-mail address.
    pub account_named: fn(AppState, String) -> BoxedFuture<Result<UserId, ApiError>>,
    /// Whether an account exists and was not deleted.
    pub is_known: fn(&Tx<'_>, &UserId) -> Result<bool, StoreError>,
    /// Returns the role of an active account; `None` for others, and where the row is damaged.
    pub active_role: ActiveRole,
    /// Returns the user names of accounts; those without a readable one are left out.
    pub user_names: fn(AppState, Vec<UserId>) -> BoxedFuture<Result<UserNames, ApiError>>,
}

/// Returns the role of an active account.
pub type ActiveRole = fn(&Tx<'_>, &UserId) -> Result<Option<Role>, StoreError>;

/// User names by account.
pub type UserNames = HashMap<UserId, String>;

impl Identity {
    /// Rejects every credential: for benchmarks and tests of single capabilities.
    pub const REJECTING: Self = Self {
        authenticate: |_, _| Box::pin(async { Err(ApiError::bad_credential()) }),
        caller_later: |_, _, _| Ok(None),
        has_rights: |_, _| Ok(false),
        redeem: |_, _| Box::pin(async { Err(ApiError::bad_credential()) }),
        current_caller: |_, _| Box::pin(async { Err(ApiError::bad_credential()) }),
        tier_of: |_, _| Ok(None),
        is_active: |_, _| Ok(false),
        account_named: |_, _| Box::pin(async { Err(ApiError::not_found("account")) }),
        is_known: |_, _| Ok(false),
        active_role: |_, _| Ok(None),
        user_names: |_, _| Box::pin(async { Ok(UserNames::new()) }),
    };
}

impl AppState {
    /// Creates the state over an open store.
    #[must_use]
    pub fn new(
        ctx: Ctx,
        capabilities: &'static [&'static Capability],
        identity: Identity,
        policy: Policy,
    ) -> Self {
        Self::with_extensions(ctx, capabilities, identity, policy, Vec::new())
    }

    /// Creates the state with extensions: values that capabilities hold in addition to the store. A
    /// [`DigestKey`] among the extensions is the key of stored request digests. Without one, a
    /// random key is used, and a request repeated after a restart counts as a new request.
    #[must_use]
    pub fn with_extensions(
        ctx: Ctx,
        capabilities: &'static [&'static Capability],
        identity: Identity,
        policy: Policy,
        extensions: Vec<Extension>,
    ) -> Self {
        let given = extensions
            .iter()
            .find_map(|extension| extension.downcast_ref::<DigestKey>());
        let digests = given
            .cloned()
            .unwrap_or_else(|| DigestKey::new(Zeroizing::new(entropy_array(&*ctx.entropy))));
        let bodies = BodyBudget::new(policy.bodies);
        let work = WorkQueues::new(&ctx.clock);
        let jobs = Jobs::new(&ctx);
        let known_credentials = KnownCredentials::new(&*ctx.entropy);
        Self(Arc::new(Inner {
            ctx,
            capabilities,
            identity,
            policy,
            audit_counter: AuditCounter::default(),
            recent: RecentCounts::default(),
            work,
            jobs,
            sockets: SocketHub::default(),
            accounts: Limiter::new(),
            addresses: Limiter::new(),
            uncounted_answers: Turns::new(),
            known_credentials,
            digests,
            bodies,
            extensions,
        }))
    }

    /// Returns the extension of type `T`; `None` means that the server was assembled without it.
    pub fn extension<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.0
            .extensions
            .iter()
            .find_map(|extension| extension.downcast_ref())
    }

    /// Returns all capabilities in dependency order.
    #[must_use]
    pub fn capabilities(&self) -> &'static [&'static Capability] {
        self.0.capabilities
    }

    /// Returns every kind of event that a capability lists.
    pub fn event_kinds(&self) -> impl Iterator<Item = &'static EventKind> {
        let capabilities = self.0.capabilities.iter();
        capabilities.flat_map(|capability| capability.events.iter().copied())
    }

    /// Returns the operator's settings.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.0.policy
    }

    /// Returns the gate that checks storage quotas inside transactions, as the settings are now.
    #[must_use]
    pub fn quotas(&self) -> QuotaGate {
        let gate = QuotaGate::new(self.0.policy.quotas, self.0.identity.tier_of);
        gate.changed_by(&self.settings().tiers)
    }

    /// Returns the counter of reads and refusals that wait for the audit log.
    #[must_use]
    pub fn audit_counter(&self) -> &AuditCounter {
        &self.0.audit_counter
    }

    /// Returns the counts of the last minutes.
    #[must_use]
    pub fn recent(&self) -> &RecentCounts {
        &self.0.recent
    }

    /// Returns the queues for work that keeps a processor busy.
    #[must_use]
    pub fn work(&self) -> &WorkQueues {
        &self.0.work
    }

    /// Returns the jobs: long work that continues after its request was answered.
    #[must_use]
    pub fn jobs(&self) -> &Jobs {
        &self.0.jobs
    }

    /// Resolves a bearer credential to its caller.
    pub async fn authenticate(&self, credential: &str) -> Result<Caller, ApiError> {
        (self.0.identity.authenticate)(self.clone(), credential.to_owned()).await
    }

    /// Whether an account is active; an erased or suspended one is not.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn is_active(&self, tx: &Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
        (self.0.identity.is_active)(tx, user)
    }

    /// Returns the function of [`is_active`](Self::is_active), for transactions that check many accounts.
    #[must_use]
    pub fn active_check(&self) -> fn(&Tx<'_>, &UserId) -> Result<bool, StoreError> {
        self.0.identity.is_active
    }

    /// Returns the caller for work that an account ordered earlier, with its role and tier of now and with the scopes of
    /// the credential that ordered it. `None` if no request of the account would be admitted now, or if an API key ordered
    /// it that was revoked or has expired.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn caller_later(
        &self,
        tx: &Tx<'_>,
        user: &UserId,
        rights: &StoredRights,
    ) -> Result<Option<Caller>, StoreError> {
        (self.0.identity.caller_later)(tx, user, rights)
    }

    /// Returns the check of writes for an account without a credential, such as those of its devices: the account is
    /// active.
    #[must_use]
    pub fn account_write_check(&self, user: &UserId) -> WriteCheck {
        let (is_active, user) = (self.0.identity.is_active, user.clone());
        self.db.write_check(move |tx| is_active(tx, &user))
    }

    /// Whether the request of a check still has its rights.
    pub(crate) async fn keeps_rights(&self, check: WriteCheck) -> bool {
        let read = self
            .db
            .read_credential::<_, StoreError, _>("accounts.keeps", move |tx| check.holds(tx));
        read.await.unwrap_or(false)
    }

    /// Returns the check of the first write of a caller's request.
    pub(crate) fn write_check(&self, caller: &Caller) -> WriteCheck {
        let (has_rights, caller) = (self.0.identity.has_rights, caller.clone());
        self.db.write_check(move |tx| has_rights(tx, &caller))
    }

    /// Checks that a caller still has the rights with which its request began.
    ///
    /// # Errors
    /// It has not.
    pub(crate) async fn ensure_rights(&self, caller: Caller) -> Result<(), ApiError> {
        let has_rights = self.0.identity.has_rights;
        let kept = self
            .db
            .read_credential::<_, StoreError, _>("accounts.recheck", move |tx| {
                has_rights(tx, &caller)
            });
        match kept.await? {
            true => Ok(()),
            false => Err(ApiError::withdrawn_rights()),
        }
    }

    /// Returns the account with this id, user name or e-mail address.
    ///
    /// # Errors
    /// The account does not exist.
    pub async fn account_named(&self, name: String) -> Result<UserId, ApiError> {
        (self.0.identity.account_named)(self.clone(), name).await
    }

    /// Whether an account exists and was not deleted.
    ///
    /// # Errors
    /// The store.
    pub async fn is_known(&self, user: UserId) -> Result<bool, ApiError> {
        let is_known = self.0.identity.is_known;
        self.db
            .read("accounts.is_known", move |tx| Ok(is_known(tx, &user)?))
            .await
    }

    /// Returns the function that reads the role of an active account, for transactions.
    #[must_use]
    pub fn active_role(&self) -> ActiveRole {
        self.0.identity.active_role
    }

    /// Returns the user names of accounts; those without a readable one are left out.
    ///
    /// # Errors
    /// The store or the keys.
    pub async fn user_names(&self, users: Vec<UserId>) -> Result<UserNames, ApiError> {
        (self.0.identity.user_names)(self.clone(), users).await
    }

    /// Resolves a ticket to its caller and consumes the ticket.
    pub(crate) async fn redeem(&self, ticket: &str) -> Result<Caller, ApiError> {
        (self.0.identity.redeem)(self.clone(), ticket.to_owned()).await
    }

    /// Resolves a credential that was shown earlier to its current caller.
    pub(crate) async fn current_caller(&self, credential: Credential) -> Result<Caller, ApiError> {
        (self.0.identity.current_caller)(self.clone(), credential).await
    }

    /// Returns all open sockets.
    #[must_use]
    pub fn sockets(&self) -> &SocketHub {
        &self.0.sockets
    }

    /// Returns the key of the request digests in the store.
    pub(crate) fn digests(&self) -> &DigestKey {
        &self.0.digests
    }

    pub(crate) fn accounts(&self) -> &Limiter<(Area, UserId)> {
        &self.0.accounts
    }

    pub(crate) fn bodies(&self) -> &BodyBudget {
        &self.0.bodies
    }

    /// Returns an empty lease for the bytes that a connection from this address sends before its
    /// caller is known.
    #[must_use]
    pub fn unauthenticated_lease(&self, address: IpAddr) -> ConnectionLease {
        let payer = Payer::Address(address_prefix(address));
        ConnectionLease(self.0.bodies.lease(payer))
    }

    /// Returns an empty lease for the bytes that a connection of this account holds outside of requests: packets that
    /// arrive, and messages that wait for the client. They count for the budget of the account's request bodies.
    #[must_use]
    pub fn connection_lease(&self, user: &UserId) -> ConnectionLease {
        ConnectionLease(self.0.bodies.lease(Payer::Account(user.clone())))
    }

    /// Returns an empty lease for the bytes of a long answer to this account that wait for the client. They count for
    /// the budget of the account's request bodies.
    #[must_use]
    pub fn answer_lease(&self, user: &UserId) -> AnswerLease {
        AnswerLease(self.0.bodies.lease(Payer::Account(user.clone())))
    }

    /// Returns the bytes of request bodies now in memory.
    #[must_use]
    pub fn body_bytes(&self) -> usize {
        self.0.bodies.held_bytes()
    }

    pub(crate) fn addresses(&self) -> &Limiter<IpAddr> {
        &self.0.addresses
    }

    pub(crate) fn uncounted_answers(&self) -> &Turns<IpAddr> {
        &self.0.uncounted_answers
    }

    /// Records a credential that was issued now: its first use is not counted as a guess, so that guesses of
    /// others from the same address do not refuse it.
    pub fn expect_credential(&self, credential: &str) {
        self.known_credentials().insert(credential);
    }

    pub(crate) fn known_credentials(&self) -> &KnownCredentials {
        &self.0.known_credentials
    }
}

/// Lets handlers take the jobs as their state.
impl FromRef<AppState> for Jobs {
    fn from_ref(state: &AppState) -> Self {
        state.jobs().clone()
    }
}

impl Deref for AppState {
    type Target = Ctx;

    fn deref(&self) -> &Ctx {
        &self.0.ctx
    }
}
