//! Decides which account is served next: start-time fair queueing by measured time.
//!
//! Each account has a counter of the time its work has used. The waiting account with the lowest
//! counter is served next. An account that returns after a pause starts at the counter of the account
//! served last, so that a pause earns no credit.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use crate::owner::QueueOwner;

/// Waiting items, in one queue for each account.
pub(crate) struct AccountQueues<T> {
    accounts: HashMap<QueueOwner, Account<T>>,
    /// Counts arrivals, so that equal accounts are served in order of arrival.
    arrivals: u64,
    /// The number of fresh items of all accounts.
    waiting: usize,
    /// The number of begun items of all accounts.
    begun: usize,
    /// The highest counter of an account at the moment it was served.
    floor: Duration,
}

/// The limits on items in progress.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Running items of one account.
    pub(crate) running_per_account: usize,
    /// Begun items of one account: running or paused.
    pub(crate) begun_per_account: usize,
    /// Begun items of all accounts.
    pub(crate) begun: usize,
}

struct Account<T> {
    used: Duration,
    running: usize,
    begun: usize,
    fresh: VecDeque<(u64, T)>,
    paused: VecDeque<(u64, T)>,
}

impl<T> AccountQueues<T> {
    pub(crate) fn new() -> Self {
        Self {
            accounts: HashMap::new(),
            arrivals: 0,
            waiting: 0,
            begun: 0,
            floor: Duration::ZERO,
        }
    }

    /// Whether no more items of this owner may wait: `each` bounds the fresh items of an account,
    /// `all` those of all owners. Requests without a credential may use a quarter of `all`.
    pub(crate) fn is_full(&self, owner: &QueueOwner, each: usize, all: usize) -> bool {
        let waiting = || {
            let account = self.accounts.get(owner);
            account.map_or(0, |account| account.fresh.len())
        };
        match owner {
            QueueOwner::System => false,
            QueueOwner::Anonymous => waiting() >= all / 4,
            QueueOwner::Account(_) => waiting() >= each || self.waiting >= all,
        }
    }

    /// Adds an item to the end of its account's queue.
    pub(crate) fn push(&mut self, owner: &QueueOwner, item: T) {
        self.arrivals += 1;
        let arrival = self.arrivals;
        self.waiting += 1;
        self.account(owner).fresh.push_back((arrival, item));
    }

    /// Stops a running item; it stays begun.
    pub(crate) fn stop(&mut self, owner: &QueueOwner, used: Duration) {
        let account = self.account(owner);
        account.used += used;
        account.running = account.running.saturating_sub(1);
    }

    /// Queues a stopped item for its next turn.
    pub(crate) fn pause(&mut self, owner: &QueueOwner, item: T) {
        self.arrivals += 1;
        let arrival = self.arrivals;
        self.account(owner).paused.push_back((arrival, item));
    }

    /// Ends a running item.
    pub(crate) fn end(&mut self, owner: &QueueOwner, used: Duration) {
        let account = self.account(owner);
        account.used += used;
        account.running = account.running.saturating_sub(1);
        account.begun = account.begun.saturating_sub(1);
        self.begun = self.begun.saturating_sub(1);
        self.forget_idle();
    }

    /// Removes the fresh items that no caller waits for.
    pub(crate) fn prune(&mut self, is_gone: impl Fn(&T) -> bool) {
        for account in self.accounts.values_mut() {
            let before = account.fresh.len();
            account.fresh.retain(|(_, item)| !is_gone(item));
            self.waiting -= before - account.fresh.len();
        }
        self.forget_idle();
    }

    /// Takes the next item. It counts as running until it is paused or ended.
    pub(crate) fn next(&mut self, bounds: Bounds) -> Option<(QueueOwner, T)> {
        self.next_of(bounds, |_| true)
    }

    /// As [`Self::next`], of the items that are accepted: those before them in the queue of their account stay there.
    pub(crate) fn next_of(
        &mut self,
        bounds: Bounds,
        accepts: impl Fn(&T) -> bool,
    ) -> Option<(QueueOwner, T)> {
        let has_room = self.begun < bounds.begun;
        let (owner, account, place) = self
            .accounts
            .iter_mut()
            .filter(|(_, account)| account.running < bounds.running_per_account)
            .filter_map(|(owner, account)| {
                let is_fresh = account.takes_fresh(has_room, bounds);
                let (place, arrival) = account.first(is_fresh, &accepts)?;
                Some(((account.used, arrival), owner, account, place))
            })
            .min_by_key(|(key, ..)| *key)
            .map(|(_, owner, account, place)| (owner.clone(), account, place))?;
        let is_fresh = account.takes_fresh(has_room, bounds);
        let queue = if is_fresh {
            &mut account.fresh
        } else {
            &mut account.paused
        };
        let (_, item) = queue.remove(place)?;
        account.running += 1;
        self.floor = self.floor.max(account.used);
        if is_fresh {
            account.begun += 1;
            self.begun += 1;
            self.waiting -= 1;
        }
        Some((owner, item))
    }

    /// Takes every waiting fresh item.
    pub(crate) fn drain_fresh(&mut self) -> Vec<T> {
        self.waiting = 0;
        let accounts = self.accounts.values_mut();
        accounts
            .flat_map(|account| account.fresh.drain(..).map(|(_, item)| item))
            .collect()
    }

