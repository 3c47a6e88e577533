//! The memory that request bodies and long answers may take: in total, for each account, and for requests without a
//! credential.
//!
//! A [`Lease`] grows as bytes arrive or inflate, never by an announced length, so a slow sender
//! holds only the bytes it has sent. A lease never waits: waiting requests would hold their memory
//! while each waits for the others. A request that finds its budget spent is refused with 503 and
//! `Retry-After`.
//!
//! A few accounts cannot hold up all others. While the total is spent, an account may still hold
//! [`small_bytes`](BudgetLimits::small_bytes), and all such accounts together
//! [`all_small_bytes`](BudgetLimits::all_small_bytes). Requests without a credential have their own budget, which accounts do not use.
//! Administrators and clients on the server's own machine together have [`RESERVE_BYTES`] that no other client can use.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lockstep_store::id::UserId;
use tokio::sync::Notify;

use crate::api_error::{ApiError, ErrorKind};

/// The budgets, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct BudgetLimits {
    /// For all requests of accounts together.
    pub total_bytes: usize,
    /// For the requests of one account.
    pub account_bytes: usize,
    /// For all requests whose caller is not known, together.
    pub open_bytes: usize,
}

impl Default for BudgetLimits {
    fn default() -> Self {
        Self {
            total_bytes: 256 << 20,
            account_bytes: 96 << 20,
            open_bytes: 16 << 20,
        }
    }
}

impl BudgetLimits {
    /// The bytes that an account may hold when the total is spent: 384 KiB by default.
    fn small_bytes(&self) -> usize {
        self.account_bytes / 256
    }

    /// The bytes beyond the total for accounts that hold little: 32 MiB by default.
    fn all_small_bytes(&self) -> usize {
        self.total_bytes / 8
    }
}

/// The holder of the budget that a body is charged to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Payer {
    /// An authenticated account.
    Account(UserId),
    /// The address prefix of an unknown caller.
    Address(IpAddr),
}

impl Payer {
    /// Whether the payer is a client on the server's own machine. The prefix of the address `::1` is `::`.
    fn is_local(&self) -> bool {
        match self {
            Self::Account(_) => false,
            Self::Address(address) => address.is_loopback() || *address == Ipv6Addr::UNSPECIFIED,
        }
    }
}

/// All budgets and the bytes in use; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodyBudget(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    limits: BudgetLimits,
    used: Mutex<UsedBytes>,
    /// Wakes those who wait for memory, after some was released.
    released: Notify,
}

#[derive(Debug, Default)]
struct UsedBytes {
    total: usize,
    open: usize,
    each: HashMap<Payer, usize>,
    /// The sum over all accounts of the bytes that each holds, at most `most_small` for each.
    small: usize,
    /// The value of [`BudgetLimits::small_bytes`].
    most_small: usize,
    /// The bytes of payers with a reserve, which the sums above include.
    reserve: usize,
    /// The bytes of charged answers, which the sums above include.
    answers: usize,
    answers_of: HashMap<Payer, usize>,
}

/// Bytes of a budget; dropping the lease releases them.
#[derive(Debug)]
pub(crate) struct Lease {
    budget: BodyBudget,
    payer: Payer,
    bytes: usize,
    /// Whether the lease may take bytes of the reserve.
    has_reserve: bool,
    request: RequestBytes,
}

/// The bytes that all leases of one request hold together.
#[derive(Clone, Debug, Default)]
pub(crate) struct RequestBytes(Arc<AtomicUsize>);

impl BodyBudget {
    pub(crate) fn new(limits: BudgetLimits) -> Self {
        Self(Arc::new(Inner {
            limits,
            used: Mutex::new(UsedBytes {
                most_small: limits.small_bytes(),
                ..UsedBytes::default()
            }),
            released: Notify::new(),
        }))
    }

    /// Creates an empty lease.
    pub(crate) fn lease(&self, payer: Payer) -> Lease {
        Lease {
            budget: self.clone(),
            has_reserve: payer.is_local(),
            payer,
            bytes: 0,
            request: RequestBytes::default(),
        }
    }

