//! One device with points in several modes, and several devices.

use lockstep_vault::Mode;

use super::*;

const MODES: [Option<Mode>; 4] = [None, Some(Mode::Basic), Some(Mode::Fhe), Some(Mode::Zk)];

impl Account {
    pub(super) fn store_under(&self, mode: Option<Mode>, points: &[Point<'_>]) {
        let mut batch = Batch::default();
        for point in points {
            batch.push(point);
        }
        let options = StorageOptions {
            mode,
            chunk_size: Some(50),
        };
        self.fixture.append(&self.owner.user, batch, options);
    }
}

#[test]
fn steps_and_sleep_of_two_devices_are_not_added_up() {
    let account = Account::new();
    account.set_profile(known());
    let day = moment("2026-05-10T08:00:00Z").0;
    account.store(&[
        point(day, STEPS, 4000.0, "count", "phone"),
        point(day + 3_600_000, STEPS, 1000.0, "count", "phone"),
        point(day + 1, STEPS, 7000.0, "count", "watch"),
        point(day - DAY, STEPS, 3000.0, "count", "phone"),
        point(day, SLEEP, 420.0, "min", "phone"),
        point(day, SLEEP, 8.0, "h", "ring"),
    ]);
    let answer = account.ask("", "", "steps,sleepDuration");
    assert_eq!(answer.figures[&Metric::Steps], 10_000.0);
    assert_eq!(answer.figures[&Metric::SleepDuration], 8.0 * 3600.0);
    assert_eq!(answer.basis.coverage.steps_days, Some(2));
    assert_eq!(answer.basis.notes.len(), 1);
}

/// A strap and a watch that counts steps: the strap counts, and the answer says that they differ.
#[test]
fn contradicting_heart_rates_are_noted() {
    let start = moment("2026-05-10T08:00:00Z").0;
    for (watch, is_noted) in [(90.0, true), (145.0, false)] {
        let account = Account::new();
        account.set_profile(known());
        account.store(&ride(start, &[150.0; 900], "chest strap"));
        account.store(&ride(start, &vec![watch; 900], "watch"));
        let answer = account.ask("", "", "heartRateZones");
        let notes = &answer.basis.notes;
        let found = notes.iter().filter(|note| note.contains("for 899 s"));
        assert_eq!(found.count(), usize::from(is_noted), "{notes:?}");
    }
}

#[test]
fn steps_of_a_day_add_up_across_modes() {
    let account = Account::new();
    account.set_profile(known());
    let morning = moment("2026-05-10T08:00:00Z").0;
    for (nth, mode) in (0..).zip(MODES) {
        let at = morning + nth * 3_600_000;
        let steps = 3000.0 + 500.0 * nth as f64;
        account.store_under(mode, &[point(at, STEPS, steps, "count", "watch")]);
    }
    let answer = account.ask("", "", "steps");
    assert_eq!(answer.figures[&Metric::Steps], 15_000.0);
    assert!(answer.basis.notes.is_empty(), "{:?}", answer.basis.notes);
    // Another device is another still.
    account.store_under(
        Some(Mode::Basic),
        &[point(morning, STEPS, 100.0, "count", "phone")],
    );
    let answer = account.ask("", "", "steps");
    assert_eq!(answer.figures[&Metric::Steps], 15_000.0);
    assert_eq!(answer.basis.notes.len(), 1);
}

#[test]
fn heart_rates_hold_across_modes() {
    let rates: Vec<f64> = (0..1200)
        .map(|second| 120.0 + f64::from(second % 60))
        .collect();
    let start = moment("2026-05-10T08:00:00Z").0;
    let all = ride(start, &rates, "strap");
    let asked = |account: &Account| {
        let answer = account.ask("", "", "heartRateZones,trainingLoad");
        let seconds = answer.basis.coverage.heart_rate_seconds;
        (seconds, answer.zones, answer.figures)
    };
    let mut account = Account::new();
    account.set_profile(known());
    account.store(&all);
    let expected = asked(&account);
    assert_eq!(expected.0, Some(1199.0));
    // By turns, in runs of every length that go across chunks, and a point at a time.
    for length in [1, 7, 100, 1000] {
        account.next();
        account.set_profile(known());
        for (turn, mode) in MODES.into_iter().enumerate() {
            let runs = all.chunks(length).enumerate();
            let of_mode = runs.filter(|(nth, _)| nth % MODES.len() == turn);
            let points: Vec<Point<'_>> = of_mode.flat_map(|(_, run)| run.to_vec()).collect();
            if !points.is_empty() {
                account.store_under(mode, &points);
            }
        }
        assert_eq!(asked(&account), expected, "{length}");
    }
}
