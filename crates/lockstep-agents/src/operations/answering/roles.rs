//! What is said to a caller whose question needs a tool for administrators, and what the caller can ask instead.

/// Says that a tool is for administrators, without names that only programs use.
pub(super) fn refusal(tool: &str) -> String {
    let group = tool.split_once('.').map_or(tool, |(group, _)| group);
    let mut rows = ROWS.iter();
    match rows.find(|row| row.group == group) {
        Some(row) => {
            let Row {
                subject,
                agent,
                question,
                ..
            } = row;
            format!("{subject} Of your own account, ask the {agent}, for example: \"{question}\"")
        }
        None => "This is of the whole installation, and only administrators may do it.".to_owned(),
    }
}

/// A group of tools that read or change the whole installation.
struct Row {
    group: &'static str,
    /// Says whom the subject of the tools is for.
    subject: &'static str,
    /// The name of the agent that answers the question.
    agent: &'static str,
    /// A question about the caller's own data.
    question: &'static str,
}

const ROWS: &[Row] = &[
    Row {
        group: "alerts",
        subject: "Alerts are of the whole installation, and they are for administrators.",
        agent: "Performance Analyst",
        question: "Is there anything unusual in my data this month?",
    },
    Row {
        group: "audit",
        subject: "The audit log is of the whole installation, and it is for administrators.",
        agent: "Sentinel",
        question: "Who is signed in?",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core_agent::CORE_AGENTS;
    use crate::understanding::{Interpretation, asked_of};

    /// The agent that a refusal names answers its question.
    #[test]
    fn what_is_asked_instead_is_answered() {
        for row in ROWS {
            let agent = CORE_AGENTS.iter().find(|agent| agent.name == row.agent);
            let grant = agent.expect("a core agent").grant();
            let understood = asked_of(row.question, |tool| grant.allows(tool));
            assert!(
                matches!(understood, Interpretation::Call(_)),
                "{}: {understood:?}",
                row.question
            );
            let said = refusal(&format!("{}.list", row.group));
            assert!(said.contains("administrators") && said.contains(row.question));
        }
        assert!(refusal("jobs.cancel").contains("administrators"));
    }
}
