//! The slots of a question: ids, devices, dates, measures, sports, conditions, orders, limits.

mod settling;
mod words;

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use super::dates::{self, Dates, Range};
use super::text::{self, Lexicon, Token};
use super::units;
use super::vocabulary::{
    DEVICE_KINDS, ID_PREFIXES, LEXICON, METRIC_OF_TYPE, METRICS, SPORTS, STOP_WORDS, TYPES, stems,
};
use super::{Condition, Context, Field, KnownDevice, Order};

/// The slots of a question.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    pub(super) tokens: Vec<Token>,
    /// Ids, with their prefix.
    pub(super) ids: Vec<(&'static str, String)>,
    pub(super) device: Option<KnownDevice>,
    /// A name in quotation marks or after "called".
    pub(super) name: Option<String>,
    pub(super) device_kind: Option<&'static str>,
    pub(super) dates: Dates,
    /// Whether the first range ended before the day of the question.
    pub(super) is_past: bool,
    pub(super) measures: Vec<Measure>,
    pub(super) sport: Option<&'static str>,
    /// Whether the question is about activities: it names a sport or an activity.
    pub(super) is_activity: bool,
    pub(super) aggregate: Option<Aggregate>,
    pub(super) interval: Option<Interval>,
    pub(super) conditions: Vec<Condition>,
    pub(super) order: Option<Order>,
    pub(super) limit: Option<u32>,
    /// Whether the question compares.
    pub(super) compares: bool,
    pub(super) wants_chart: bool,
    pub(super) wants_raw: bool,
    pub(super) topic: Option<Topic>,
    /// A duration: "5 minutes".
    pub(super) seconds: Option<u32>,
}

