//! Takes days from the cache, and keeps new ones there.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lockstep_points::store::day::{self, DayRowKind};
use lockstep_store::StoreError;

use super::super::HEART_RATE;
use super::super::day_cache::AccountDays;
use super::{MAX_DEVICES, Source};

impl Source<'_, '_> {
    /// Takes over the days of earlier requests, if their points and the devices have not changed since.
    pub(in crate::operations::metrics) fn take_kept_days(
        &self,
        time_zone: &str,
    ) -> Result<(), StoreError> {
        let (tx, account_keys) = self.at();
        let user = account_keys.user();
        let kept = self.cache.as_ref();
        let Some(kept) = kept.and_then(|cache| cache.days(user, time_zone)) else {
            return Ok(());
        };
        for (kind, stamp) in &kept.stamps {
            if day::row_stamp(tx, user, (*kind, DayRowKind::Metrics))? != *stamp {
                continue;
            }
            if *kind == HEART_RATE {
                self.heart_days.borrow_mut().clone_from(&kept.hearts);
                continue;
            }
            let of_kind = kept.outputs.iter().filter(|((of, _), _)| of == kind);
            let of_kind = of_kind.map(|(place, day)| (*place, Arc::clone(day)));
            self.output_days.borrow_mut().extend(of_kind);
        }
        self.taken.set(self.known_days());
        Ok(())
    }

    /// Keeps the days that are known to this computation for later requests, if some are new.
    pub(in crate::operations::metrics) fn keep_days(
        &self,
        time_zone: &str,
    ) -> Result<(), StoreError> {
        let Some(cache) = &self.cache else {
            return Ok(());
        };
        if self.known_days() == self.taken.get() {
            return Ok(());
        }
        let (tx, account_keys) = self.at();
        let mut days = AccountDays {
            time_zone: time_zone.to_owned(),
            stamps: BTreeMap::new(),
            hearts: self.heart_days.borrow().clone(),
            outputs: self.output_days.borrow().clone(),
        };
        let mut kinds: BTreeSet<&'static str> =
            days.outputs.keys().map(|(kind, _)| *kind).collect();
        kinds.extend((!days.hearts.is_empty()).then_some(HEART_RATE));
        for kind in kinds {
            // With more devices, the choice of devices depends on more than the day.
            if self.inputs(kind, DayRowKind::Metrics)?.len() > MAX_DEVICES {
                return Ok(());
            }
            let stamp = day::row_stamp(tx, account_keys.user(), (kind, DayRowKind::Metrics))?;
            days.stamps.insert(kind, stamp);
        }
        cache.keep(account_keys.user(), days);
        Ok(())
    }

    fn known_days(&self) -> usize {
        self.heart_days.borrow().len() + self.output_days.borrow().len()
    }
}
