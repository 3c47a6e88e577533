//! The tools of an agent, by capabilities: names of tools, or of groups of tools.

use std::collections::BTreeSet;

use lockstep_web::tools::{Tool, ToolClass};

/// The tools that an agent has. A new tool belongs to an agent as soon as its group does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Grant {
    /// Beginnings of names before the `.`, such as `devices`.
    prefixes: BTreeSet<String>,
    /// Whole names, such as `devices.list`.
    names: BTreeSet<String>,
}

impl Grant {
    /// Collects the tools of capabilities.
    pub(crate) fn of<T: AsRef<str>>(capabilities: &[T]) -> Self {
        let mut grant = Self::default();
        for capability in capabilities.iter().map(AsRef::as_ref) {
            if capability.contains('.') {
                grant.names.insert(capability.to_owned());
                continue;
            }
            let group = GROUPS.iter().find(|(name, _)| *name == capability);
            match group {
                Some((_, parts)) => {
                    let (names, prefixes): (Vec<&str>, Vec<&str>) = parts
                        .iter()
                        .copied()
                        .partition(|part: &&str| part.contains('.'));
                    grant.names.extend(names.into_iter().map(str::to_owned));
                    grant
                        .prefixes
                        .extend(prefixes.into_iter().map(str::to_owned));
                }
                None => drop(grant.prefixes.insert(capability.to_owned())),
            }
        }
        grant
    }

    /// Whether the agent has a tool.
    pub(crate) fn allows(&self, tool: &str) -> bool {
        let prefix = tool.split_once('.').map_or(tool, |(prefix, _)| prefix);
        self.prefixes.contains(prefix) || self.names.contains(tool)
    }
}

/// Whether a capability names at least one of these tools.
pub(crate) fn is_known(capability: &str, mut tools: impl Iterator<Item = &'static str>) -> bool {
    let grant = Grant::of(&[capability]);
    tools.any(|tool| grant.allows(tool))
}

/// Returns the reason why no agent may have these tools together: private data, untrusted text and acts
/// outside the platform. A text could make the agent disclose the data.
pub(crate) fn refused_combination<'t>(tools: impl Iterator<Item = &'t Tool>) -> Option<String> {
    let mut first: [Option<&str>; 3] = [None; 3];
    for tool in tools {
        let index = match tool.class {
            ToolClass::Read | ToolClass::Write => 0,
            ToolClass::Untrusted => 1,
            ToolClass::External => 2,
        };
        first[index].get_or_insert(tool.name);
    }
    let [Some(private), Some(untrusted), Some(external)] = first else {
        return None;
    };
    Some(format!(
        "{private} reads private data, {untrusted} reads untrusted text, and {external} acts outside the \
         platform: leave one kind out, or let an administrator create the agent"
    ))
}

/// Returns the names of all groups.
pub(crate) fn groups() -> impl Iterator<Item = &'static str> {
    GROUPS.iter().map(|(name, _)| *name)
}

/// The groups that are named otherwise than the tools in them, with beginnings of names, or whole names. Each beginning of
/// a name is a group of its own, too.
const GROUPS: &[(&str, &[&str])] = &[
    ("points", &["points", "quality"]),
    ("metrics", &["metrics", "activities"]),
    ("insights", &["insights"]),
    ("search", &["search"]),
    ("market", &["market"]),
    ("privacy", &["keys", "proofs"]),
    ("devices", &["devices", "uadm"]),
    (
        "audit",
        &[
            "accounts.api_keys",
            "accounts.me",
            "accounts.sessions",
            "accounts.unusual_access",
            "audit",
            "alerts",
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capabilities_name_groups_and_tools() {
        for (capability, tool, is_allowed) in [
            ("points", "points.read", true),
            ("points", "quality.check", true),
            ("points", "pointsman.read", false),
            ("privacy", "keys.rotate", true),
            ("devices.list", "devices.list", true),
            ("audit", "accounts.sessions", true),
            ("audit", "accounts.revoke_api_key", false),
            ("audit", "accounts.erasure_plan", false),
            ("accounts", "accounts.erasure_plan", true),
            ("devices.list", "devices.revoke", false),
            ("datasets", "datasets.create", true),
            ("", "devices.list", false),
        ] {
            let grant = Grant::of(&[capability]);
            assert_eq!(grant.allows(tool), is_allowed, "{capability} {tool}");
        }
    }

    #[test]
    fn private_data_untrusted_text_and_acts_outside_are_refused_together() {
        let tool = |name, class| Tool {
            name,
            operation: "",
            class,
        };
        let read = tool("r.r", ToolClass::Read);
        let write = tool("w.w", ToolClass::Write);
        let untrusted = tool("u.u", ToolClass::Untrusted);
        let external = tool("x.x", ToolClass::External);
        for (tools, is_refused) in [
            (vec![&read, &write, &untrusted], false),
            (vec![&read, &external], false),
            (vec![&untrusted, &external], false),
            (vec![&external, &untrusted, &read], true),
            (vec![&external, &untrusted, &write], true),
            (vec![], false),
        ] {
            let refused = refused_combination(tools.iter().copied());
            assert_eq!(refused.is_some(), is_refused, "{tools:?}");
        }
    }
}
