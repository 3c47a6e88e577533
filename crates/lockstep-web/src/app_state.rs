//! What the capabilities stand on together, and what each of them exports.

use std::any::Any;
use std::future::Future;
use std::net::IpAddr;
use std::ops::Deref;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use lockstep_store::clock::entropy_array;
use lockstep_store::id::UserId;
use lockstep_store::{Ctx, DamagedRow, Migration, StoreError, Timestamp, Tx, Usage};
use zeroize::Zeroizing;

use crate::address::address_prefix;
use crate::api_error::ApiError;
use crate::area::Area;
use crate::audit_counter::AuditCounter;
use crate::budget::{BodyBudget, BudgetLimits, Payer, StrangerLease};
use crate::caller::{Caller, Credential};
use crate::digest::DigestKey;
use crate::jobs::Jobs;
use crate::limits::Limiter;
use crate::quota::{Gate, Quotas, TierOf};
use crate::routes::Routes;
use crate::socket::{Grant, Hub};
use crate::work::Work;

/// A future that is sent between threads.
pub type Pending<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The ground, the limits, the counts and the capabilities; cheap to clone, derefs to the [`Ctx`].
#[derive(Clone)]
pub struct AppState(Arc<Inner>);

struct Inner {
    ctx: Ctx,
    capabilities: &'static [&'static Capability],
    identity: Identity,
    policy: Policy,
    audit_counter: AuditCounter,
    work: Work,
    jobs: Jobs,
    sockets: Hub,
    accounts: Limiter<(Area, UserId)>,
    addresses: Limiter<IpAddr>,
    digests: DigestKey,
    bodies: BodyBudget,
    extensions: Vec<Extension>,
}

/// What a capability holds while the platform runs, beside the store; see [`AppState::extension`].
pub type Extension = Arc<dyn Any + Send + Sync>;

/// What the operator decided in the configuration.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// Whether strangers may make accounts of their own.
    pub registration_open: bool,
    /// Where uploads wait while they are read; ours alone, emptied at every start.
    pub spool: PathBuf,
    /// Bytes of all uploads that wait there at most; 0: no more than the quotas of the accounts.
    pub spool_bytes: u64,
    /// Bytes kept for when the disk is full; 0: none.
    pub reserve_bytes: u64,
    /// What accounts may store.
    pub quotas: Quotas,
    /// What sockets are granted.
    pub sockets: Grant,
    /// The largest request head and the deepest body.
    pub bounds: Bounds,
    /// The memory request bodies may take.
    pub bodies: BudgetLimits,
}

/// What no request needs more of.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Bytes of all headers.
    pub header_bytes: usize,
    /// How many headers.
    pub headers: usize,
    /// Bytes of the path and the query.
    pub uri_bytes: usize,
    /// How deep the brackets of a JSON body nest.
    pub json_depth: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            header_bytes: 16 << 10,
            headers: 100,
            uri_bytes: 8 << 10,
            json_depth: 64,
        }
    }
}

/// Who a credential stands for: what the house asks of whoever keeps the accounts.
#[derive(Clone, Copy)]
pub struct Identity {
    /// A bearer credential.
    pub authenticate: fn(AppState, String) -> Pending<Result<Caller, ApiError>>,
    /// A ticket, which is used up by this.
    pub redeem: fn(AppState, String) -> Pending<Result<Caller, ApiError>>,
    /// A credential that was shown before, as it stands now.
    pub recall: fn(AppState, Credential) -> Pending<Result<Caller, ApiError>>,
    /// The tier of an account; none where it does not exist.
    pub tier_of: TierOf,
}

