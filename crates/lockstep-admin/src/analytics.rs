//! Analytics: the figures of all capabilities over a range of time.

use std::collections::BTreeMap;

use lockstep_store::Timestamp;
use lockstep_store::figure::{PeriodLength, PeriodRange};
use lockstep_web::figures::Figures;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A range of time up to now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AnalyticsRange {
    /// The current hour and the 23 before.
    Day,
    /// Today in UTC and the 6 days before.
    Week,
    /// Today in UTC and the 29 days before.
    #[default]
    Month,
    /// The current calendar month in UTC and the 11 before.
    Year,
}

impl AnalyticsRange {
    /// Returns the periods of the range.
    pub(crate) fn span(self, now: Timestamp) -> PeriodRange {
        let (unit, count) = match self {
            Self::Day => (PeriodLength::Hour, 24),
            Self::Week => (PeriodLength::Day, 7),
            Self::Month => (PeriodLength::Day, 30),
            Self::Year => (PeriodLength::Month, 12),
        };
        PeriodRange::of(unit, count, now)
    }
}

/// The groups of figures to fill. `overview` and `system` are always filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AnalyticsDataType {
    /// All groups.
    #[default]
    All,
    /// The group `marketplace`.
    Marketplace,
    /// The group `agents`.
    Agents,
    /// The group `datastreams`.
    Datastreams,
}

/// The groups of figures to return.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AnalyticsView {
    /// Without the series.
    #[default]
    Overview,
    /// With the series.
    Detailed,
}

/// The sums of a range.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticsOverview)]
pub(crate) struct Overview {
    /// The number of purchases in the range, without refunded ones.
    pub(crate) total_transactions: u64,
    /// The number of agents that are working now.
    pub(crate) active_agents: u64,
    /// The number of points and rows of datasets that were stored in the range.
    pub(crate) data_processed: u64,
    /// The sum of these purchases in EUR. Purchases in other currencies are in `revenueByCurrency` only.
    pub(crate) revenue: f64,
    /// The sum of these purchases by currency.
    pub(crate) revenue_by_currency: BTreeMap<String, f64>,
}

impl Overview {
    pub(crate) fn of(figures: &Figures) -> Self {
        Self {
            total_transactions: figures.transactions,
            active_agents: figures.active_agents,
            data_processed: figures.data_processed,
            revenue: figures.revenue.get(CURRENCY).copied().unwrap_or(0.0),
            revenue_by_currency: figures.revenue.clone(),
        }
    }
}

/// The currency of `revenue`: the default currency of offers.
const CURRENCY: &str = "EUR";
