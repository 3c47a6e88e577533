//! The figures that capabilities give to the analytics of administration.

use std::collections::BTreeMap;

use lockstep_store::figure::PeriodRange;
use lockstep_store::id::UserId;

/// The question for figures.
#[derive(Clone, Debug)]
pub struct FigureScope {
    /// The account whose figures are requested; `None` for all accounts together.
    pub user: Option<UserId>,
    /// The periods.
    pub span: PeriodRange,
}

/// The figures of a capability. A capability fills the fields that its tables have facts for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// The number of purchases in the span, without refunded ones.
    pub transactions: u64,
    /// The sum of these purchases by currency, in the currency's main unit.
    pub revenue: BTreeMap<String, f64>,
    /// The number of agents that are working now.
    pub active_agents: u64,
    /// The number of points and rows of datasets that were stored in the span.
    pub data_processed: u64,
    /// The purchases in each period.
    pub sales: Vec<u64>,
    /// Names of offers and their purchases, the largest first.
    pub top_items: Vec<(String, u64)>,
    /// The purchases in each category.
    pub categories: BTreeMap<String, u64>,
    /// The tasks that agents completed in each period.
    pub performance: Vec<u64>,
    /// The names of deployed agents and their numbers.
    pub distribution: BTreeMap<String, u64>,
    /// Names of agents' tasks and how often they were completed.
    pub tasks: Vec<(String, u64)>,
    /// The points and rows of datasets stored in each period.
    pub stored: Vec<u64>,
}

impl Figures {
    /// Adds the figures of another capability.
    pub fn merge(&mut self, other: Self) {
        self.transactions += other.transactions;
        self.active_agents += other.active_agents;
        self.data_processed += other.data_processed;
        for (currency, amount) in other.revenue {
            *self.revenue.entry(currency).or_default() += amount;
        }
        for (all, more) in [
            (&mut self.sales, other.sales),
            (&mut self.performance, other.performance),
            (&mut self.stored, other.stored),
        ] {
            all.resize(all.len().max(more.len()), 0);
            all.iter_mut()
                .zip(more)
                .for_each(|(all, more)| *all += more);
        }
        for (all, more) in [
            (&mut self.categories, other.categories),
            (&mut self.distribution, other.distribution),
        ] {
            for (name, count) in more {
                *all.entry(name).or_default() += count;
            }
        }
        for (all, more) in [
            (&mut self.top_items, other.top_items),
            (&mut self.tasks, other.tasks),
        ] {
            all.extend(more);
            all.sort_by(|one, two| two.1.cmp(&one.1).then_with(|| one.0.cmp(&two.0)));
        }
    }
}

/// Returns counts without negative ones: a refund may be counted before its purchase after damage.
#[must_use]
pub fn counts(figures: Vec<i64>) -> Vec<u64> {
    let figures = figures.into_iter();
    figures.map(|n| u64::try_from(n).unwrap_or(0)).collect()
}
