//! Pages hold each point once, and no more than they need.

use lockstep_store::SystemEntropy;
use lockstep_store::Timestamp;
use lockstep_store::id::UserId;

use super::*;
use crate::chunk::Codec;
use crate::columns::Batch;
use crate::layout::StorageOptions;
use crate::testing::Fixture;

#[test]
fn a_cursor_keeps_the_points_of_its_page() {
    let mut points = Columns::default();
    for at in 0..100 {
        points.push(at, at as f64, "bpm", None, None);
    }
    let chunk = Chunk {
        t0: 0,
        t1: 99,
        n: 100,
        body: 1,
        codec: Codec::Columns,
        key: None,
        is_versioned: true,
    };
    for (meant, most, kept, first) in [
        (10..90, 5, 5, 10),
        (10..90, 50, 50, 10),
        (10..90, 60, 60, 10),
        (10..90, 80, 80, 10),
        (90..100, usize::MAX, 10, 90),
        (0..100, usize::MAX, 100, 0),
    ] {
        let mut cursor = Cursor::default();
        cursor.take(chunk.clone(), points.clone(), (&meant, most));
        let stored = cursor.points.unwrap();
        assert_eq!(cursor.end - cursor.at, kept, "{meant:?}, at most {most}");
        assert_eq!(stored.timestamps()[cursor.at], first);
        assert_eq!(stored.len() == 100, kept > 50, "{meant:?}, at most {most}");
        // The chunk is opened again for the rest.
        let is_cut = kept < meant.len();
        assert_eq!(
            cursor.ahead.len(),
            usize::from(is_cut),
            "{meant:?}, at most {most}"
        );
        if is_cut {
            assert_eq!(cursor.from, first + kept as i64);
        }
    }
}

#[test]
fn chunks_that_are_opened_in_parts_give_each_point_once() {
    let fixture = Fixture::new(Timestamp(0));
    let user = UserId::generate(Timestamp(0), &SystemEntropy);
    let account_keys = fixture.plain_keys(&user);
    let devices = ["a", "b", "c", "d"];
    let mut batch = Batch::default();
    for timestamp in 0..600 {
        for device in devices {
            batch.push(&Point {
                timestamp,
                kind: "heart_rate",
                value: 60.0,
                unit: "bpm",
                device,
                confidence: None,
                metadata: None,
            });
        }
    }
    fixture.append(&account_keys, batch, StorageOptions::default());
    let db = &fixture.state.db;
    let read = db.read::<_, StoreError, _>("test.page", move |tx| {
        let filter = Filter::default();
        let all = crate::store::series(tx, account_keys.user(), &filter)?;
        let mut merge = Merge::new(tx, &account_keys, &all, &filter);
        merge.most = 7;
        let mut found = Vec::new();
        visit_from(&mut merge, Start::Offset(5), 5000, |run| {
            run.accepted(|id, point| {
                found.push((id.timestamp, point.device.to_owned()));
                true
            })
        })?;
        Ok(found)
    });
    let found = fixture.runtime.block_on(read).unwrap();
    let all = (0..600).flat_map(|at| devices.map(|device| (at, device.to_owned())));
    assert_eq!(found, all.skip(5).collect::<Vec<(i64, String)>>());
}

#[test]
fn a_page_that_takes_a_part_of_a_run_is_continued_after_it() {
    let fixture = Fixture::new(Timestamp(0));
    let user = UserId::generate(Timestamp(0), &SystemEntropy);
    let account_keys = fixture.plain_keys(&user);
    // Runs of five points of one series, and of one point of the other.
    let stored = |timestamp: i64| {
        let devices = if timestamp % 5 == 0 {
            &["a", "b"][..]
        } else {
            &["a"]
        };
        devices.iter().map(move |device| (timestamp, *device))
    };
    let mut batch = Batch::default();
    for (timestamp, device) in (0..100).flat_map(stored) {
        batch.push(&Point {
            timestamp,
            kind: "heart_rate",
            value: 60.0,
            unit: "bpm",
            device,
            confidence: None,
            metadata: None,
        });
    }
    fixture.append(&account_keys, batch, StorageOptions::default());
    let db = &fixture.state.db;
    let read = db.read::<_, StoreError, _>("test.pages", move |tx| {
        let filter = Filter::default();
        let (mut found, mut pages) = (Vec::new(), 0);
        let mut start = Start::Offset(0);
        loop {
            pages += 1;
            let mut room = 7;
            let each = |run: &PageRun<'_>| {
                let count = run.timestamps().len().min(room);
                room -= count;
                let taken = run.timestamps()[..count].iter();
                found.extend(taken.map(|at| (*at, run.series.device.clone())));
                count
            };
            match next_page_by_runs(tx, &account_keys, &filter, start, 10, each)? {
                Some(cursor) => start = Start::After(cursor),
                None => return Ok((found, pages)),
            }
        }
    });
    let (found, pages) = fixture.runtime.block_on(read).unwrap();
    let all = (0..100).flat_map(stored);
    let all = all.map(|(at, device)| (at, device.to_owned()));
    assert_eq!(found, all.collect::<Vec<(i64, String)>>());
    assert_eq!(pages, 120_usize.div_ceil(7));
}