/// What a capability exports; the server lists them in the order of the floors.
pub struct Capability {
    /// The crate's name without `lockstep-`.
    pub name: &'static str,
    /// Its tables.
    pub migrations: &'static [Migration],
    /// Its part of the API.
    pub routes: fn(&AppState) -> Routes,
    /// Examples of its request and response bodies: a JSON object from operation id to `request` and
    /// `response`.
    pub examples: &'static str,
    /// What must be gone before the account is deleted, where it holds such: it may happen twice,
    /// and the account is suspended by then.
    pub before_erase: Option<BeforeErase>,
    /// Removes everything it holds of an account, in the transaction that deletes the account.
    pub erase: fn(&mut Tx<'_>, &UserId) -> Result<(), StoreError>,
    /// What it stores of an account, counted from its tables: what the triggers of `account_usage` count.
    pub usage: fn(&Tx<'_>, &UserId) -> Result<Usage, StoreError>,
    /// What it adds to an account's counts.
    pub counts: fn(&Tx<'_>, &UserId) -> Result<Counts, StoreError>,
    /// Opens what it has stored and names what is damaged, where it stores anything that can be opened.
    pub scrub: Option<Scrub>,
    /// What it does by itself.
    pub jobs: &'static [Job],
}

/// Checks a portion of a capability's rows: those after the cursor of the portion before, or the first.
pub type Scrub = fn(AppState, Option<String>) -> Pending<Result<Scrubbed, ApiError>>;

/// What a portion of a scrub found.
#[derive(Clone, Debug, Default)]
pub struct Scrubbed {
    /// The cursor to go on with; `None` at the end.
    pub next: Option<String>,
    /// Rows that were opened.
    pub rows: u64,
    /// What is damaged.
    pub damaged: Vec<Damage>,
    /// What was damaged and is put right: derived or recomputed from rows that are whole.
    pub repaired: Vec<Damage>,
}

/// A damaged row. It names where the damage is, and no value.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Damage {
    /// The table, as the store calls it.
    pub table: std::borrow::Cow<'static, str>,
    /// The account's id, where the row is an account's.
    pub account: Option<String>,
    /// Which row: an id or a number.
    pub row: String,
    /// The first moment that it is about, where it is about a range.
    pub from: Option<Timestamp>,
    /// The last.
    pub to: Option<Timestamp>,
    /// Points that are lost with it.
    pub points: u64,
    /// What is wrong.
    pub reason: String,
}

impl From<DamagedRow> for Damage {
    fn from(row: DamagedRow) -> Self {
        Self {
            table: row.table.into(),
            account: row.account,
            row: row.row,
            from: None,
            to: None,
            points: 0,
            reason: row.reason,
        }
    }
}

/// Of one account, once it is suspended.
pub type BeforeErase = fn(AppState, UserId) -> Pending<Result<(), ApiError>>;

/// What administration shows of an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Series of points.
    pub datastreams: u64,
    /// Custom agents and deployments.
    pub agents: u64,
    /// Keys that are not destroyed.
    pub encryption_keys: u64,
}

/// Work a capability does by itself, again and again.
pub struct Job {
    /// As the log calls it.
    pub name: &'static str,
    /// The pause between two runs.
    pub every: Duration,
    /// One run.
    pub run: fn(AppState) -> Pending<Result<(), ApiError>>,
}

impl Identity {
    /// Where nobody ever comes to the door: for measurements and tests of single capabilities.
    pub const NOBODY: Self = Self {
        authenticate: |_, _| Box::pin(async { Err(ApiError::bad_credential()) }),
        redeem: |_, _| Box::pin(async { Err(ApiError::bad_credential()) }),
        recall: |_, _| Box::pin(async { Err(ApiError::bad_credential()) }),
        tier_of: |_, _| Ok(None),
    };
}

impl AppState {
    /// Over an open store.
    #[must_use]
    pub fn new(
        ctx: Ctx,
        capabilities: &'static [&'static Capability],
        identity: Identity,
        policy: Policy,
    ) -> Self {
        Self::with_extensions(ctx, capabilities, identity, policy, Vec::new())
    }

