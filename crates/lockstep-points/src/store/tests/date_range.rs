//! Ranges of local dates in zones from UTC+12 on.

use lockstep_formats::LocalDate;

use super::*;

const HOUR: i64 = 3_600_000;

fn value_of_day(date: LocalDate, device: &str) -> Row {
    Row {
        kind: "steps".to_owned(),
        device: device.to_owned(),
        unit: "count".to_owned(),
        metadata: Some(format!(r#"{{"localDate":"{date}"}}"#)),
        ..Row::heart_rate(date.day_time(), 1000.0 + f64::from(date.day()))
    }
}

/// Each point of a range is on exactly one page, counted, scanned and removed, at each distance from UTC.
#[test]
fn values_of_days_belong_to_their_date_in_every_reader() {
    let day = |number: i64| LocalDate::from_day(number).unwrap();
    let mut rows: Vec<Row> = (100..110)
        .map(|nth| value_of_day(day(nth), "watch"))
        .collect();
    rows.extend((100..110).map(|nth| value_of_day(day(nth), "phone")));
    // A reading every ten minutes, in several chunks with the values of the same series.
    rows.extend(
        (0..1440).map(|nth| Row::heart_rate(day(100).midnight_utc() + nth * HOUR / 6, 60.0)),
    );
    rows.sort_by_key(Row::key);
    for hours in [-11, 0, 11, 12, 13, 14] {
        let store = Store::new();
        let ann = user();
        store.append(&ann, &rows);
        let (first, last) = (day(103), day(105));
        let begin = first.midnight_utc() - hours * HOUR;
        let end = last.midnight_utc() + (24 - hours) * HOUR - 1;
        let account_keys = store.account_keys(&ann);
        let filter = store.read(move |tx| {
            let range = Filter {
                from: Some(Timestamp(begin)),
                to: Some(Timestamp(end)),
                ..Filter::default()
            };
            range.with_dates(tx, &account_keys, (Some(first), Some(last)))
        });
        let is_meant = |row: &&Row| match row.metadata {
            Some(_) => (first.day_time()..=last.day_time()).contains(&row.at),
            None => (begin..=end).contains(&row.at),
        };
        let meant: Vec<Row> = rows.iter().filter(is_meant).cloned().collect();
        let total = meant.len() as u64;
        for offset in [0, 1, 70, 143, total - 2, total - 1] {
            let (page, given) = store.page(&ann, &filter, Start::Offset(offset), total);
            assert_eq!(page.total, total, "UTC{hours:+}");
            assert_eq!(given, meant[offset as usize..], "UTC{hours:+} {offset}");
        }
        let (mut start, mut given) = (Start::Offset(0), Vec::new());
        loop {
            let (page, rows) = store.page(&ann, &filter, start, 50);
            given.extend(rows);
            let Some(next) = page.next else { break };
            start = Start::After(next);
        }
        assert_eq!(given, meant, "UTC{hours:+}");
        let (account_keys, asked) = (store.account_keys(&ann), filter.clone());
        let (counted, scanned) = store.read(move |tx| {
            let mut scanned = 0;
            scan(tx, &account_keys, &asked, |_, _, places| {
                scanned += places.len() as u64;
                Ok::<_, StoreError>(())
            })?;
            Ok((count(tx, &account_keys, &asked)?, scanned))
        });
        assert_eq!((counted, scanned), (total, total), "UTC{hours:+}");
        assert_eq!(store.remove(&ann, &filter).count, total, "UTC{hours:+}");
        let left = rows.iter().filter(|row| !is_meant(row)).cloned();
        let (_, given) = store.page(&ann, &Filter::default(), Start::Offset(0), 2000);
        assert_eq!(given, left.collect::<Vec<_>>(), "UTC{hours:+}");
    }
}
