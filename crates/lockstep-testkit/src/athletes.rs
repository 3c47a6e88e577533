//! The ten accounts of `docs/insights.md`: eight made-up people with 112 days each, the same in every run,
//! and two participants of published tables.

mod endurance;
mod everyday;
pub mod page;
mod simulated_life;

use serde_json::{Value as Json, json};

/// The person of an account.
pub struct Athlete {
    /// The name of the account.
    pub name: &'static str,
    /// The heading of the person's section.
    pub title: &'static str,
    /// The person and the data, in sentences.
    pub about: &'static str,
    /// The body of `PUT /v1/sfdp/profile`; `None` to set none.
    pub profile: Option<Json>,
    /// The metrics that matter to this person, as `GET /v1/sfdp/metrics` names them.
    pub metrics: &'static [&'static str],
    /// The source of the points.
    pub data: Data,
}

/// The points of an account.
pub enum Data {
    /// Returns the points and sessions of a made-up person.
    MadeUp(fn() -> MadeUpData),
    /// A participant of published tables in the folder `wellness` of the recordings.
    Published {
        /// The participant's identifier in the tables.
        participant: &'static str,
        /// The names of the tables.
        tables: &'static [&'static str],
    },
}

/// The data of a made-up person.
pub struct MadeUpData {
    /// The points in the form of `POST /v1/sfdp/data`.
    pub points: Vec<Json>,
    /// The workouts in the form of Fitbit's log of exercises, which states the sport of each.
    pub sessions: Vec<Json>,
}

/// The name of the file of sessions.
pub const SESSIONS_FILE: &str = "exercise-0.json";

