//! The names that administrators search: folded, in the memory of the process. A search compares them there, and opens
//! only names that changed since the last search.
//!
//! The store holds nothing about parts of names, not even keyed digests: their frequencies would reveal the names.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use lockstep_store::id::UserId;
use lockstep_web::Role;
use zeroize::Zeroizing;

use super::{AccountNames, StoredNames, fold};
use crate::account_status::AccountStatus;

/// An account as a search reads it.
#[derive(Clone)]
pub(crate) struct SearchedRow {
    pub(crate) id: UserId,
    pub(crate) names: StoredNames,
    /// `None` if it is damaged.
    pub(crate) role: Option<Role>,
    /// `None` if it is damaged.
    pub(crate) status: Option<AccountStatus>,
}

impl SearchedRow {
    /// Returns the end of the sealed names: another value after each change, because it is an authentication tag.
    fn tag(&self) -> Option<[u8; TAG_BYTES]> {
        let sealed = self.names.sealed.as_deref()?;
        sealed.last_chunk().copied()
    }
}

/// The names of the accounts up to one of them, in the order of the ids.
pub(crate) struct NameSearch {
    entries: BTreeMap<[u8; 16], Entry>,
    /// Accounts whose names could not be opened: the next search tries again.
    unopened: BTreeSet<[u8; 16]>,
    /// The newest event whose change is in the entries.
    seen: i64,
    /// The id up to which accounts have entries; `None` if all have.
    filled_to: Option<String>,
    /// When the last search ran, on the monotonic clock.
    used: Duration,
}

/// An account that is not erased.
struct Entry {
    /// The folded names, with a line feed between them.
    names: Zeroizing<String>,
    tag: Option<[u8; TAG_BYTES]>,
    role: Option<Role>,
    status: Option<AccountStatus>,
}

impl NameSearch {
    /// Creates a search without accounts, in a store whose newest event is `newest`.
    pub(crate) fn new(newest: i64) -> Self {
        Self {
            entries: BTreeMap::new(),
            unopened: BTreeSet::new(),
            seen: newest,
            filled_to: Some(String::new()),
            used: Duration::ZERO,
        }
    }

    /// Forgets all accounts.
    pub(crate) fn reset(&mut self, newest: i64) {
        let used = self.used;
        *self = Self {
            used,
            ..Self::new(newest)
        };
    }

    pub(crate) fn seen(&self) -> i64 {
        self.seen
    }

    /// Records that the changes up to this event are in the entries.
    pub(crate) fn set_seen(&mut self, seq: i64) {
        self.seen = seq;
    }

    /// Returns the id up to which accounts have entries; `None` if all have.
    pub(crate) fn filled_to(&self) -> Option<&str> {
        self.filled_to.as_deref()
    }

    /// Records that the accounts up to this id have entries; `None` if all have.
    pub(crate) fn set_filled_to(&mut self, id: Option<&UserId>) {
        self.filled_to = id.map(UserId::to_string);
    }

    pub(crate) fn set_used(&mut self, now: Duration) {
        self.used = now;
    }

    /// Whether no search ran for [`KEPT_UNUSED`].
    pub(crate) fn is_idle(&self, now: Duration) -> bool {
        now.saturating_sub(self.used) >= KEPT_UNUSED
    }

    /// Whether another account fits in memory.
    pub(crate) fn has_room(&self) -> bool {
        self.entries.len() + self.unopened.len() < MAX_SEARCHED_ACCOUNTS
    }

    /// Whether the account belongs to the part that has entries.
    pub(crate) fn covers(&self, id: &UserId) -> bool {
        self.filled_to().is_none_or(|last| id.as_str() <= last)
    }

    /// Returns the accounts whose names could not be opened.
    pub(crate) fn unopened(&self) -> Vec<UserId> {
        let ids = self.unopened.iter();
        ids.map(|id| UserId::from_bytes(*id)).collect()
    }

    /// Takes the role and the status of an account whose names did not change; returns whether that is so.
    pub(crate) fn take_rights(&mut self, row: &SearchedRow) -> bool {
        let entry = self.entries.get_mut(&row.id.to_bytes());
        let Some(entry) = entry.filter(|entry| entry.tag.is_some() && entry.tag == row.tag())
        else {
            return false;
        };
        (entry.role, entry.status) = (row.role, row.status);
        row.status != Some(AccountStatus::Deleted)
    }

    /// Puts an account with its opened names; `None` if they cannot be opened.
    pub(crate) fn put(&mut self, row: &SearchedRow, names: Option<&AccountNames>) {
        self.remove(&row.id);
        if row.status == Some(AccountStatus::Deleted) {
            return;
        }
        let id = row.id.to_bytes();
        let Some(names) = names else {
            self.unopened.insert(id);
            return;
        };
        let (username, email) = (fold(&names.username), fold(&names.email));
        let entry = Entry {
            names: Zeroizing::new([username.as_str(), email.as_str()].join("\n")),
            tag: row.tag(),
            role: row.role,
            status: row.status,
        };
        self.entries.insert(id, entry);
        // Accounts that were created since the last search are the last ones.
        while self.entries.len() > MAX_SEARCHED_ACCOUNTS {
            self.entries.pop_last();
            let last = self.entries.last_key_value();
            self.filled_to = last.map(|(id, _)| UserId::from_bytes(*id).to_string());
        }
    }