    fn account(&mut self, owner: &QueueOwner) -> &mut Account<T> {
        let floor = self.floor;
        let account = self
            .accounts
            .entry(owner.clone())
            .or_insert_with(|| Account {
                used: floor,
                running: 0,
                begun: 0,
                fresh: VecDeque::new(),
                paused: VecDeque::new(),
            });
        if account.is_idle() {
            account.used = account.used.max(floor);
        }
        account
    }

    /// Drops the accounts whose counter no longer matters.
    fn forget_idle(&mut self) {
        if self.begun == 0 && self.waiting == 0 {
            self.accounts.clear();
            self.floor = Duration::ZERO;
            return;
        }
        let floor = self.floor;
        self.accounts
            .retain(|_, account| !account.is_idle() || account.used > floor);
    }
}

impl<T> Account<T> {
    fn is_idle(&self) -> bool {
        self.begun == 0 && self.fresh.is_empty()
    }

    /// Whether the account's next item is a fresh one: of a fresh and a paused item, the one that
    /// waits longer.
    fn takes_fresh(&self, has_room: bool, bounds: Bounds) -> bool {
        let may_begin = has_room && self.begun < bounds.begun_per_account;
        match (self.fresh.front(), self.paused.front()) {
            (Some(_), None) => may_begin,
            (Some((fresh, _)), Some((paused, _))) => may_begin && fresh < paused,
            (None, _) => false,
        }
    }

    /// Returns the place and the arrival of the first item that is accepted.
    fn first(&self, is_fresh: bool, accepts: impl Fn(&T) -> bool) -> Option<(usize, u64)> {
        let queue = if is_fresh { &self.fresh } else { &self.paused };
        let mut items = queue.iter().enumerate();
        items.find_map(|(place, (arrival, item))| accepts(item).then_some((place, *arrival)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds {
        running_per_account: 1,
        begun_per_account: 2,
        begun: 3,
    };

    fn owner(byte: u8) -> QueueOwner {
        QueueOwner::Account(crate::id::UserId::from_bytes([byte; 16]))
    }

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn the_account_that_used_less_time_is_served_first() {
        let mut queues = AccountQueues::new();
        for name in ["a1", "a2", "a3"] {
            queues.push(&owner(1), name);
        }
        assert_eq!(queues.next(BOUNDS), Some((owner(1), "a1")));
        assert_eq!(queues.next(BOUNDS), None, "one at a time for each account");
        queues.end(&owner(1), ms(30));
        // A new account starts at the counter of the account served last, not at zero.
        queues.push(&owner(2), "b1");
        queues.push(&owner(2), "b2");
        let mut order = Vec::new();
        while let Some((who, item)) = queues.next(BOUNDS) {
            order.push(item);
            queues.end(&who, ms(20));
        }
        assert_eq!(order, ["b1", "b2", "a2", "a3"]);
        assert!(
            queues.accounts.is_empty(),
            "nothing is kept of idle accounts"
        );
    }

    #[test]
    fn a_pause_earns_no_credit() {
        let mut queues = AccountQueues::new();
        queues.push(&owner(1), "a1");
        queues.push(&owner(2), "b1");
        assert_eq!(queues.next(BOUNDS).map(|(_, item)| item), Some("a1"));
        queues.end(&owner(1), ms(100));
        // The account asks again at once and has kept its counter.
        queues.push(&owner(1), "a2");
        queues.push(&owner(2), "b2");
        for expected in ["b1", "b2"] {
            let (who, item) = queues.next(BOUNDS).unwrap();
            assert_eq!(item, expected);
            queues.end(&who, ms(10));
        }
        assert_eq!(queues.next(BOUNDS).map(|(_, item)| item), Some("a2"));
    }

    #[test]
    fn paused_items_take_turns_with_fresh_ones_within_the_bounds() {
        let mut queues = AccountQueues::new();
        for name in ["a1", "a2", "a3"] {
            queues.push(&owner(1), name);
        }
        assert_eq!(queues.next(BOUNDS).unwrap().1, "a1");
        queues.stop(&owner(1), ms(20));
        queues.pause(&owner(1), "a1");
        assert_eq!(queues.next(BOUNDS).unwrap().1, "a2");
        queues.stop(&owner(1), ms(20));
        queues.pause(&owner(1), "a2");
        // Two items are begun, the limit of the account.
        assert_eq!(queues.next(BOUNDS).unwrap().1, "a1");
        queues.end(&owner(1), ms(20));
        assert_eq!(
            queues.next(BOUNDS).unwrap().1,
            "a3",
            "it waits longer than a2"
        );
    }

    #[test]
    fn items_without_a_waiting_caller_are_removed() {
        let mut queues = AccountQueues::new();
        for item in 0..10 {
            queues.push(&owner(1), item);
        }
        queues.prune(|item| item % 2 == 0);
        assert_eq!(queues.waiting, 5);
        assert!(queues.is_full(&owner(1), 5, 99) && !queues.is_full(&owner(2), 5, 99));
        assert!(queues.is_full(&owner(2), 5, 5) && !queues.is_full(&QueueOwner::System, 0, 0));
        assert_eq!(queues.next(BOUNDS).unwrap().1, 1);
        assert_eq!(queues.drain_fresh(), [3, 5, 7, 9]);
        assert_eq!(queues.waiting, 0);
    }
}
