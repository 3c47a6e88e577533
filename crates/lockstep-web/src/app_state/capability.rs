//! The interface that each capability exports to the server and to other capabilities.

use std::collections::BTreeMap;
use std::time::Duration;

use clap::ArgMatches;
use lockstep_store::audit::recorded::RecordedRows;
use lockstep_store::counted_list::{self, Source};
use lockstep_store::figure;
use lockstep_store::id::UserId;
use lockstep_store::{
    BulkTable, DamagedRow, Db, EventKind, Migration, StorageUsage, StoreError, Timestamp, Tx,
};
use serde_json::Value as Json;

use crate::api_error::ApiError;
use crate::app_state::feed::Feed;
use crate::app_state::{AppState, BoxedFuture, Extension};
use crate::figures::{FigureScope, Figures};
use crate::routes::Routes;
use crate::subcommand::{CommandOutput, CommandRequest, Steps};
use crate::tool::Tool;

/// The interface that a capability exports. The server lists capabilities in dependency order: a
/// capability comes after those it refers to. [`Capability::new`] fills the fields that a
/// capability has nothing for.
pub struct Capability {
    /// The crate's name without `lockstep-`.
    pub name: &'static str,
    /// The migrations of the capability's tables.
    pub migrations: &'static [Migration],
    /// The capability's API routes.
    pub routes: fn(&AppState) -> Routes,
    /// The name and the description of each tag of the capability's operations that no other
    /// capability uses.
    pub tags: &'static [(&'static str, &'static str)],
    /// Removes the capability's data outside the store before the account is deleted; `None` if
    /// there is none. It runs after the account is suspended and may run twice.
    pub before_erase: Option<BeforeErase>,
    /// The tables with many or large rows. An erasure removes the account's rows in portions before
    /// [`Capability::erase`] removes the remaining rows.
    pub bulk: &'static [BulkTable],
    /// Removes all rows of an account from the capability's tables, in the transaction that deletes
    /// the account.
    pub erase: fn(&mut Tx<'_>, &UserId) -> Result<(), StoreError>,
    /// Drops everything of an erased account that the capability holds in memory, such as opened values, results and keys;
    /// `None` if it holds nothing longer than a request. It runs after the account's keys were destroyed and again after
    /// its rows were deleted, because requests that began earlier can fill the memory until then.
    pub forget: Option<fn(&AppState, &UserId)>,
    /// Counts from the capability's tables how much an account stores. The triggers of
    /// `account_usage` must count the same.
    pub usage: fn(&Tx<'_>, &UserId) -> Result<StorageUsage, StoreError>,
    /// The figures of an account that administration shows.
    pub counts: &'static [Count],
    /// The figures that analytics shows; `None` if the capability has none.
    pub figures: Option<FiguresOf>,
    /// The conditions that administration reports as alerts.
    pub alerts: &'static [AlertRule],
    /// Removes the data that were sealed under the lost key of an account, after the account got a new key;
    /// `None` if the capability seals nothing.
    pub lost_key: Option<LostKey>,
    /// Opens the capability's stored rows and reports damaged ones; `None` if the capability stores
    /// nothing that can be opened.
    pub scrub: Option<Scrub>,
    /// The tables whose missing rows the audit log names.
    pub recorded: &'static [RecordedRows],
    /// Accepts the stored rows of an account although they are not those last written; `None` if the capability does
    /// not compare them.
    pub accept_rows: Option<AcceptRows>,
    /// Adds a portion of an account's records to its search index; `None` if the capability has no names to search.
    pub searchable: Option<IndexRecords>,
    /// The capability's recurring background jobs.
    pub jobs: &'static [Job],
    /// The kinds of events that the capability writes to the outbox, which sockets report and
    /// webhooks deliver.
    pub events: &'static [&'static EventKind],
    /// The sockets that the capability serves.
    pub feeds: &'static [&'static Feed],
    /// The operations that agents can call.
    pub tools: &'static [Tool],
    /// The subcommands of the command line.
    pub cli: &'static [Subcommand],
    /// Creates the values that the capability holds in memory while the server runs. The argument
    /// has the values of the capabilities before it; [`extension`] finds one of them.
    pub extensions: fn(&[Extension]) -> Vec<Extension>,
}

