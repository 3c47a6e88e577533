//! Decisions about the slots of a question that need more than one of them.

use super::{Aggregate, Measure, Slots, Topic};
use crate::understanding::vocabulary::is_name_of;
use crate::understanding::{Field, Order};

impl Slots {
    /// Makes the decisions that need more than one slot.
    pub(super) fn settle(&mut self) {
        self.settle_load();
        self.settle_steps();
        let is_sleep = |measure: &Measure| measure.metric == Some("sleepDuration");
        if self.has(&["regular", "regularity", "consistent", "irregular"])
            && let Some(sleep) = self.measures.iter_mut().find(|measure| is_sleep(measure))
        {
            *sleep = Measure {
                type_name: None,
                metric: Some("sleepRegularityIndex"),
            };
        }
        // "longest ride" is the distance; of other activities, and after "how long", it is the time.
        if let Some(order) = &mut self.order
            && order.field == Field::Duration
            && self.aggregate != Some(Aggregate::Duration)
            && [
                "running", "cycling", "swimming", "hiking", "walking", "rowing",
            ]
            .iter()
            .any(|sport| self.sport == Some(sport))
        {
            order.field = Field::Distance;
        }
        // "records named Fenix" does not ask for personal records.
        if self.name.is_some() && self.topic == Some(Topic::Insights(Some("milestone"))) {
            self.topic = None;
        }
        self.settle_advice();
        self.settle_extremes();
        self.settle_aggregate();
        self.settle_order();
    }

    /// "Am I overtraining?" asks for the load and for what the body shows of it.
    fn settle_load(&mut self) {
        if self.topic == Some(Topic::Overtraining) {
            let metrics = LOAD_METRICS.map(|metric| Measure {
                type_name: None,
                metric: Some(metric),
            });
            self.measures = metrics.to_vec();
            self.is_activity = self.sport.is_some();
        }
    }

    /// "How many steps do I walk a day on average?" asks for steps: walking is how they are made, and no activity.
    fn settle_steps(&mut self) {
        let is_steps = |measure: &Measure| measure.type_name.as_deref() == Some("steps");
        let is_verb = self.tokens.windows(2).any(|pair| {
            let sport = self.sport.filter(|_| pair[0].word == "i");
            sport.is_some_and(|sport| is_name_of(sport, &pair[1]))
        });
        if is_verb && self.measures.iter().any(is_steps) {
            (self.sport, self.is_activity) = (None, false);
        }
        let counts = matches!(self.aggregate, Some(Aggregate::Count | Aggregate::Sum));
        let is_mean = self.has(&["average", "avg", "mean", "typically", "usually"]);
        let is_raw = self.has(&["point", "points"]);
        if counts && is_mean && !is_raw && !self.is_activity && self.measures.iter().any(is_steps) {
            self.aggregate = Some(Aggregate::Mean);
        }
    }

    /// "Should I train hard today?" asks for the state of the body, not for stored advice.
    fn settle_advice(&mut self) {
        let asks = self.has(&["should"]) && self.has(TRAINING_WORDS);
        // "Rest" has the stem of "rested", which is the recovery.
        let is_recovery = |measure: &Measure| measure.metric == Some("recoveryScore");
        if asks && self.measures.iter().all(is_recovery) {
            self.measures.clear();
            let metrics = ["recoveryScore", "fatigueLevel"].map(|metric| Measure {
                type_name: None,
                metric: Some(metric),
            });
            self.measures.extend(metrics);
            (self.topic, self.sport, self.is_activity) = (None, None, false);
        }
    }

    /// "The longest I slept" is a greatest value of the days, and the pace of runs is their mean.
    fn settle_extremes(&mut self) {
        let is_sleep = |measure: &Measure| measure.metric == Some("sleepDuration");
        if self.is_activity {
            let is_speed = |measure: &Measure| measure.field() == Some(Field::Speed);
            let is_plain = self.order.is_none() && self.conditions.is_empty() && !self.wants_chart;
            if self.aggregate.is_none() && is_plain && self.measures.iter().any(is_speed) {
                self.aggregate = Some(Aggregate::Mean);
            }
        } else if let Some(order) = self.order
            && order.field == Field::Duration
            && self.aggregate.is_none()
            && self.measures.iter().any(is_sleep)
        {
            self.aggregate = Some(match order.descending {
                true => Aggregate::Max,
                false => Aggregate::Min,
            });
            self.order = None;
        }
    }

    /// "How many calories" is a sum, "the most steps" a greatest value.
    fn settle_aggregate(&mut self) {
        let is_of = |names: &[&str]| {
            let types = self.measures.iter();
            types
                .filter_map(|measure| measure.type_name.as_deref())
                .any(|name| names.contains(&name))
        };
        let is_total = is_of(&["energy", "basal_energy", "distance"]);
        if self.aggregate == Some(Aggregate::Count) && is_total && !self.wants_raw {
            self.aggregate = Some(Aggregate::Sum);
        }
        if self.aggregate == Some(Aggregate::Sum) && !self.has(&["sum"]) && !self.has_sums() {
            // "How much did I weigh in May" is a mean; without a range, the latest values answer it.
            self.aggregate = self.range().map(|_| Aggregate::Mean);
        }
        let is_most = self.aggregate.is_none() && self.conditions.is_empty();
        if is_most && is_of(&["steps"]) && self.has(&["most"]) {
            self.aggregate = Some(Aggregate::Max);
        }
    }

    /// Whether sums of the measures have a meaning: of steps they do, of weights not.
    fn has_sums(&self) -> bool {
        self.measures.iter().all(|measure| {
            let is_of_activities =
                self.is_activity && measure.field().is_some_and(|field| field != Field::Speed);
            let name = measure.type_name.as_deref();
            let is_additive = name.is_none_or(|name| ADDITIVE.contains(&name));
            measure.metric.is_some() || is_of_activities || is_additive
        })
    }

    /// "top 5 hikes by climb": the field after "by" with "top".
    fn settle_order(&mut self) {
        let is_ranked = self.has(&["top", "by", "sorted", "most", "highest"]);
        if self.order.is_some() || !self.is_activity || !is_ranked || self.compares {
            return;
        }
        let climbs = self.has(&["climb", "climbing", "ascent", "elevation"]);
        let field = match climbs {
            true => Some(Field::Climb),
            false => self.measures.iter().find_map(Measure::field),
        };
        let field = field.or_else(|| self.has(&["duration", "time"]).then_some(Field::Duration));
        if let Some(field) = field {
            let descending = !self.has(&["ascending", "lowest"]);
            self.order = Some(Order { field, descending });
            self.measures.retain(|measure| measure.field().is_none());
            self.aggregate = None;
        }
    }
}

impl Measure {
    /// Whether values of the type add up, so that the sum of a longer period is greater.
    pub(in crate::understanding) fn is_additive(&self) -> bool {
        let name = self.type_name.as_deref();
        name.is_some_and(|name| ADDITIVE.contains(&name))
    }
}

/// The metrics that show whether a load is too much: its own, and those of the body.
const LOAD_METRICS: [&str; 6] = [
    "acuteLoad",
    "chronicLoad",
    "trainingStressBalance",
    "restingHeartRate",
    "hrvRmssd",
    "recoveryScore",
];
/// Measurement types whose values add up.
const ADDITIVE: &[&str] = &[
    "basal_energy",
    "distance",
    "energy",
    "exercise_duration",
    "sleep_duration",
    "steps",
];
/// Words for training, of which a question asks whether it is advisable.
const TRAINING_WORDS: &[&str] = &[
    "train", "training", "exercise", "workout", "run", "ride", "rest", "hard", "easy", "push",
];
