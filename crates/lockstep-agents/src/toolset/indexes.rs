//! The indexes of sets of tools. Each is built with the first question about its tools, and shared by all later ones.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lockstep_web::tools::{ToolClass, ToolEntry, Toolbox};

use crate::understanding::{KnownTool, ToolIndex};

/// The indexes of the sets of tools that the latest questions could mean. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct ToolIndexes(Arc<Mutex<VecDeque<Entry>>>);

struct Entry {
    /// The names of the tools, in their order.
    names: Vec<&'static str>,
    index: Arc<ToolIndex>,
}

impl ToolIndexes {
    /// Returns the index of the tools that `is_wanted` chooses by name.
    pub(crate) fn of(&self, toolbox: &Toolbox, is_wanted: impl Fn(&str) -> bool) -> Arc<ToolIndex> {
        let entries = toolbox.entries();
        let wanted: Vec<&ToolEntry> = entries.filter(|entry| is_wanted(entry.tool.name)).collect();
        let names = wanted.iter().map(|entry| entry.tool.name).collect();
        self.get_or_build(names, || ToolIndex::new(wanted.into_iter().map(known)))
    }

    fn get_or_build(
        &self,
        names: Vec<&'static str>,
        build: impl FnOnce() -> ToolIndex,
    ) -> Arc<ToolIndex> {
        if let Some(found) = find(&mut self.lock(), &names) {
            return found;
        }
        // Without the lock: questions about other tools do not wait.
        let index = Arc::new(build());
        let mut entries = self.lock();
        if let Some(found) = find(&mut entries, &names) {
            return found;
        }
        entries.push_front(Entry {
            names,
            index: Arc::clone(&index),
        });
        entries.truncate(MAX_INDEXES);
        index
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the index of a set of tools, and moves it to the front.
fn find(entries: &mut VecDeque<Entry>, names: &[&'static str]) -> Option<Arc<ToolIndex>> {
    let at = entries.iter().position(|entry| entry.names == names)?;
    let found = entries.remove(at)?;
    let index = Arc::clone(&found.index);
    entries.push_front(found);
    Some(index)
}

fn known(entry: &ToolEntry) -> KnownTool {
    let tool = entry.tool;
    let mut known = KnownTool::new(tool.name, &entry.description, entry.input.clone());
    known.changes_state = matches!(tool.class, ToolClass::Write | ToolClass::External);
    known
}

/// The maximum number of indexes: those of the core agents, and of custom agents that were asked lately. The largest take
/// less than a megabyte.
const MAX_INDEXES: usize = 32;

#[cfg(test)]
mod tests {
    use serde_json::Value as Json;

    use super::*;

    fn build() -> ToolIndex {
        ToolIndex::new([KnownTool::new("devices.list", "Lists devices.", Json::Null)])
    }

    #[test]
    fn an_index_is_built_once_for_a_set_of_tools() {
        let indexes = ToolIndexes::default();
        let first = indexes.get_or_build(vec!["devices.list"], build);
        let again = indexes.get_or_build(vec!["devices.list"], || panic!("it is built twice"));
        assert!(Arc::ptr_eq(&first, &again));
        let other = indexes.get_or_build(vec!["devices.list", "keys.list"], build);
        assert!(!Arc::ptr_eq(&first, &other));
    }

    #[test]
    fn the_index_that_was_not_used_for_the_longest_time_makes_room() {
        let indexes = ToolIndexes::default();
        let set = |length: usize| vec!["devices.list"; length];
        let [first, second] = [1, 2].map(|length| indexes.get_or_build(set(length), build));
        for length in 3..=MAX_INDEXES {
            indexes.get_or_build(set(length), build);
        }
        let used = indexes.get_or_build(set(1), build);
        assert!(Arc::ptr_eq(&first, &used));
        indexes.get_or_build(set(MAX_INDEXES + 1), build);
        let kept = indexes.get_or_build(set(1), build);
        assert!(Arc::ptr_eq(&first, &kept));
        let rebuilt = indexes.get_or_build(set(2), build);
        assert!(!Arc::ptr_eq(&second, &rebuilt));
    }
}