/// Returns the ten accounts.
#[must_use]
pub fn athletes() -> Vec<Athlete> {
    let profile = |mut rest: Json| {
        rest["timeZone"] = "Europe/Berlin".into();
        Some(rest)
    };
    vec![
        Athlete {
            name: "beginner",
            title: "A beginner",
            about: "A woman of 41 who has run and walked three times a week for eight weeks, after eight weeks \
                 without sport. A watch measures heart rate, speed and altitude of the runs, steps, sleep and \
                 resting heart rate, and keeps a log of the runs.",
            profile: profile(json!({ "birthDate": "1985-02-11", "sex": "female" })),
            metrics: &[
                "trainingLoad",
                "restingHeartRate",
                "sleepDuration",
                "efficiencyFactor",
            ],
            data: Data::MadeUp(endurance::beginner),
        },
        Athlete {
            name: "taper",
            title: "A marathon runner in the taper",
            about: "A man of 35 on the eve of a marathon: thirteen weeks of training, then three lighter ones. A \
                 chest strap measures heart rate, a watch the rest.",
            profile: profile(
                json!({ "birthDate": "1991-01-20", "sex": "male", "maxHeartRate": 187, "restingHeartRate": 46 }),
            ),
            metrics: &[
                "trainingLoad",
                "chronicLoad",
                "trainingStressBalance",
                "recoveryScore",
                "efficiencyFactor",
            ],
            data: Data::MadeUp(endurance::taper),
        },
        Athlete {
            name: "cyclist",
            title: "A cyclist with power only",
            about: "A man of 47 with a power meter and nothing else: no heart rate, sleep or steps. Readings of \
                 6553 W and 1638 W are errors of the meter.",
            profile: profile(json!({ "birthDate": "1978-07-02", "sex": "male" })),
            metrics: &[
                "trainingLoad",
                "normalizedPower",
                "chronicLoad",
                "efficiencyFactor",
            ],
            data: Data::MadeUp(endurance::cyclist),
        },
        Athlete {
            name: "swimmer",
            title: "A swimmer",
            about: "A woman of 29 who swims four times a week. The watch loses the pulse in the water: for a third of \
                 the time it writes 0, and for some minutes 214, where it counts strokes. There is no altitude.",
            profile: profile(
                json!({ "birthDate": "1996-11-05", "sex": "female", "maxHeartRate": 178 }),
            ),
            metrics: &[
                "trainingLoad",
                "recoveryScore",
                "vo2maxEstimate",
                "sleepRegularityIndex",
            ],
            data: Data::MadeUp(endurance::swimmer),
        },
        Athlete {
            name: "shifts",
            title: "A flight attendant across time zones",
            about: "A woman of 33 who flies by night: four days of duty, of which three are seven hours to the west, \
                 then three days at home. Each value has the local date of the place.",
            profile: profile(json!({ "birthDate": "1993-04-30", "sex": "female" })),
            metrics: &[
                "sleepDuration",
                "recoveryScore",
                "steps",
                "sleepRegularityIndex",
            ],
            data: Data::MadeUp(everyday::shifts),
        },
        Athlete {
            name: "returner",
            title: "A runner after an injury, with two devices that contradict",
            about: "A man of 38 who stopped for five weeks and has run again for five. A watch and a phone both count \
                 steps and measure a resting heart rate; the phone's is 8 a minute higher.",
            profile: profile(json!({ "birthDate": "1988-02-29", "sex": "male" })),
            metrics: &["trainingLoad", "fatigueLevel", "restingHeartRate", "steps"],
            data: Data::MadeUp(endurance::returner),
        },
        Athlete {
            name: "triathlete",
            title: "A triathlete who trains too much",
            about: "A man of 31 who added more than half to the training of the last two weeks and sleeps less. A \
                 chest strap measures heart rate and, after waking up, three minutes of RR intervals.",
            profile: profile(json!({
                "birthDate": "1995-05-17", "sex": "male", "maxHeartRate": 185,
                "functionalThresholdPower": 255,
            })),
            metrics: &[
                "trainingLoad",
                "fatigueLevel",
                "recoveryScore",
                "normalizedPower",
                "strain",
            ],
            data: Data::MadeUp(endurance::triathlete),
        },
        Athlete {
            name: "walker",
            title: "An older walker with a beta blocker and no profile",
            about: "A person of 71 who walks every dry morning. A beta blocker keeps the heart rate low; 13 days ago \
                 the dose was halved. The account \
                 has no profile, so age, sex and maximum heart rate are unknown. A band measures heart rate every \
                 minute of the last five weeks.",
            profile: None,
            metrics: &[
                "steps",
                "restingHeartRate",
                "trainingLoad",
                "heartRateZones",
            ],
            data: Data::MadeUp(everyday::walker),
        },
        Athlete {
            name: "steps-only",
            title: "Steps only",
            about: "A participant of \"FitBit Fitness Tracker Data\" (CC0), from the survey of Furberg, Brinton, \
                 Keating and Ortiz, doi 10.5281/zenodo.53894: 31 days of steps, distance and minutes of movement, \
                 without sleep and heart rate.",
            profile: None,
            metrics: &["steps", "sleepDuration", "trainingLoad"],
            data: Data::Published {
                participant: "8877689391",
                tables: &["fitbit-daily-activity.csv"],
            },
        },
        Athlete {
            name: "lifesnaps",
            title: "A participant with a watch day and night",
            about: "A man below 30 of LifeSnaps: Yfantidou, Karagianni, Efstathiou and others, \"LifeSnaps, a 4-month \
                 multi-modal dataset capturing unobtrusive snapshots of our lives in the wild\", Scientific Data 9, \
                 663 (2022), doi 10.1038/s41597-022-01764-x; data doi 10.5281/zenodo.6826682, Creative Commons \
                 Attribution 4.0, rows unchanged. Daily values of a watch, without readings of heart rate.",
            profile: Some(
                json!({ "sex": "male", "goals": [{ "metric": "steps", "target": 8000 }] }),
            ),
            metrics: &[
                "recoveryScore",
                "restingHeartRate",
                "hrvRmssd",
                "sleepDuration",
            ],
            data: Data::Published {
                participant: "621e2e8e67b776a24055b564",
                tables: &["lifesnaps-daily.csv"],
            },
        },
    ]
}
