//! Families of sports: values of one family compare, those of two do not.

/// A family of sports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sport {
    /// Riding a bicycle.
    Cycling,
    /// Running.
    Running,
    /// Walking and hiking.
    Walking,
    /// Swimming.
    Swimming,
    /// Rowing.
    Rowing,
    /// Skiing.
    Skiing,
    /// The change between the parts of a triathlon.
    Transition,
}

impl Sport {
    /// Returns the family of a sport by the beginning of one of its words, such as `trail_running`; `None`
    /// for a sport of no family.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        let mut words = name.split(|c: char| !c.is_alphanumeric());
        words.find_map(|word| {
            let known = WORDS.iter().find(|(start, _)| word.starts_with(start));
            known.map(|(_, sport)| *sport)
        })
    }

    /// Returns the name of the API.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Cycling => "cycling",
            Self::Running => "running",
            Self::Walking => "walking",
            Self::Swimming => "swimming",
            Self::Rowing => "rowing",
            Self::Skiing => "skiing",
            Self::Transition => "transition",
        }
    }

    /// Returns the distance in metres for which people of the sport state the time; `None` if they state a
    /// speed.
    #[must_use]
    pub fn pace_meters(self) -> Option<f64> {
        match self {
            Self::Running | Self::Walking => Some(1000.0),
            Self::Swimming => Some(100.0),
            Self::Rowing => Some(500.0),
            Self::Cycling | Self::Skiing | Self::Transition => None,
        }
    }

    /// Formats a speed in m/s as people of the sport state it: `5:27 min/km`, `1:42 min per 100 m`. Other
    /// sports, and an unknown one, have km/h.
    #[must_use]
    pub(crate) fn format_speed(sport: Option<Self>, speed: f64) -> String {
        let Some(meters) = sport.and_then(Self::pace_meters).filter(|_| speed > 0.0) else {
            return format!("{:.1} km/h", 3.6 * speed);
        };
        let seconds = (meters / speed).round();
        let clock = format!("{:.0}:{:02.0}", (seconds / 60.0).floor(), seconds % 60.0);
        if meters >= 1000.0 {
            format!("{clock} min/km")
        } else {
            format!("{clock} min per {meters:.0} m")
        }
    }
}

/// The beginning of a word, and the family that it means.
const WORDS: &[(&str, Sport)] = &[
    ("cycl", Sport::Cycling),
    ("bik", Sport::Cycling),
    ("ride", Sport::Cycling),
    ("run", Sport::Running),
    ("walk", Sport::Walking),
    ("hik", Sport::Walking),
    ("swim", Sport::Swimming),
    ("row", Sport::Rowing),
    ("ski", Sport::Skiing),
    ("transition", Sport::Transition),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_families() {
        for (name, expected) in [
            ("running", Some(Sport::Running)),
            ("trail_running", Some(Sport::Running)),
            ("VirtualRide", None),
            ("virtual_ride", Some(Sport::Cycling)),
            ("Open Water Swimming", Some(Sport::Swimming)),
            ("cross_country_skiing", Some(Sport::Skiing)),
            ("yoga", None),
            ("", None),
        ] {
            assert_eq!(Sport::of(name), expected, "{name}");
        }
        for (_, sport) in WORDS {
            assert_eq!(Sport::of(sport.name()), Some(*sport));
        }
    }

    #[test]
    fn speeds_are_told_as_the_sport_does() {
        for (sport, speed, expected) in [
            (Some(Sport::Running), 1000.0 / 327.0, "5:27 min/km"),
            (Some(Sport::Running), 1000.0 / 299.6, "5:00 min/km"),
            (Some(Sport::Swimming), 100.0 / 102.0, "1:42 min per 100 m"),
            (Some(Sport::Cycling), 10.0, "36.0 km/h"),
            (Some(Sport::Running), 0.0, "0.0 km/h"),
            (None, 2.58, "9.3 km/h"),
        ] {
            assert_eq!(Sport::format_speed(sport, speed), expected);
        }
    }
}
