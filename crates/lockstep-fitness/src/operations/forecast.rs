//! Forecasts fitness, fatigue and form from the balance of training load and a load for each coming day.

use lockstep_metrics::{Days, ForecastDay, LoadBalance, load_forecast};
use lockstep_store::id::UserId;
use lockstep_web::{ApiError, AppState};

use super::metrics::{self, Metric};

/// The parameters of a forecast.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Request {
    /// The number of days; `None`: [`DEFAULT_DAYS`].
    pub(crate) days: Option<u32>,
    /// The training load of each day; `None`: the chronic load, as if training went on as before.
    pub(crate) daily_load: Option<f64>,
}

/// A forecast, or the reason why it is missing.
#[derive(Clone, Debug)]
pub(crate) struct LoadForecast {
    /// The day of the latest point, `YYYY-MM-DD`.
    pub(crate) last_date: String,
    /// The IANA name of the time zone of the dates.
    pub(crate) time_zone: String,
    /// The forecast, or the reason why the balance is unknown.
    pub(crate) outcome: Result<ForecastDays, String>,
}

/// The balance at the latest point, and that of the days after it.
#[derive(Clone, Debug)]
pub(crate) struct ForecastDays {
    /// The balance at the latest point.
    pub(crate) now: ForecastDay,
    /// The training load of each day.
    pub(crate) daily_load: f64,
    /// The days with their dates, `YYYY-MM-DD`.
    pub(crate) days: Vec<(String, ForecastDay)>,
}

/// Forecasts the balance of training load over the days after the latest point.
///
/// # Errors
/// A parameter out of range; a profile that cannot be read.
pub(crate) async fn forecast(
    state: &AppState,
    user: UserId,
    request: Request,
) -> Result<LoadForecast, ApiError> {
    let count = request.days.unwrap_or(DEFAULT_DAYS);
    if !(1..=MAX_DAYS).contains(&count) {
        let reason = format!("must be between 1 and {MAX_DAYS}");
        return Err(ApiError::invalid("days", reason));
    }
    let is_load = |load: f64| (0.0..=MAX_DAILY_LOAD).contains(&load);
    if request.daily_load.is_some_and(|load| !is_load(load)) {
        let reason = format!("must be between 0 and {MAX_DAILY_LOAD}");
        return Err(ApiError::invalid("dailyLoad", reason));
    }
    let wanted = [Metric::AcuteLoad, Metric::ChronicLoad].map(Metric::name);
    let query = metrics::Query {
        wanted: Some(wanted.join(",")),
        ..metrics::Query::default()
    };
    let computed = metrics::metrics(state, user, query).await?;
    let time_zone = computed.basis.time_zone;
    let zone = jiff::tz::TimeZone::get(&time_zone).unwrap_or(jiff::tz::TimeZone::UTC);
    let (_, end) = computed.basis.range;
    let last_day = Days::new(zone).of(end.0);
    let last_day = last_day.ok_or_else(|| ApiError::internal("a point is outside the calendar"))?;
    let figure = |metric| computed.figures.get(&metric).copied();
    let outcome = match figure(Metric::AcuteLoad).zip(figure(Metric::ChronicLoad)) {
        Some((acute, chronic)) => {
            let daily_load = request.daily_load.unwrap_or(chronic);
            Ok(continued(
                ForecastDay { acute, chronic },
                daily_load,
                (last_day, count),
            ))
        }
        None => {
            let reason = computed.reasons.get(&Metric::AcuteLoad).cloned();
            Err(reason.unwrap_or_default())
        }
    };
    Ok(LoadForecast {
        last_date: date(last_day),
        time_zone,
        outcome,
    })
}

fn continued(now: ForecastDay, daily_load: f64, (last_day, count): (i32, u32)) -> ForecastDays {
    let balance = LoadBalance {
        acute: now.acute,
        chronic: now.chronic,
        covered: LoadBalance::CHRONIC,
    };
    let planned = vec![daily_load; count as usize];
    let days = (last_day.saturating_add(1)..).zip(load_forecast(&balance, &planned));
    ForecastDays {
        now,
        daily_load,
        days: days.map(|(day, balance)| (date(day), balance)).collect(),
    }
}

fn date(day: i32) -> String {
    Days::date(day).map_or_else(String::new, |date| date.to_string())
}

/// The number of days of a forecast without the parameter: two weeks, the usual length of a taper.
pub(crate) const DEFAULT_DAYS: u32 = 14;
/// The maximum number of days. After 90 days, 88 % of chronic load comes from the assumed loads.
pub(crate) const MAX_DAYS: u32 = 90;
/// The maximum training load of a day: more than 24 hours at threshold.
pub(crate) const MAX_DAILY_LOAD: f64 = 5000.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_days_follow_the_latest_point() {
        let now = ForecastDay {
            acute: 70.0,
            chronic: 42.0,
        };
        // 2024-02-28.
        let forecast = continued(now, 42.0, (19_781, 2));
        let dates: Vec<&str> = forecast.days.iter().map(|(date, _)| &**date).collect();
        assert_eq!(dates, ["2024-02-29", "2024-03-01"]);
        let [(_, first), (_, second)] = &*forecast.days else {
            panic!("{forecast:?}");
        };
        // The chronic load continues; the acute load approaches it.
        assert!((second.chronic - 42.0).abs() < 1e-9, "{second:?}");
        assert!(first.acute < 70.0 && second.acute < first.acute && second.acute > 42.0);
    }
}