    /// The same with what capabilities hold besides the store. A [`DigestKey`] among the parts is
    /// the key of stored digests of requests; without one a random key is used, so that a request
    /// that is sent again after a restart counts as another.
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
        let work = Work::new(&ctx.clock);
        let jobs = Jobs::new(&ctx);
        Self(Arc::new(Inner {
            ctx,
            capabilities,
            identity,
            policy,
            audit_counter: AuditCounter::default(),
            work,
            jobs,
            sockets: Hub::default(),
            accounts: Limiter::new(),
            addresses: Limiter::new(),
            digests,
            bodies,
            extensions,
        }))
    }

    /// What was put into the house under this type; a house without it is wired wrongly.
    pub fn extension<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.0
            .extensions
            .iter()
            .find_map(|extension| extension.downcast_ref())
    }

    /// All capabilities, in the order of the floors.
    #[must_use]
    pub fn capabilities(&self) -> &'static [&'static Capability] {
        self.0.capabilities
    }

    /// What the operator decided.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.0.policy
    }

    /// What accounts may store, for the transactions that store something.
    #[must_use]
    pub fn quotas(&self) -> Gate {
        Gate::new(self.0.policy.quotas, self.0.identity.tier_of)
    }

    /// Reads and refusals waiting for the audit log.
    #[must_use]
    pub fn audit_counter(&self) -> &AuditCounter {
        &self.0.audit_counter
    }

    /// Where work that keeps a processor busy is done.
    #[must_use]
    pub fn work(&self) -> &Work {
        &self.0.work
    }

    /// Long work that goes on after its request was answered.
    #[must_use]
    pub fn jobs(&self) -> &Jobs {
        &self.0.jobs
    }

    /// Who this credential stands for.
    pub async fn authenticate(&self, credential: &str) -> Result<Caller, ApiError> {
        (self.0.identity.authenticate)(self.clone(), credential.to_owned()).await
    }

    /// Who this ticket stands for; it is used up.
    pub(crate) async fn redeem(&self, ticket: &str) -> Result<Caller, ApiError> {
        (self.0.identity.redeem)(self.clone(), ticket.to_owned()).await
    }

    /// Who a credential that was shown before stands for now.
    pub(crate) async fn recall(&self, credential: Credential) -> Result<Caller, ApiError> {
        (self.0.identity.recall)(self.clone(), credential).await
    }

    /// All open sockets.
    #[must_use]
    pub fn sockets(&self) -> &Hub {
        &self.0.sockets
    }

    /// The key of what the store keeps of requests.
    pub(crate) fn digests(&self) -> &DigestKey {
        &self.0.digests
    }

    pub(crate) fn accounts(&self) -> &Limiter<(Area, UserId)> {
        &self.0.accounts
    }

    pub(crate) fn bodies(&self) -> &BodyBudget {
        &self.0.bodies
    }

    /// An empty lease for what a connection from this address sends before its caller is known.
    #[must_use]
    pub fn stranger_lease(&self, address: IpAddr) -> StrangerLease {
        let payer = Payer::Address(address_prefix(address));
        StrangerLease(self.0.bodies.lease(payer))
    }

    /// Bytes of request bodies in memory now.
    #[must_use]
    pub fn body_bytes(&self) -> usize {
        self.0.bodies.held_bytes()
    }

    pub(crate) fn addresses(&self) -> &Limiter<IpAddr> {
        &self.0.addresses
    }
}

/// Removes an account from every capability, in one transaction.
pub fn erase(
    capabilities: &[&Capability],
    tx: &mut Tx<'_>,
    user: &UserId,
) -> Result<(), StoreError> {
    // From the top floor down: who refers to a thing goes before the thing.
    capabilities
        .iter()
        .rev()
        .try_for_each(|capability| (capability.erase)(tx, user))?;
    Usage::forget(tx, user)
}

/// What an account stores in every capability, counted from the tables.
pub fn usage(
    capabilities: &[&Capability],
    tx: &Tx<'_>,
    user: &UserId,
) -> Result<Usage, StoreError> {
    let mut each = capabilities.iter().map(|one| (one.usage)(tx, user));
    each.try_fold(Usage::default(), |sum, usage| Ok(sum + usage?))
}

/// An account's counts over every capability.
pub fn counts(
    capabilities: &[&Capability],
    tx: &Tx<'_>,
    user: &UserId,
) -> Result<Counts, StoreError> {
    let mut sum = Counts::default();
    for capability in capabilities {
        let counts = (capability.counts)(tx, user)?;
        sum.datastreams += counts.datastreams;
        sum.agents += counts.agents;
        sum.encryption_keys += counts.encryption_keys;
    }
    Ok(sum)
}

/// Handlers take the jobs as their state.
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
