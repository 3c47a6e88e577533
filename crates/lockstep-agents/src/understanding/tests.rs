//! The table of questions, and laws that hold for every text.

mod activity_figures;
mod caution;
mod chats;
mod dates;
mod fixture;
mod held_out;
mod laws;
mod news;
mod offers;
mod orders;
mod row_days;
mod table;

use std::sync::LazyLock;

use super::{Interpretation, ToolIndex, understand};
use fixture::Fixture;

/// Reading the API document takes a second.
static FIXTURE: LazyLock<Fixture> = LazyLock::new(Fixture::new);

/// Understands a question with all tools.
pub(crate) fn asked(question: &str) -> Interpretation {
    understand(question, &FIXTURE.context(None))
}

/// Understands a question with some of the tools.
pub(crate) fn asked_of(question: &str, has: impl Fn(&str) -> bool) -> Interpretation {
    let tools = FIXTURE.tools.tools().iter();
    let tools = ToolIndex::new(tools.filter(|tool| has(&tool.name)).cloned());
    let mut context = FIXTURE.context(None);
    context.tools = &tools;
    understand(question, &context)
}
