use super::*;

const MINUTE: i64 = 60_000;

fn import(n: u8) -> ImportId {
    ImportId::from_bytes([n; 16])
}

/// A recording from start to end in minutes, of a file of its own.
fn recording(nth: u8, format: &str, (start, end): (i64, i64), sport: &str) -> Recording {
    Recording {
        imports: vec![import(nth)],
        file: format!("{nth}.{format}"),
        format: format.to_owned(),
        start: start * MINUTE,
        end: end * MINUTE,
        sport: (!sport.is_empty()).then(|| sport.to_owned()),
        name: sport.to_owned(),
        ..Recording::default()
    }
}

#[test]
fn recordings_of_one_session_are_merged() {
    for (why, one, other, is_same) in [
        ("equal", ((0, 60), "cycling"), ((0, 60), "cycling"), true),
        ("late start", ((0, 60), "cycling"), ((4, 60), "ride"), true),
        (
            "too late",
            ((0, 60), "cycling"),
            ((6, 60), "cycling"),
            false,
        ),
        (
            "cut at the end",
            ((0, 60), "cycling"),
            ((0, 41), "cycling"),
            true,
        ),
        (
            "one start, other ends",
            ((0, 60), "cycling"),
            ((0, 39), "cycling"),
            false,
        ),
        (
            "one start, far ends",
            ((0, 600), "running"),
            ((0, 10), "running"),
            false,
        ),
        (
            "two thirds in common",
            ((0, 15), "running"),
            ((5, 20), "running"),
            false,
        ),
        (
            "short, 80 % in common",
            ((0, 20), "running"),
            ((4, 24), "running"),
            true,
        ),
        (
            "next to each other",
            ((0, 4), "running"),
            ((4, 8), "running"),
            false,
        ),
        (
            "another sport",
            ((0, 60), "cycling"),
            ((0, 60), "open_water_swimming"),
            false,
        ),
        (
            "names of one sport",
            ((0, 60), "Virtual Ride"),
            ((0, 60), "e_biking"),
            true,
        ),
        (
            "an unknown sport",
            ((0, 60), "fitness_equipment"),
            ((0, 60), "rowing"),
            true,
        ),
        ("no sport", ((0, 60), ""), ((1, 60), "rowing"), true),
        ("without length", ((0, 0), ""), ((0, 0), ""), true),
        ("only one has a length", ((0, 0), ""), ((0, 60), ""), false),
        (
            "a time zone away",
            ((0, 60), "running"),
            ((120, 180), "running"),
            false,
        ),
    ] {
        let one = recording(1, "fit", one.0, one.1);
        let other = recording(2, "gpx", other.0, other.1);
        for (stored, new) in [(&one, &other), (&other, &one)] {
            let fit = Content::of(stored.clone()).fit(new);
            assert_eq!(fit.is_some(), is_same, "{why}");
        }
    }
}

/// A multisport file: the whole, its first part, and the next, which begins where the first ends.
#[test]
fn sessions_of_one_file_are_never_merged() {
    let spans = [(0, 60), (0, 45), (45, 60), (1, 60)];
    let of_file = |span| Recording {
        file: "multi.fit".to_owned(),
        ..recording(1, "fit", span, "")
    };
    for one in spans {
        for other in spans {
            let fit = Content::of(of_file(one)).fit(&of_file(other));
            assert_eq!(fit.is_some(), one == other, "{one:?} {other:?}");
        }
    }
    // The same file in another import gives the same sessions.
    let again = Recording {
        imports: vec![import(2)],
        ..of_file((0, 45))
    };
    let fits = spans.map(|span| Content::of(of_file(span)).fit(&again));
    assert_eq!(fits[1], Some(i64::MAX));
    // The whole has common time with a part, but less than an equal recording.
    assert!(
        fits.iter()
            .enumerate()
            .all(|(nth, fit)| nth == 1 || *fit < fits[1]),
        "{fits:?}"
    );
}

