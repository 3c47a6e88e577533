//! Checks both databases as a whole: their pages and their structure, and the audit chain of the store.

use lockstep_store::{StoreError, Tx, audit};
use lockstep_vault::Vault;
use lockstep_web::AppState;

use crate::data::DATABASE;

/// The result of the checks. A failed check counts as damage, and does not hide other damage.
#[derive(Debug, Default)]
pub(crate) struct Integrity {
    /// The verdict on the audit chain; `None` if it cannot be read.
    pub(crate) audit: Option<audit::Verdict>,
    /// The damage that was found in the databases, each with the name of its file.
    pub(crate) pages: Vec<String>,
}

impl Integrity {
    /// Whether nothing is damaged.
    pub(crate) fn is_fine(&self) -> bool {
        let is_whole = |verdict: &audit::Verdict| verdict.broken.is_none();
        self.pages.is_empty() && self.audit.as_ref().is_some_and(is_whole)
    }
}

/// Checks the pages and the structure of `lockstep.db` and `keys.db`, or their schemas, and the audit chain.
pub(crate) async fn check(state: &AppState) -> Integrity {
    let mut found = Integrity::default();
    let is_on_server = Vault::of(state).is_ok_and(|vault| vault.key_paths().server.is_some());
    let store = match is_on_server {
        false => DATABASE,
        true => "the schema of store.url",
    };
    let pages = state.db.read("store.check", damaged).await;
    found.add(store, pages);
    found.add(store, state.db.schema_differences().await);
    let vault = match Vault::of(state) {
        Ok(vault) => vault,
        Err(fault) => {
            found.pages.push(fault.message.into_owned());
            return found;
        }
    };
    found.add(
        &vault.key_paths().keys_name(),
        vault.key_examination().check_pages().await,
    );
    match vault.checkpoints().verify_chain(None).await {
        Ok(verdict) => found.audit = Some(verdict),
        Err(error) => {
            let said = format!("{store}: the audit log cannot be read: {error}");
            found.pages.push(said);
        }
    }
    found
}

impl Integrity {
    fn add(&mut self, file: &str, checked: Result<Vec<String>, StoreError>) {
        let lines = checked.unwrap_or_else(|error| vec![format!("it cannot be checked: {error}")]);
        let named = lines.into_iter().map(|line| format!("{file}: {line}"));
        self.pages.extend(named);
    }
}

fn damaged(tx: &Tx<'_>) -> Result<Vec<String>, StoreError> {
    tx.integrity()
}