    /// Charges the bytes of an answer, even beyond a limit: its act may be done.
    pub(crate) fn charge(&self, payer: Payer, has_reserve: bool, bytes: usize) -> AnswerCharge {
        let charge = AnswerCharge {
            budget: self.clone(),
            payer,
            bytes,
            has_reserve,
        };
        self.used().add_answer(&charge);
        charge
    }

    /// Checks that neither the answers of this payer nor those of all payers use up the budget.
    ///
    /// # Errors
    /// 503 if they do.
    pub(crate) fn admit_answer(&self, payer: &Payer, has_reserve: bool) -> Result<(), ApiError> {
        self.admit_answer_of(payer)?;
        let limits = self.0.limits;
        let used = self.used();
        let is_spent = used.answers >= limits.total_bytes;
        let mine = used.held_by(payer);
        let is_small = mine < limits.small_bytes() && used.small < limits.all_small_bytes();
        let is_reserved = has_reserve && used.reserve < RESERVE_BYTES;
        drop(used);
        refuse_if(is_spent && !is_small && !is_reserved, "all answers")
    }

    /// Checks that the answers of this payer do not use up its budget.
    ///
    /// # Errors
    /// 503 if they do.
    pub(crate) fn admit_answer_of(&self, payer: &Payer) -> Result<(), ApiError> {
        let held = self.used().answers_of.get(payer).copied();
        refuse_if(
            held.is_some_and(|held| held >= self.limit_of(payer)),
            "answers of an account",
        )
    }

    /// Returns the bytes in use.
    pub(crate) fn held_bytes(&self) -> usize {
        self.used().total
    }

    fn used(&self) -> MutexGuard<'_, UsedBytes> {
        self.0.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the maximum number of bytes that one payer may hold.
    fn limit_of(&self, payer: &Payer) -> usize {
        match payer {
            Payer::Account(_) => self.0.limits.account_bytes,
            Payer::Address(_) => MAX_ADDRESS_BYTES.min(self.0.limits.open_bytes),
        }
    }
}

fn refuse_if(is_spent: bool, budget: &'static str) -> Result<(), ApiError> {
    if !is_spent {
        return Ok(());
    }
    metrics::counter!("lockstep_bodies_refused_total", "budget" => budget).increment(1);
    Err(ApiError::out_of_answer_memory(budget))
}

impl UsedBytes {
    fn add_answer(&mut self, charge: &AnswerCharge) {
        self.answers += charge.bytes;
        *self.answers_of.entry(charge.payer.clone()).or_default() += charge.bytes;
        let mine = self.held_by(&charge.payer) + charge.bytes;
        self.set(&charge.payer, charge.has_reserve, (0, charge.bytes), mine);
    }

    fn remove_answer(&mut self, charge: &AnswerCharge) {
        self.answers -= charge.bytes;
        let held = self.answers_of.entry(charge.payer.clone()).or_default();
        *held -= charge.bytes;
        if *held == 0 {
            self.answers_of.remove(&charge.payer);
        }
        let mine = self.held_by(&charge.payer) - charge.bytes;
        self.set(&charge.payer, charge.has_reserve, (charge.bytes, 0), mine);
    }

    fn held_by(&self, payer: &Payer) -> usize {
        self.each.get(payer).copied().unwrap_or_default()
    }

    /// The part of the memory of an account that counts towards the limit for small holders.
    fn small_of(&self, held: usize) -> usize {
        held.min(self.most_small)
    }

    /// Changes the bytes of one lease or charge, after which its payer holds `mine`.
    fn set(
        &mut self,
        payer: &Payer,
        has_reserve: bool,
        (before, after): (usize, usize),
        mine: usize,
    ) {
        let held = self.held_by(payer);
        self.total = self.total - before + after;
        if has_reserve {
            self.reserve = self.reserve - before + after;
        }
        match payer {
            Payer::Account(_) => {
                self.small = self.small - self.small_of(held) + self.small_of(mine);
            }
            Payer::Address(_) => self.open = self.open - before + after,
        }
        if mine == 0 {
            self.each.remove(payer);
        } else {
            self.each.insert(payer.clone(), mine);
        }
    }
}

