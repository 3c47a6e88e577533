//! The words of the field: measurement types, metrics, sports, units, devices, acts.

use std::sync::LazyLock;

use super::text::{Lexicon, Token, stem};

/// Whether a word begins a question, and not an order.
pub(super) fn begins_question(word: &str) -> bool {
    QUESTION_WORDS.contains(&word)
}

/// Words that begin a question. A question is not an order.
const QUESTION_WORDS: &[&str] = &[
    "are", "did", "does", "has", "how", "is", "was", "were", "what", "when", "where", "which",
    "who", "why",
];

/// Words for a change of a value, which a chart shows.
pub(super) const CHANGES: &[&str] = &["gain", "gained", "getting", "lose", "losing", "lost"];
/// The words that ask for a comparison.
pub(super) const COMPARISONS: &[&str] = &[
    "compare",
    "compared",
    "comparison",
    "versus",
    "vs",
    "against",
    "difference",
    "than",
];

/// Returns the stems of the words of a phrase.
pub(super) fn stems(phrase: &str) -> Vec<String> {
    let words = phrase.split([' ', '_']).filter(|word| !word.is_empty());
    words.map(stem).collect()
}

/// The words of this file and of the grammar.
pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut lexicon = Lexicon::default();
    let phrases = TYPES
        .iter()
        .chain(METRICS)
        .chain(SPORTS)
        .chain(ACTS)
        .chain(DEVICE_KINDS);
    for (name, synonyms) in phrases {
        lexicon.add(&name.replace('_', " "));
        synonyms.iter().for_each(|phrase| lexicon.add(phrase));
    }
    for (month, short) in super::dates::MONTHS {
        lexicon.add(month);
        lexicon.add(short);
    }
    for word in [STOP_WORDS, GRAMMAR] {
        lexicon.add(word);
    }
    lexicon
});

/// Measurement types with their synonyms.
pub(super) const TYPES: &[(&str, &[&str])] = &[
    ("altitude", &["altitude", "elevation"]),
    (
        "basal_energy",
        &[
            "basal energy",
            "basal metabolic rate",
            "bmr",
            "resting calories",
        ],
    ),
    (
        "body_fat_percentage",
        &["body fat percentage", "body fat", "fat percentage"],
    ),
    (
        "body_temperature",
        &["body temperature", "body temp", "temperature"],
    ),
    ("cadence", &["cadence", "rpm", "spm"]),
    ("distance", &["distance"]),
    (
        "energy",
        &[
            "energy",
            "calories",
            "calorie",
            "calories burned",
            "burned calories",
            "active energy",
        ],
    ),
    (
        "exercise_duration",
        &[
            "exercise duration",
            "exercise minutes",
            "active minutes",
            "exercise time",
        ],
    ),
    (
        "heart_rate",
        &[
            "heart rate",
            "heartrate",
            "pulse",
            "hr",
            "bpm",
            "heart beat",
            "heartbeat",
        ],
    ),
    (
        "heart_rate_variability_rmssd",
        &["heart rate variability", "hrv", "rmssd"],
    ),
    ("heart_rate_variability_sdnn", &["sdnn"]),
    ("latitude", &["latitude"]),
    ("longitude", &["longitude"]),
    (
        "oxygen_saturation",
        &["oxygen saturation", "blood oxygen", "spo2", "oxygen"],
    ),
    ("power", &["power", "power output", "watts", "wattage"]),
    (
        "respiratory_rate",
        &[
            "respiratory rate",
            "respiration rate",
            "respiration",
            "breathing rate",
            "breathing",
            "breaths",
        ],
    ),
    (
        "resting_heart_rate",
        &["resting heart rate", "resting pulse", "resting hr", "rhr"],
    ),
    ("rr_interval", &["rr interval", "rr", "beat interval"]),
    ("session_rpe", &["session rpe", "rpe", "perceived exertion"]),
    ("skin_temperature", &["skin temperature", "skin temp"]),
    (
        "sleep_duration",
        &["sleep duration", "sleep", "slept", "asleep"],
    ),
    (
        "sleep_stage",
        &["sleep stage", "deep sleep", "rem sleep", "rem"],
    ),
    ("speed", &["speed", "pace", "velocity"]),
    ("steps", &["steps", "step count"]),
    ("stress", &["stress", "stress level", "stressed"]),
    ("vo2_max", &["vo2 max", "vo2max", "maximal oxygen uptake"]),
    ("weight", &["weight", "weigh", "body weight", "body mass"]),
];

