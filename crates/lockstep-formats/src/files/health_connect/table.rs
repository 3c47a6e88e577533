//! The tables of Health Connect's database, and the types of their values.

/// A table of records with one value each.
pub(super) struct Instant {
    pub(super) table: &'static str,
    pub(super) column: &'static str,
    pub(super) kind: &'static str,
    /// The factor of the value.
    pub(super) factor: f64,
    pub(super) unit: &'static str,
    /// Whether the value is the value of its whole day.
    pub(super) is_of_day: bool,
}

const fn instant(
    table: &'static str,
    column: &'static str,
    kind: &'static str,
    factor: f64,
    unit: &'static str,
) -> Instant {
    Instant {
        table,
        column,
        kind,
        factor,
        unit,
        is_of_day: false,
    }
}

/// Weights are in grams, energies in calories (not kilocalories).
#[rustfmt::skip]
pub(super) const INSTANTS: &[Instant] = &[
    instant("steps_record_table", "count", "steps", 1.0, "count"),
    instant("distance_record_table", "distance", "distance", 1.0, "m"),
    instant("active_calories_burned_record_table", "energy", "energy", 0.001, "kcal"),
    instant("total_calories_burned_record_table", "energy", "total_energy", 0.001, "kcal"),
    Instant {
        is_of_day: true,
        ..instant(
            "resting_heart_rate_record_table", "beats_per_minute", "resting_heart_rate", 1.0, "bpm",
        )
    },
    instant(
        "heart_rate_variability_rmssd_record_table", "heart_rate_variability_millis",
        "heart_rate_variability_rmssd", 1.0, "ms",
    ),
    instant("oxygen_saturation_record_table", "percentage", "oxygen_saturation", 1.0, "%"),
    instant("respiratory_rate_record_table", "rate", "respiratory_rate", 1.0, "/min"),
    instant("body_temperature_record_table", "temperature", "body_temperature", 1.0, "Cel"),
    instant("basal_body_temperature_record_table", "temperature", "body_temperature", 1.0, "Cel"),
    instant("weight_record_table", "weight", "weight", 0.001, "kg"),
    instant("body_fat_record_table", "percentage", "body_fat_percentage", 1.0, "%"),
    instant(
        "vo2_max_record_table", "vo2_milliliters_per_minute_kilogram", "vo2_max", 1.0, "mL/kg/min",
    ),
];

/// A table of readings, and the table of the records that they belong to.
pub(super) struct Series {
    pub(super) table: &'static str,
    pub(super) parent: &'static str,
    pub(super) column: &'static str,
    pub(super) kind: &'static str,
    pub(super) unit: &'static str,
}

const fn series(
    [parent, table, column]: [&'static str; 3],
    kind: &'static str,
    unit: &'static str,
) -> Series {
    Series {
        table,
        parent,
        column,
        kind,
        unit,
    }
}

#[rustfmt::skip]
pub(super) const SERIES: &[Series] = &[
    series(
        ["heart_rate_record_table", "heart_rate_record_series_table", "beats_per_minute"],
        "heart_rate", "bpm",
    ),
    series(["speedrecordtable", "speed_record_table", "speed"], "speed", "m/s"),
    series(["powerrecordtable", "power_record_table", "power"], "power", "W"),
    series(
        [
            "cyclingpedalingcadencerecordtable", "cycling_pedaling_cadence_record_table",
            "revolutions_per_minute",
        ],
        "cadence", "rpm",
    ),
    series(["stepscadencerecordtable", "steps_cadence_record_table", "rate"], "cadence", "spm"),
    // The deviation from the record's baseline.
    series(
        ["skin_temperature_record_table", "skin_temperature_delta_table", "delta"],
        "skin_temperature_deviation", "Cel",
    ),
];

/// Returns whether the rows of a table are read; the name is in lower case.
pub(super) fn is_read(table: &str) -> bool {
    INSTANTS.iter().any(|row| row.table == table)
        || SERIES
            .iter()
            .any(|row| row.table == table || row.parent == table)
        || [
            "sleep_session_record_table",
            "exercise_session_record_table",
            "exercise_laps_table",
        ]
        .contains(&table)
}

/// The ends of the names of tables that hold records; the others manage the database.
pub(super) const OTHERS: &[&str] = &[
    "_record_table",
    "recordtable",
    "_segments_table",
    "_laps_table",
    "medical_resource_table",
];

/// FIT's names of the sports by the number of `ExerciseSessionType`, which differs from the number that
/// Jetpack's `ExerciseSessionRecord` uses. Empty: the session states no sport.
#[rustfmt::skip]
pub(super) const SPORTS: &[&str] = &[
    "", "badminton", "baseball", "basketball", "cycling", "indoor_cycling", "training", "boxing",
    "training", "cricket", "dancing", "training", "fencing", "american_football",
    "australian_football", "frisbee", "golf", "breathing", "gymnastics", "handball", "hiit", "hiking",
    "ice_hockey", "ice_skating", "martial_arts", "paddling", "hang_gliding", "pilates", "racquetball",
    "rock_climbing", "roller_hockey", "rowing", "rugby", "running", "treadmill_running", "sailing",
    "diving", "inline_skating", "alpine_skiing", "snowboarding", "snowshoeing", "soccer", "softball",
    "squash", "stair_climbing", "training", "stretching", "surfing", "swimming", "swimming",
    "table_tennis", "tennis", "volleyball", "walking", "water_polo", "training", "wheelchair", "yoga",
    "training", "fitness_equipment", "fitness_equipment", "indoor_rowing",
];
