//! The state of training and sleep at the end of a range, for insights.

use lockstep_metrics::insights::{LoadNow, SleepTimes};
use lockstep_store::{Timestamp, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::ApiError;

use super::readings::Source;
use super::recorded::recorded_spans;
use super::{Computation, Metric, RequestedMetrics, query};

/// The state at the end of a range.
#[derive(Clone, Debug, Default)]
pub(in crate::operations) struct State {
    /// The balance of training load, or why it is unknown; `None` if it was not computed.
    pub(in crate::operations) load: Option<Result<LoadNow, String>>,
    /// The regularity of the range's nights.
    pub(in crate::operations) sleep_times: Option<SleepTimes>,
}

/// Computes the state at the end of a range. The days that `source` reads stay known to it.
pub(in crate::operations) fn state_of<'t, 'c>(
    source: Source<'t, 'c>,
    (tx, account_keys): (&'t Tx<'c>, &'t AccountKeys),
    (from, to): (i64, i64),
) -> Result<(Source<'t, 'c>, State), ApiError> {
    let names = [
        Metric::AcuteLoad,
        Metric::ChronicLoad,
        Metric::SleepRegularityIndex,
    ];
    let names = names.map(Metric::name).join(",");
    let range = query::Query {
        start: Some(Timestamp(from).to_string()),
        end: Some(Timestamp(to).to_string()),
        ..query::Query::default()
    };
    let wanted = RequestedMetrics::read(Some(&names))?;
    let mut computation = Computation::with_source(source, (tx, account_keys), range, wanted)?;
    computation.all(&recorded_spans)?;
    let Computation { source, answer, .. } = computation;
    let figure = |metric| answer.figures.get(&metric).copied();
    let load = match figure(Metric::AcuteLoad).zip(figure(Metric::ChronicLoad)) {
        Some((acute, chronic)) => Ok(LoadNow {
            acute,
            chronic,
            covered: answer.basis.coverage.recent_load_days.unwrap_or(0),
        }),
        None => {
            let reason = answer.reasons.get(&Metric::AcuteLoad).cloned();
            Err(reason.unwrap_or_default())
        }
    };
    let sleep_times = figure(Metric::SleepRegularityIndex).map(|index| SleepTimes {
        index,
        nights: answer.basis.coverage.sleep_stage_days.unwrap_or(0),
    });
    let load = Some(load);
    Ok((source, State { load, sleep_times }))
}
