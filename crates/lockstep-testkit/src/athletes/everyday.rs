//! People who do no sport: a flight attendant and an older walker.

use super::MadeUpData;
use super::simulated_life::{DAYS, HEART_RATE, HOUR, Life, RESTING, RMSSD, STEPS};

/// Works night flights across time zones: four days of duty, then three at home. Each value has the local
/// date of the place, and sleep is split after a night on board.
pub(super) fn shifts() -> MadeUpData {
    let mut life = Life::new(7);
    for day in 0..DAYS {
        let of_duty = day % 7;
        // The clock of the place: home, then seven hours to the west, and home again.
        life.offset = if (1..4).contains(&of_duty) { -5.0 } else { 2.0 };
        let on_duty = of_duty < 4;
        let resting = life.around(if on_duty { 60.5 } else { 58.0 }, 1.3);
        life.of_day(day, RESTING, resting.round(), BAND);
        let rmssd = life.around(if on_duty { 41.0 } else { 47.0 }, 5.0);
        life.of_day(day, RMSSD, rmssd.round(), BAND);
        let steps = life.around(if on_duty { 11_500.0 } else { 6000.0 }, 1300.0);
        life.of_day(day, STEPS, steps.round(), BAND);
        let night = match of_duty {
            // Sleeps in the morning after a flight through the night, or early on the western clock.
            0 => (9.0, 4.6),
            1 => (-2.2, 5.6),
            2 => (-1.0, 6.3),
            3 => (0.2, 5.5),
            4 => (8.5, 5.4),
            _ => (-0.3, 8.3),
        };
        let hours = life.around(night.1, 0.5);
        let from = life.around(night.0, 0.6);
        life.night(day, from, hours, BAND);
    }
    life.finish()
}

/// Walks every morning with a beta blocker, of which the dose was halved 13 days ago; the band measures heart rate every minute of the last weeks.
pub(super) fn walker() -> MadeUpData {
    let mut life = Life::new(8);
    for day in 0..DAYS {
        let resting = if day < DAYS - 13 { 56.0 } else { 62.0 };
        let measured = life.around(resting, 1.0);
        life.of_day(day, RESTING, measured.round(), BAND);
        let rained = day % 11 == 6;
        let steps = life.around(if rained { 2600.0 } else { 7400.0 }, 600.0);
        life.of_day(day, STEPS, steps.round().max(900.0), BAND);
        if day < DAYS - 35 {
            continue;
        }
        let start = life.at(day, 8.0);
        for minute in 0..780 {
            let walks = !rained && (90..140).contains(&minute);
            let rate = life.around(
                if walks {
                    resting + 30.0
                } else {
                    resting + 10.0
                },
                2.5,
            );
            let at = start + minute * HOUR / 60;
            life.reading(at, HEART_RATE, rate.round(), BAND);
        }
    }
    life.finish()
}

const BAND: &str = "Made-up band";
