//! The running period of the calendar, such as this month, and the one before it.

use jiff::civil::Date;

use super::{Range, Unit};

impl Range {
    /// Returns the running period and the one before it, if this range is all of the latter: this month up to today and
    /// last month, for last month. Of years, the same days are returned.
    pub(in crate::understanding) fn with_running(self, today: Date) -> Option<[Self; 2]> {
        UNITS.into_iter().find_map(|unit| {
            let running = unit.running(today)?;
            let before = unit.around(running.first?.yesterday().ok()?)?;
            let both = [running, running.before(unit)?];
            (before == self).then_some(both)
        })
    }

    /// Returns the unit of the calendar of which this range is the running period.
    pub(in crate::understanding) fn running_unit(self, today: Date) -> Option<Unit> {
        let mut units = UNITS.into_iter();
        units.find(|unit| unit.running(today) == Some(self))
    }
}

impl Unit {
    /// Returns the period that contains a day, up to that day.
    fn running(self, today: Date) -> Option<Range> {
        Some(Range::of(self.around(today)?.first?, today))
    }
}

const UNITS: [Unit; 5] = [
    Unit::Day,
    Unit::Week,
    Unit::Month,
    Unit::Quarter,
    Unit::Year,
];
