use std::collections::BTreeMap;

use lockstep_formats::Point;

use super::*;
use proptest::prelude::*;

fn point<'a>(kind: &'a str, device: &'a str, at: i64, value: f64) -> Point<'a> {
    Point {
        timestamp: at,
        kind,
        value,
        unit: "bpm",
        device,
        confidence: None,
        metadata: None,
    }
}

#[test]
fn grouped_by_series() {
    let mut batch = Batch::default();
    for (nth, (kind, device)) in [("a", "x"), ("b", "x"), ("a", "y"), ("a", "x"), ("b", "x")]
        .into_iter()
        .enumerate()
    {
        batch.push(&point(kind, device, nth as i64, 0.5));
    }
    assert_eq!(batch.len(), 5);
    let counts: Vec<_> = batch
        .into_sorted()
        .iter()
        .map(|series| {
            (
                series.kind.to_string(),
                series.device.to_string(),
                series.columns.len(),
            )
        })
        .collect();
    let row = |kind: &str, device: &str, n| (kind.to_owned(), device.to_owned(), n);
    assert_eq!(
        counts,
        [row("a", "x", 2), row("a", "y", 1), row("b", "x", 2)]
    );
}

#[test]
fn an_appended_batch_follows_the_earlier_points() {
    let (mut batch, mut later, mut all) = Default::default();
    for (nth, (kind, device)) in [("a", "x"), ("b", "x"), ("a", "y"), ("a", "x"), ("c", "x")]
        .into_iter()
        .enumerate()
    {
        let part: &mut Batch = if nth < 2 { &mut batch } else { &mut later };
        part.push(&point(kind, device, nth as i64, 0.5));
        Batch::push(&mut all, &point(kind, device, nth as i64, 0.5));
    }
    batch.append(later);
    assert_eq!((batch.len(), &batch), (5, &all));
    batch.push(&point("c", "x", 9, 0.5));
    assert_eq!(batch.series().len(), 4);
}

/// A batch finds its series by another way once there are many.
#[test]
fn few_and_many_series_are_found() {
    let names: Vec<String> = (0..30).map(|nth| format!("device {nth}")).collect();
    let (mut batch, mut later) = (Batch::default(), Batch::default());
    for round in 0..3 {
        for name in &names {
            for kind in ["a", "b"] {
                let slot = batch.push(&point(kind, name, round, 0.5));
                let found = &batch.series()[slot.index()];
                assert_eq!((&*found.kind, &*found.device), (kind, name.as_str()));
                later.push(&point(kind, name, round + 3, 0.5));
            }
        }
    }
    batch.append(later);
    assert_eq!((batch.series().len(), batch.len()), (60, 360));
    assert!(batch.series().iter().all(|it| it.columns.len() == 6));
    // Of every second series the first point is removed, and of the first four all points.
    let gone = |nth: usize| match nth {
        0..4 => (0..6).collect(),
        nth if nth % 2 == 0 => vec![0],
        _ => Vec::new(),
    };
    batch.remove(&(0..60).map(gone).collect::<Vec<_>>());
    assert_eq!((batch.series().len(), batch.len()), (56, 56 * 6 - 28));
    let slot = batch.push(&point("b", "device 29", 9, 0.5));
    assert_eq!((slot.index(), batch.series().len()), (55, 56));
    let slot = batch.push(&point("a", "device 0", 9, 0.5));
    assert_eq!((slot.index(), batch.series().len()), (56, 57));
}

type Row = (i64, i32, u8, Option<u8>, Option<u8>);

fn rows() -> impl Strategy<Value = Vec<Row>> {
    prop::collection::vec(
        (
            0_i64..40,
            any::<i32>(),
            0_u8..3,
            prop::option::weighted(0.3, 0_u8..100),
            prop::option::weighted(0.3, 0_u8..5),
        ),
        0..60,
    )
}

fn columns(rows: &[Row]) -> Columns {
    let mut columns = Columns::default();
    for (at, value, unit, confidence, metadata) in rows {
        columns.push(
            *at,
            f64::from(*value),
            ["bpm", "/min", "W"][usize::from(*unit)],
            confidence.map(|hundredths| f64::from(hundredths) / 100.0),
            metadata.map(|n| format!("{{\"lap\":{n}}}")).as_deref(),
        );
    }
    columns
}

proptest! {
    #[test]
    fn newest_wins(rows in rows()) {
        let mut model = BTreeMap::new();
        let mut replaced = Vec::new();
        for row in &rows {
            replaced.extend(model.insert(row.0, *row));
        }
        // Each is replaced by the next of its time, so those of one time are in order of arrival.
        replaced.sort_by_key(|row| row.0);
        let expected: Vec<Row> = model.into_values().collect();
        let mut sorted = columns(&rows);
        let earlier = sorted.sort_newest_wins();
        prop_assert_eq!(sorted, columns(&expected));
        prop_assert_eq!(earlier, columns(&replaced));
    }

    #[test]
    fn a_range_is_what_its_points_are(rows in rows(), cut in 0_usize..60, end in 0_usize..60) {
        let all = columns(&rows);
        let cut = cut.min(rows.len());
        let end = end.clamp(cut, rows.len());
        let mut joined = columns(&rows[..cut]);
        joined.extend_from(&all, cut..end);
        prop_assert_eq!(joined, columns(&rows[..end]));
    }

    #[test]
    fn entries_are_rows(rows in rows()) {
        for (entry, row) in columns(&rows).iter().zip(&rows) {
            let mut alone = Columns::default();
            alone.push(entry.timestamp, entry.value, entry.unit, entry.confidence, entry.metadata);
            prop_assert_eq!(alone, columns(&[*row]));
        }
    }
}
