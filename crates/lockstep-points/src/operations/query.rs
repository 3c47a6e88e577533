//! The selection of points in a request.

use lockstep_formats::{LocalDate, catalogue};
use lockstep_store::{Timestamp, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::ApiError;

use super::profile;
use crate::store::{DeviceNames, Filter};

/// The selection of a read or deletion, as sent.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// The parameter `startDate`.
    pub start: Option<String>,
    /// The parameter `endDate`.
    pub end: Option<String>,
    /// The parameter `type`.
    pub kind: Option<String>,
    /// The parameter `device`: the id or the name of a registered device, or another name.
    pub device: Option<String>,
}

impl Query {
    /// Builds the filter with dates in the account's time zone; a value of a whole day belongs to its date.
    ///
    /// # Errors
    /// An invalid parameter; a profile that cannot be read, if a date needs its time zone.
    pub fn filter(self, tx: &Tx<'_>, account_keys: &AccountKeys) -> Result<Filter, ApiError> {
        let bare_date = |text: &Option<String>| text.as_deref().and_then(LocalDate::parse);
        let dates = (bare_date(&self.start), bare_date(&self.end));
        let zone = if dates.0.or(dates.1).is_some() {
            profile::zone(tx, account_keys)?
        } else {
            jiff::tz::TimeZone::UTC
        };
        let read = |name, text: &Option<String>, is_end| {
            text.as_deref()
                .map(|text| moment(name, text, &zone, is_end))
                .transpose()
        };
        let from = read("startDate", &self.start, false)?;
        let to = read("endDate", &self.end, true)?;
        if from.zip(to).is_some_and(|(from, to)| from > to) {
            return Err(ApiError::invalid("startDate", "must not be after endDate"));
        }
        if self
            .kind
            .as_deref()
            .is_some_and(|kind| !catalogue::is_name(kind))
        {
            return Err(ApiError::invalid(
                "type",
                "must be a name such as heart_rate",
            ));
        }
        let user = account_keys.user();
        let names = self.device.map(|named| DeviceNames::read(tx, user, named));
        let filter = Filter {
            kind: self.kind,
            device: names.transpose()?,
            from,
            to,
            ..Filter::default()
        };
        Ok(filter.with_dates(tx, account_keys, dates)?)
    }
}

/// Returns the range that a filter means, both ends inclusive. Without an end it ends with the `latest` point,
/// without a start it has `length` milliseconds.
#[must_use]
pub fn range(filter: &Filter, latest: Timestamp, length: i64) -> (Timestamp, Timestamp) {
    let to = filter
        .to
        .unwrap_or(filter.from.unwrap_or(latest).max(latest));
    let to = to.min(LAST_MOMENT);
    let from = Timestamp(to.0.saturating_sub(length - 1));
    (filter.from.unwrap_or(from), to)
}

/// Parses a time in a query: RFC 3339, or a bare date. A date means its midnight in the profile's zone;
/// as the end of a range it includes that whole day.
fn moment(
    parameter: &str,
    text: &str,
    zone: &jiff::tz::TimeZone,
    is_end: bool,
) -> Result<Timestamp, ApiError> {
    let fault = || {
        ApiError::invalid(
            parameter,
            "must be RFC 3339 with a zone (2026-01-31T06:30:00Z) or a date (2026-01-31)",
        )
    };
    if text.len() != 10 {
        return text
            .parse()
            .ok()
            .or_else(|| in_last_year(text))
            .ok_or_else(fault);
    }
    let date: jiff::civil::Date = text.parse().map_err(|_| fault())?;
    let midnight = |date: jiff::civil::Date| {
        let zoned = date.to_zoned(zone.clone()).map_err(|_| fault())?;
        Ok::<_, ApiError>(zoned.timestamp().as_millisecond())
    };
    if date.year() == LAST_YEAR {
        // The last day of the calendar has no midnight in some zones, so the midnight in UTC is used.
        let days = jiff::civil::date(1970, 1, 1).until((jiff::Unit::Day, date));
        let days = i64::from(days.map_err(|_| fault())?.get_days());
        return Ok(Timestamp(
            (days + i64::from(is_end)) * DAY_MILLIS - i64::from(is_end),
        ));
    }
    if is_end {
        let next = date.tomorrow().map_err(|_| fault())?;
        return Ok(Timestamp(midnight(next)? - 1));
    }
    Ok(Timestamp(midnight(date)?))
}

/// Parses a time in the last days of year 9999, which the calendar library cannot read in every zone.
/// The function parses the same time four years earlier and adds four years.
fn in_last_year(text: &str) -> Option<Timestamp> {
    let rest = text.strip_prefix("9999-")?;
    let earlier: Timestamp = format!("9995-{rest}").parse().ok()?;
    Some(Timestamp(earlier.0 + FOUR_YEARS_MILLIS))
}

/// 9999-12-29T00:00:00Z: the calendar does not cover later days in every zone.
const LAST_MOMENT: Timestamp = Timestamp(253_402_041_600_000);
/// Four years that include the leap day of 9996.
const FOUR_YEARS_MILLIS: i64 = 1461 * DAY_MILLIS;
/// The last year of the calendar: the same time in another zone may be beyond its end.
const LAST_YEAR: i16 = 9999;
const DAY_MILLIS: i64 = 86_400_000;

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::tz::TimeZone;

    #[test]
    fn moments() {
        let berlin = TimeZone::get("Europe/Berlin").unwrap();
        for (text, is_end, expected) in [
            (
                "2026-01-31T06:30:00Z",
                false,
                Some("2026-01-31T06:30:00.000Z"),
            ),
            (
                "2026-01-31T06:30:00.5+02:00",
                true,
                Some("2026-01-31T04:30:00.500Z"),
            ),
            ("2026-01-31", false, Some("2026-01-30T23:00:00.000Z")),
            ("2026-01-31", true, Some("2026-01-31T22:59:59.999Z")),
            // The day the clocks go forward has 23 hours.
            ("2026-03-29", false, Some("2026-03-28T23:00:00.000Z")),
            ("2026-03-29", true, Some("2026-03-29T21:59:59.999Z")),
            // The ends of the calendar.
            ("9999-12-31", true, Some("9999-12-31T23:59:59.999Z")),
            ("9999-12-31", false, Some("9999-12-31T00:00:00.000Z")),
            ("9999-01-01", false, Some("9999-01-01T00:00:00.000Z")),
            ("9998-12-31", true, Some("9998-12-31T22:59:59.999Z")),
            (
                "9999-12-31T23:59:59Z",
                true,
                Some("9999-12-31T23:59:59.000Z"),
            ),
            ("9999-12-31T23:59:59", true, None),
            ("2026-01-31T06:30:00", false, None),
            ("2026-02-30", false, None),
            ("31.01.2026", false, None),
            ("", false, None),
        ] {
            let found = moment("startDate", text, &berlin, is_end)
                .ok()
                .map(|at| at.to_string());
            assert_eq!(found.as_deref(), expected, "{text} {is_end}");
        }
    }
}
