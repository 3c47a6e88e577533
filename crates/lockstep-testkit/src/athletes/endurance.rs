//! Athletes: a beginner, a marathon runner before the race, a cyclist, a swimmer, a runner after an injury,
//! and a triathlete who trains too much.

use super::MadeUpData;
use super::simulated_life::{
    DAYS, EXERCISE, Heart, Life, Output, POWER, RESTING, RMSSD, STEPS, WEIGHT, Workout,
};

/// Runs and walks for eight weeks, three times per week, after eight weeks without sport.
pub(super) fn beginner() -> MadeUpData {
    let mut life = Life::new(1);
    for day in 0..DAYS {
        let week = (day - 56).max(0) / 7;
        let progress = (day - 56).max(0) as f64 / 56.0;
        let runs = day >= 56 && [1, 3, 5].contains(&(day % 7));
        let resting = life.around(69.0 - 5.5 * progress, 1.3);
        life.of_day(day, RESTING, resting.round(), WATCH);
        let steps = life.around(if runs { 8200.0 } else { 5600.0 }, 900.0);
        life.of_day(day, STEPS, steps.round(), WATCH);
        let hours = life.around(7.3, 0.5);
        life.night(day, -0.6, hours, WATCH);
        if !runs {
            continue;
        }
        // Minutes of running between minutes of walking, more of them every week.
        let running = 1.0 + 1.6 * week as f64;
        let mut blocks = vec![(5.0, 0.45)];
        for _ in 0..(24.0 / (running + 2.0)).ceil() as usize {
            blocks.extend([(running, 0.95), (2.0, 0.5)]);
        }
        blocks.push((4.0, 0.42));
        let minutes: f64 = blocks.iter().map(|(minutes, _)| minutes).sum();
        life.of_day(day, EXERCISE, minutes.round(), WATCH);
        life.workout(&Workout {
            day,
            hour: 18.0,
            blocks: &blocks,
            heart: Some(Heart {
                resting: 69.0 - 5.5 * progress,
                maximum: 181.0,
                drift: 6.0,
                lost: 0.0,
                device: WATCH,
            }),
            output: Output::Speed(2.45 + 0.4 * progress, 4.0),
            device: WATCH,
        });
    }
    life.finish()
}

/// Thirteen weeks of marathon training, then three lighter ones; the race is on the day after the last.
pub(super) fn taper() -> MadeUpData {
    let mut life = Life::new(2);
    for day in 0..DAYS {
        let week = day / 7;
        let volume = match week {
            13 => 0.75,
            14 => 0.55,
            15 => 0.35,
            week if week % 4 == 3 => 0.75,
            week => 0.85 + 0.015 * week as f64,
        };
        let rest = (1.0 - volume).max(0.0);
        let resting = life.around(46.5 - 1.5 * rest, 0.9);
        life.of_day(day, RESTING, resting.round(), WATCH);
        let rmssd = life.around(74.0 + 14.0 * rest, 6.0);
        life.of_day(day, RMSSD, rmssd.round(), WATCH);
        let hours = life.around(7.9, 0.4);
        life.night(day, -1.5, hours, WATCH);
        // Tuesday intervals, Wednesday and Friday easy, Saturday steady, Sunday long; no training on Monday.
        let (minutes, effort) = match day % 7 {
            1 => (60.0, 0.72),
            2 | 4 => (55.0, 0.72),
            3 => (45.0, 0.86),
            5 => (40.0, 0.72),
            6 if week < 15 => (130.0, 0.74),
            6 => (20.0, 0.72),
            _ => {
                let steps = life.around(6500.0, 700.0);
                life.of_day(day, STEPS, steps.round(), WATCH);
                continue;
            }
        };
        let minutes = (minutes * volume).max(20.0);
        let steps = life.around(5500.0 + 160.0 * minutes, 700.0);
        life.of_day(day, STEPS, steps.round(), WATCH);
        life.of_day(day, EXERCISE, minutes.round(), WATCH);
        let mut blocks = vec![(10.0, 0.66)];
        if day % 7 == 1 {
            let repeats = (6.0 * volume).ceil() as usize;
            blocks.extend((0..repeats).flat_map(|_| [(3.0, 1.06), (2.0, 0.6)]));
            blocks.push((8.0, 0.64));
        } else {
            blocks.push((minutes - 10.0, effort));
        }
        life.workout(&Workout {
            day,
            hour: 7.0,
            blocks: &blocks,
            heart: Some(Heart {
                resting: 46.0,
                maximum: 187.0,
                drift: 2.5,
                lost: 0.0,
                device: STRAP,
            }),
            output: Output::Speed(4.35, 3.0),
            device: WATCH,
        });
    }
    life.finish()
}