/// Metrics by the field of the metrics operation, with their synonyms.
pub(super) const METRICS: &[(&str, &[&str])] = &[
    ("acuteLoad", &["acute load", "acute training load", "atl"]),
    (
        "chronicLoad",
        &[
            "chronic load",
            "chronic training load",
            "ctl",
            "fitness",
            "how fit am i",
            "how fit i am",
            "am i fit",
            "fitter",
        ],
    ),
    ("dayStrain", &["day strain", "daily strain"]),
    (
        "efficiencyFactor",
        &["efficiency factor", "aerobic efficiency", "efficiency"],
    ),
    (
        "fatigueLevel",
        &[
            "fatigue",
            "fatigue level",
            "tired",
            "tiredness",
            "exhausted",
            "fatigued",
        ],
    ),
    (
        "heartRateZones",
        &["heart rate zones", "hr zones", "zones", "training zones"],
    ),
    ("hrvRmssd", &["heart rate variability", "hrv", "rmssd"]),
    ("monotony", &["monotony", "training monotony"]),
    ("normalizedPower", &["normalized power", "normalised power"]),
    (
        "recoveryScore",
        &[
            "recovery",
            "recovery score",
            "recovered",
            "readiness",
            "rested",
        ],
    ),
    (
        "restingHeartRate",
        &["resting heart rate", "resting pulse", "resting hr", "rhr"],
    ),
    (
        "sleepDuration",
        &["sleep duration", "sleep", "slept", "asleep"],
    ),
    (
        "sleepRegularityIndex",
        &[
            "sleep regularity",
            "sleep regularity index",
            "sleep consistency",
        ],
    ),
    ("steps", &["steps", "step count"]),
    ("strain", &["strain", "training strain"]),
    (
        "trainingLoad",
        &[
            "training load",
            "load",
            "trimp",
            "training impulse",
            "how hard did i train",
            "how hard have i trained",
        ],
    ),
    (
        "trainingStressBalance",
        &["training stress balance", "tsb", "form", "freshness"],
    ),
    (
        "vo2maxEstimate",
        &["vo2 max", "vo2max", "maximal oxygen uptake"],
    ),
];

/// The metric that a type has. The metric counts one device where several overlap, a plain
/// aggregate of the type does not.
pub(super) const METRIC_OF_TYPE: &[(&str, &str)] = &[
    ("heart_rate_variability_rmssd", "hrvRmssd"),
    ("resting_heart_rate", "restingHeartRate"),
    ("sleep_duration", "sleepDuration"),
    ("steps", "steps"),
    ("vo2_max", "vo2maxEstimate"),
];

/// Sports by FIT's names, with nouns and verbs.
pub(super) const SPORTS: &[(&str, &[&str])] = &[
    ("running", &["run", "running", "ran", "jog", "jogging"]),
    (
        "cycling",
        &[
            "ride",
            "rides",
            "riding",
            "rode",
            "cycling",
            "cycle",
            "bike",
            "biking",
            "bike ride",
        ],
    ),
    ("swimming", &["swim", "swimming", "swam"]),
    ("hiking", &["hike", "hiking", "trek"]),
    ("walking", &["walk", "walking"]),
    ("rowing", &["row", "rowing"]),
    ("training", &["strength training", "weight training", "gym"]),
    (
        "alpine_skiing",
        &["alpine skiing", "downhill skiing", "skiing"],
    ),
    ("cross_country_skiing", &["cross country skiing"]),
];

/// Whether a word names a sport.
pub(super) fn is_name_of(sport: &str, token: &Token) -> bool {
    let row = SPORTS.iter().find(|(name, _)| *name == sport);
    row.is_some_and(|(_, names)| names.iter().any(|name| stem(name) == token.stem))
}

/// Words for activities that came from an import.
pub(super) const IMPORTED: &[&str] = &["imported", "uploaded"];

