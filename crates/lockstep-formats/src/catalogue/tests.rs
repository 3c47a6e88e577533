use super::*;
use proptest::prelude::*;

#[test]
fn units_are_converted() {
    for (name, unit, value, expected) in [
        ("heart_rate", "bpm", 61.0, Some(61.0)),
        ("heart_rate", "/min", 61.0, Some(61.0)),
        ("heart_rate", "Hz", 1.0, None),
        ("heart_rate_variability_rmssd", "s", 0.05, Some(50.0)),
        ("distance", "km", 42.195, Some(42_195.0)),
        ("distance", "mi", 1.0, Some(1609.344)),
        ("distance", "ft", 10.0, Some(3.048)),
        ("speed", "km/h", 36.0, Some(10.0)),
        ("speed", "mph", 100.0, Some(44.704)),
        ("speed", "min/km", 5.0, Some(1000.0 / 300.0)),
        ("speed", "min/km", 0.0, None),
        ("power", "kW", 0.25, Some(250.0)),
        ("energy", "kJ", 4.184, Some(1.0)),
        ("sleep_duration", "h", 8.0, Some(28_800.0)),
        ("sleep_duration", "min", 480.0, Some(28_800.0)),
        ("weight", "lb", 100.0, Some(45.359_237)),
        ("weight", "st", 10.0, Some(63.502_931_8)),
        ("body_temperature", "degF", 212.0, Some(100.0)),
        ("skin_temperature", "degF", 32.0, Some(0.0)),
        ("steps", "count", 7.0, Some(7.0)),
        ("somebody.elses", "bpm", 7.0, None),
    ] {
        let found = canonical(name, unit, value);
        match (found, expected) {
            (Some(found), Some(expected)) => assert!(
                (found - expected).abs() <= 1e-12 * expected.abs(),
                "{value} {unit} of {name}: {found}, not {expected}"
            ),
            _ => assert_eq!(found, expected, "{value} {unit} of {name}"),
        }
    }
}

#[test]
fn plausible_ranges_are_checked() {
    for (name, value, expected) in [
        ("heart_rate", 25.0, true),
        ("heart_rate", 24.9, false),
        ("heart_rate", 250.0, true),
        ("heart_rate", 250.1, false),
        ("heart_rate_variability_rmssd", 0.0, false),
        ("heart_rate_variability_rmssd", 0.1, true),
        ("heart_rate_variability_sdnn", 400.0, true),
        ("rr_interval", 199.0, false),
        ("sleep_duration", 0.0, true),
        ("oxygen_saturation", 49.0, false),
        ("altitude", -400.0, true),
        ("altitude", 20_001.0, false),
        ("distance", -1.0, false),
        ("distance", 42_195.0, true),
        ("distance", 1e8, false),
        ("body_temperature", 36.6, true),
        ("body_temperature", 98.6, false),
        ("skin_temperature", 33.2, true),
        ("skin_temperature", 91.0, false),
        ("session_rpe", 10.0, true),
        ("session_rpe", 11.0, false),
        ("altitude", f64::NAN, false),
    ] {
        assert_eq!(
            kind(name).unwrap().is_plausible(value),
            expected,
            "{name} {value}"
        );
    }
}

#[test]
fn the_catalogue_is_sorted_and_consistent() {
    assert!(CATALOGUE.is_sorted_by(|one, other| one.name < other.name));
    for entry in CATALOGUE {
        assert!(is_name(entry.name));
        assert!(matches!(
            validate(entry.name, entry.unit),
            Ok(Verdict::Known(_, Conversion::Same))
        ));
    }
}

#[test]
fn every_plausible_value_has_a_whole_number() {
    let rows = || {
        CATALOGUE
            .iter()
            .map(|entry| (entry.name, entry.fixed_point))
    };
    for (name, form) in rows().chain([("unknown", FixedPointEncoding::UNKNOWN)]) {
        let most = if form.wide {
            FixedPointEncoding::WIDE
        } else {
            FixedPointEncoding::NARROW
        };
        assert!((1..=most).contains(&form.bound), "{name}");
        assert!(form.decimals <= 6, "{name}");
        let range = kind(name).and_then(|kind| kind.range);
        for value in range.iter().flat_map(|range| [range.low, range.high]) {
            let number = form.encode(value).unwrap_or_else(|| panic!("{name}"));
            assert!(
                (form.decode(number) - value).abs() <= 0.5 / form.scale(),
                "{name} {value}"
            );
        }
    }
    assert_eq!(fixed_point("power"), kind("power").unwrap().fixed_point);
    assert_eq!(fixed_point("mood"), FixedPointEncoding::UNKNOWN);
}

