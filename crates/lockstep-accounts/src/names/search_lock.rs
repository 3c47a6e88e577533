//! The lock of the names that administrators search. An account that is erased while a search holds the lock leaves the
//! memory as soon as the search ends.

use std::ops::{Deref, DerefMut};
use std::sync::PoisonError;

use lockstep_store::id::UserId;

use super::search::NameSearch;

/// The names that administrators search; `None` until the first search, and after a time without searches.
#[derive(Default)]
pub(crate) struct SearchLock {
    search: tokio::sync::Mutex<Option<NameSearch>>,
    /// Erased accounts that the names may still contain.
    erased: std::sync::Mutex<Vec<UserId>>,
}

/// The locked names. When they are released, the accounts that were erased while they were locked are removed from them.
pub(crate) struct SearchGuard<'a> {
    // The order of the fields matters: the lock is released first.
    search: tokio::sync::MutexGuard<'a, Option<NameSearch>>,
    _removal: Removal<'a>,
}

struct Removal<'a>(&'a SearchLock);

impl SearchLock {
    pub(crate) async fn lock(&self) -> SearchGuard<'_> {
        // A search that is cancelled here may have received the lock already, and then has to remove the accounts.
        let removal = Removal(self);
        let search = self.search.lock().await;
        self.guard(search, removal)
    }

    /// Returns the names, unless a search holds them.
    pub(crate) fn try_lock(&self) -> Option<SearchGuard<'_>> {
        let search = self.search.try_lock().ok()?;
        Some(self.guard(search, Removal(self)))
    }

    /// Removes an erased account: at once, or when the search that holds the names ends.
    pub(crate) fn forget(&self, user: &UserId) {
        self.erased().push(user.clone());
        self.remove_erased();
    }

    fn guard<'a>(
        &'a self,
        mut search: tokio::sync::MutexGuard<'a, Option<NameSearch>>,
        removal: Removal<'a>,
    ) -> SearchGuard<'a> {
        // A search that waited for the lock gets it directly from the one before.
        self.remove_erased_from(&mut search);
        SearchGuard {
            search,
            _removal: removal,
        }
    }

    /// Removes the erased accounts, unless the names are locked: the holder calls this after it released them. Reads the
    /// list again after each release, because another call may have found the names locked by this one.
    fn remove_erased(&self) {
        while self.has_erased()
            && let Ok(mut search) = self.search.try_lock()
        {
            self.remove_erased_from(&mut search);
        }
    }

    fn remove_erased_from(&self, search: &mut Option<NameSearch>) {
        let erased = std::mem::take(&mut *self.erased());
        if let Some(search) = search {
            erased.iter().for_each(|user| search.remove(user));
        }
    }

    fn has_erased(&self) -> bool {
        !self.erased().is_empty()
    }

    /// Ignores poisoning: no holder of this lock leaves a half-done change.
    fn erased(&self) -> std::sync::MutexGuard<'_, Vec<UserId>> {
        self.erased.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Removal<'_> {
    fn drop(&mut self) {
        self.0.remove_erased();
    }
}

impl Deref for SearchGuard<'_> {
    type Target = Option<NameSearch>;

    fn deref(&self) -> &Self::Target {
        &self.search
    }
}

impl DerefMut for SearchGuard<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.search
    }
}

#[cfg(test)]
mod tests {
    use lockstep_web::Role;

    use super::*;
    use crate::account_status::AccountStatus;
    use crate::names::search::SearchedRow;
    use crate::names::{AccountNames, StoredNames};

    fn id(nth: u8) -> UserId {
        UserId::from_bytes([nth; 16])
    }

    fn put(guard: &mut SearchGuard<'_>, nth: u8) {
        let row = SearchedRow {
            id: id(nth),
            names: StoredNames::default(),
            role: Some(Role::User),
            status: Some(AccountStatus::Active),
        };
        let names = AccountNames {
            username: format!("user-{nth}"),
            ..AccountNames::default()
        };
        let search = guard.get_or_insert_with(|| NameSearch::new(0));
        search.put(&row, Some(&names));
    }

    fn accounts(search: &Option<NameSearch>) -> Vec<UserId> {
        let search = search.as_ref().expect("a search ran");
        let all = search.compare(None, None, "user");
        all.flatten().map(UserId::from_bytes).collect()
    }

    /// Reads the names as they are in memory: [`SearchLock::try_lock`] would remove erased accounts from them.
    fn in_memory(lock: &SearchLock) -> Vec<UserId> {
        accounts(&lock.search.try_lock().expect("no search runs"))
    }

    #[test]
    fn an_account_erased_between_searches_leaves_at_once() {
        let lock = SearchLock::default();
        lock.forget(&id(1));
        let mut guard = lock.try_lock().unwrap();
        put(&mut guard, 1);
        put(&mut guard, 2);
        drop(guard);
        assert_eq!(in_memory(&lock), [id(1), id(2)]);
        lock.forget(&id(1));
        assert_eq!(in_memory(&lock), [id(2)]);
    }

    #[test]
    fn an_account_erased_during_a_search_leaves_when_the_search_ends() {
        let lock = SearchLock::default();
        let mut guard = lock.try_lock().unwrap();
        put(&mut guard, 1);
        lock.forget(&id(1));
        lock.forget(&id(2));
        assert!(lock.try_lock().is_none());
        // The search opened these names before their keys were destroyed.
        put(&mut guard, 2);
        put(&mut guard, 3);
        drop(guard);
        assert_eq!(in_memory(&lock), [id(3)]);
    }

    #[tokio::test]
    async fn an_account_erased_during_a_cancelled_search_leaves_with_it() {
        let lock = SearchLock::default();
        let search = async {
            let mut guard = lock.lock().await;
            put(&mut guard, 1);
            put(&mut guard, 2);
            std::future::pending::<()>().await;
        };
        tokio::select! {
            biased;
            () = search => {}
            () = async { lock.forget(&id(1)) } => {}
        }
        assert_eq!(in_memory(&lock), [id(2)]);
    }

    #[tokio::test]
    async fn an_account_leaves_though_the_search_that_gets_the_lock_is_cancelled() {
        let lock = SearchLock::default();
        let mut first = lock.lock().await;
        put(&mut first, 1);
        put(&mut first, 2);
        let mut second = Box::pin(lock.lock());
        tokio::select! {
            biased;
            _ = second.as_mut() => panic!("the first search holds the lock"),
            () = std::future::ready(()) => {}
        }
        lock.forget(&id(1));
        drop(first);
        drop(second);
        assert_eq!(in_memory(&lock), [id(2)]);
    }

    #[tokio::test]
    async fn a_search_that_waits_for_the_lock_finds_no_erased_account() {
        let lock = SearchLock::default();
        let mut first = lock.lock().await;
        put(&mut first, 1);
        put(&mut first, 2);
        let mut second = std::pin::pin!(lock.lock());
        tokio::select! {
            biased;
            _ = second.as_mut() => panic!("the first search holds the lock"),
            () = std::future::ready(()) => {}
        }
        lock.forget(&id(1));
        drop(first);
        let second = second.await;
        assert_eq!(accounts(&second), [id(2)]);
    }
}
