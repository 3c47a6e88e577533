//! Questions about the product: how something is done, and what a term means. The documents answer them.

use super::super::Context;
use super::super::slots::Slots;

/// Whether a question asks how something is done with the product, or what a term of it means.
pub(super) fn asks_for_documents(slots: &Slots) -> bool {
    asks_how_to(slots) || asks_for_meaning(slots)
}

/// Whether a question asks how something is done with the product.
fn asks_how_to(slots: &Slots) -> bool {
    let words: Vec<&str> = slots.tokens.iter().map(|token| &*token.word).collect();
    let begins = matches!(
        *words,
        [
            "how",
            "can" | "do" | "would" | "should",
            "i" | "we" | "you",
            ..
        ] | ["how", "to" | "does", ..]
            | ["explain", "how", ..]
    );
    begins && !is_about_data(slots)
}

/// Whether a question asks what a term of the product means: "what is FHE", "explain zero knowledge".
fn asks_for_meaning(slots: &Slots) -> bool {
    let words: Vec<&str> = slots.tokens.iter().map(|token| &*token.word).collect();
    let begins = matches!(
        *words,
        ["explain", ..] | ["what", "is" | "are" | "does" | "do", ..]
    );
    let names_one = slots.device.is_some() || slots.name.is_some();
    let says_whose = names_one || slots.has(&["my", "mine", "i"]);
    begins && !says_whose && slots.has(TERMS) && !is_about_data(slots)
}

fn is_about_data(slots: &Slots) -> bool {
    !slots.measures.is_empty()
        || slots.topic.is_some()
        || slots.compares
        || slots.range().is_some()
        || !slots.ids.is_empty()
}

/// Whether a word of a question about a term does not occur in the documents.
pub(super) fn is_asking_word(word: &str) -> bool {
    [
        "explain", "mean", "means", "meaning", "used", "work", "works",
    ]
    .contains(&word)
}

/// Says which agent finds the documents, for an agent without a search.
pub(super) fn advice(slots: &Slots, context: &Context<'_>) -> Option<String> {
    let mut tools = context.tools.tools().iter();
    let can_search = tools.any(|tool| tool.name == "search.find");
    (!can_search && asks_for_documents(slots)).then(|| {
        "The documentation answers this: ask the Librarian (`agt_core_search`) the same question. The action `help` \
         lists the questions that this agent answers."
            .to_owned()
    })
}

/// Terms of the product.
const TERMS: &[&str] = &[
    "bfv",
    "bulletproofs",
    "encryption",
    "fhe",
    "groth16",
    "homomorphic",
    "knowledge",
    "mcp",
    "zk",
];