#[test]
fn values_are_encoded_as_whole_numbers() {
    for (name, value, expected) in [
        ("heart_rate", 60.5, Some(605)),
        ("heart_rate", 0.0, Some(0)),
        ("heart_rate", 300.0, Some(3000)),
        ("heart_rate", 300.06, None),
        ("resting_heart_rate", 62.37, Some(6237)),
        ("heart_rate_variability_rmssd", 89.603, Some(89_603)),
        ("rr_interval", 976.5625, Some(9766)),
        ("weight", 72.35, Some(72_350)),
        ("skin_temperature", -0.25, Some(-25)),
        ("latitude", -89.999_999_5, Some(-90_000_000)),
        ("latitude", 90.1, None),
        ("longitude", 13.404_954, Some(13_404_954)),
        ("speed", 4.321, Some(4321)),
        ("steps", 200_000.0, Some(200_000)),
        ("altitude", -430.2, Some(-430_200)),
        ("mood", 0.125, Some(125)),
        ("mood", 137_438_953.472, Some(1 << 37)),
        ("mood", 137_438_953.473, None),
        ("mood", f64::NAN, None),
        ("mood", f64::NEG_INFINITY, None),
        ("mood", 1e300, None),
    ] {
        assert_eq!(fixed_point(name).encode(value), expected, "{name} {value}");
    }
    let shifted = FixedPointEncoding {
        decimals: 1,
        offset: 1000,
        bound: 500,
        wide: false,
    };
    for (value, expected) in [(50.0, Some(-500)), (49.9, None), (150.04, Some(500))] {
        assert_eq!(shifted.encode(value), expected, "{value}");
    }
    assert_eq!(shifted.decode(-500), 50.0);
}

#[test]
fn errors_name_the_accepted_units() {
    let text = |name, unit| validate(name, unit).unwrap_err().to_string();
    assert_eq!(
        text("power", "hp"),
        "unit: power is measured in \"W\" or \"kW\""
    );
    assert!(text("Power", "W").starts_with("type: must begin"));
    assert!(matches!(validate("mood", "anything"), Ok(Verdict::Unknown)));
}

#[test]
fn type_names_are_checked() {
    let longest = "a".repeat(64);
    for (name, expected) in [
        ("a", true),
        ("heart_rate", true),
        ("a.b_c9", true),
        (longest.as_str(), true),
        ("", false),
        ("9a", false),
        ("_a", false),
        ("Heart", false),
        ("a-b", false),
        ("ä", false),
        (&format!("{longest}a"), false),
    ] {
        assert_eq!(is_name(name), expected, "{name:?}");
    }
}

proptest! {
    #[test]
    fn a_decoded_value_differs_by_at_most_half_of_the_last_decimal(
        at in 0..=CATALOGUE.len(),
        place in -1.0..=1.0_f64,
    ) {
        let form = CATALOGUE.get(at).map_or(FixedPointEncoding::UNKNOWN, |entry| entry.fixed_point);
        let greatest = form.bound as f64 / form.scale();
        let value = place * greatest;
        let number = form.encode(value).unwrap();
        // The second term is the rounding of the division.
        let error = (form.decode(number) - value).abs();
        prop_assert!(error <= 0.5 / form.scale() + 1e-15 * greatest, "{} {}", at, value);
        // A value with no more decimals than the encoding keeps is restored exactly.
        let exact = form.decode(number);
        prop_assert_eq!(form.encode(exact), Some(number));
        prop_assert_eq!(form.decode(form.encode(exact).unwrap()), exact);
        prop_assert_eq!(form.encode(greatest + 0.51 / form.scale()), None);
        prop_assert_eq!(form.encode(-greatest - 0.51 / form.scale()), None);
    }

    #[test]
    fn conversions_keep_the_order_of_values(at in 0..CATALOGUE.len(), low in 0.1..1e4_f64, more in 0.1..1e4_f64) {
        let entry = &CATALOGUE[at];
        for (alias, conversion) in entry.aliases {
            let (one, other) = (conversion.apply(low), conversion.apply(low + more));
            if matches!(conversion, Conversion::Reciprocal(_)) {
                prop_assert!(one > other, "{}", alias);
            } else {
                prop_assert!(one < other, "{}", alias);
            }
        }
    }
}
