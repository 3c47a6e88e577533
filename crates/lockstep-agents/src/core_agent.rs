//! The seven core agents.

use crate::grant::Grant;

/// A core agent: every account has all seven.
#[derive(Debug)]
pub(crate) struct CoreAgent {
    /// The fixed id.
    pub(crate) id: &'static str,
    /// The name.
    pub(crate) name: &'static str,
    /// The purpose in one sentence.
    pub(crate) purpose: &'static str,
    /// The groups of tools; see [`Grant`].
    pub(crate) capabilities: &'static [&'static str],
    /// Tools of class W that the agent calls without approval: they only store what is computed from the caller's
    /// own data, and change nothing else.
    pub(crate) approved: &'static [&'static str],
    /// The calls that answer `summarize` and `analyze` without a question.
    pub(crate) summary: &'static [SummaryCall],
    /// Questions that the agent answers, for its help.
    pub(crate) examples: &'static [&'static str],
}

/// A part of an agent's report: a call of a tool without arguments.
#[derive(Debug)]
pub(crate) struct SummaryCall {
    pub(crate) heading: &'static str,
    pub(crate) tool: &'static str,
}

impl PartialEq for CoreAgent {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl CoreAgent {
    /// Finds a core agent by its id.
    pub(crate) fn find(id: &str) -> Option<&'static Self> {
        CORE_AGENTS.iter().find(|agent| agent.id == id)
    }

    /// Whether this agent passes questions on to the other six.
    pub(crate) fn is_coordinator(&self) -> bool {
        self.id == COORDINATOR
    }

    /// Returns the tools of the agent. The coordinator has those of the other six.
    pub(crate) fn grant(&self) -> Grant {
        if !self.is_coordinator() {
            return Grant::of(self.capabilities);
        }
        let all = specialists().flat_map(|agent| agent.capabilities);
        Grant::of(all.copied().collect::<Vec<_>>().as_slice())
    }
}

/// Returns the part of a report under a heading that a tool provides.
const fn part(heading: &'static str, tool: &'static str) -> SummaryCall {
    SummaryCall { heading, tool }
}

/// Returns the agents that the coordinator asks, in their order.
pub(crate) fn specialists() -> impl Iterator<Item = &'static CoreAgent> {
    CORE_AGENTS.iter().filter(|agent| !agent.is_coordinator())
}

/// Returns the agent that answers with a tool: the Performance Analyst computes figures of points, which others may read,
/// too.
pub(crate) fn owner(tool: &str) -> Option<&'static CoreAgent> {
    let analyst = CoreAgent::find(ANALYST).filter(|_| FIGURES.contains(&tool));
    analyst.or_else(|| specialists().find(|agent| agent.grant().allows(tool)))
}

/// The id of the coordinator.
pub(crate) const COORDINATOR: &str = "agt_core_coordinator";