#[test]
fn a_view_takes_each_value_from_the_best_recording() {
    let gpx = Recording {
        name: "Up the hill".to_owned(),
        distance_meters: Some(30_100.0),
        climb_meters: Some(410.0),
        device: Some("StravaGPX".to_owned()),
        laps: vec![Lap::default()],
        ..recording(1, "gpx", (1, 60), "ride")
    };
    let fit = Recording {
        name: "cycling".to_owned(),
        distance_meters: Some(30_000.0),
        moving_seconds: Some(3500.0),
        device: Some("Edge".to_owned()),
        laps: vec![Lap::default(), Lap::default()],
        ..recording(2, "fit", (0, 61), "cycling")
    };
    for recordings in [[gpx.clone(), fit.clone()], [fit.clone(), gpx.clone()]] {
        let content = Content {
            recordings: recordings.to_vec(),
            edits: Edits::default(),
        };
        let view = content.view().unwrap();
        assert_eq!((view.start, view.end), (0, 61 * MINUTE));
        assert_eq!(view.sport.as_deref(), Some("cycling"));
        assert_eq!(view.name, "Up the hill");
        assert_eq!(view.distance_meters, Some(30_000.0));
        assert_eq!(view.climb_meters, Some(410.0));
        assert_eq!(view.moving_seconds, Some(3500.0));
        assert_eq!(view.laps.len(), 2);
        assert_eq!(view.devices, ["Edge", "StravaGPX"]);
        assert_eq!(view.remarks, [""; 0]);
        assert!(!view.is_detected);
    }
    let mut edited = Content::of(gpx);
    edited.edits.name = Some("Fixture".to_owned());
    edited.add(fit);
    assert_eq!(edited.view().unwrap().name, "Fixture");
    assert_eq!(Content::default().view(), None);
}

/// A total that no body reaches is taken from another recording, or is unknown with a reason.
#[test]
fn totals_that_no_body_reaches_do_not_count() {
    // An hour of each.
    for (name, value, is_possible) in [
        ("distanceMeters", 359_000.0, true),
        ("distanceMeters", 1_242_000.0, false),
        ("climbMeters", 10_000.0, true),
        ("climbMeters", 10_900.0, false),
        ("energyKcal", 2000.0, true),
        ("energyKcal", 3.6e9, false),
        ("movingSeconds", 3600.0, true),
        ("movingSeconds", 3630.0, true),
        ("movingSeconds", 99_999.0, false),
    ] {
        let stated = |nth, format, value| {
            let mut one = recording(nth, format, (0, 60), "");
            let field = match name {
                "distanceMeters" => &mut one.distance_meters,
                "climbMeters" => &mut one.climb_meters,
                "energyKcal" => &mut one.energy_kcal,
                _ => &mut one.moving_seconds,
            };
            *field = Some(value);
            one
        };
        let found = |view: &View| match name {
            "distanceMeters" => view.distance_meters,
            "climbMeters" => view.climb_meters,
            "energyKcal" => view.energy_kcal,
            _ => view.moving_seconds,
        };
        let mut content = Content::of(stated(1, "fit", value));
        let view = content.view().unwrap();
        assert_eq!(found(&view), Some(value).filter(|_| is_possible), "{name}");
        let refused: Vec<&str> = view.refused.keys().copied().collect();
        assert_eq!(refused == [name], !is_possible, "{refused:?}");
        assert_eq!(refused.is_empty(), is_possible, "{refused:?}");
        content.add(stated(2, "gpx", 900.0));
        let expected = if is_possible { value } else { 900.0 };
        assert_eq!(found(&content.view().unwrap()), Some(expected), "{name}");
    }
    // A time in motion that is too short for the distance, and laps.
    let content = Content::of(Recording {
        moving_seconds: Some(0.0),
        distance_meters: Some(36_000.0),
        laps: vec![Lap {
            elapsed_seconds: 60.0,
            moving_seconds: Some(3600.0),
            distance_meters: Some(3.6e9),
            energy_kcal: Some(20.0),
            start: 0,
        }],
        ..recording(1, "tcx", (0, 60), "")
    });
    let view = content.view().unwrap();
    assert_eq!(
        (view.moving_seconds, view.distance_meters),
        (None, Some(36_000.0))
    );
    assert!(
        view.refused["movingSeconds"].contains("36000 m"),
        "{:?}",
        view.refused
    );
    let lap = &view.laps[0];
    assert_eq!(
        (lap.moving_seconds, lap.distance_meters, lap.energy_kcal),
        (None, None, Some(20.0))
    );
}

