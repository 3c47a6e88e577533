//! The ranking of tools by the words of a question: BM25 with a weight for each field.
//!
//! A tool's document has three fields: its name, its example questions, and its description. The
//! frequency of a word is the weighted sum over the fields, as in BM25F (Robertson and Zaragoza,
//! The Probabilistic Relevance Framework, 2009).

use std::collections::{BTreeSet, HashMap};

use serde_json::Value as Json;

use super::examples;
use super::slots::is_stop_word;
use super::text::{self, Lexicon};
use super::vocabulary::ACTS;

/// A tool as the ranking knows it.
#[derive(Clone, Debug)]
pub(crate) struct KnownTool {
    /// The name: the group and the act, such as `devices.list`.
    pub(crate) name: String,
    /// The purpose; its first sentence is the reading of a call.
    pub(crate) description: String,
    /// Questions that the tool answers. [`KnownTool::new`] adds the built-in ones.
    pub(crate) examples: Vec<String>,
    /// The JSON Schema of the input.
    pub(crate) input: Json,
    /// Whether a call changes state. Such a tool is read from a question only if the question has
    /// a word for its act. [`KnownTool::new`] knows the acts of the platform; set it for others.
    pub(crate) changes_state: bool,
    /// The stems of the name, the description and the examples. [`ToolIndex::new`] sets them.
    stems: BTreeSet<String>,
}

impl KnownTool {
    /// Describes a tool, with the built-in example questions of its name. Whether it changes state
    /// is decided by the act in its name.
    #[must_use]
    pub(crate) fn new(name: &str, description: &str, input: Json) -> Self {
        let known = examples::of(name);
        let (_, act) = name.split_once('.').unwrap_or((name, ""));
        let act = act.split('_').next().unwrap_or(act);
        Self {
            name: name.to_owned(),
            description: description.to_owned(),
            examples: known.iter().map(|example| (*example).to_owned()).collect(),
            input,
            changes_state: ACTS.iter().any(|(known, _)| *known == act),
            stems: BTreeSet::new(),
        }
    }

    /// Returns the group and the act of the name.
    pub(super) fn parts(&self) -> (&str, &str) {
        self.name.split_once('.').unwrap_or((&self.name, ""))
    }

    /// Returns the stems of the words that say what an indexed tool does: of its name, description and examples.
    pub(super) fn stems(&self) -> &BTreeSet<String> {
        &self.stems
    }

    pub(super) fn has(&self, property: &str) -> bool {
        self.input["properties"].get(property).is_some()
    }
}

/// The tools of an agent, indexed once.
#[derive(Clone, Debug, Default)]
pub(crate) struct ToolIndex {
    tools: Vec<KnownTool>,
    documents: Vec<Document>,
    /// The number of tools whose document has the stem.
    counts: HashMap<String, u32>,
    mean_length: f64,
    lexicon: Lexicon,
}

/// The words of a tool.
#[derive(Clone, Debug, Default)]
struct Document {
    /// The weighted frequency of each stem.
    frequencies: HashMap<String, f64>,
    length: f64,
    /// The stems of each example.
    examples: Vec<BTreeSet<String>>,
}

impl ToolIndex {
    /// Indexes tools.
    #[must_use]
    pub(crate) fn new(tools: impl IntoIterator<Item = KnownTool>) -> Self {
        let mut index = Self {
            tools: tools.into_iter().collect(),
            ..Self::default()
        };
        for tool in &mut index.tools {
            let name = tool.name.replace(['.', '_'], " ");
            let mut document = Document::default();
            document.add(&name, NAME_WEIGHT);
            document.add(&tool.description, DESCRIPTION_WEIGHT);
            index.lexicon.add(&name);
            index.lexicon.add(&tool.description);
            tool.stems = stems(&name);
            tool.stems.extend(stems(&tool.description));
            for example in &tool.examples {
                document.add(example, EXAMPLE_WEIGHT);
                let of_example = stems(example);
                tool.stems.extend(of_example.iter().cloned());
                document.examples.push(of_example);
                index.lexicon.add(example);
            }
            for stem in document.frequencies.keys() {
                *index.counts.entry(stem.clone()).or_default() += 1;
            }
            index.documents.push(document);
        }
        let total: f64 = index.documents.iter().map(|document| document.length).sum();
        index.mean_length = (total / index.documents.len().max(1) as f64).max(1.0);
        index
    }

    /// Returns the tools in their order.
    #[must_use]
    pub(crate) fn tools(&self) -> &[KnownTool] {
        &self.tools
    }

    pub(super) fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// Returns the score of each tool for the stems of a question.
    pub(super) fn scores(&self, stems: &[&str]) -> Vec<f64> {
        let score = |document: &Document| {
            let terms = stems.iter().map(|stem| self.term(document, stem));
            terms.sum()
        };
        self.documents.iter().map(score).collect()
    }

    /// Returns for each tool whether one of its examples has exactly these words, in any order.
    pub(super) fn exact(&self, words: &BTreeSet<String>) -> Vec<bool> {
        let has = |document: &Document| !words.is_empty() && document.examples.contains(words);
        self.documents.iter().map(has).collect()
    }

    fn term(&self, document: &Document, stem: &str) -> f64 {
        let Some(frequency) = document.frequencies.get(stem) else {
            return 0.0;
        };
        let having = f64::from(self.counts.get(stem).copied().unwrap_or(0));
        let all = self.documents.len().max(MIN_DOCUMENTS) as f64;
        let rarity = (1.0 + (all - having + 0.5) / (having + 0.5)).ln();
        let length = 1.0 - LENGTH_INFLUENCE + LENGTH_INFLUENCE * document.length / self.mean_length;
        rarity * frequency * (SATURATION + 1.0) / (frequency + SATURATION * length)
    }
}

impl Document {
    fn add(&mut self, text: &str, weight: f64) {
        for token in text::tokens(text) {
            if !is_stop_word(&token.word) {
                *self.frequencies.entry(token.stem).or_default() += weight;
                self.length += weight;
            }
        }
    }
}

/// Returns the stems of a text.
fn stems(text: &str) -> BTreeSet<String> {
    let tokens = text::tokens(text).into_iter();
    tokens.map(|token| token.stem).collect()
}

/// The number of tools that the rarity of a word counts at least. A word of an agent with five
/// tools is as telling as a word of one with forty.
const MIN_DOCUMENTS: usize = 40;
/// The weight of a word of the name.
const NAME_WEIGHT: f64 = 3.0;
/// The weight of a word of an example.
const EXAMPLE_WEIGHT: f64 = 2.0;
/// The weight of a word of the description.
const DESCRIPTION_WEIGHT: f64 = 1.0;
/// BM25's `k1`: how fast the repetition of a word stops to count.
const SATURATION: f64 = 1.2;
/// BM25's `b`: how much the length of a document counts. Low, because a tool with more examples is
/// not less relevant.
const LENGTH_INFLUENCE: f64 = 0.3;