/// Rides three or four times per week with a power meter and nothing else.
pub(super) fn cyclist() -> MadeUpData {
    let mut life = Life::new(3);
    for day in 0..DAYS {
        let threshold = 236.0 + 16.0 * day as f64 / DAYS as f64;
        let easy = day / 7 % 4 == 3;
        let blocks: &[(f64, f64)] = match day % 7 {
            1 if !easy => &[
                (15.0, 0.6),
                (8.0, 1.02),
                (4.0, 0.5),
                (8.0, 1.02),
                (4.0, 0.5),
                (8.0, 1.02),
                (12.0, 0.5),
            ],
            3 => &[(70.0, 0.68)],
            5 if !easy => &[(12.0, 0.6), (20.0, 0.97), (15.0, 0.55)],
            6 => &[(150.0, 0.66)],
            _ => continue,
        };
        life.workout(&Workout {
            day,
            hour: 17.0,
            blocks,
            heart: None,
            output: Output::Power(threshold),
            device: BIKE,
        });
        // Errors of the meter: one impossible reading, and one that a sprinter could reach.
        if day == 101 {
            for (second, watts) in [(1234, 6553.0), (2345, 1638.0)] {
                let at = life.at(day, 17.0) + second * 1000 + 1;
                life.reading(at, POWER, watts, BIKE);
            }
        }
    }
    life.finish()
}

/// Swims four times per week; the optical sensor loses the pulse in the water and counts strokes as beats.
pub(super) fn swimmer() -> MadeUpData {
    let mut life = Life::new(4);
    for day in 0..DAYS {
        let resting = life.around(51.0, 1.2);
        life.of_day(day, RESTING, resting.round(), WATCH);
        let rmssd = life.around(66.0, 7.0);
        life.of_day(day, RMSSD, rmssd.round(), WATCH);
        let hours = life.around(7.6, 0.5);
        life.night(day, -0.9, hours, WATCH);
        if ![0, 2, 4, 5].contains(&(day % 7)) {
            continue;
        }
        let hard = day % 7 == 2;
        let mut blocks = vec![(8.0, 0.65)];
        for _ in 0..8 {
            blocks.extend([(4.0, if hard { 0.98 } else { 0.8 }), (1.0, 0.4)]);
        }
        blocks.push((6.0, 0.55));
        life.of_day(day, EXERCISE, 54.0, WATCH);
        life.workout(&Workout {
            day,
            hour: 6.5,
            blocks: &blocks,
            heart: Some(Heart {
                resting: 51.0,
                maximum: 178.0,
                drift: 2.0,
                lost: 0.35,
                device: WATCH,
            }),
            output: Output::Swim(1.22 + 0.17 * day as f64 / DAYS as f64),
            device: WATCH,
        });
    }
    life.finish()
}

