//! The rules under which a token is sold. Each rule is enforced; any other text is refused, because a
//! rule that is not enforced must not be sold.

use std::fmt;
use std::str::FromStr;

use jiff::{Span, Timestamp as Moment, ToSpan, tz::TimeZone};
use lockstep_store::Timestamp;
use lockstep_web::ApiError;

/// The rules of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AccessRules {
    /// How long a purchase gives access.
    pub(crate) duration: AccessDuration,
    /// The reads of each purchase.
    pub(crate) allowed_uses: u32,
    pub(crate) restrictions: Restrictions,
}

/// A duration of ISO 8601, above zero and at most ten years.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AccessDuration(String);

/// A restriction of a token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Restriction {
    /// Only sums, means and variances over days are answered.
    AggregateOnly,
    /// Points are answered as JSON pages only, never as a file.
    NoExport,
    /// The buyer states this purpose, which the receipt repeats.
    Purpose(String),
}

/// The restrictions of a token, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Restrictions(Vec<Restriction>);

/// The names of the fields of rules in an area, for errors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleFields {
    duration: &'static str,
    allowed_uses: &'static str,
    restrictions: &'static str,
}

impl RuleFields {
    /// The names in the fitness API.
    pub(crate) const CAMEL: Self = Self {
        duration: "accessRules.duration",
        allowed_uses: "accessRules.allowedUses",
        restrictions: "accessRules.restrictions",
    };
    /// The names in the platform API.
    pub(crate) const SNAKE: Self = Self {
        duration: "access_rules.duration",
        allowed_uses: "access_rules.allowed_uses",
        restrictions: "access_rules.restrictions",
    };
}

impl AccessRules {
    /// Checks the rules of a request.
    ///
    /// # Errors
    /// The field that is not accepted.
    pub(crate) fn new(
        fields: RuleFields,
        duration: &str,
        allowed_uses: u32,
        restrictions: &[String],
    ) -> Result<Self, ApiError> {
        let duration = duration
            .parse()
            .map_err(|reason: &str| ApiError::invalid(fields.duration, reason))?;
        if !(1..=MAX_ALLOWED_USES).contains(&allowed_uses) {
            return Err(ApiError::invalid(
                fields.allowed_uses,
                format!("must be 1 to {MAX_ALLOWED_USES}"),
            ));
        }
        Ok(Self {
            duration,
            allowed_uses,
            restrictions: Restrictions::new(fields.restrictions, restrictions)?,
        })
    }
}

impl AccessDuration {
    /// Returns the end of an access that begins at a time. Days, months and years are those of the
    /// calendar in UTC.
    pub(crate) fn end_of(&self, start: Timestamp) -> Option<Timestamp> {
        let span: Span = self.0.parse().ok()?;
        let start = Moment::from_millisecond(start.0).ok()?;
        let end = start.to_zoned(TimeZone::UTC).checked_add(span).ok()?;
        Some(Timestamp(end.timestamp().as_millisecond()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for AccessDuration {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        const REASON: &str =
            "must be a duration of ISO 8601 above zero and at most ten years, such as P30D";
        // The library also reads other notations.
        let is_iso = text.starts_with('P')
            && text.len() <= 64
            && text
                .bytes()
                .all(|c| c.is_ascii_digit() || b"PYMWDTHS.".contains(&c));
        let duration = Self(text.to_owned());
        let start = Timestamp(0);
        let end = duration.end_of(start).filter(|_| is_iso).ok_or(REASON)?;
        let limit = Moment::UNIX_EPOCH
            .to_zoned(TimeZone::UTC)
            .checked_add(10.years())
            .map_err(|_| REASON)?;
        let is_within = end > start && end.0 <= limit.timestamp().as_millisecond();
        is_within.then_some(duration).ok_or(REASON)
    }
}

impl Restrictions {
    pub(crate) fn new(named: &str, texts: &[String]) -> Result<Self, ApiError> {
        if texts.len() > MAX_RESTRICTIONS {
            return Err(ApiError::invalid(
                named,
                format!("has at most {MAX_RESTRICTIONS} entries"),
            ));
        }
        let mut all = Vec::with_capacity(texts.len());
        for (nth, text) in texts.iter().enumerate() {
            let field = format!("{named}[{nth}]");
            let restriction: Restriction = text
                .parse()
                .map_err(|reason: &str| ApiError::invalid(&field, reason))?;
            if all.contains(&restriction) {
                return Err(ApiError::invalid(&field, "is named twice"));
            }
            all.push(restriction);
        }
        all.sort();
        Ok(Self(all))
    }

    /// Reads the texts of a stored row.
    pub(crate) fn stored(text: &str) -> Option<Self> {
        Self::new("", &serde_json::from_str::<Vec<String>>(text).ok()?).ok()
    }

    /// Returns the JSON array of the texts.
    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(&self.texts()).expect("texts are JSON")
    }

    pub(crate) fn texts(&self) -> Vec<String> {
        self.0.iter().map(ToString::to_string).collect()
    }

    pub(crate) fn is_aggregate_only(&self) -> bool {
        self.0.contains(&Restriction::AggregateOnly)
    }

    pub(crate) fn forbids_export(&self) -> bool {
        self.0.contains(&Restriction::NoExport)
    }

    /// Checks the purpose that a buyer states.
    ///
    /// # Errors
    /// A purpose that is missing, or that the token does not allow.
    pub(crate) fn check_purpose(&self, stated: Option<&str>) -> Result<(), ApiError> {
        let allowed: Vec<&str> = self
            .0
            .iter()
            .filter_map(|restriction| match restriction {
                Restriction::Purpose(word) => Some(word.as_str()),
                _ => None,
            })
            .collect();
        match stated {
            None if allowed.is_empty() => Ok(()),
            Some(word) if allowed.contains(&word) => Ok(()),
            Some(word) if allowed.is_empty() && is_word(word) => Ok(()),
            Some(_) if allowed.is_empty() => Err(ApiError::invalid("purpose", WORD)),
            _ => Err(ApiError::invalid(
                "purpose",
                format!("must be one of {}", allowed.join(", ")),
            )),
        }
    }
}

impl FromStr for Restriction {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        match text {
            "aggregate-only" => Ok(Self::AggregateOnly),
            "no-export" => Ok(Self::NoExport),
            text => match text.strip_prefix("purpose:") {
                Some(word) if is_word(word) => Ok(Self::Purpose(word.to_owned())),
                Some(_) => Err(WORD),
                None => Err(
                    "must be aggregate-only, no-export or purpose:<word>: other restrictions could \
                     not be enforced",
                ),
            },
        }
    }
}

impl fmt::Display for Restriction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AggregateOnly => f.write_str("aggregate-only"),
            Self::NoExport => f.write_str("no-export"),
            Self::Purpose(word) => write!(f, "purpose:{word}"),
        }
    }
}