    pub(crate) fn remove(&mut self, id: &UserId) {
        let id = id.to_bytes();
        self.entries.remove(&id);
        self.unopened.remove(&id);
    }

    /// Compares each account: returns its id if it has the role and the status, and one of its names contains the folded
    /// text.
    pub(crate) fn compare(
        &self,
        role: Option<Role>,
        status: Option<AccountStatus>,
        text: &str,
    ) -> impl Iterator<Item = Option<[u8; 16]>> {
        // No name contains the line feed between the names.
        let is_possible = !text.contains('\n');
        self.entries.iter().map(move |(id, entry)| {
            let matches = is_possible
                && (role.is_none() || entry.role == role)
                && (status.is_none() || entry.status == status)
                && entry.names.contains(text);
            matches.then_some(*id)
        })
    }
}

const TAG_BYTES: usize = 16;
/// The maximum number of accounts whose names are kept in memory for searches: about 160 MB.
const MAX_SEARCHED_ACCOUNTS: usize = 1_000_000;
/// The time after the last search for which the names are kept.
const KEPT_UNUSED: Duration = Duration::from_secs(900);

#[cfg(test)]
mod tests {
    use super::*;

    fn id(nth: u8) -> UserId {
        UserId::from_bytes([nth; 16])
    }

    fn row(nth: u8, tag: u8, role: Role, status: AccountStatus) -> SearchedRow {
        SearchedRow {
            id: id(nth),
            names: StoredNames {
                sealed: Some(vec![tag; 40]),
                ..StoredNames::default()
            },
            role: Some(role),
            status: Some(status),
        }
    }

    fn names(username: &str, email: &str) -> AccountNames {
        AccountNames {
            username: username.to_owned(),
            email: email.to_owned(),
            wallet_address: None,
        }
    }

    fn found(
        search: &NameSearch,
        role: Option<Role>,
        status: Option<AccountStatus>,
        text: &str,
    ) -> Vec<UserId> {
        let all = search.compare(role, status, text);
        all.flatten().map(UserId::from_bytes).collect()
    }

    #[test]
    fn accounts_are_found_by_parts_of_their_names_and_by_role_and_status() {
        let mut search = NameSearch::new(0);
        let ada = row(2, 1, Role::Admin, AccountStatus::Active);
        let bob = row(1, 1, Role::User, AccountStatus::Suspended);
        search.put(&ada, Some(&names("Ada", "ADA@Example.org")));
        search.put(&bob, Some(&names("bob", "bob@example.org")));
        assert_eq!(found(&search, None, None, "example"), [id(1), id(2)]);
        assert_eq!(found(&search, None, None, "da@e"), [id(2)]);
        assert_eq!(
            found(&search, Some(Role::User), None, "example"),
            [id(1)],
            "by role"
        );
        let active = Some(AccountStatus::Active);
        assert_eq!(found(&search, None, active, "example"), [id(2)]);
        // The end of one name and the beginning of the next are not a name.
        assert!(found(&search, None, None, "ada\nada").is_empty());
        assert!(found(&search, None, None, "adaada").is_empty());
    }

    #[test]
    fn names_are_opened_again_only_after_a_change() {
        let mut search = NameSearch::new(0);
        let before = row(1, 1, Role::User, AccountStatus::Active);
        assert!(!search.take_rights(&before));
        search.put(&before, Some(&names("ada", "ada@example.org")));
        let suspended = row(1, 1, Role::User, AccountStatus::Suspended);
        assert!(search.take_rights(&suspended));
        let status = Some(AccountStatus::Suspended);
        assert_eq!(found(&search, None, status, "ada"), [id(1)]);
        assert!(!search.take_rights(&row(1, 2, Role::User, AccountStatus::Active)));
    }

    #[test]
    fn erased_and_unopened_accounts_are_not_found() {
        let mut search = NameSearch::new(0);
        let ada = row(1, 1, Role::User, AccountStatus::Active);
        search.put(&ada, Some(&names("ada", "ada@example.org")));
        let erased = row(1, 1, Role::User, AccountStatus::Deleted);
        assert!(!search.take_rights(&erased));
        search.put(&erased, None);
        assert!(found(&search, None, None, "ada").is_empty());
        assert!(search.unopened().is_empty());
        search.put(&ada, None);
        assert_eq!(search.unopened(), [id(1)]);
        search.put(&ada, Some(&names("ada", "ada@example.org")));
        assert!(search.unopened().is_empty());
        assert_eq!(found(&search, None, None, "ada"), [id(1)]);
    }

    #[test]
    fn accounts_behind_the_last_one_are_not_covered() {
        let mut search = NameSearch::new(7);
        assert!(!search.covers(&id(1)));
        search.set_filled_to(Some(&id(2)));
        assert!(search.covers(&id(2)) && !search.covers(&id(3)));
        search.set_filled_to(None);
        assert!(search.covers(&id(3)));
    }
}