/// The agent that computes figures.
const ANALYST: &str = "agt_core_insight";
/// Tools for figures of points.
const FIGURES: &[&str] = &["points.aggregate", "points.read", "points.series"];
/// The core agents in the order of lists.
pub(crate) const CORE_AGENTS: &[CoreAgent] = &[
    CoreAgent {
        id: "agt_core_ingest",
        name: "Data Steward",
        purpose: "Answers whether your data is complete: counts, gaps, outliers and devices.",
        capabilities: &["points", "imports", "jobs", "devices.list"],
        approved: &[],
        summary: &[
            part("Completeness", "quality.check"),
            part("Storage", "points.usage"),
            part("Imports", "imports.list"),
        ],
        examples: &[
            "Is my data complete?",
            "What did I import?",
            "How much storage do I use?",
        ],
    },
    CoreAgent {
        id: "agt_core_insight",
        name: "Performance Analyst",
        purpose: "Answers questions about your data: metrics, activities, comparisons and insights.",
        capabilities: &["metrics", "insights", "points"],
        approved: &["insights.generate"],
        summary: &[
            part(
                "Metrics of the 168 hours up to the latest point",
                "metrics.read",
            ),
            part("Activities", "activities.list"),
            part("Insights", "insights.generate"),
        ],
        examples: &[
            "What was my average heart rate last week?",
            "How is my recovery?",
            "What were my longest rides this month?",
        ],
    },
    CoreAgent {
        id: "agt_core_search",
        name: "Librarian",
        purpose: "Finds everything that you may see: datasets, devices, activities, offers, imports and keys.",
        capabilities: &[
            "search",
            "datasets",
            "activities",
            "imports",
            "devices.list",
            "market.find_offers",
        ],
        approved: &[],
        summary: &[
            part("Datasets", "datasets.list"),
            part("Activities", "activities.list"),
            part("Devices", "devices.list"),
        ],
        examples: &[
            "Find morning runs",
            "List my datasets",
            "Which devices do I have?",
        ],
    },
    CoreAgent {
        id: "agt_core_market",
        name: "Market Broker",
        purpose: "Reports your offers, purchases and revenue, and compares prices.",
        capabilities: &["market", "datasets.list", "datasets.read"],
        approved: &[],
        summary: &[
            part("Offers and sales", "market.list_tokens"),
            part("Purchases", "market.list_purchases"),
            part("Balance", "market.read_ledger"),
        ],
        examples: &[
            "What did I sell?",
            "What is my balance?",
            "List my purchases",
        ],
    },
    CoreAgent {
        id: "agt_core_privacy",
        name: "Privacy Guardian",
        purpose: "Shows how your data is encrypted, under which keys, and who can read it; makes and checks proofs; plans \
                  exports and erasures.",
        capabilities: &[
            "privacy",
            "points.usage",
            "accounts.api_keys",
            "accounts.revoke_api_key",
            "accounts.export_plan",
            "accounts.erasure_plan",
            "market.list_grants",
        ],
        approved: &[],
        summary: &[
            part("Keys", "keys.list"),
            part("Storage", "points.usage"),
            // With the API keys, which can read the data, too.
            part("Access to the data", "market.list_grants"),
        ],
        examples: &[
            "Which keys do I have?",
            "How is my data encrypted?",
            "Which API keys exist?",
            "Who can see my data?",
        ],
    },
    CoreAgent {
        id: "agt_core_sentinel",
        name: "Sentinel",
        purpose: "Watches devices and sign-ins, and for an administrator alerts and the audit log.",
        capabilities: &["devices", "audit"],
        approved: &[],
        summary: &[
            part("Devices", "devices.list"),
            part("Sign-ins", "accounts.sessions"),
            part("Unusual sign-ins", "accounts.unusual_access"),
            part("Account", "accounts.me"),
        ],
        examples: &[
            "Which devices are inactive?",
            "Who is signed in?",
            "Which account is this?",
        ],
    },
    CoreAgent {
        id: COORDINATOR,
        name: "Coordinator",
        purpose: "Splits a question among the other six agents and merges their answers.",
        capabilities: &[
            "points", "metrics", "insights", "search", "market", "privacy", "devices", "audit",
        ],
        approved: &[],
        summary: &[],
        examples: &[
            "How is my recovery, and which keys do I have?",
            "Is my data complete, and what did I sell?",
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::understanding::{Interpretation, KnownTool, asked_of};

    #[test]
    fn ids_are_those_of_the_contract() {
        let ids: Vec<_> = CORE_AGENTS.iter().map(|agent| agent.id).collect();
        assert_eq!(
            ids,
            [
                "agt_core_ingest",
                "agt_core_insight",
                "agt_core_search",
                "agt_core_market",
                "agt_core_privacy",
                "agt_core_sentinel",
                "agt_core_coordinator",
            ]
        );
        assert_eq!(specialists().count(), 6);
        assert!(CoreAgent::find("agt_core_nothing").is_none());
    }

    /// Every question of an agent's help is understood as a call that needs no approval.
    #[test]
    fn examples_are_answered_with_the_tools_of_the_agent() {
        let check = |question: &str, agent: &CoreAgent| {
            let grant = agent.grant();
            let understood = asked_of(question, |tool| grant.allows(tool));
            let Interpretation::Call(call) = understood else {
                panic!("{}, {question}: {understood:?}", agent.id);
            };
            let changes = KnownTool::new(&call.tool, "", serde_json::Value::Null).changes_state;
            assert!(!changes, "{}, {question}: {}", agent.id, call.tool);
        };
        for agent in CORE_AGENTS {
            for example in agent
                .examples
                .iter()
                .flat_map(|example| example.split(", and "))
            {
                check(example, agent);
            }
        }
    }

    #[test]
    fn figures_of_points_are_the_analysts() {
        for (tool, agent) in [
            ("points.aggregate", "agt_core_insight"),
            ("points.usage", "agt_core_ingest"),
            ("metrics.read", "agt_core_insight"),
        ] {
            assert_eq!(owner(tool).map(|it| it.id), Some(agent), "{tool}");
        }
    }

    #[test]
    fn agents_have_the_tools_of_their_summary() {
        for agent in CORE_AGENTS {
            let grant = agent.grant();
            for SummaryCall { heading, tool } in agent.summary {
                assert!(!heading.is_empty());
                assert!(grant.allows(tool), "{}: {tool}", agent.id);
            }
            for tool in agent.approved {
                assert!(grant.allows(tool), "{}: {tool}", agent.id);
            }
        }
    }
}
