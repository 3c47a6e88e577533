//! The rows of the catalogue, by name.

use super::{Conversion, FixedPointEncoding, PointType, Range};

/// Every known type, sorted by name.
pub static CATALOGUE: &[PointType] = &[
    PointType {
        name: "altitude",
        unit: "m",
        aliases: &[
            ("ft", Conversion::Ratio(0.3048, 1.0)),
            ("[ft_i]", Conversion::Ratio(0.3048, 1.0)),
        ],
        range: between(-500.0, 20_000.0),
        fixed_point: wide(3, 100_000_000),
    },
    PointType {
        name: "basal_energy",
        unit: "kcal",
        aliases: &[("kJ", Conversion::Ratio(1.0, 4.184))],
        range: between(0.0, 30_000.0),
        fixed_point: wide(3, 100_000_000),
    },
    PointType {
        name: "body_fat_percentage",
        unit: "%",
        aliases: &[],
        range: between(0.0, 100.0),
        fixed_point: narrow(2, 10_000),
    },
    PointType {
        name: "body_temperature",
        unit: "Cel",
        aliases: &[
            ("degC", Conversion::Same),
            ("degF", FAHRENHEIT),
            ("[degF]", FAHRENHEIT),
        ],
        range: between(25.0, 45.0),
        fixed_point: narrow(2, 10_000),
    },
    PointType {
        name: "cadence",
        unit: "/min",
        aliases: &[
            ("rpm", Conversion::Same),
            ("spm", Conversion::Same),
            ("1/min", Conversion::Same),
            ("{steps}/min", Conversion::Same),
        ],
        range: between(0.0, 300.0),
        fixed_point: narrow(1, 4000),
    },
    PointType {
        name: "distance",
        unit: "m",
        aliases: &[
            ("km", Conversion::Ratio(1000.0, 1.0)),
            ("mi", Conversion::Ratio(1609.344, 1.0)),
            ("[mi_i]", Conversion::Ratio(1609.344, 1.0)),
            ("ft", Conversion::Ratio(0.3048, 1.0)),
            ("[ft_i]", Conversion::Ratio(0.3048, 1.0)),
        ],
        range: between(0.0, 10_000_000.0),
        fixed_point: wide(3, 10_000_000_000),
    },
    PointType {
        name: "energy",
        unit: "kcal",
        aliases: &[("kJ", Conversion::Ratio(1.0, 4.184))],
        range: between(0.0, 30_000.0),
        fixed_point: wide(3, 100_000_000),
    },
    PointType {
        name: "exercise_duration",
        unit: "s",
        aliases: &[
            ("min", Conversion::Ratio(60.0, 1.0)),
            ("h", Conversion::Ratio(3600.0, 1.0)),
        ],
        range: between(0.0, 86_400.0),
        fixed_point: wide(3, 1_000_000_000),
    },
    PointType {
        name: "heart_rate",
        unit: "/min",
        aliases: &[
            ("bpm", Conversion::Same),
            ("1/min", Conversion::Same),
            ("{beats}/min", Conversion::Same),
        ],
        range: between(25.0, 250.0),
        fixed_point: narrow(1, 3000),
    },
    PointType {
        name: "heart_rate_variability_rmssd",
        unit: "ms",
        aliases: &[("s", Conversion::Ratio(1000.0, 1.0))],
        range: above(0.0, 400.0),
        fixed_point: wide(3, 10_000_000),
    },
    PointType {
        name: "heart_rate_variability_sdnn",
        unit: "ms",
        aliases: &[("s", Conversion::Ratio(1000.0, 1.0))],
        range: above(0.0, 400.0),
        fixed_point: wide(3, 10_000_000),
    },
    PointType {
        name: "latitude",
        unit: "deg",
        aliases: &[],
        range: between(-90.0, 90.0),
        fixed_point: wide(6, 90_000_000),
    },
    PointType {
        name: "longitude",
        unit: "deg",
        aliases: &[],
        range: between(-180.0, 180.0),
        fixed_point: wide(6, 360_000_000),
    },
    PointType {
        name: "oura_activity_score",
        unit: "{score}",
        aliases: &[("score", Conversion::Same)],
        range: between(0.0, 100.0),
        fixed_point: narrow(2, 12_000),
    },
    PointType {
        name: "oura_readiness_score",
        unit: "{score}",
        aliases: &[("score", Conversion::Same)],
        range: between(0.0, 100.0),
        fixed_point: narrow(2, 12_000),
    },
    PointType {
        name: "oura_sleep_score",
        unit: "{score}",
        aliases: &[("score", Conversion::Same)],
        range: between(0.0, 100.0),
        fixed_point: narrow(2, 12_000),
    },
    PointType {
        name: "oxygen_saturation",
        unit: "%",
        aliases: &[],
        range: between(50.0, 100.0),
        fixed_point: narrow(2, 12_000),
    },
    PointType {
        name: "polar_ans_charge",
        unit: "{score}",
        aliases: &[("score", Conversion::Same)],
        range: between(-10.0, 10.0),
        fixed_point: narrow(2, 12_000),
    },
    PointType {
        name: "polar_nightly_recharge_status",
        unit: "{score}",
        aliases: &[("score", Conversion::Same)],
        range: between(1.0, 6.0),
        fixed_point: narrow(2, 12_000),
    },
    PointType {
        name: "polar_sleep_score",
        unit: "{score}",
        aliases: &[("score", Conversion::Same)],
        range: between(0.0, 100.0),
        fixed_point: narrow(2, 12_000),
    },
    PointType {
        name: "power",
        unit: "W",
        aliases: &[("kW", Conversion::Ratio(1000.0, 1.0))],
        range: between(0.0, 3000.0),
        fixed_point: narrow(1, 32_768),
    },
    PointType {
        name: "respiratory_rate",
        unit: "/min",
        aliases: &[
            ("brpm", Conversion::Same),
            ("1/min", Conversion::Same),
            ("{breaths}/min", Conversion::Same),
        ],
        range: between(4.0, 60.0),
        fixed_point: narrow(2, 12_000),
    },
    PointType {
        name: "resting_heart_rate",
        unit: "/min",
        aliases: &[
            ("bpm", Conversion::Same),
            ("1/min", Conversion::Same),
            ("{beats}/min", Conversion::Same),
        ],
        range: between(25.0, 250.0),
        fixed_point: narrow(2, 30_000),
    },
    PointType {
        name: "resting_heart_rate_7_day_mean",
        unit: "/min",
        aliases: &[
            ("bpm", Conversion::Same),
            ("1/min", Conversion::Same),
            ("{beats}/min", Conversion::Same),
        ],
        range: between(25.0, 250.0),
        fixed_point: narrow(2, 30_000),
    },
    PointType {
        name: "rr_interval",
        unit: "ms",
        aliases: &[("s", Conversion::Ratio(1000.0, 1.0))],
        range: between(200.0, 3000.0),
        fixed_point: narrow(1, 32_768),
    },
    PointType {
        name: "samsung_energy_score",
        unit: "{score}",
        aliases: &[("score", Conversion::Same)],
        range: between(0.0, 100.0),
        fixed_point: narrow(2, 12_000),
    },
    PointType {
        name: "samsung_stress_score",
        unit: "{score}",
        aliases: &[("score", Conversion::Same)],
        range: between(0.0, 100.0),
        fixed_point: narrow(2, 12_000),
    },
    PointType {
        name: "session_rpe",
        unit: "{score}",
        aliases: &[("score", Conversion::Same)],
        range: between(0.0, 10.0),
        fixed_point: narrow(2, 32_768),
    },
    PointType {
        name: "skin_temperature",
        unit: "Cel",
        aliases: &[
            ("degC", Conversion::Same),
            ("degF", FAHRENHEIT),
            ("[degF]", FAHRENHEIT),
        ],
        range: between(-10.0, 50.0),
        fixed_point: narrow(2, 10_000),
    },
    PointType {
        name: "skin_temperature_deviation",
        unit: "Cel",
        aliases: &[
            ("degC", Conversion::Same),
            ("degF", Conversion::Ratio(5.0, 9.0)),
            ("[degF]", Conversion::Ratio(5.0, 9.0)),
        ],
        range: between(-20.0, 20.0),
        fixed_point: narrow(2, 10_000),
    },
    PointType {
        name: "sleep_duration",
        unit: "s",
        aliases: &[
            ("min", Conversion::Ratio(60.0, 1.0)),
            ("h", Conversion::Ratio(3600.0, 1.0)),
        ],
        range: between(0.0, 86_400.0),
        fixed_point: wide(3, 1_000_000_000),
    },
    PointType {
        name: "sleep_stage",
        unit: "s",
        aliases: &[
            ("min", Conversion::Ratio(60.0, 1.0)),
            ("h", Conversion::Ratio(3600.0, 1.0)),
        ],
        range: between(0.0, 86_400.0),
        fixed_point: wide(3, 1_000_000_000),
    },
    PointType {
        name: "speed",
        unit: "m/s",
        aliases: &[
            ("km/h", Conversion::Ratio(10.0, 36.0)),
            ("mph", Conversion::Ratio(0.44704, 1.0)),
            ("[mi_i]/h", Conversion::Ratio(0.44704, 1.0)),
            ("min/km", Conversion::Reciprocal(1000.0 / 60.0)),
        ],
        range: between(0.0, 100.0),
        fixed_point: wide(3, 1_000_000),
    },
    PointType {
        name: "steps",
        unit: "{steps}",
        aliases: &[("count", Conversion::Same), ("steps", Conversion::Same)],
        range: between(0.0, 200_000.0),
        fixed_point: wide(0, 10_000_000),
    },
    PointType {
        name: "stress",
        unit: "{score}",
        aliases: &[("score", Conversion::Same)],
        range: between(0.0, 100.0),
        fixed_point: narrow(2, 12_000),
    },
    PointType {
        name: "stress_management_score",
        unit: "{score}",
        aliases: &[("score", Conversion::Same)],
        range: above(0.0, 100.0),
        fixed_point: narrow(2, 12_000),
    },
    PointType {
        name: "total_energy",
        unit: "kcal",
        aliases: &[("kJ", Conversion::Ratio(1.0, 4.184))],
        range: between(0.0, 30_000.0),
        fixed_point: wide(3, 100_000_000),
    },
    PointType {
        name: "vo2_max",
        unit: "mL/kg/min",
        aliases: &[
            ("mL/min/kg", Conversion::Same),
            ("ml/kg/min", Conversion::Same),
        ],
        range: between(10.0, 100.0),
        fixed_point: narrow(2, 15_000),
    },
    PointType {
        name: "vo2_max_cycling",
        unit: "mL/kg/min",
        aliases: &[
            ("mL/min/kg", Conversion::Same),
            ("ml/kg/min", Conversion::Same),
        ],
        range: between(10.0, 100.0),
        fixed_point: narrow(2, 15_000),
    },
    PointType {
        name: "vo2_max_running",
        unit: "mL/kg/min",
        aliases: &[
            ("mL/min/kg", Conversion::Same),
            ("ml/kg/min", Conversion::Same),
        ],
        range: between(10.0, 100.0),
        fixed_point: narrow(2, 15_000),
    },
    PointType {
        name: "weight",
        unit: "kg",
        aliases: &[
            ("lb", Conversion::Ratio(0.453_592_37, 1.0)),
            ("[lb_av]", Conversion::Ratio(0.453_592_37, 1.0)),
            ("st", Conversion::Ratio(6.350_293_18, 1.0)),
            ("[stone_av]", Conversion::Ratio(6.350_293_18, 1.0)),
        ],
        range: between(2.0, 500.0),
        fixed_point: wide(3, 1_000_000),
    },
    PointType {
        name: "whoop_day_strain",
        unit: "{score}",
        aliases: &[("score", Conversion::Same)],
        range: between(0.0, 21.0),
        fixed_point: narrow(2, 12_000),
    },
    PointType {
        name: "whoop_recovery_score",
        unit: "%",
        aliases: &[],
        range: between(0.0, 100.0),
        fixed_point: narrow(2, 12_000),
    },
    PointType {
        name: "whoop_sleep_performance",
        unit: "%",
        aliases: &[],
        range: between(0.0, 100.0),
        fixed_point: narrow(2, 12_000),
    },
];

const FAHRENHEIT: Conversion = Conversion::Affine {
    zero: 32.0,
    numerator: 5.0,
    denominator: 9.0,
};

const fn between(low: f64, high: f64) -> Option<Range> {
    Some(Range {
        low,
        high,
        above_low: false,
    })
}

const fn above(low: f64, high: f64) -> Option<Range> {
    Some(Range {
        low,
        high,
        above_low: true,
    })
}

/// Whole numbers up to 2^15: one plaintext prime. The offset is 0 in every row, so that the public
/// bounds of a proof are the scaled values themselves.
const fn narrow(decimals: u8, bound: u64) -> FixedPointEncoding {
    FixedPointEncoding {
        decimals,
        offset: 0,
        bound,
        wide: false,
    }
}

/// Whole numbers up to 2^37: two plaintext primes and twice the bytes. Types recorded a few times per day
/// use this encoding for its decimals.
const fn wide(decimals: u8, bound: u64) -> FixedPointEncoding {
    FixedPointEncoding {
        decimals,
        offset: 0,
        bound,
        wide: true,
    }
}
