use proptest::prelude::*;

use super::*;
use lockstep_formats::catalogue::CATALOGUE;

fn one(value: f64, unit: &str) -> Columns {
    let mut columns = Columns::default();
    columns.push(1000, value, unit, Some(0.5), Some("{\"lap\":1}"));
    columns
}

/// The pace is so slow that its speed rounds to zero at three decimals.
#[test]
fn a_value_that_cannot_come_back_is_refused() {
    for (value, taken) in [
        (60_000_000.0, false),
        (1e300, false),
        (0.0, false),
        (20_000.0, true),
        (5.0, true),
    ] {
        let refusal = refusal(Mode::Fhe, "speed", "min/km", value, 1000);
        assert_eq!(refusal.is_none(), taken, "{value}: {refusal:?}");
        let points = one(value, "min/km");
        assert_eq!(can_store(Mode::Fhe, "speed", &points), taken, "{value}");
        assert_eq!(rounded("speed", &points).is_ok(), taken, "{value}");
    }
    let said = refusal(Mode::Fhe, "speed", "min/km", 60_000_000.0, 1000).unwrap();
    assert!(
        said.ends_with("the rounded value has no equivalent in min/km"),
        "{said}"
    );
}

#[test]
fn stored_blocks_are_read_in_the_unit_of_their_type() {
    let mut columns = one(0.0, "min/km");
    columns.push(2000, 0.0, "min/km", None, None);
    let sent = as_sent("speed", &columns, &[0.0, 2.5]).unwrap();
    let mut expected = one(0.0, "m/s");
    expected.push(2000, 1000.0 / 60.0 / 2.5, "min/km", None, None);
    assert_eq!(sent, expected);
    assert_eq!(as_sent("speed", &columns, &[1.0]), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// A block returns the stored value exactly, and storing that value again does not change it.
    #[test]
    fn a_rounded_value_is_the_same_ever_after(
        kind in 0..CATALOGUE.len() + 1,
        unit in any::<prop::sample::Index>(),
        whole in any::<i64>(),
        part in 0.0..1.0_f64,
    ) {
        let (kind, units) = match CATALOGUE.get(kind) {
            None => ("widgets", vec!["w"]),
            Some(kind) => {
                let aliases = kind.aliases.iter().map(|(alias, _)| *alias);
                (kind.name, aliases.chain([kind.unit]).collect())
            }
        };
        let unit = units[unit.index(units.len())];
        let form = catalogue::fixed_point(kind);
        let bound = form.bound as i64;
        let canonical = form.decode(whole % bound) + part / 10_f64.powi(i32::from(form.decimals));
        let how = catalogue::conversion(kind, unit).unwrap();
        let Some(value) = how.invert(canonical) else {
            return Ok(());
        };
        let points = one(value, unit);
        let Ok(kept) = rounded(kind, &points) else {
            prop_assert!(!can_store(Mode::Fhe, kind, &points));
            return Ok(());
        };
        prop_assert_eq!(&rounded(kind, &kept).unwrap(), &kept);
        let number = form.encode(super::canonical(kind, &kept).unwrap()[0]).unwrap();
        prop_assert_eq!(as_sent(kind, &kept, &[form.decode(number)]).unwrap(), kept);
    }
}