/// The bytes of an answer that waits for its client; dropping it releases them.
#[derive(Debug)]
pub(crate) struct AnswerCharge {
    budget: BodyBudget,
    payer: Payer,
    bytes: usize,
    has_reserve: bool,
}

impl AnswerCharge {
    /// Adds bytes, even beyond a limit.
    pub(crate) fn grow(&mut self, bytes: usize) {
        let budget = self.budget.clone();
        let mut used = budget.used();
        used.remove_answer(self);
        self.bytes = self.bytes.saturating_add(bytes);
        used.add_answer(self);
    }
}

impl Drop for AnswerCharge {
    fn drop(&mut self) {
        let budget = self.budget.clone();
        budget.used().remove_answer(self);
        budget.0.released.notify_waiters();
    }
}

/// Memory for the bytes of a connection that make no request, or no answer of their own: those before its caller is
/// known, see [`AppState::unauthenticated_lease`](crate::AppState::unauthenticated_lease), and those of an account's
/// connection, see [`AppState::connection_lease`](crate::AppState::connection_lease).
#[derive(Debug)]
pub struct ConnectionLease(pub(crate) Lease);

impl ConnectionLease {
    /// Sets the bytes in use to exactly `bytes`.
    ///
    /// # Errors
    /// The budget is spent; the lease is then unchanged.
    pub fn hold(&mut self, bytes: usize) -> Result<(), ApiError> {
        self.0.resize(bytes)
    }

    /// Releases all bytes.
    pub fn release(&mut self) {
        self.0.shrink_to_nothing();
    }
}

/// Memory for the bytes of an answer that wait for its client; see
/// [`AppState::answer_lease`](crate::AppState::answer_lease).
#[derive(Debug)]
pub struct AnswerLease(pub(crate) Lease);

impl AnswerLease {
    /// Sets the bytes in use to exactly `bytes`.
    ///
    /// # Errors
    /// The budget is spent; the lease is then unchanged.
    pub fn hold(&mut self, bytes: usize) -> Result<(), ApiError> {
        self.0.resize(bytes)
    }

    /// Returns the maximum number of bytes that the account may hold.
    pub(crate) fn limit(&self) -> usize {
        self.0.budget.limit_of(&self.0.payer)
    }

    /// Returns another lease of the same account that holds `bytes`, as soon as the budget has them.
    ///
    /// # Errors
    /// The budget can never have them.
    pub(crate) async fn sibling_in_time(&self, bytes: usize) -> Result<Self, ApiError> {
        loop {
            let mut released = pin!(self.0.budget.0.released.notified());
            // From here on, no release is missed.
            released.as_mut().enable();
            match self.sibling(bytes) {
                Err(error) if error.kind == ErrorKind::Unavailable => released.await,
                outcome => return outcome,
            }
        }
    }

    /// Returns another lease of the same account that holds `bytes`.
    ///
    /// # Errors
    /// The budget is spent.
    pub(crate) fn sibling(&self, bytes: usize) -> Result<Self, ApiError> {
        let mut lease = self.0.sibling();
        let held = lease.resize(bytes);
        held.map_err(|error| match error.kind {
            ErrorKind::Unavailable => ApiError::out_of_answer_memory("answers of an account"),
            _ => error,
        })?;
        Ok(Self(lease))
    }
}

