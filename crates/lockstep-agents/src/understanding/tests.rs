//! The table of questions, and laws that hold for every text.

mod caution;
mod chats;
mod dates;
mod fixture;
mod held_out;
mod laws;
mod offers;
mod orders;
mod row_days;
mod table;

use super::{Interpretation, ToolIndex, understand};

/// Understands a question with all tools.
pub(crate) fn asked(question: &str) -> Interpretation {
    asked_of(question, |_| true)
}

/// Understands a question with some of the tools.
pub(crate) fn asked_of(question: &str, has: impl Fn(&str) -> bool) -> Interpretation {
    let fixture = fixture::Fixture::new();
    let tools = fixture.tools.tools().iter().filter(|tool| has(&tool.name));
    let tools = ToolIndex::new(tools.cloned());
    let mut context = fixture.context(None);
    context.tools = &tools;
    understand(question, &context)
}