impl Capability {
    /// Creates a capability without anything but its routes and the removal of an account. Both
    /// must be named: a capability that forgets an account's rows must say so.
    #[must_use]
    pub const fn new(
        name: &'static str,
        routes: fn(&AppState) -> Routes,
        erase: fn(&mut Tx<'_>, &UserId) -> Result<(), StoreError>,
    ) -> Self {
        Self {
            name,
            migrations: &[],
            routes,
            tags: &[],
            before_erase: None,
            bulk: &[],
            erase,
            forget: None,
            usage: |_, _| Ok(StorageUsage::default()),
            counts: &[],
            figures: None,
            alerts: &[],
            lost_key: None,
            scrub: None,
            recorded: &[],
            accept_rows: None,
            searchable: None,
            jobs: &[],
            events: &[],
            feeds: &[],
            tools: &[],
            cli: &[],
            extensions: |_| Vec::new(),
        }
    }
}

/// Returns the extension of a type; `None` without one.
#[must_use]
pub fn extension<T: std::any::Any>(known: &[Extension]) -> Option<&T> {
    known
        .iter()
        .find_map(|extension| extension.downcast_ref::<T>())
}

/// Checks a portion of a capability's rows: those after the given cursor, or the first rows without
/// a cursor.
pub type Scrub = fn(AppState, Option<String>) -> BoxedFuture<Result<ScrubResult, ApiError>>;

/// Adds a portion of an account's records to its search index: those after the given cursor, or the first without a
/// cursor. Returns the cursor of the next portion; `None` at the end.
pub type IndexRecords =
    fn(AppState, UserId, Option<String>) -> BoxedFuture<Result<Option<String>, ApiError>>;

/// The result of checking one portion of rows.
#[derive(Clone, Debug, Default)]
pub struct ScrubResult {
    /// The cursor of the next portion; `None` at the end.
    pub next: Option<String>,
    /// The number of rows that were opened.
    pub rows: u64,
    /// The damaged rows.
    pub damaged: Vec<Damage>,
    /// Damaged rows that were repaired: derived or recomputed from intact rows.
    pub repaired: Vec<Damage>,
}

/// A damaged row. It names the location of the damage and contains no stored value.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Damage {
    /// The name of the table in the store.
    pub table: std::borrow::Cow<'static, str>,
    /// The id of the account that owns the row, if any.
    pub account: Option<String>,
    /// The row's id or number.
    pub row: String,
    /// The first timestamp of the affected range, if the row covers a range.
    pub from: Option<Timestamp>,
    /// The last timestamp of the affected range, if the row covers a range.
    pub to: Option<Timestamp>,
    /// The number of points lost with the row.
    pub points: u64,
    /// The reason why the row counts as damaged.
    pub reason: String,
}