/// Acts that change something, as the last part of a tool's name says them, with the words for
/// them. A tool of an act runs only if the question has one of its words. An empty list needs none.
pub(super) const ACTS: &[(&str, &[&str])] = &[
    ("acknowledge", &["acknowledge", "ack", "confirm"]),
    ("add", &["add", "create", "new"]),
    ("cancel", &["cancel", "stop", "abort"]),
    ("control", &["send", "control", "switch"]),
    (
        "create",
        &["create", "make", "new", "add", "start", "offer"],
    ),
    ("delete", &["delete", "remove", "erase", "drop"]),
    ("generate", &[]),
    ("prove", &["prove"]),
    ("register", &["register", "add", "pair", "connect"]),
    ("remove", &["remove", "delete"]),
    ("resume", &["resume", "unsuspend", "reactivate", "reenable"]),
    (
        "revoke",
        &[
            "revoke",
            "remove",
            "unpair",
            "forget",
            "unregister",
            "disconnect",
        ],
    ),
    ("rotate", &["rotate", "renew", "replace"]),
    ("suspend", &["suspend", "pause", "disable", "freeze"]),
    ("update", &["update", "set"]),
    ("withdraw", &["withdraw", "unlist", "retract", "off"]),
];

/// Types of devices.
pub(super) const DEVICE_KINDS: &[(&str, &[&str])] = &[
    ("chest_strap", &["chest strap", "hr strap", "strap"]),
    ("watch", &["watch", "smartwatch"]),
    ("arm_band", &["arm band", "armband"]),
    ("phone", &["phone", "smartphone"]),
    ("ring", &["ring"]),
    ("scale", &["scale"]),
    ("power_meter", &["power meter"]),
    ("bike_computer", &["bike computer", "cycling computer"]),
];

/// The prefixes of ids, by the last word of the property or of the tool that takes the id, else by the tool's group.
pub(super) const ID_PREFIXES: &[(&str, &str)] = &[
    ("accounts", "usr"),
    ("activities", "act"),
    ("alert", "alr"),
    ("alerts", "alr"),
    ("api_key", "ak"),
    ("api_keys", "ak"),
    ("audit", "aud"),
    ("certificate", "tok"),
    ("command", "cmd"),
    ("dataset", "ds"),
    ("datasets", "ds"),
    ("device", "dev"),
    ("devices", "dev"),
    ("imports", "imp"),
    ("insights", "ins"),
    ("item", "itm"),
    ("jobs", "job"),
    ("keys", "key"),
    ("listing", "lst"),
    ("purchase", "pur"),
    ("token", "tok"),
    ("uadm", "dev"),
];

/// Words that say nothing about the subject of a question.
pub(super) const STOP_WORDS: &str = "a about all also am an and any anything are as at be been but by \
    can could d did do does doing done find for from get give got had has have hello hey hi how i if in is it \
    including its just old ones know let ll look m many may me mine much my need now of on one only or our out please s see \
    show so some t tell than thanks that the their them then there these they this those to told up us \
    ve want was we were what when where which who why will with would you your yes no not into far long \
    often still left list last first past previous \
    top latest newest recent oldest week month day year today yesterday";

/// Words of the grammar of questions that are in no table of metrics, sports or tools.
pub(super) const GRAMMAR: &str = "today yesterday tonight morning afternoon evening night weekend day days \
    week weeks month months quarter year years last past previous this current before after since until till \
    between through ago earlier ever all time first second third fourth couple few couple monday tuesday wednesday thursday \
    friday saturday sunday average avg mean typical total sum altogether variance deviation lowest \
    minimum min smallest highest maximum max peak most biggest best daily weekly monthly hourly per each every \
    plot chart graph draw over time trend trends develop developed history evolution progress raw reading \
    readings value values point points sample samples measurement measurements longest shortest fastest \
    slowest newest latest oldest recent top faster slower longer shorter more less under above below least \
    exceeding km kilometre kilometres kilometer kilometers mile miles metre metres meter meters minute \
    minutes hour hours second seconds half activity activities workout workouts session sessions trained \
    training exercise climb climbing ascent climbed sorted sort order ascending descending compare compared \
    comparison versus against difference unusual strange anomaly anomalies outlier outliers odd recommend \
    recommendation recommendations advice suggestion suggestions goal goals track record records milestone \
    milestones streak streaks personal summary summarize insight insights performance curve critical called \
    named same device devices token tokens key keys dataset datasets import imports account audit market \
    made hundred dozen twelve eleven seven eight three four five nine twenty thirty fifty ninety right real \
    wheel next tomorrow hacked compromised lately getting lose losing lost gain gained mileage exercised else \
    duplicate duplicates gaps increase increased decrease decreased down usable cheapest worth \
    kg kilogram kilograms kilos celsius percent reach reached \
    hit nights overtraining overtrained overreaching";
