//! Forecasts the balance of training load.

use super::LoadBalance;
use super::balance::next_level;

/// The balance of training load at the end of a coming day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForecastDay {
    /// The acute load.
    pub acute: f64,
    /// The chronic load ("fitness").
    pub chronic: f64,
}

impl ForecastDay {
    /// Returns chronic minus acute load ("form").
    #[must_use]
    pub fn training_stress_balance(&self) -> f64 {
        self.chronic - self.acute
    }
}

/// Continues a balance over the days after it, one for each planned load: y = y·e^(−1/k) + load·(1 − e^(−1/k)) with
/// k = 7 for acute and k = 42 for chronic load, the recursion of [`exponentially_weighted`](super::exponentially_weighted).
/// (Calvert, Banister, Savage and Bach 1976, "A Systems Model of the Effects of Training on Physical Performance"; with
/// these constants the Performance Manager of Allen and Coggan.) It forecasts loads, not a performance.
#[must_use]
pub fn load_forecast(balance: &LoadBalance, planned: &[f64]) -> Vec<ForecastDay> {
    let mut day = ForecastDay {
        acute: balance.acute,
        chronic: balance.chronic,
    };
    let days = planned.iter().map(|load| {
        day = ForecastDay {
            acute: next_level(day.acute, *load, LoadBalance::ACUTE as f64),
            chronic: next_level(day.chronic, *load, LoadBalance::CHRONIC as f64),
        };
        day
    });
    days.collect()
}
