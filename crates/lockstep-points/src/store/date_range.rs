//! Ranges of local dates: a value of a whole day belongs to its date, also where its time is on the next local day.
//!
//! The time of such a value is noon in UTC. In time zones from UTC+12 on, the next local day has begun by then.

use std::collections::BTreeMap;

use lockstep_formats::LocalDate;
use lockstep_store::{StoreError, Timestamp, Tx};
use lockstep_vault::AccountKeys;

use super::{Filter, scan};

impl Filter {
    /// Moves the ends of a range that begins with the local day `first` or ends with the local day `last`: in each
    /// series, behind the values of whole days before the end that have a time after it. Readings of the same
    /// device and type in the at most two hours between move along. `from` and `to` must be the ends of these days.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn with_dates(
        mut self,
        tx: &Tx<'_>,
        account_keys: &AccountKeys,
        (first, last): (Option<LocalDate>, Option<LocalDate>),
    ) -> Result<Self, StoreError> {
        let range = self.range();
        let before = first.and_then(LocalDate::yesterday);
        let mut ends = BTreeMap::new();
        for (series, next) in late_values(tx, account_keys, &self, (before, range.0))? {
            ends.entry(series).or_insert(range).0 = next;
        }
        let after = range.1.saturating_add(1);
        for (series, next) in late_values(tx, account_keys, &self, (last, after))? {
            ends.entry(series).or_insert(range).1 = next - 1;
        }
        self.ends = ends;
        Ok(self)
    }
}

/// Returns the time after the values of whole days up to `day` that have times from `begin` on, by series.
fn late_values(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    filter: &Filter,
    (day, begin): (Option<LocalDate>, i64),
) -> Result<BTreeMap<i64, i64>, StoreError> {
    let mut next = BTreeMap::new();
    let Some(day) = day.filter(|day| day.last_day_time() >= begin) else {
        return Ok(next);
    };
    let between = Filter {
        from: Some(Timestamp(begin)),
        to: Some(Timestamp(day.last_day_time())),
        ..filter.clone()
    };
    scan(tx, account_keys, &between, |series, points, meant| {
        if points.metadata().is_empty() {
            return Ok(());
        }
        for place in meant {
            let entry = points.entry(place);
            let date = entry
                .metadata
                .and_then(|metadata| LocalDate::of_untimed_point(entry.timestamp, metadata));
            if date.is_some_and(|date| date <= day) {
                next.insert(series.id, entry.timestamp + 1);
            }
        }
        Ok::<_, StoreError>(())
    })?;
    Ok(next)
}