/// Builds derived lists of rows again if they differ from `rows`, such as `datasets`. Returns the names of the repaired lists.
///
/// # Errors
/// The store.
pub async fn repair_lists(
    db: &Db,
    source: Source,
    rows: &str,
) -> Result<Option<Damage>, StoreError> {
    let differed = counted_list::repair(db, source).await?;
    Ok(differed.then(|| {
        Damage::from(DamagedRow {
            table: "counted_entry",
            account: None,
            row: source.prefix.to_owned(),
            reason: format!("the lists of {rows} differed from the {rows}, and were built again"),
        })
    }))
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

/// Computes the figures of a capability from its tables. It reads counts and indexes, never all rows.
pub type FiguresOf = fn(&Tx<'_>, &FigureScope) -> Result<Figures, StoreError>;

/// A condition that administration reports while it holds.
pub struct AlertRule {
    /// The name, such as `keys.rotation`: the `type` of the alert.
    pub name: &'static str,
    /// Finds where the condition holds now.
    pub find: fn(AppState) -> BoxedFuture<Result<Vec<AlertFinding>, ApiError>>,
}

/// A condition that holds now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlertFinding {
    /// The object that the condition concerns, if a rule can apply to several objects at once;
    /// otherwise empty.
    pub subject: String,
    /// The account that the condition concerns, if it concerns one.
    pub user: Option<UserId>,
    /// The problem and the remedy. The text contains only names and counts.
    pub message: String,
}

impl AlertFinding {
    /// Creates the finding of a rule that holds once.
    #[must_use]
    pub fn single(message: impl Into<String>) -> Self {
        Self {
            subject: String::new(),
            user: None,
            message: message.into(),
        }
    }
}

/// Removes data of one suspended account before its deletion.
pub type BeforeErase = fn(AppState, UserId) -> BoxedFuture<Result<(), ApiError>>;

/// Removes the data that were sealed under an account's lost key; returns the number of lost items under the
/// name that the operator reads.
pub type LostKey = fn(AppState, UserId) -> BoxedFuture<Result<(&'static str, u64), ApiError>>;

/// Accepts the stored rows of an account, and writes an audit entry; returns false if the account has no rows that are
/// compared.
pub type AcceptRows = fn(AppState, UserId) -> BoxedFuture<Result<bool, ApiError>>;

/// A figure of an account that administration shows.
pub struct Count {
    /// The name of the figure in camelCase; no other capability uses it.
    pub name: &'static str,
    /// Counts from the capability's tables.
    pub count: fn(&Tx<'_>, &UserId) -> Result<u64, StoreError>,
}

/// The figures of an account, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Counts(BTreeMap<&'static str, u64>);

impl Counts {
    /// Returns a figure; 0 if no capability counts it.
    #[must_use]
    pub fn value(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or(0)
    }

    /// Returns every figure with its name, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.0.iter().map(|(name, value)| (*name, *value))
    }
}

/// A background job that a capability runs repeatedly.
pub struct Job {
    /// The job's name in the log.
    pub name: &'static str,
    /// The pause between two runs.
    pub every: Duration,
    /// Whether a run is skipped while the clock is ahead: the job permanently removes or ends old
    /// entries.
    pub waits_for_clock: bool,
    /// Performs one run.
    pub run: fn(AppState) -> BoxedFuture<Result<(), ApiError>>,
}

/// A subcommand of the command line.
pub struct Subcommand {
    /// The name on the command line; equals the name of `command`.
    pub name: &'static str,
    /// Describes the arguments. `display_order` gives the position in `lockstep --help`.
    pub command: fn() -> clap::Command,
    /// Reads the parsed arguments into requests, which are performed in this order. An error of one does not stop
    /// the next.
    pub requests: fn(&ArgMatches) -> Result<Vec<CommandRequest>, String>,
    /// Performs a request on an open store, and reports its progress if it has a
    /// [`ProgressLabel`](crate::subcommand::ProgressLabel). An error is a sentence for the operator.
    pub run: fn(AppState, Json, Steps) -> BoxedFuture<Result<CommandOutput, String>>,
    /// Whether a request changes nothing in the store and can take long. It is stopped when its caller leaves; every
    /// other request ends as a whole.
    pub is_long_read: fn(&Json) -> bool,
}

/// Returns the kinds of events that a feed reports: its own, or those of all channels.
pub(crate) fn reported<'c>(
    capabilities: &'c [&'c Capability],
    feed: &'c Feed,
) -> impl Iterator<Item = &'static EventKind> + 'c {
    let all = capabilities.iter().flat_map(|capability| capability.events);
    let of_channels = all.filter(|kind| feed.is_shared() && kind.channel().is_some());
    feed.events.iter().chain(of_channels).copied()
}

/// Removes an account from every capability in one transaction.
pub fn erase(
    capabilities: &[&Capability],
    tx: &mut Tx<'_>,
    user: &UserId,
) -> Result<(), StoreError> {
    // In reverse dependency order: referring rows are deleted before the rows they refer to.
    capabilities
        .iter()
        .rev()
        .try_for_each(|capability| (capability.erase)(tx, user))?;
    figure::forget(tx, user)?;
    StorageUsage::forget(tx, user)
}

/// Drops everything of an erased account that any capability holds in memory.
pub fn forget(state: &AppState, user: &UserId) {
    for forget in state.capabilities().iter().filter_map(|one| one.forget) {
        forget(state, user);
    }
}

/// Counts from the tables of every capability how much an account stores.
pub fn usage(
    capabilities: &[&Capability],
    tx: &Tx<'_>,
    user: &UserId,
) -> Result<StorageUsage, StoreError> {
    let mut each = capabilities.iter().map(|one| (one.usage)(tx, user));
    each.try_fold(StorageUsage::default(), |sum, usage| Ok(sum + usage?))
}

/// Returns every figure of an account.
pub fn counts(
    capabilities: &[&Capability],
    tx: &Tx<'_>,
    user: &UserId,
) -> Result<Counts, StoreError> {
    let figures = capabilities.iter().flat_map(|capability| capability.counts);
    let counted = figures.map(|figure| Ok((figure.name, (figure.count)(tx, user)?)));
    counted.collect::<Result<_, _>>().map(Counts)
}

/// Returns the figures of every capability together.
pub fn figures(
    capabilities: &[&Capability],
    tx: &Tx<'_>,
    scope: &FigureScope,
) -> Result<Figures, StoreError> {
    let mut all = Figures::default();
    for find in capabilities
        .iter()
        .filter_map(|capability| capability.figures)
    {
        all.merge(find(tx, scope)?);
    }
    Ok(all)
}