#[test]
fn recordings_of_different_lengths_are_remarked() {
    for (other, is_remarked) in [(3700.0, false), (6000.0, true)] {
        let stated = |nth, format, meters| Recording {
            distance_meters: Some(meters),
            ..recording(nth, format, (0, 20), "running")
        };
        let mut content = Content::of(stated(1, "fit", 3600.0));
        content.add(stated(2, "gpx", other));
        let view = content.view().unwrap();
        assert_eq!(view.distance_meters, Some(3600.0));
        assert_eq!(
            view.remarks.len(),
            usize::from(is_remarked),
            "{:?}",
            view.remarks
        );
    }
}

/// An activity is gone when the last import that added it is undone.
#[test]
fn an_undone_import_takes_its_recordings_along() {
    let (one, two) = (
        recording(1, "fit", (0, 60), ""),
        recording(2, "gpx", (0, 60), ""),
    );
    let again = Recording {
        imports: vec![import(3)],
        records: 7,
        ..one.clone()
    };
    let mut content = Content::of(one);
    content.add(two);
    content.add(again.clone());
    content.add(again);
    assert_eq!(content.recordings.len(), 2);
    assert_eq!(content.recordings[0].imports, [import(1), import(3)]);
    assert_eq!(content.recordings[0].records, 7, "the newer details");
    for (undone, left, is_changed) in [
        (9, 2, false),
        (1, 2, true),
        (2, 1, true),
        (1, 1, false),
        (3, 0, true),
    ] {
        assert_eq!(
            content.remove_import(&import(undone)),
            is_changed,
            "{undone}"
        );
        assert_eq!(content.recordings.len(), left, "{undone}");
    }
    let mut detected = Content::of(Recording {
        imports: Vec::new(),
        ..recording(1, DETECTED, (0, 60), "")
    });
    assert!(!detected.remove_import(&import(1)));
    assert!(detected.view().unwrap().is_detected);
    for nth in 0..200 {
        let mut more = recording(nth, "fit", (0, 60), "");
        more.file = "one.fit".to_owned();
        detected.add(more);
    }
    assert_eq!(detected.recordings.len(), 2);
    assert_eq!(
        detected.recordings[1].imports.len(),
        MAX_IMPORTS_OF_RECORDING
    );
    assert_eq!(detected.recordings[1].imports.last(), Some(&import(199)));
}

/// An activity of many recordings with many laps stays small.
#[test]
fn laps_of_an_activity_are_bounded() {
    let with_laps = |nth: u8| Recording {
        laps: vec![Lap::default(); 1000],
        ..recording(nth, "fit", (0, 60), "")
    };
    let mut content = Content::of(with_laps(0));
    for nth in 1..4 {
        content.add(Recording {
            device: Some(format!("watch {nth}")),
            ..with_laps(nth)
        });
    }
    let laps: Vec<usize> = content
        .recordings
        .iter()
        .map(|one| one.laps.len())
        .collect();
    assert_eq!(laps, [1000, 1000, 0, 0]);
    // The same recording again keeps its laps.
    content.add(with_laps(9));
    assert_eq!(content.recordings[0].laps.len(), 1000);
}