fn is_word(text: &str) -> bool {
    (1..=32).contains(&text.len())
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text
            .bytes()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-')
}

const WORD: &str =
    "a purpose is 1 to 32 lower-case letters, digits and hyphens, and begins with a letter";
/// The maximum number of reads of a purchase.
pub(crate) const MAX_ALLOWED_USES: u32 = 1_000_000;
const MAX_RESTRICTIONS: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        for (text, days) in [
            ("P30D", Some(30.0)),
            ("P1W", Some(7.0)),
            ("PT36H", Some(1.5)),
            ("P1M", Some(31.0)),
            ("P10Y", Some(3652.0)),
            ("P10YT1S", None),
            ("P0D", None),
            ("-P1D", None),
            ("P-1D", None),
            ("30 days", None),
            ("1d", None),
            ("P", None),
            ("", None),
            ("P99999999999Y", None),
        ] {
            let found = text.parse::<AccessDuration>().ok();
            let end = found.and_then(|found| found.end_of(Timestamp(0)));
            assert_eq!(end.map(|end| end.0 as f64 / 86_400_000.0), days, "{text}");
        }
    }

    #[test]
    fn unknown_restrictions_are_refused() {
        for (texts, blamed) in [
            (
                &["aggregate-only", "no-export", "purpose:research"][..],
                None,
            ),
            (&[], None),
            (&["no-resale"], Some("accessRules.restrictions[0]")),
            (
                &["no-export", "no-export"],
                Some("accessRules.restrictions[1]"),
            ),
            (&["purpose:"], Some("accessRules.restrictions[0]")),
            (&["purpose:Research"], Some("accessRules.restrictions[0]")),
            (&["purpose:a b"], Some("accessRules.restrictions[0]")),
            (&["AGGREGATE-ONLY"], Some("accessRules.restrictions[0]")),
        ] {
            let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
            let found = AccessRules::new(RuleFields::CAMEL, "P1D", 1, &texts);
            let details = found.as_ref().err().and_then(|error| error.details.clone());
            assert_eq!(
                details
                    .as_ref()
                    .map(|details| details["parameter"].as_str().unwrap()),
                blamed,
                "{texts:?}"
            );
            if let Ok(rules) = found {
                let stored = Restrictions::stored(&rules.restrictions.to_json());
                assert_eq!(stored, Some(rules.restrictions));
            }
        }
    }

    #[test]
    fn purposes_are_those_of_the_token() {
        let of = |texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
            Restrictions::new("", &texts).unwrap()
        };
        for (restrictions, stated, is_accepted) in [
            (&[][..], None, true),
            (&[], Some("research"), true),
            (&[], Some("A word"), false),
            (
                &["purpose:research", "purpose:teaching"],
                Some("teaching"),
                true,
            ),
            (&["purpose:research"], Some("advertising"), false),
            (&["purpose:research"], None, false),
        ] {
            let found = of(restrictions).check_purpose(stated);
            assert_eq!(found.is_ok(), is_accepted, "{restrictions:?} {stated:?}");
        }
    }
}