/// Ran until an injury, did nothing for five weeks, and runs again; a watch and a phone contradict.
pub(super) fn returner() -> MadeUpData {
    let mut life = Life::new(5);
    for day in 0..DAYS {
        let injured = (42..77).contains(&day);
        let back = (day - 77).max(0) as f64 / 35.0;
        let resting = if injured { 54.0 } else { 52.0 };
        let measured = life.around(resting, 1.2);
        life.of_day(day, RESTING, measured.round(), WATCH);
        let other = life.around(resting + 8.0, 2.5);
        if day % 3 != 0 {
            life.of_day(day, RESTING, other.round(), PHONE);
        }
        let runs = !injured && [1, 3, 6].contains(&(day % 7));
        let steps = life.around(if runs { 10_500.0 } else { 6200.0 }, 900.0);
        life.of_day(day, STEPS, steps.round(), WATCH);
        life.of_day(day, STEPS, (0.78 * steps).round(), PHONE);
        let hours = life.around(7.4, 0.5);
        life.night(day, -0.8, hours, WATCH);
        if !runs {
            continue;
        }
        let (minutes, threshold) = match day {
            day if day < 42 => (52.0, 3.75),
            _ => (18.0 + 22.0 * back, 3.15 + 0.25 * back),
        };
        let effort = if day % 7 == 3 { 0.9 } else { 0.76 };
        life.of_day(day, EXERCISE, minutes, WATCH);
        life.workout(&Workout {
            day,
            hour: 12.0,
            blocks: &[(6.0, 0.66), (minutes - 8.0, effort), (2.0, 0.5)],
            heart: Some(Heart {
                resting: 52.0,
                maximum: 184.0,
                drift: if day < 42 { 3.0 } else { 8.0 },
                lost: 0.0,
                device: WATCH,
            }),
            output: Output::Speed(threshold, 14.0),
            device: WATCH,
        });
    }
    life.finish()
}

/// Swims, rides and runs; adds more than half to the training of the last two weeks, and sleeps less.
pub(super) fn triathlete() -> MadeUpData {
    let mut life = Life::new(6);
    for day in 0..DAYS {
        let over = (day - 96).max(0) as f64 / 16.0;
        let resting = life.around(47.0 + 6.5 * over, 1.0);
        life.of_day(day, RESTING, resting.round(), WATCH);
        let rmssd = life.around(82.0 - 30.0 * over, 6.0);
        life.of_day(day, RMSSD, rmssd.round(), WATCH);
        let hours = life.around(7.7 - 1.3 * over, 0.35);
        life.night(day, -1.0, hours, WATCH);
        if day >= DAYS - 2 {
            morning(&mut life, day, 60_000.0 / (48.0 + 6.0 * over));
        }
        if day % 28 == 0 {
            life.of_day(day, WEIGHT, 71.3 - 0.2 * (day / 28) as f64, PHONE);
        }
        let longer = if over > 0.0 { 1.65 } else { 1.0 };
        let heart = Heart {
            resting: 47.0,
            maximum: 185.0,
            // Tired muscles: the same power takes a higher heart rate, and it drifts.
            drift: 2.0 + 9.0 * over,
            lost: 0.0,
            device: STRAP,
        };
        let (output, device, minutes, effort) = match day % 7 {
            1 | 5 if over > 0.0 || day % 7 == 1 => (Output::Power(255.0), BIKE, 70.0, 0.82),
            2 => (Output::Speed(4.1, 3.0), WATCH, 50.0, 0.8),
            4 => (Output::Swim(1.38), WATCH, 50.0, 0.8),
            6 => (Output::Power(255.0), BIKE, 120.0, 0.7),
            0 if over > 0.0 => (Output::Speed(4.1, 3.0), WATCH, 45.0, 0.8),
            _ => continue,
        };
        let minutes = minutes * longer;
        life.of_day(day, EXERCISE, minutes, WATCH);
        life.workout(&Workout {
            day,
            hour: 17.0,
            blocks: &[(10.0, 0.6), (minutes - 15.0, effort), (5.0, 0.5)],
            heart: Some(heart),
            output,
            device,
        });
    }
    life.finish()
}

/// Adds three minutes of RR intervals after waking up, with breathing and three ectopic beats.
fn morning(life: &mut Life, day: i64, mean: f64) {
    let mut at = life.at(day, 7.0) as f64;
    let (begin, mut slow) = (at, 0.0);
    let mut nth = 0;
    while at - begin < 180_000.0 {
        let breath = 22.0 * ((at - begin) / 1000.0 * 0.25 * std::f64::consts::TAU).sin();
        slow += life.random.normal() * 6.0 - slow * 0.1;
        let mut interval = (mean + breath + slow + life.random.normal() * 4.0).round();
        if nth % 70 == 35 {
            interval = (0.6 * interval).round();
        }
        at += interval;
        life.reading(at as i64, ("rr_interval", "ms"), interval, STRAP);
        nth += 1;
    }
}

const WATCH: &str = "Made-up watch";
const STRAP: &str = "Made-up chest strap";
const BIKE: &str = "Made-up power meter";
const PHONE: &str = "Made-up phone";