/// A measured quantity: a type, a metric, or both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Measure {
    pub(super) type_name: Option<String>,
    pub(super) metric: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aggregate {
    Sum,
    Mean,
    Variance,
    Min,
    Max,
    Count,
    /// "How far".
    Distance,
    /// "How long".
    Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interval {
    Hour,
    Day,
    Week,
    Month,
}

/// A subject with a tool of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    /// Insights, of one type or all.
    Insights(Option<&'static str>),
    /// The mean-maximal curve.
    Curve,
    /// The variability of RR intervals.
    Variability,
    /// The caller's profile.
    Profile,
    /// Types and units.
    Types,
    /// Whether the training load is too much.
    Overtraining,
}

impl Slots {
    /// Reads the slots of a question.
    pub(super) fn read(question: &str, context: &Context<'_>) -> Self {
        let mut tokens = text::tokens(question);
        let mut slots = Self::default();
        slots.take_ids(&mut tokens);
        slots.take_device(&mut tokens, context.devices);
        slots.take_name(&mut tokens);
        slots.take_part_of_device(&mut tokens, context);
        let names = names(context);
        let known = [&*LEXICON, context.tools.lexicon(), &names];
        text::correct(&mut tokens, &known);
        slots.dates = dates::find(&mut tokens, context.today);
        let last = slots.range().and_then(|range| range.last);
        slots.is_past = last.is_some_and(|last| last < context.today);
        slots.take_measures(&mut tokens);
        (slots.conditions, slots.order) = units::conditions(&mut tokens);
        slots.take_words(&mut tokens);
        slots.take_limit(&mut tokens);
        slots.tokens = tokens;
        slots.settle();
        slots
    }

    /// Returns the stems of the words that no slot took and that are not stop words.
    pub(super) fn words(&self) -> impl Iterator<Item = &Token> {
        let free = self
            .tokens
            .iter()
            .filter(|token| !token.is_taken && !token.is_quoted);
        free.filter(|token| !is_stop_word(&token.word) && text::number(&token.word).is_none())
    }

    /// Returns the stems of a question that has nothing but words: no date, number, quantity or name. Otherwise the
    /// result is empty, since its words are not all of what the question says.
    pub(super) fn plain_words(&self) -> BTreeSet<String> {
        let is_plain = |token: &Token| {
            !token.is_taken && !token.is_quoted && text::number(&token.word).is_none()
        };
        if !self.tokens.iter().all(is_plain) {
            return BTreeSet::new();
        }
        self.tokens.iter().map(|token| token.stem.clone()).collect()
    }

    /// Whether any token has one of these words.
    pub(super) fn has(&self, words: &[&str]) -> bool {
        self.tokens
            .iter()
            .any(|token| words.contains(&&*token.word))
    }

    /// Returns the first range.
    pub(super) fn range(&self) -> Option<Range> {
        self.dates.ranges.first().copied()
    }

    fn take_ids(&mut self, tokens: &mut [Token]) {
        for token in tokens {
            let Some((prefix, rest)) = token.word.split_once('_') else {
                continue;
            };
            let known = ID_PREFIXES.iter().find(|(_, known)| *known == prefix);
            let is_id = rest.len() == ID_CHARS && rest.bytes().all(|b| b.is_ascii_alphanumeric());
            if let Some((_, prefix)) = known.filter(|_| is_id) {
                self.ids.push((prefix, token.word.clone()));
                token.is_taken = true;
            }
        }
    }

    fn take_device(&mut self, tokens: &mut [Token], devices: &[KnownDevice]) {
        let mut best: Option<(usize, usize, &KnownDevice)> = None;
        for device in devices {
            let name = text::tokens(&device.name);
            let Some(at) = position(tokens, &name, |token, word| token.word == word.word) else {
                continue;
            };
            if best.is_none_or(|(_, length, _)| name.len() > length) {
                best = Some((at, name.len(), device));
            }
        }
        if let Some((at, length, device)) = best {
            take(&mut tokens[at..at + length]);
            self.device = Some(device.clone());
        }
    }

    /// Takes a word that the name of only one device has: "my Garmin" for "Garmin Fenix 7". Words of the field are no
    /// names: "ring" is the kind of a device.
    fn take_part_of_device(&mut self, tokens: &mut [Token], context: &Context<'_>) {
        if self.device.is_some() {
            return;
        }
        let is_name = |token: &Token| {
            let is_plain = token.word.bytes().all(|byte| byte.is_ascii_lowercase());
            let is_free = !token.is_taken && !token.is_quoted;
            let is_known = LEXICON.contains(token) || context.tools.lexicon().contains(token);
            is_plain && is_free && !is_known && token.word.len() >= MIN_DEVICE_BYTES
        };
        let only_with = |word: &str| {
            let has_word = |device: &&KnownDevice| {
                let name = text::tokens(&device.name);
                name.iter().any(|token| token.word == word)
            };
            let mut devices = context.devices.iter().filter(has_word);
            let only = devices.next();
            only.filter(|_| devices.next().is_none()).cloned()
        };
        let mut names = tokens.iter_mut().filter(|token| is_name(token));
        self.device = names.find_map(|token| {
            let device = only_with(&token.word)?;
            token.is_taken = true;
            Some(device)
        });
    }

    fn take_name(&mut self, tokens: &mut [Token]) {
        if let Some(quoted) = tokens.iter_mut().find(|token| token.is_quoted) {
            quoted.is_taken = true;
            self.name = Some(quoted.text.clone());
        }
        let Some(at) = tokens
            .iter()
            .position(|token| ["called", "named"].contains(&&*token.word))
        else {
            return;
        };
        tokens[at].is_taken = true;
        if self.name.is_some() {
            return;
        }
        let ends = |token: &Token| {
            token.is_taken
                || ["that", "which", "with", "and", "for", "from", "please"].contains(&&*token.word)
        };
        let rest = &mut tokens[at + 1..];
        let length = rest.iter().position(ends).unwrap_or(rest.len());
        let named = &mut rest[..length];
        take(named);
        let words: Vec<&str> = named.iter().map(|token| &*token.text).collect();
        let name = words.join(" ");
        self.name = Some(name).filter(|name| !name.is_empty() && name.len() <= MAX_NAME_BYTES);
    }

    /// Takes measures: the longest phrase at each word, of a metric and a type alike.
    fn take_measures(&mut self, tokens: &mut [Token]) {
        let mut at = 0;
        while at < tokens.len() {
            let mut phrases = MEASURES.iter();
            let found = phrases.find(|(phrase, _)| matches(&tokens[at..], phrase));
            let Some((phrase, measure)) = found else {
                at += 1;
                continue;
            };
            take(&mut tokens[at..at + phrase.len()]);
            if !self.measures.contains(measure) && self.measures.len() < MAX_MEASURES {
                self.measures.push(measure.clone());
            }
            at += phrase.len();
        }
    }

    /// Takes the longest phrase of a table, and returns its key.
    fn take_phrase(
        tokens: &mut [Token],
        table: &[(Vec<String>, &'static str)],
    ) -> Option<&'static str> {
        let found = table.iter().filter_map(|(phrase, key)| {
            let at = (0..tokens.len()).find(|at| matches(&tokens[*at..], phrase))?;
            Some((phrase.len(), at, *key))
        });
        let (length, at, key) =
            found.max_by_key(|(length, at, _)| (*length, std::cmp::Reverse(*at)))?;
        take(&mut tokens[at..at + length]);
        Some(key)
    }

    fn take_sport(&mut self, tokens: &mut [Token]) {
        self.sport = Self::take_phrase(tokens, &SPORT_PHRASES);
        self.is_activity |= self.sport.is_some();
    }

    fn take_device_kind(&mut self, tokens: &mut [Token]) {
        self.device_kind = Self::take_phrase(tokens, &DEVICE_KIND_PHRASES);
    }
}

/// The stems of the phrases that mean measures, the longest first: the tables are read once, not with each question.
static MEASURES: LazyLock<Vec<(Vec<String>, Measure)>> = LazyLock::new(|| {
    let of_types = TYPES.iter().flat_map(|(name, synonyms)| {
        let metric = METRIC_OF_TYPE.iter().find(|(of, _)| of == name);
        let measure = Measure {
            type_name: Some((*name).to_owned()),
            metric: metric.map(|(_, metric)| *metric),
        };
        let words = synonyms.iter().chain([name]);
        words.map(move |phrase| (stems(phrase), measure.clone()))
    });
    let of_metrics = METRICS.iter().flat_map(|(metric, synonyms)| {
        let measure = Measure {
            type_name: None,
            metric: Some(*metric),
        };
        let words = synonyms.iter();
        words.map(move |phrase| (stems(phrase), measure.clone()))
    });
    let mut phrases: Vec<(Vec<String>, Measure)> = of_types.chain(of_metrics).collect();
    // The sort is stable, so a type with a metric precedes the metric alone.
    phrases.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
    phrases
});
static SPORT_PHRASES: LazyLock<Vec<(Vec<String>, &'static str)>> =
    LazyLock::new(|| phrases(SPORTS));
static DEVICE_KIND_PHRASES: LazyLock<Vec<(Vec<String>, &'static str)>> =
    LazyLock::new(|| phrases(DEVICE_KINDS));
static STOPS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| STOP_WORDS.split_whitespace().collect());

/// Returns the stems of each phrase of a table, with its key.
fn phrases(table: &[(&'static str, &[&str])]) -> Vec<(Vec<String>, &'static str)> {
    let of_keys = table.iter().flat_map(|(key, synonyms)| {
        let synonyms = synonyms.iter();
        synonyms.map(move |phrase| (stems(phrase), *key))
    });
    of_keys.collect()
}

/// Marks tokens as used.
fn take(tokens: &mut [Token]) {
    for token in tokens {
        token.is_taken = true;
    }
}

/// Whether tokens begin with the words of these stems, none of them taken.
fn matches(tokens: &[Token], phrase: &[String]) -> bool {
    let enough = !phrase.is_empty() && tokens.len() >= phrase.len();
    enough
        && tokens
            .iter()
            .zip(phrase)
            .all(|(token, stem)| !token.is_taken && !token.is_quoted && token.stem == *stem)
}

/// Returns the place of a sequence in the tokens.
fn position(
    tokens: &[Token],
    wanted: &[Token],
    equal: impl Fn(&Token, &Token) -> bool,
) -> Option<usize> {
    let length = wanted.len();
    if length == 0 || length > tokens.len() {
        return None;
    }
    tokens.windows(length).position(|window| {
        window
            .iter()
            .zip(wanted)
            .all(|(token, word)| equal(token, word))
    })
}

/// Returns the words of the caller's devices, which are in no lexicon that is built once.
fn names(context: &Context<'_>) -> Lexicon {
    let mut lexicon = Lexicon::default();
    for device in context.devices {
        lexicon.add(&device.name);
    }
    lexicon
}

pub(super) fn is_stop_word(word: &str) -> bool {
    STOPS.contains(word)
}

/// The characters of an id after its prefix.
const ID_CHARS: usize = 26;
/// The shortest word that represents the name of a device.
const MIN_DEVICE_BYTES: usize = 4;
/// The maximum number of measures of a question.
const MAX_MEASURES: usize = 8;
/// The longest name that a question gives.
const MAX_NAME_BYTES: usize = 256;

impl Measure {
    /// The field of activities that the measure is.
    pub(super) fn field(&self) -> Option<Field> {
        Some(match self.type_name.as_deref()? {
            "distance" => Field::Distance,
            "exercise_duration" => Field::Duration,
            "speed" => Field::Speed,
            "energy" => Field::Energy,
            "altitude" => Field::Climb,
            _ => return None,
        })
    }
}