impl Lease {
    /// Sets the lease to exactly `bytes`.
    ///
    /// # Errors
    /// 413 if the request needs more than its payer may ever hold, 503 if a budget is spent now. The lease is
    /// then unchanged.
    pub(crate) fn resize(&mut self, bytes: usize) -> Result<(), ApiError> {
        if bytes == self.bytes {
            return Ok(());
        }
        let limits = self.budget.0.limits;
        let limit = self.budget.limit_of(&self.payer);
        // Memory of other requests of the payer will be released; the memory of this request will not, while it waits.
        let of_request = self.request.0.load(Ordering::Relaxed);
        if bytes > self.bytes && of_request - self.bytes + bytes > limit {
            return Err(ApiError::too_much_memory(limit));
        }
        let is_open = matches!(self.payer, Payer::Address(_));
        let mut used = self.budget.used();
        // The sums already include this lease's bytes.
        let held = used.held_by(&self.payer);
        let mine = held - self.bytes + bytes;
        if bytes > self.bytes {
            let more = bytes - self.bytes;
            let is_reserved = self.has_reserve && used.reserve + more <= RESERVE_BYTES;
            let spent = if mine > limit {
                Some("account or address")
            } else if is_reserved {
                None
            } else if is_open {
                (used.open + more > limits.open_bytes).then_some("requests without a credential")
            } else {
                let all_small = used.small - used.small_of(held) + used.small_of(mine);
                let is_small =
                    mine <= limits.small_bytes() && all_small <= limits.all_small_bytes();
                let accounts = used.total - used.open;
                (accounts + more > limits.total_bytes && !is_small).then_some("all requests")
            };
            if let Some(whose) = spent {
                drop(used);
                metrics::counter!("lockstep_bodies_refused_total", "budget" => whose).increment(1);
                return Err(ApiError::out_of_body_memory(whose));
            }
        }
        used.set(&self.payer, self.has_reserve, (self.bytes, bytes), mine);
        drop(used);
        let request = &self.request.0;
        if bytes < self.bytes {
            request.fetch_sub(self.bytes - bytes, Ordering::Relaxed);
            self.budget.0.released.notify_waiters();
        } else {
            request.fetch_add(bytes - self.bytes, Ordering::Relaxed);
        }
        self.bytes = bytes;
        Ok(())
    }

    /// Checks that the payer's limit admits this many bytes.
    ///
    /// # Errors
    /// 413 if it does not.
    pub(crate) fn admits(&self, bytes: u64) -> Result<(), ApiError> {
        let limit = self.budget.limit_of(&self.payer);
        if bytes > limit as u64 {
            return Err(ApiError::too_much_memory(limit));
        }
        Ok(())
    }

    /// Adds `bytes` to the lease.
    ///
    /// # Errors
    /// As [`Lease::resize`].
    pub(crate) fn grow(&mut self, bytes: usize) -> Result<(), ApiError> {
        self.resize(self.bytes.saturating_add(bytes))
    }

    /// Creates an empty lease of the same payer that counts for itself: memory that others hold will be released.
    pub(crate) fn sibling(&self) -> Self {
        self.budget
            .lease(self.payer.clone())
            .with_reserve(self.has_reserve)
    }

    /// Creates an empty lease of the same payer for the same request.
    pub(crate) fn another_of_request(&self) -> Self {
        self.sibling().of_request(&self.request)
    }

    /// Lets the lease take bytes of the reserve, if `has_reserve`.
    pub(crate) fn with_reserve(mut self, has_reserve: bool) -> Self {
        self.has_reserve |= has_reserve;
        self
    }

    /// Counts the lease, which holds nothing yet, as one of a request.
    pub(crate) fn of_request(mut self, request: &RequestBytes) -> Self {
        debug_assert_eq!(self.bytes, 0, "the lease is empty");
        self.request = request.clone();
        self
    }

    /// Returns the bytes that the lease holds.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Lease {
    fn shrink_to_nothing(&mut self) {
        let shrunk = self.resize(0);
        debug_assert!(shrunk.is_ok(), "a lease can always shrink");
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.shrink_to_nothing();
    }
}

/// The budget of requests without a credential from one address prefix: 64 bodies of the largest
/// size.
const MAX_ADDRESS_BYTES: usize = 1 << 20;

/// The bytes for administrators and clients on the server's own machine when the budgets are spent.
pub(crate) const RESERVE_BYTES: usize = 4 << 20;

#[cfg(test)]
mod tests;
