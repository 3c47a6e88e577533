//! The LOINC code and Open mHealth schema of each type of the catalogue.
//!
//! A type has a row only if code and type mean the same and use the same kind of unit. So `vo2_max` is
//! 94122-9 (per body weight) and not 60842-2 (mL/min). rMSSD has no code (80404-7 is SDNN), `distance`
//! has none because it need not be walked, and skin temperature has none (39106-0 is warm or cold).

/// The codes of one type.
#[derive(Debug)]
pub(super) struct Code {
    /// The type's name in the catalogue.
    pub(super) kind: &'static str,
    /// LOINC codes with their names, the most precise first.
    pub(super) loinc: &'static [(&'static str, &'static str)],
    /// The vital-signs profile of FHIR R4 that the type conforms to.
    pub(super) profile: Option<&'static str>,
    /// The type's Open mHealth schema.
    pub(super) schema: Option<Schema>,
}

/// An Open mHealth schema. If there are several versions, the latest that takes a point in time: later
/// versions for steps, calories and sleep require an interval, which is not stored.
#[derive(Debug)]
pub(super) struct Schema {
    pub(super) name: &'static str,
    pub(super) version: &'static str,
    /// The property that holds the value.
    pub(super) property: &'static str,
    /// The schema's name of the canonical unit; `None`: the value is a bare number.
    pub(super) unit: Option<&'static str>,
    /// Further fields of the body.
    pub(super) besides: &'static str,
}

/// Returns the row of a type.
pub(super) fn of(kind: &str) -> Option<&'static Code> {
    CODES.iter().find(|code| code.kind == kind)
}

const fn schema(
    name: &'static str,
    version: &'static str,
    property: &'static str,
    unit: &'static str,
) -> Option<Schema> {
    Some(Schema {
        name,
        version,
        property,
        unit: Some(unit),
        besides: "",
    })
}

const HEART_RATE: Schema = Schema {
    name: "heart-rate",
    version: "2.0",
    property: "heart_rate",
    unit: Some("beats/min"),
    besides: "",
};

pub(super) const CODES: &[Code] = &[
    Code {
        kind: "body_fat_percentage",
        loinc: &[("41982-0", "Percentage of body fat Measured")],
        profile: None,
        schema: schema("body-fat-percentage", "1.0", "body_fat_percentage", "%"),
    },
    Code {
        kind: "body_temperature",
        loinc: &[("8310-5", "Body temperature")],
        profile: Some("bodytemp"),
        schema: schema("body-temperature", "3.0", "body_temperature", "C"),
    },
    Code {
        kind: "energy",
        loinc: &[("41981-2", "Calories burned")],
        profile: None,
        schema: schema("calories-burned", "1.0", "kcal_burned", "kcal"),
    },
    Code {
        kind: "exercise_duration",
        loinc: &[("55411-3", "Exercise duration")],
        profile: None,
        schema: None,
    },
    Code {
        kind: "heart_rate",
        loinc: &[("8867-4", "Heart rate")],
        profile: Some("heartrate"),
        schema: Some(HEART_RATE),
    },
    Code {
        kind: "heart_rate_variability_sdnn",
        loinc: &[(
            "80404-7",
            "R-R interval.standard deviation (Heart rate variability)",
        )],
        profile: None,
        schema: None,
    },
    Code {
        kind: "oxygen_saturation",
        // The profile requires the first code; the second identifies pulse oximeters.
        loinc: &[
            ("2708-6", "Oxygen saturation in Arterial blood"),
            (
                "59408-5",
                "Oxygen saturation in Arterial blood by Pulse oximetry",
            ),
        ],
        profile: Some("oxygensat"),
        schema: schema("oxygen-saturation", "2.0", "oxygen_saturation", "%"),
    },
    Code {
        kind: "respiratory_rate",
        loinc: &[("9279-1", "Respiratory rate")],
        profile: Some("resprate"),
        schema: schema("respiratory-rate", "2.0", "respiratory_rate", "breaths/min"),
    },
    Code {
        kind: "resting_heart_rate",
        // The profile requires the second code for every heart rate.
        loinc: &[
            ("40443-4", "Heart rate --resting"),
            ("8867-4", "Heart rate"),
        ],
        profile: Some("heartrate"),
        schema: Some(Schema {
            besides: ",\"temporal_relationship_to_physical_activity\":\"at rest\"",
            ..HEART_RATE
        }),
    },
    Code {
        kind: "rr_interval",
        loinc: &[],
        profile: None,
        schema: schema("rr-interval", "1.0", "rr_interval", "ms"),
    },
    Code {
        kind: "sleep_duration",
        loinc: &[("93832-4", "Sleep duration")],
        profile: None,
        schema: schema("sleep-duration", "1.0", "sleep_duration", "sec"),
    },
    Code {
        kind: "speed",
        loinc: &[],
        profile: None,
        schema: schema("speed", "1.0", "speed", "m/s"),
    },
    Code {
        kind: "steps",
        loinc: &[("55423-8", "Number of steps in unspecified time Pedometer")],
        profile: None,
        schema: Some(Schema {
            name: "step-count",
            version: "1.0",
            property: "step_count",
            unit: None,
            besides: "",
        }),
    },
    Code {
        kind: "vo2_max",
        loinc: &[(
            "94122-9",
            "Oxygen consumption (VO2)/Body weight [Volume Rate Content] --peak during exercise",
        )],
        profile: None,
        schema: None,
    },
    Code {
        kind: "weight",
        loinc: &[("29463-7", "Body weight")],
        profile: Some("bodyweight"),
        schema: schema("body-weight", "2.0", "body_weight", "kg"),
    },
];
